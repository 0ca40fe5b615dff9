import { Type, type Static } from 'typebox'
import { UUID_PATTERN } from '#domain/foundation/uuid.ts'
import { type Call, Empty, call } from './call.ts'
import { Refusals } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { SaleExtra, SaleQuestions, SoldExtra, withAnswers, withTickets } from './sale-extras.ts'
import { ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/**
 * The box office of a door, by the key of the door where it may sell: `Authorization: DoorKey <key>`. Moments are milliseconds since
 * 1970, amounts plain decimals.
 */

/** CASH and TERMINAL: paid at once. TRANSFER: the order awaits its transfer. LINK: its buyer pays on a page of their own. */
export const BOX_WAYS = ['CASH', 'TERMINAL', 'TRANSFER', 'LINK'] as const
export type BoxWay = (typeof BOX_WAYS)[number]

/** PAID: its tickets are good. AWAITING: it is paid later. LAPSED: it was not paid in time. UNDONE: by the door, or at the desk. */
export const SALE_STATES = ['PAID', 'AWAITING', 'LAPSED', 'UNDONE'] as const
export type SaleState = (typeof SALE_STATES)[number]

const boxCall = <const Description extends Omit<Call, 'tag'>>(description: Description) =>
  call({ ...description, tag: 'door' })

const NoKey = Type.String({ description: 'No key of a door that is good' })
const NotSelling = Type.String({ description: 'The key does not sell' })
const refused = { 401: NoKey, 403: NotSelling, 422: Refusals } as const

const Uuid = Type.String({ pattern: UUID_PATTERN, description: 'Made by the device; what is sent twice is done once' })
const Amount = Type.String({ maxLength: MAX_ID_LENGTH, description: 'A plain decimal' })
const OfDrawer = Type.Object({ drawerId: Whole })
const OfSale = Type.Object({ saleId: Whole })

export const Piece = Type.Object({
  value: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of a coin or note, as in 20.00' }),
  count: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
})

export const Drawer = Type.Object({
  id: Type.Integer(),
  person: Type.String(),
  door: Type.String(),
  currency: Type.String(),
  openedAt: Type.Integer(),
  closedAt: Nullable(Type.Integer()),
  float: Type.String(),
  cashIn: Type.String(),
  cashOut: Type.String({ description: 'Returned for sales that were undone' }),
  expected: Type.String(),
  counted: Nullable(Type.String()),
  difference: Nullable(Type.String({ description: 'Above nothing: more was counted than expected' })),
  pieces: Nullable(Type.Array(Piece)),
  remark: Nullable(Type.String()),
  sales: Type.Integer({ description: 'Not undone, however they were paid' }),
})
export type Drawer = Static<typeof Drawer>

const Line = Type.Object({ categoryId: Type.Integer(), name: Type.String(), quantity: Type.Integer() })

export const SaleTicket = Type.Object({
  id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  code: Nullable(Type.String({ description: 'Of its QR code; null while it is not good, or has no holder' })),
  isIn: Type.Boolean(),
})
export type SaleTicket = Static<typeof SaleTicket>

export const Sale = Type.Object({
  id: Type.Integer(),
  orderId: Type.String(),
  reference: Type.String({ description: 'What people call the order' }),
  at: Type.Integer(),
  way: OneOf(BOX_WAYS),
  state: OneOf(SALE_STATES),
  amount: Type.String(),
  currency: Nullable(Type.String()),
  given: Nullable(Type.String()),
  change: Nullable(Type.String()),
  receipt: Nullable(Type.String()),
  email: Nullable(Type.String()),
  lines: Type.Array(Line),
  extras: Type.Array(SoldExtra, { description: 'As they were sold, with those that came by themselves' }),
  tickets: Type.Array(SaleTicket),
  link: Nullable(Type.String({ description: 'Where its buyer pays, while it awaits that' })),
  transfer: Nullable(
    Type.Object({
      account: Type.String(),
      owner: Type.String(),
      reason: Type.String(),
      reference: Nullable(Type.String()),
      until: Type.Integer(),
      code: Nullable(Type.String({ description: 'Address of the code that banking apps read' })),
    }),
  ),
})
export type Sale = Static<typeof Sale>

export const BoxOffice = Type.Object({
  currency: Nullable(Type.String()),
  categories: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      price: Type.String(),
      left: Type.Integer({ description: 'Seats that can be sold now' }),
      most: Type.Integer({ description: 'Of one order' }),
    }),
  ),
  extras: Type.Array(SaleExtra, { description: 'Those on sale that are chosen' }),
  questions: Type.Array(SaleQuestions, { description: 'The required ones alone: a queue waits' }),
  ways: Type.Array(OneOf(BOX_WAYS)),
  mustName: Type.Boolean({
    description: 'A name and an address are required, and answers to the questions; not where the buyer pays by a link',
  }),
  drawers: Type.Array(Drawer, { description: 'Those of this door that are open' }),
  sales: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Type.Integer(),
      way: OneOf(BOX_WAYS),
      amount: Type.String(),
      tickets: Type.Integer(),
      person: Type.String({ description: 'Who sold them' }),
      isUndone: Type.Boolean(),
    }),
    { description: 'The last twenty of this door, the latest first' },
  ),
})
export type BoxOffice = Static<typeof BoxOffice>

