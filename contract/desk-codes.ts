import { Type, type Static } from 'typebox'
import { Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { DeskConflict } from './desk-event.ts'
import { LocalDateTime, PromoCodeRequest } from './event-file.ts'
import { MAX_CODES, MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: many codes of an event at once, and those of an organisation, which hold in all of its events. */

const EventId = Type.Object({ eventId: Whole })

const { name: _name, ...like } = PromoCodeRequest.properties

export const addEventCodes = deskCall({
  operationId: 'addEventCodes',
  summary: 'Add many codes that do the same: of a list, or drawn at random; all or none',
  method: 'POST',
  path: paths.deskEventCodesPath,
  params: EventId,
  body: Type.Object({
    base: Type.Integer({
      minimum: 0,
      description: 'The version that was read: where codes were added since, nothing happens',
    }),
    like: Type.Object(like),
    names: Maybe(Type.Array(Text(MAX_NAME_LENGTH), { maxItems: MAX_CODES })),
    drawn: Maybe(
      Type.Object({
        count: Type.Integer({ minimum: 1, maximum: MAX_CODES }),
        prefix: Maybe(Text(MAX_NAME_LENGTH)),
        length: Type.Integer({ minimum: 6, maximum: 20, description: 'Of what is drawn, after the prefix' }),
      }),
    ),
  }),
  responses: {
    200: Type.Object({ version: Type.Integer(), added: Type.Array(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: DeskConflict,
    422: Refusals,
  },
})

export const downloadEventCodes = deskCall({
  operationId: 'downloadEventCodes',
  summary: 'The codes of an event with how often each was used, as a CSV file',
  method: 'GET',
  path: paths.deskEventCodesPath,
  params: EventId,
  responses: { 200: content('text/csv', 'The codes'), 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

const LOWERING = ['FIXED_AMOUNT', 'PERCENTAGE', 'FIXED_AMOUNT_RESERVATION'] as const
const OrganizationId = Type.Object({ id: Whole })

export const OrganizationCodes = Type.Object({
  promoCodes: Type.Array(
    Type.Object({
      name: Type.String(),
      discountType: OneOf(LOWERING),
      discount: Type.Number({ description: 'Percent, or minor units' }),
      currency: Nullable(Type.String({ description: 'Of an amount: the code holds in events that are sold in it' })),
      validFrom: Type.String({ description: 'A local date-time' }),
      validTo: Type.String({ description: 'A local date-time' }),
      maxUsage: Type.Integer({ description: 'Tickets in all events together; -1: any number' }),
    }),
  ),
  used: Type.Array(Type.String(), { description: 'The codes that orders were made with: what these do stays' }),
  timezone: Type.String({ description: 'In which the date-times are' }),
  seen: Type.String({ description: 'Sent with a change, which is made only if the codes are still so' }),
})
export type OrganizationCodes = Static<typeof OrganizationCodes>

export const readOrganizationCodes = deskCall({
  operationId: 'readOrganizationCodes',
  summary: 'The codes that hold in all events of an organisation',
  method: 'GET',
  path: paths.deskOrganizationCodesPath,
  params: OrganizationId,
  responses: { 200: OrganizationCodes, 401: NotSignedIn, 403: NotForRole },
})

export const OrganizationCodesChange = Type.Object({
  promoCodes: Type.Array(
    Type.Object({
      name: Maybe(Text()),
      discountType: Maybe(OneOf(LOWERING)),
      discount: Maybe(Whole),
      currency: Maybe(Text(MAX_NAME_LENGTH)),
      validFrom: Maybe(LocalDateTime),
      validTo: Maybe(LocalDateTime),
      maxUsage: Maybe(Whole),
    }),
    { maxItems: MAX_CODES },
  ),
  timezone: Maybe(Text(MAX_NAME_LENGTH)),
  seen: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the codes as they were read' }),
})
export type OrganizationCodesChange = Static<typeof OrganizationCodesChange>

export const changeOrganizationCodes = deskCall({
  operationId: 'changeOrganizationCodes',
  summary:
    'Change the codes that hold in all events of an organisation, all at once: one that is left out is deleted, or ends if orders were made with it; 409 with the codes as they are where they were changed meanwhile',
  method: 'PUT',
  path: paths.deskOrganizationCodesPath,
  params: OrganizationId,
  body: OrganizationCodesChange,
  responses: {
    200: OrganizationCodes,
    401: NotSignedIn,
    403: NotForRole,
    409: OrganizationCodes,
    422: Refusals,
  },
})
