import { Type, type Static } from 'typebox'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { REVIEW_REASONS, WAITING_REASONS } from '#domain/payment/pay/review.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { ReservationId } from './shared.ts'
import * as paths from './paths.ts'
import { Nullable, OneOf, Text } from './schema.ts'

/** The home of the desk: what needs a person, what comes, the money of the week; and the sample data. */

/** What needs a person, worst first: the order of the answer. */
export const NEEDS = [
  'payments-to-review',
  'mail-failing',
  'mail-not-set',
  'sales-unpayable',
  'payments-waiting',
  'transfers-overdue',
  'mails-undelivered',
  'webhooks-off',
  'methods-unusable',
  'tickets-unnamed',
] as const
export type NeedKind = (typeof NEEDS)[number]

export const OBSTACLES = ['settings', 'secret', 'currency', 'amount', 'occasion', 'categories'] as const

const OfferedThing = Type.Object({
  id: Type.Integer(),
  kind: OneOf(['EVENT', 'PASS']),
  slug: Type.String({ description: 'Short name of an event, public id of a pass' }),
  title: Type.String({ description: 'In the language of the caller, where there is one' }),
})
export type OfferedThing = Static<typeof OfferedThing>

const Money = Type.Object({ amount: Type.String(), currency: Type.String() })
export type Money = Static<typeof Money>

export const NeedItem = Type.Object({
  id: Type.String({
    description:
      'Of what it is: an order, a mail, a review; of a sale, the id of its event or pass; of webhooks, that of their organisation',
  }),
  of: Nullable(OfferedThing),
  person: Nullable(Type.String({ description: 'The name of the buyer, or the address of a mail' })),
  subject: Nullable(Type.String({ description: 'Of a mail' })),
  reference: Nullable(Type.String({ description: 'The short number of the order' })),
  money: Nullable(Money),
  at: Nullable(
    Type.Integer({
      description: 'When it was due, since when it waits, or when the event begins; milliseconds since 1970',
    }),
  ),
  count: Nullable(Type.Integer({ description: 'Of tickets without a name, or of sales that a method is missing for' })),
  reason: Nullable(OneOf([...REVIEW_REASONS, ...WAITING_REASONS, ...OBSTACLES])),
  method: Nullable(OneOf(PAYMENT_PROXIES)),
  detail: Nullable(
    Type.String({ description: 'What a provider or a mail server has said, or which settings are missing' }),
  ),
})
export type NeedItem = Static<typeof NeedItem>

export const Need = Type.Object({
  kind: OneOf(NEEDS),
  count: Type.Integer(),
  since: Nullable(Type.Integer({ description: 'The longest waiting one' })),
  items: Type.Array(NeedItem, { description: 'The first five' }),
  /** Is it in the hands of the caller? */
  isMendable: Type.Boolean({ description: 'The caller may do something about it; others only know' }),
})
export type Need = Static<typeof Need>

/** What happens by itself. */
export const NEXT_STEPS = ['sale-starts', 'sale-ends', 'names-asked', 'begins'] as const

export const NextStep = Type.Object({
  kind: OneOf(NEXT_STEPS),
  at: Type.Integer({ description: 'Milliseconds since 1970' }),
  of: Nullable(Type.String({ description: 'The category whose sale starts or ends' })),
})
export type NextStep = Static<typeof NextStep>

export const ComingEvent = Type.Object({
  ...OfferedThing.properties,
  status: OneOf(['DRAFT', 'PUBLIC']),
  organization: Type.String(),
  startsAt: Type.Integer(),
  timeZone: Type.String(),
  place: Nullable(Type.String()),
  capacity: Type.Integer(),
  sold: Type.Integer(),
  held: Type.Integer({ description: 'In orders that are not confirmed yet' }),
  soldInWeek: Type.Integer({ description: 'In the last seven days' }),
  waiting: Type.Integer({ description: 'People on the waiting list' }),
  money: Nullable(Type.Array(Money, { description: 'Of confirmed orders; null where it is not for the caller' })),
  next: Type.Array(NextStep, { description: 'What happens by itself, the next first' }),
})
export type ComingEvent = Static<typeof ComingEvent>

export const Week = Type.Object({
  currency: Type.String(),
  week: Type.String({ description: 'Of orders confirmed in the last seven days, today included, before refunds' }),
  weekBefore: Type.String(),
  orders: Type.Integer({ description: 'Of the last seven days' }),
  days: Type.Array(Type.String(), { description: 'Of 28 days, the oldest first, today last' }),
})
export type Week = Static<typeof Week>

export const Home = Type.Object({
  now: Type.Integer({ description: 'By the clock of the shop' }),
  needs: Type.Array(Need),
  coming: Type.Array(ComingEvent),
  comingCount: Type.Integer({ description: 'Of all events to come that the caller may see' }),
  /** Whose data go next, and when. */
  erasure: Nullable(Type.Object({ title: Type.String(), at: Type.Integer() })),
  money: Nullable(Type.Array(Week, { description: 'The most first; null where it is not for the caller' })),
  isEmpty: Type.Boolean({ description: 'There is no event that the caller may see' }),
  firstSteps: Type.Object({ event: Type.Boolean(), money: Type.Boolean(), mail: Type.Boolean() }),
  sample: OneOf(['offered', 'loaded', 'none']),
})
export type Home = Static<typeof Home>

export const readHome = deskCall({
  operationId: 'readHome',
  summary: 'What needs a person, what comes, and the money of the week, as far as the caller may know it',
  method: 'GET',
  path: paths.deskHomePath,
  query: Type.Object({
    timeZone: Type.Optional({
      ...Text(60),
      description: 'IANA zone by whose days money is counted; UTC where it is left out',
    }),
  }),
  responses: { 200: Home, 401: NotSignedIn, 403: NotForRole },
})

/** Of a row that the database counts. */
const RowId = Type.Object({ id: Type.String({ pattern: '^\\d{1,18}$' }) })

export const confirmDeskTransfer = deskCall({
  operationId: 'confirmDeskTransfer',
  summary: 'Confirm that the transfer of an order has arrived: its tickets become good and are mailed',
  method: 'POST',
  path: paths.deskTransferArrivalPath,
  params: Type.Object({ reservationId: ReservationId }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const sendDeskMailAgain = deskCall({
  operationId: 'sendDeskMailAgain',
  summary: 'Send a mail once more that was given up, or waits for its next try',
  method: 'POST',
  path: paths.deskMailAgainPath,
  params: RowId,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const endDeskReview = deskCall({
  operationId: 'endDeskReview',
  summary: 'Mark a payment that needed a person as dealt with',
  method: 'POST',
  path: paths.deskReviewDonePath,
  params: RowId,
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const loadSampleData = deskCall({
  operationId: 'loadSampleData',
  summary: 'Fill a shop without events with the sample events and passes, some of them sold',
  method: 'POST',
  path: paths.deskSamplePath,
  responses: {
    200: Type.Object({ events: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

export const removeSampleData = deskCall({
  operationId: 'removeSampleData',
  summary: 'Remove what the sample has made; what a buyer has ordered since, or an organiser has added to, stays',
  method: 'DELETE',
  path: paths.deskSamplePath,
  responses: {
    200: Type.Object({ removed: Type.Integer(), kept: Type.Array(Type.String({ description: 'Titles' })) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})
