import type { Instant } from '#domain/foundation/instant.ts'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import { type Currency, NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { PaymentStatus } from '#domain/payment/pay/payment-states.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import { offerVersion } from '#server/catalog/catalog/offer-memory.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlPaymentHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { PaymentName } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'

/** A payment through a provider that is asked by HTTP. */
export type StoredPayment = {
  readonly id: bigint
  readonly orderId: ReservationId
  /** The order is gone, and the provider may still take money for it. */
  readonly isDetached: boolean
  readonly contextId: PurchaseContextId
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod | null
  readonly status: PaymentStatus
  /** The provider may still take money for it. */
  readonly isLive: boolean
  readonly amount: Minor
  readonly currency: Currency
  readonly reference: string | null
  readonly data: ProviderData
  readonly startedAt: Instant
  /** When something that may have begun it was sent last; `startedAt` before anything was. */
  readonly lastSentAt: Instant
  /** The page of its provider where it can be gone on with; null where there is none. */
  readonly page: string | null
  /** Why it was refused last, by the code of a text; null when it was not. */
  readonly refusal: string | null
}

type PaymentRow = {
  readonly id: bigint
  readonly order_id: string
  readonly is_detached: boolean
  readonly purchase_context_id: number
  readonly proxy: string
  readonly method: string | null
  readonly status: string
  readonly is_live: boolean
  readonly amount: bigint
  readonly currency: string
  readonly reference: string | null
  readonly metadata: unknown
  readonly created_at: Instant
  readonly last_sent_at: Instant
  readonly refusal: string | null
  readonly page: string | null
}

const PAYMENTS = `select id, order_id, reservation_id is null as is_detached, purchase_context_id, proxy, method, status,
   is_live, amount, currency, reference, metadata, created_at, refusal, page,
   coalesce((select max(sent_at) from payment_attempt where transaction_id = payment_transaction.id and step <> 'CANCEL'), created_at)
     as last_sent_at
   from payment_transaction`

/**
 * Locks the payment: other processes wait to record its end. The caller holds its reservation, if there still is one.
 */
export async function lockPayment(tx: Tx, id: bigint): Promise<StoredPayment | undefined> {
  return (await tx.query(LOCK_PAYMENT, [id])).map(paymentFrom)[0]
}

const LOCK_PAYMENT = statement<PaymentRow>('payment-lock', `${PAYMENTS} where id = $1 for update`)

export async function findPayment(on: Queryable, id: bigint): Promise<StoredPayment | undefined> {
  return (await on.query(FIND_PAYMENT, [id])).map(paymentFrom)[0]
}

const FIND_PAYMENT = statement<PaymentRow>('payment-find', `${PAYMENTS} where id = $1`)

/** The pause between two checks of a live payment: twice as long each time, between two minutes and an hour. */
const NEXT_CHECK = `$1::timestamptz + least(60 * power(2, least(looks + 1, 6)), 3600) * interval '1 second'`

/**
 * Takes live payments that are due for a check, the longest waiting first, and sets their next check before this one
 * runs: no other process checks them meanwhile, and a failed check does not repeat at once. A payment is also due when
 * the wait of its order ends.
 */
export async function takeDueForCheck(on: Queryable, now: Instant, grace: number): Promise<StoredPayment[]> {
  return (await on.query(DUE_FOR_CHECK, [timestamp(now), grace])).map(paymentFrom)
}

const DUE_FOR_CHECK = statement<PaymentRow>(
  'payments-to-look-into',
  `with due as (
     select id from payment_transaction where is_live and next_look_at <= $1
     order by next_look_at, id limit 100 for update skip locked
   ), taken as (
     update payment_transaction as payment set looks = looks + 1,
       next_look_at = least(${NEXT_CHECK}, greatest($1::timestamptz + interval '1 minute', (
         select validity + $2 * interval '1 millisecond' from reservation where reservation.id = payment.reservation_id)))
     where id in (select id from due) returning id
   )
   ${PAYMENTS} where id in (select id from taken)`,
)

/** Notes that a check begins, unless the last one began less than `pause` milliseconds ago; false then. */
export async function beginCheck(
  on: Queryable,
  id: bigint,
  { now, pause }: { readonly now: Instant; readonly pause: number },
): Promise<boolean> {
  return (await on.query(BEGIN_CHECK, [id, timestamp(now), pause])).length > 0
}

const BEGIN_CHECK = statement<{ id: bigint }>(
  'payment-begin-check',
  `update payment_transaction set checked_at = $2
   where id = $1 and (checked_at is null or checked_at <= $2::timestamptz - $3 * interval '1 millisecond') returning id`,
)

/** The payment by which an order is to be paid; undefined when there is none, or no provider is asked about it. */
export async function openPaymentOf(on: Queryable, id: ReservationId): Promise<StoredPayment | undefined> {
  return (await on.query(OPEN_PAYMENT, [id])).map(paymentFrom)[0]
}

const OPEN_PAYMENT = statement<PaymentRow>(
  'payment-open',
  `${PAYMENTS} where reservation_id = $1 and ${sqlPaymentHas('isOpen')} and is_live`,
)

/** The latest payment of an order through a provider that is asked, whatever has become of it. */
export async function latestPaymentOf(on: Queryable, id: ReservationId): Promise<StoredPayment | undefined> {
  return (await on.query(LATEST_PAYMENT, [id])).map(paymentFrom)[0]
}

const LATEST_PAYMENT = statement<PaymentRow>(
  'payment-latest',
  `${PAYMENTS} where reservation_id = $1 and (is_live or reference is not null or refusal is not null)
   order by ${sqlPaymentHas('isCurrent', 'payment_transaction.status')} desc, id desc limit 1`,
)

/** Does its order still wait for it, or has it waited to its end? */
export async function isWaitedFor(
  on: Queryable,
  { id }: StoredPayment,
  { now, grace }: { readonly now: Instant; readonly grace: number },
): Promise<boolean> {
  return (await on.query(IS_WAITED_FOR, [id, timestamp(now), grace])).length > 0
}

const IS_WAITED_FOR = statement<{ id: bigint }>(
  'payment-is-waited-for',
  `select payment.id from payment_transaction as payment join reservation on reservation.id = reservation_id
   where payment.id = $1 and ${sqlPaymentHas('isOpen', 'payment.status')} and validity + $3 * interval '1 millisecond' >= $2`,
)

/** How many payments of an order were begun. */
export async function countPayments(on: Queryable, id: ReservationId): Promise<number> {
  const [row] = await on.query(COUNT_PAYMENTS, [id])
  return row?.count ?? 0
}

const COUNT_PAYMENTS = statement<{ count: number }>(
  'payments-count',
  `select count(*)::int as count from payment_transaction where order_id = $1`,
)

/** The payment a message is about, whatever has become of it. */
export async function namedPayment(
  on: Queryable,
  proxy: PaymentProxy,
  name: PaymentName,
): Promise<StoredPayment | undefined> {
  if (name.by === 'transaction' && !/^\d{1,18}$/.test(name.id)) return undefined
  return (await on.query(NAMED[name.by], [proxy, name.id])).map(paymentFrom)[0]
}

const namedBy = (by: PaymentName['by'], condition: string) =>
  statement<PaymentRow>(
    `payment-by-${by}`,
    `${PAYMENTS} where proxy = $1 and ${condition} order by ${sqlPaymentHas('isCurrent', 'payment_transaction.status')} desc, id desc limit 1`,
  )

const NAMED = {
  reservation: namedBy('reservation', 'order_id = $2::uuid'),
  reference: namedBy('reference', 'reference = $2'),
  gateway: namedBy('gateway', '(gateway_payment_id = $2 or gateway_transaction_id = $2)'),
  transaction: namedBy('transaction', 'id = $2::bigint'),
} as const satisfies Record<PaymentName['by'], unknown>

/** What a payment is for, whether its order still exists or not. Never inside of a transaction. */
export async function offerOfPayment(
  { db, catalog }: Shop,
  { contextId }: Pick<StoredPayment, 'contextId'>,
): Promise<OfferedContext | undefined> {
  const [row] = await db.query(OFFER_VERSION, [contextId])
  return row && catalog.offerAtLeast(contextId, row.version)
}

const OFFER_VERSION = statement<{ version: bigint }>(
  'offer-version-of-payment',
  `select ${offerVersion('purchase_context.id')} as version from purchase_context where id = $1`,
)

function paymentFrom(row: PaymentRow): StoredPayment {
  return {
    id: row.id,
    orderId: row.order_id as ReservationId,
    isDetached: row.is_detached,
    contextId: row.purchase_context_id as PurchaseContextId,
    proxy: row.proxy as PaymentProxy,
    method: row.method as PaymentMethod | null,
    status: row.status as PaymentStatus,
    isLive: row.is_live,
    amount: minor(row.amount),
    currency: currency(row.currency) ?? NO_CURRENCY,
    reference: row.reference,
    data: row.metadata as ProviderData,
    startedAt: row.created_at,
    lastSentAt: row.last_sent_at,
    refusal: row.refusal,
    page: row.page,
  }
}
