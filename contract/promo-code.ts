import { Type, type Static } from 'typebox'
import { Empty, call, content } from './call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import {
  checkDiscountPath,
  codeLinkPath,
  codeOfferPath,
  followCodePath,
  shortCodeLinkPath,
  validateCodePath,
} from './paths.ts'
import { ReservationForm } from './reserve.ts'
import { LangMap, Nullable, OneOf, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest, ErrorDescriptor, Forbidden, TooManyRequests, Unexpected, ValidatedResponse } from './wrapper.ts'

/** Codes that a visitor types or follows, and discounts that a selection earns by itself. */

const DISCOUNT_TYPES = ['FIXED_AMOUNT', 'FIXED_AMOUNT_RESERVATION', 'PERCENTAGE'] as const

/** What a code is good for. In a refusal everything but the code is null. */
export const EventCode = Type.Object({
  code: Type.String({ description: 'As it was sent' }),
  type: Nullable(OneOf(['DISCOUNT', 'ACCESS', 'SPECIAL_PRICE'])),
  discountType: Nullable(OneOf([...DISCOUNT_TYPES, 'NONE'])),
  discountAmount: Nullable(Type.String({ description: 'A percentage as in 10, an amount as in 5.00, or 0' })),
  categories: Type.Array(Type.Integer(), { description: 'Only for tickets of these; empty: for all' }),
})
export type EventCode = Static<typeof EventCode>

/** The one wrapper in which an error may have no code: when there is no such event. */
export const ValidatedEventCode = Type.Object({
  ...ValidatedResponse(EventCode).properties,
  validationErrors: Type.Array(
    Type.Object({ ...ErrorDescriptor.properties, code: Nullable(Type.String({ description: 'Translation key' })) }),
  ),
})
export type ValidatedEventCode = Static<typeof ValidatedEventCode>

/** A discount that a selection earns without a code. */
export const DynamicDiscount = Type.Object({
  discount: Type.String({ description: 'As discountAmount of a code' }),
  discountType: OneOf(DISCOUNT_TYPES),
  formattedMessage: LangMap,
  categories: Type.Array(Type.Integer(), { description: 'Only for tickets of these; empty: for all' }),
})
export type DynamicDiscount = Static<typeof DynamicDiscount>

const EventParams = Type.Object({ shortName: ShortName })

export const validateCode = call({
  operationId: 'validateCode',
  summary: 'Can this code be used now',
  tag: 'events',
  method: 'GET',
  path: validateCodePath,
  params: EventParams,
  /** `replaces`, ours alone: an open reservation whose token counts as free, for it is to be replaced. */
  query: Type.Object({ code: Text(), replaces: Type.Optional(Text()) }),
  responses: {
    200: ValidatedEventCode,
    400: BadRequest,
    422: ValidatedEventCode,
    429: TooManyRequests,
    500: Unexpected,
  },
})

export const checkDiscount = call({
  operationId: 'checkDiscount',
  summary: 'The discount that this selection earns without a code',
  tag: 'events',
  method: 'POST',
  path: checkDiscountPath,
  params: EventParams,
  body: ReservationForm,
  responses: { 200: DynamicDiscount, 204: Empty, 400: BadRequest, 403: Forbidden, 500: Unexpected },
})

const CodeParams = Type.Object({ shortName: ShortName, code: Type.String({ maxLength: MAX_NAME_LENGTH }) })

/** The ticket that a link with a code opens; sent by this shop only. */
export const CodeOffer = Type.Object({
  categoryName: Type.String(),
  description: LangMap,
  price: Type.String({
    description: 'Of one ticket with all that comes with it, as in 17.00; 0 when nothing is to pay',
  }),
  heldUntil: Nullable(
    Type.Integer({ description: 'Epoch milliseconds; an order that is not finished holds it until then' }),
  ),
})
export type CodeOffer = Static<typeof CodeOffer>

/** Takes nothing: programs that check mails follow every link (shop contract, code links). */
export const followCode = call({
  operationId: 'handleCode',
  summary: 'Where a code leads: to the page of the event, or to the page of one ticket',
  tag: 'links',
  method: 'GET',
  path: followCodePath,
  params: CodeParams,
  responses: { 307: Empty, 400: BadRequest, 429: TooManyRequests },
})

export const getCodeOffer = call({
  operationId: 'getCodeOffer',
  summary: 'The ticket that a link with a code opens',
  tag: 'links',
  method: 'GET',
  path: codeOfferPath,
  params: CodeParams,
  responses: { 200: CodeOffer, 400: BadRequest, 404: Empty, 429: TooManyRequests, 500: Unexpected },
})

export const shortCodeLink = call({
  operationId: 'shortCodeLink',
  summary: 'Short link with a code',
  tag: 'links',
  method: 'GET',
  path: shortCodeLinkPath,
  params: CodeParams,
  responses: { 302: Empty },
})

export const codeLink = call({
  operationId: 'longCodeLink',
  summary: 'Link with a code: the page of one ticket, or on to the page of the event',
  tag: 'links',
  method: 'GET',
  path: codeLinkPath,
  params: CodeParams,
  responses: { 200: content('text/html', 'The page'), 302: Empty, 429: TooManyRequests },
})

export const takeCode = call({
  operationId: 'takeCode',
  summary: 'Reserves the ticket that a link with a code opens, and leads to its order',
  tag: 'links',
  method: 'POST',
  path: codeLinkPath,
  params: CodeParams,
  responses: { 303: Empty, 429: TooManyRequests },
})
