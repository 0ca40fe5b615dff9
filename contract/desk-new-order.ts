import { Type, type Static } from 'typebox'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { SaleExtra, SaleQuestions, SoldExtra, withAnswers, withTickets } from './sale-extras.ts'
import { ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'
import { ReservationId } from './shared.ts'

/** The organiser's API, version 1: an order on behalf of a buyer. It is held within the sale, from the stock of every other. */

/** COMP: given away. LINK: its buyer pays by a link, until a moment. PAID: the organiser has the money. */
export const NEW_ORDER_WAYS = ['COMP', 'LINK', 'PAID'] as const

const members = {
  way: OneOf(NEW_ORDER_WAYS),
  lines: ListOf(
    Type.Object({
      categoryId: Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
      quantity: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
    }),
  ),
  ...withTickets,
  ...withAnswers,
  firstName: Text(MAX_TEXT_LENGTH),
  lastName: Text(MAX_TEXT_LENGTH),
  email: Text(MAX_TEXT_LENGTH),
  language: Maybe(
    Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Of its mails and pages; else the first of the event' }),
  ),
  code: Maybe(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Lowers the price, or opens a hidden category' })),
  blockId: Maybe(
    Type.Integer({
      minimum: 1,
      maximum: MAX_INTEGER,
      description: 'The tickets take seats of this block (GET /seat-blocks)',
    }),
  ),
  until: Maybe(Type.Integer({ minimum: 0, maximum: 253_402_300_799_000, description: 'With LINK: when it lapses' })),
  note: Maybe(
    Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'For members, as why it is free; required with COMP' }),
  ),
  isMailed: Maybe(
    Type.Boolean({ description: 'The buyer gets the mail of the order, or the link; true where left out' }),
  ),
}

export const NewOrderForm = Type.Object(members)
export type NewOrderForm = Static<typeof NewOrderForm>

export const NewOrderPlan = Type.Object({
  seen: Type.String({ description: 'Sent with the order, which is made only if it is still so' }),
  tickets: Type.Integer(),
  extras: Type.Array(SoldExtra, { description: 'With those that come by themselves' }),
  total: Type.String({ description: 'What it costs, a plain decimal' }),
  currency: Nullable(Type.String()),
  mails: Type.Array(Type.Object({ recipient: Type.String(), subject: Type.String() })),
})
export type NewOrderPlan = Static<typeof NewOrderPlan>

const EventId = Type.Object({ eventId: Whole })

export const planNewOrder = deskCall({
  operationId: 'planNewOrder',
  summary: 'What an order on behalf of a buyer will be: it is made, read, and undone',
  method: 'POST',
  path: paths.deskNewOrderPlanPath,
  params: EventId,
  body: NewOrderForm,
  responses: { 200: NewOrderPlan, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const makeNewOrder = deskCall({
  operationId: 'makeNewOrder',
  summary: 'Make the order, once however often it is sent',
  method: 'POST',
  path: paths.deskNewOrderPath,
  params: EventId,
  body: Type.Object({
    ...members,
    seen: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the plan' }),
    requestId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Of the caller' }),
  }),
  responses: {
    200: Type.Object({
      orderId: ReservationId,
      href: Type.String({ description: 'The page of the order, where its buyer pays' }),
      isRepeated: Type.Boolean({ description: 'It was made before, and nothing was done again' }),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    409: NewOrderPlan,
    422: Refusals,
  },
})

export const NewOrderOffer = Type.Object({
  title: Type.String(),
  timezone: Type.String(),
  currency: Nullable(Type.String()),
  languages: Type.Array(Type.String(), {
    description: 'In which its buyers can be written to, those of the event first',
  }),
  categories: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), price: Type.String(), isOnSale: Type.Boolean() }),
    { description: 'Those that no code has to open' },
  ),
  extras: Type.Array(SaleExtra, { description: 'Those on sale that are chosen' }),
  discounts: Type.Array(
    Type.Object({
      about: OneOf(['TICKET', 'EXTRA']),
      id: Type.Integer({ description: 'Of the category, or of the extra' }),
      price: Type.String({ description: 'Of one with the code' }),
    }),
    { description: 'Prices that the code of the query lowers' },
  ),
  questions: Type.Array(SaleQuestions, { description: 'None has to be answered: its holder can do that later' }),
  blocks: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      seats: Type.Integer(),
      categories: Type.Array(Type.Integer()),
    }),
    { description: 'Seats held for later, and the categories whose tickets can take them' },
  ),
})
export type NewOrderOffer = Static<typeof NewOrderOffer>

export const readNewOrderOffer = deskCall({
  operationId: 'readNewOrderOffer',
  summary: 'What can be ordered on behalf of a buyer',
  method: 'GET',
  path: paths.deskNewOrderPath,
  params: EventId,
  query: Type.Object({
    code: Type.Optional(
      Type.String({
        maxLength: MAX_NAME_LENGTH,
        description: 'With which `discounts` are stated; one that can’t be used has none',
      }),
    ),
  }),
  responses: { 200: NewOrderOffer, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
