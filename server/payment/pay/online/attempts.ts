import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { insertedPayment, voidedPayments } from '#server/order/order/move-payment.ts'
import type { CallOutcome, CancelOutcome } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { type StoredPayment, findPayment } from './payments.ts'

/** CHARGE begins a payment, and continues it where it takes several calls. */
export type AttemptStep = 'CHARGE' | 'CAPTURE' | 'CANCEL'

/** A request to a provider: written before it is sent, answered after. */
export type StoredAttempt = {
  readonly id: bigint
  readonly paymentId: bigint
  readonly step: AttemptStep
  readonly idempotencyKey: string
  readonly request: ProviderData
  /** When it was written, which is when it was sent first. */
  readonly startedAt: Instant
  /** How often it was sent. */
  readonly sends: number
}

type NewPayment = {
  readonly reservation: Reservation
  readonly context: PurchaseContext
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  readonly request: ProviderData
  readonly now: Instant
  readonly nextCheckAt: Instant
}

type AttemptRow = {
  readonly id: bigint
  readonly transaction_id: bigint
  readonly step: AttemptStep
  readonly idempotency_key: string
  readonly request: unknown
  readonly begun_at: Instant
  readonly sends: number
}

const ATTEMPT = 'id, transaction_id, step, idempotency_key, request, begun_at, sends'

/**
 * Begins a payment with its first attempt. The payment that was to pay the order before is void, and its provider is to
 * take no more money for it (lifecycle B.1); a complete payment refuses another by the unique index.
 */
export async function storePayment(
  tx: Tx,
  charge: NewPayment,
): Promise<{ readonly payment: StoredPayment; readonly attempt: StoredAttempt }> {
  const { reservation, context } = charge
  const [row] = await tx.query(STORE_PAYMENT, [
    reservation.id,
    charge.proxy,
    charge.method,
    reservation.price.total,
    reservation.currency ?? NO_CURRENCY,
    publicIdentifier(context),
    timestamp(charge.now),
    timestamp(charge.nextCheckAt),
    JSON.stringify(charge.request),
    context.id,
  ])
  const payment = row && (await findPayment(tx, row.transaction_id))
  if (!payment) throw new Error(`no payment of ${reservation.id} was begun`)
  return { payment, attempt: attemptFrom(row) }
}

const STORE_PAYMENT = statement<AttemptRow>(
  'payment-store',
  `with void as (
     ${voidedPayments({ where: 'reservation_id = $1', at: '$7::timestamptz' })} returning id
   ), begun as (
     ${insertedPayment('PENDING', {
       reservation_id: '$1',
       order_id: '$1',
       purchase_context_id: '$10',
       proxy: '$2',
       method: '$3',
       amount: '$4',
       currency: '$5',
       description: '$6',
       created_at: '$7',
       next_look_at: '$8',
       is_live: 'true',
     })} from (select count(*) from void) as voided
     returning id
   )
   insert into payment_attempt (transaction_id, step, number, idempotency_key, request, begun_at)
   select id, 'CHARGE', 1, id || '-CHARGE-1', $9::jsonb, $7 from begun
   returning ${ATTEMPT}`,
)

/** The next attempt of a step. Only one of a payment is under way at a time: the caller has locked it. */
export async function storeAttempt(
  tx: Tx,
  payment: Pick<StoredPayment, 'id'>,
  { step, request, now }: { readonly step: AttemptStep; readonly request: ProviderData; readonly now: Instant },
): Promise<StoredAttempt> {
  const [row] = await tx.query(STORE_ATTEMPT, [payment.id, step, JSON.stringify(request), timestamp(now)])
  if (!row) throw new Error(`no attempt of ${payment.id} was begun`)
  return attemptFrom(row)
}

const STORE_ATTEMPT = statement<AttemptRow>(
  'payment-attempt-store',
  `insert into payment_attempt (transaction_id, step, number, idempotency_key, request, begun_at)
   select $1, $2, number, $1 || '-' || $2 || '-' || number, $3::jsonb, $4
   from (select count(*)::int + 1 as number from payment_attempt where transaction_id = $1 and step = $2) as next
   returning ${ATTEMPT}`,
)

/** The attempt without a reply, or whose reply was lost. */
export async function unansweredAttempt(
  on: Queryable,
  payment: Pick<StoredPayment, 'id'>,
): Promise<StoredAttempt | undefined> {
  const [row] = await on.query(UNANSWERED, [payment.id])
  return row && attemptFrom(row)
}

const UNANSWERED = statement<AttemptRow>(
  'payment-attempt-unanswered',
  `select ${ATTEMPT} from payment_attempt where transaction_id = $1 and answered_at is null order by id desc limit 1`,
)

/** Counts that it is sent now, before it is. */
export async function noteSent(on: Queryable, { id }: StoredAttempt, now: Instant): Promise<void> {
  await on.query(NOTE_SENT, [id, timestamp(now)])
}

const NOTE_SENT = statement(
  'payment-attempt-sent',
  'update payment_attempt set sends = sends + 1, sent_at = $2 where id = $1',
)

type Answer = Exclude<CallOutcome['kind'] | CancelOutcome['kind'], 'unknown'>

const OUTCOMES = {
  settled: 'SETTLED',
  authorized: 'AUTHORIZED',
  redirect: 'REDIRECT',
  'needs-browser': 'NEEDS_BROWSER',
  waiting: 'WAITING',
  refused: 'REFUSED',
  unreached: 'REFUSED',
  cancelled: 'CANCELLED',
  'not-now': 'NOT_NOW',
  mismatch: 'MISMATCH',
} as const satisfies Record<Answer, string>

/** The attempts of a payment have been answered; one that was answered keeps its first answer. */
export async function storeAnswer(
  tx: Tx,
  paymentId: bigint,
  { kind, now }: { readonly kind: Answer; readonly now: Instant },
): Promise<void> {
  await tx.kysely
    .updateTable('payment_attempt')
    .set({ answered_at: timestamp(now), outcome: OUTCOMES[kind] })
    .where('transaction_id', '=', paymentId)
    .where('answered_at', 'is', null)
    .execute()
}

function attemptFrom(row: AttemptRow): StoredAttempt {
  return {
    id: row.id,
    paymentId: row.transaction_id,
    step: row.step,
    idempotencyKey: row.idempotency_key,
    // Written by this file alone, from what the provider said at the beginning.
    request: row.request as ProviderData,
    startedAt: row.begun_at,
    sends: row.sends,
  }
}
