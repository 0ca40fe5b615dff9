import type { Instant } from '#domain/instant.ts'
import { type Currency, NO_CURRENCY, currency } from '#domain/money/currency.ts'
import { type Minor, minor } from '#domain/money/money.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import { type Queryable, type Tx, statement } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'
import type { CallOutcome, ProviderData, ReceivedMoney } from '#server/providers/provider.ts'

/** A payment through a provider, as it was begun. */
export type StoredPayment = {
  readonly id: bigint
  readonly reservationId: ReservationId
  readonly proxy: PaymentProxy
  readonly amount: Minor
  readonly currency: Currency
  readonly data: ProviderData
  readonly isOpen: boolean
}

export type StoredAttempt = {
  readonly id: bigint
  readonly payment: StoredPayment
  readonly idempotencyKey: string
  readonly request: ProviderData
}

type NewCharge = {
  readonly reservation: Reservation
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  readonly description: string
  readonly request: ProviderData
  readonly now: Instant
  readonly nextLookAt: Instant
}

/**
 * Begins a payment with its first attempt. What was begun before and did not end is void (lifecycle B.1); one that is
 * complete refuses another by the unique index.
 */
export async function storeCharge(tx: Tx, charge: NewCharge): Promise<StoredAttempt> {
  const { reservation, proxy, request } = charge
  const code = reservation.currency ?? NO_CURRENCY
  const [row] = await tx.query(STORE_CHARGE, [
    reservation.id,
    proxy,
    charge.method,
    reservation.price.total,
    code,
    charge.description,
    timestamp(charge.now),
    timestamp(charge.nextLookAt),
    JSON.stringify(request),
  ])
  if (!row) throw new Error(`no payment of ${reservation.id} was begun`)
  const payment: StoredPayment = {
    id: row.transaction_id,
    reservationId: reservation.id,
    proxy,
    amount: reservation.price.total,
    currency: code,
    data: {},
    isOpen: true,
  }
  return { id: row.id, payment, idempotencyKey: row.idempotency_key, request }
}

const STORE_CHARGE = statement<{ id: bigint; transaction_id: bigint; idempotency_key: string }>(
  'store-charge',
  `with void as (
     update payment_transaction set status = 'INVALID', next_look_at = null
     where reservation_id = $1 and status = 'PENDING' returning id
   ), begun as (
     insert into payment_transaction
       (reservation_id, proxy, method, status, amount, currency, description, created_at, next_look_at)
     select $1, $2, $3, 'PENDING', $4, $5, $6, $7, $8 from (select count(*) from void) as voided
     returning id
   )
   insert into payment_attempt (transaction_id, step, number, idempotency_key, request, begun_at)
   select id, 'CHARGE', 1, id || '-CHARGE-1', $9::jsonb, $7 from begun
   returning id, transaction_id, idempotency_key`,
)

type PaymentRow = {
  readonly id: bigint
  readonly reservation_id: string
  readonly proxy: string
  readonly is_open: boolean
  readonly amount: bigint
  readonly currency: string
  readonly metadata: unknown
}

/** Whoever else wants to record how this payment ended waits. The caller holds its reservation. */
export async function lockPayment(tx: Tx, id: bigint): Promise<StoredPayment | undefined> {
  return (await tx.query(LOCK_PAYMENT, [id])).map(paymentFrom)[0]
}

const PAYMENTS = `select id, reservation_id, proxy, status = 'PENDING' as is_open, amount, currency, metadata
   from payment_transaction`
const LOCK_PAYMENT = statement<PaymentRow>('payment-lock', `${PAYMENTS} where id = $1 for update`)

/**
 * Takes open payments whose time to be looked into has come, the longest waiting first. The next look comes after two
 * minutes, then after twice as long each time, an hour at most, whatever comes of this one: no other process looks
 * meanwhile, and one that fails is not looked into again at once.
 */
export async function takeToLookInto(on: Queryable, now: Instant): Promise<StoredPayment[]> {
  return (await on.query(TO_LOOK_INTO, [timestamp(now)])).map(paymentFrom)
}

const TO_LOOK_INTO = statement<PaymentRow>(
  'payments-to-look-into',
  `with due as (
     select id from payment_transaction where status = 'PENDING' and next_look_at <= $1
     order by next_look_at, id limit 100 for update skip locked
   ), taken as (
     update payment_transaction set looks = looks + 1,
       next_look_at = $1::timestamptz + least(60 * power(2, least(looks + 1, 6)), 3600) * interval '1 second'
     where id in (select id from due) returning id
   )
   ${PAYMENTS} where id in (select id from taken)`,
)

