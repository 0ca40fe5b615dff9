import type { MovementKind } from '#contract/desk-money.ts'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Period } from '#domain/payment/reconciliation/period.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { sqlPaymentHas, sqlRefundHas } from '#server/foundation/database/status-sql.ts'

/** Whose money, and of which days; null: of all days there are. */
export type MoneyScope = {
  readonly reach: Reach
  readonly organizationId: number | null
  readonly eventId: number | null
  readonly period: Period | null
}

/** $1 to $7 of each statement: a whole event is read by its own index, all else by the days. */
function scopeValues({ reach, organizationId, eventId, period }: MoneyScope): readonly unknown[] {
  const { from, to } = period ?? { from: '0001-01-02', to: '9999-12-29' }
  return [...reachValues(reach), organizationId, eventId, from, to]
}

const OF_EVENT = { event: 'payment.purchase_context_id = $5::integer' } as const

/** Moments that may be of one of the days in some zone. */
const near = (column: string): string =>
  `${column} >= $6::date - interval '1 day' and ${column} < $7::date + interval '2 days'`
const dayOf = (column: string): string => `(${column} at time zone context.time_zone)::date`

type Part = {
  readonly rank: number
  readonly kind: MovementKind
  readonly columns: string
  readonly day: string
  readonly join?: string
  readonly where: string
}

const REFUND = 'join payment_refund as refund on refund.transaction_id = payment.id'
const DISPUTE = 'join payment_dispute as dispute on dispute.transaction_id = payment.id'
const ofPart = (part: 'refund' | 'dispute', at: string): string =>
  `${part}.id, ${part}.${at} as at, ${part}.amount, payment.currency, null::bigint as fee, ${part}.reference`

/** When each counts: decision 112. */
const PARTS: readonly Part[] = [
  {
    rank: 1,
    kind: 'payment',
    columns: `payment.id, settled_at as at, coalesce(received_amount, payment.amount) as amount,
      coalesce(received_currency, payment.currency) as currency, fee, payment.reference`,
    day: `coalesce(booked_on, ${dayOf('settled_at')})`,
    where: `${sqlPaymentHas('hasMoney', 'payment.status')} and settled_at is not null
      and (${near('settled_at')} or booked_on between $6::date and $7::date)`,
  },
  {
    rank: 2,
    kind: 'refund',
    columns: ofPart('refund', 'accepted_at'),
    day: dayOf('refund.accepted_at'),
    join: REFUND,
    where: near('refund.accepted_at'),
  },
  {
    rank: 3,
    kind: 'refund-returned',
    columns: ofPart('refund', 'ended_at'),
    day: dayOf('refund.ended_at'),
    join: REFUND,
    where: `${sqlRefundHas('hasFailed', 'refund.status')} and refund.accepted_at is not null and ${near('refund.ended_at')}`,
  },
  {
    rank: 4,
    kind: 'dispute',
    columns: ofPart('dispute', 'opened_at'),
    day: dayOf('dispute.opened_at'),
    join: DISPUTE,
    where: near('dispute.opened_at'),
  },
  {
    rank: 5,
    kind: 'dispute-won',
    columns: ofPart('dispute', 'ended_at'),
    day: dayOf('dispute.ended_at'),
    join: DISPUTE,
    where: `dispute.status = 'WON' and ${near('dispute.ended_at')}`,
  },
]

/** All movements in scope, as a table. */
function movements(whole: 'event' | 'days'): string {
  const isOfEvent = whole === 'event' ? OF_EVENT.event : '$5::integer is null'
  const parts = PARTS.map(
    ({ rank, kind, columns, day, join = '', where }) =>
      `select ${rank} as rank, '${kind}' as kind, ${day} as day, proxy as method, order_id, payment.id as payment_id,
         payment.reservation_id, context.id as context_id, context.title, ${columns}
       from payment_transaction as payment join purchase_context as context on context.id = payment.purchase_context_id ${join}
       where ${isOfEvent} and ${where}
         and ${isInReach(1, { organization: 'context.organization_id', context: 'context.id' })}
         and ($4::integer is null or context.organization_id = $4)`,
  )
  return `select * from (${parts.join(' union all ')}) as movement where day between $6::date and $7::date`
}

export type DayRow = {
  readonly day: string
  readonly method: PaymentProxy
  readonly currency: string
  readonly payments: bigint
  readonly paymentCount: number
  readonly refunds: bigint
  readonly refundCount: number
  readonly disputes: bigint
  readonly disputeCount: number
  readonly fees: bigint
  readonly feeCount: number
}