export const readBoxOffice = boxCall({
  operationId: 'readBoxOffice',
  summary: 'What the door sells, how it can be paid, the drawers that are open, and the last sales',
  method: 'GET',
  path: paths.boxOfficePath,
  responses: { 200: BoxOffice, 401: NoKey, 403: NotSelling },
})

export const openDrawer = boxCall({
  operationId: 'openDrawer',
  summary: 'Open a drawer: who sells, and the money in it at the start',
  method: 'POST',
  path: paths.boxDrawersPath,
  body: Type.Object({ requestId: Uuid, person: Text(MAX_TEXT_LENGTH), float: Amount }),
  responses: { 200: Drawer, ...refused },
})

export const countDrawer = boxCall({
  operationId: 'countDrawer',
  summary: 'Count the money of a drawer and close it, once: what was counted first stays',
  method: 'POST',
  path: paths.boxDrawerCountPath,
  params: OfDrawer,
  body: Type.Object({
    counted: Maybe(Amount),
    pieces: Maybe(ListOf(Piece)),
    remark: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH })),
  }),
  responses: { 200: Drawer, 404: Empty, ...refused },
})

const Lines = ListOf(
  Type.Object({
    categoryId: Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
    quantity: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  }),
)

export const planSale = boxCall({
  operationId: 'planSale',
  summary: 'What these tickets and extras cost; nothing is held',
  method: 'POST',
  path: paths.boxSalePlanPath,
  body: Type.Object({ lines: Lines, ...withTickets }),
  responses: { 200: Type.Object({ total: Type.String(), currency: Nullable(Type.String()) }), ...refused },
})

export const SaleForm = Type.Object({
  requestId: Uuid,
  drawerId: Whole,
  lines: Lines,
  ...withTickets,
  ...withAnswers,
  way: OneOf(BOX_WAYS),
  total: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the plan: nothing is sold at another price' }),
  given: Maybe(Type.String({ maxLength: MAX_ID_LENGTH, description: 'With CASH: what the buyer hands over' })),
  receipt: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'With TERMINAL: the number of its receipt' })),
  firstName: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH })),
  lastName: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH })),
  email: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'Where the mail of the order goes' })),
  language: Maybe(
    Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Of the mails; else the first of the event' }),
  ),
})
export type SaleForm = Static<typeof SaleForm>

export const sellAtDoor = boxCall({
  operationId: 'sellAtDoor',
  summary: 'Sell tickets, once however often it is sent: the same request is answered with the same sale',
  method: 'POST',
  path: paths.boxSalesPath,
  body: SaleForm,
  responses: { 200: Sale, ...refused },
})

export const readSale = boxCall({
  operationId: 'readSale',
  summary: 'A sale of this door, as it is now',
  method: 'GET',
  path: paths.boxSalePath,
  params: OfSale,
  responses: { 200: Sale, 401: NoKey, 403: NotSelling, 404: Empty },
})

export const UndoPlan = Type.Object({
  seen: Type.String({ description: 'Sent with the undo, which is done only if it is still so' }),
  tickets: Type.Integer(),
  way: OneOf(BOX_WAYS),
  returned: Type.String({ description: 'The money that the person at the door returns' }),
  currency: Nullable(Type.String()),
  mails: Type.Integer(),
})
export type UndoPlan = Static<typeof UndoPlan>

export const planUndo = boxCall({
  operationId: 'planUndo',
  summary: 'What undoing a sale will do: it is done, read, and not kept',
  method: 'POST',
  path: paths.boxUndoPlanPath,
  params: OfSale,
  body: OfDrawer,
  responses: { 200: UndoPlan, 404: Empty, ...refused },
})

export const undoSale = boxCall({
  operationId: 'undoSale',
  summary: 'Undo a sale of this night: its order is cancelled, and its money noted as returned, out of the drawer',
  method: 'POST',
  path: paths.boxUndoPath,
  params: OfSale,
  body: Type.Object({ drawerId: Whole, seen: Type.String({ maxLength: MAX_ID_LENGTH }) }),
  responses: { 200: Sale, 404: Empty, 409: UndoPlan, ...refused },
})

export const mailSale = boxCall({
  operationId: 'mailSale',
  summary: 'Mail the tickets of a sale to an address; tickets without one get new codes with it',
  method: 'POST',
  path: paths.boxMailPath,
  params: OfSale,
  body: Type.Object({ email: Text(MAX_TEXT_LENGTH) }),
  responses: { 200: Sale, 404: Empty, ...refused },
})