/** The open payment of an order with this provider. */
export async function openPaymentOf(
  on: Queryable,
  { reservationId, proxy }: { readonly reservationId: ReservationId; readonly proxy: PaymentProxy },
): Promise<StoredPayment | undefined> {
  return (await on.query(OPEN_PAYMENT, [reservationId, proxy])).map(paymentFrom)[0]
}

const OPEN_PAYMENT = statement<PaymentRow>(
  'payment-open',
  `${PAYMENTS} where reservation_id = $1 and proxy = $2 and status = 'PENDING'`,
)

type Received = { readonly payment: StoredPayment; readonly key: string; readonly now: Instant }

/** Notes that a webhook has come, once; false when it has come before and was dealt with. */
export async function storeWebhook(on: Queryable, { payment, key, now }: Received): Promise<boolean> {
  const rows = await on.query(STORE_WEBHOOK, [payment.proxy, key, payment.id, timestamp(now)])
  return rows.length > 0
}

const STORE_WEBHOOK = statement<{ id: bigint }>(
  'webhook-store',
  `insert into received_webhook as known (proxy, delivery_key, transaction_id, received_at) values ($1, $2, $3, $4)
   on conflict (proxy, delivery_key) do update set received_at = excluded.received_at where known.handled_at is null
   returning id`,
)

export async function storeHandled(on: Queryable, { payment, key, now }: Received): Promise<void> {
  await on.kysely
    .updateTable('received_webhook')
    .set({ handled_at: timestamp(now) })
    .where('proxy', '=', payment.proxy)
    .where('delivery_key', '=', key)
    .execute()
}

/** The attempt that nobody has replied to, or of which the reply was lost. */
export async function unansweredAttempt(on: Queryable, payment: StoredPayment): Promise<StoredAttempt | undefined> {
  const [row] = await on.query(UNANSWERED, [payment.id])
  // What providers keep is written by storeCharge alone, as such an object.
  return row && { id: row.id, payment, idempotencyKey: row.idempotency_key, request: row.request as ProviderData }
}

const UNANSWERED = statement<{ id: bigint; idempotency_key: string; request: unknown }>(
  'payment-attempt-unanswered',
  `select id, idempotency_key, request from payment_attempt where transaction_id = $1 and answered_at is null
   order by id desc limit 1`,
)

const OUTCOMES = {
  settled: 'SETTLED',
  redirect: 'REDIRECT',
  'needs-browser': 'NEEDS_BROWSER',
  waiting: 'WAITING',
  refused: 'REFUSED',
} as const satisfies Record<Exclude<CallOutcome['kind'], 'unknown'>, string>

/** The attempts of a payment have been answered; one that was answered keeps its first answer. */
export async function storeAnswer(
  tx: Tx,
  paymentId: bigint,
  { kind, now }: { readonly kind: keyof typeof OUTCOMES; readonly now: Instant },
): Promise<void> {
  await tx.kysely
    .updateTable('payment_attempt')
    .set({ answered_at: timestamp(now), outcome: OUTCOMES[kind] })
    .where('transaction_id', '=', paymentId)
    .where('answered_at', 'is', null)
    .execute()
}

/** The money is there. */
export async function storeReceived(tx: Tx, paymentId: bigint, received: ReceivedMoney): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({
      status: 'COMPLETE',
      gateway_transaction_id: received.gatewayTransactionId,
      gateway_payment_id: received.gatewayPaymentId,
      next_look_at: null,
    })
    .where('id', '=', paymentId)
    .execute()
}

export async function storeFailed(tx: Tx, paymentId: bigint): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ status: 'FAILED', next_look_at: null })
    .where('id', '=', paymentId)
    .execute()
}

/** What the provider keeps about a payment that goes on. */
export async function storeData(tx: Tx, paymentId: bigint, data: ProviderData): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ metadata: JSON.stringify(data) })
    .where('id', '=', paymentId)
    .execute()
}

/** The order is held longer, because the buyer is where it is paid. */
export async function storeHeldUntil(tx: Tx, id: ReservationId, validity: Instant): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(validity) })
    .where('id', '=', id)
    .execute()
}

function paymentFrom(row: PaymentRow): StoredPayment {
  return {
    id: row.id,
    reservationId: row.reservation_id as ReservationId,
    proxy: row.proxy as PaymentProxy,
    amount: minor(row.amount),
    currency: currency(row.currency) ?? NO_CURRENCY,
    data: row.metadata as ProviderData,
    isOpen: row.is_open,
  }
}