/** By day, way of payment and currency, the first day at the top: one statement. */
export function moneyByDay(db: Queryable, scope: MoneyScope): Promise<DayRow[]> {
  return db.query(BY_DAY[wholeOf(scope)], scopeValues(scope))
}

const wholeOf = ({ eventId }: MoneyScope) => (eventId === null ? 'days' : 'event')

const total = (kind: MovementKind): string => `coalesce(sum(amount) filter (where kind = '${kind}'), 0)`
const count = (kind: MovementKind): string => `count(*) filter (where kind = '${kind}')::int`

const byDay = (whole: 'event' | 'days') =>
  statement<DayRow>(
    `money-by-day-of-${whole}`,
    `select to_char(day, 'YYYY-MM-DD') as day, method, currency,
       ${total('payment')}::bigint as payments, ${count('payment')} as "paymentCount",
       (${total('refund')} - ${total('refund-returned')})::bigint as refunds, ${count('refund')} as "refundCount",
       (${total('dispute')} - ${total('dispute-won')})::bigint as disputes, ${count('dispute')} as "disputeCount",
       coalesce(sum(fee), 0)::bigint as fees, count(fee)::int as "feeCount"
     from (${movements(whole)}) as money group by 1, 2, 3 order by 1, 2, 3`,
  )
const BY_DAY = { event: byDay('event'), days: byDay('days') }

export type MovementRow = {
  readonly rank: number
  readonly id: bigint
  readonly kind: MovementKind
  readonly day: string
  readonly at: Instant
  readonly method: PaymentProxy
  readonly amount: bigint
  readonly currency: string
  readonly fee: bigint | null
  readonly reference: string | null
  readonly orderId: ReservationId
  readonly paymentId: bigint
  readonly contextId: number
  readonly title: LocalizedTexts
  readonly person: string | null
}

export type MovementPlace = Pick<MovementRow, 'rank' | 'id'>

type Page = {
  readonly method?: PaymentProxy | undefined
  readonly currency?: string | undefined
  /** The last one of the page before. */
  readonly after: MovementPlace | null
  readonly limit: number
}

/** One by one: payments first, then refunds and disputes, each in the order they were begun. */
export function listMovements(db: Queryable, scope: MoneyScope, page: Page): Promise<MovementRow[]> {
  const { method = null, currency = null, after, limit } = page
  const place = [after?.rank ?? 0, after?.id ?? 0n]
  return db.query(LISTED[wholeOf(scope)], [...scopeValues(scope), method, currency, ...place, limit])
}

const listed = (whole: 'event' | 'days') =>
  statement<MovementRow>(
    `money-movements-of-${whole}`,
    `select rank, page.id, kind, to_char(day, 'YYYY-MM-DD') as day, at, method, amount, page.currency, fee, reference,
       order_id as "orderId", payment_id as "paymentId", context_id as "contextId", title,
       nullif(concat_ws(' ', first_name, last_name), '') as person
     from (
       select * from (${movements(whole)}) as money
       where ($8::text is null or method = $8) and ($9::text is null or currency = $9)
         and (rank, id) > ($10::integer, $11::bigint)
       order by rank, id limit $12) as page left join reservation on reservation.id = reservation_id
     order by rank, page.id`,
  )
const LISTED = { event: listed('event'), days: listed('days') }

export type OfferRow = { readonly id: number; readonly title: LocalizedTexts; readonly startsAt: Instant | null }

/** Events and passes for which money has come, the latest first; at most 200. */
export function offersWithMoney(
  db: Queryable,
  { reach, organizationId }: Pick<MoneyScope, 'reach' | 'organizationId'>,
): Promise<OfferRow[]> {
  return db.query(OFFERS, [...reachValues(reach), organizationId])
}

const OFFERS = statement<OfferRow>(
  'money-offers',
  `select context.id, title, starts_at as "startsAt"
   from purchase_context as context left join event on event.id = context.id
   where ${isInReach(1, { organization: 'context.organization_id', context: 'context.id' })}
     and ($4::integer is null or context.organization_id = $4)
     and exists (select from payment_transaction as payment
       where payment.purchase_context_id = context.id and settled_at is not null and ${sqlPaymentHas('hasMoney', 'payment.status')})
   order by starts_at desc nulls last, context.id desc limit 200`,
)
