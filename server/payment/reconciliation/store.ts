import { sqlRefundHas } from '#server/foundation/database/status-sql.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { MovementKind, OwnMovement } from '#domain/payment/reconciliation/reconcile.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Whose payments: of one event, of an organisation, or of the shop. */
export type Whose = { readonly eventId: number | null; readonly organizationId: number | null }

export type Period = { readonly from: Instant; readonly to: Instant }

/** Events that had payments by a provider around a time, and whose they are. */
export async function eventsWithPayments(
  on: Queryable,
  proxy: PaymentProxy,
  { from, to }: Period,
): Promise<readonly { readonly id: number; readonly organizationId: number }[]> {
  return on.query(EVENTS, [proxy, timestamp(from), timestamp(to)])
}

const EVENTS = statement<{ id: number; organizationId: number }>(
  'reconciliation-events',
  `select distinct context.id, organization_id as "organizationId"
   from payment_transaction as payment join purchase_context as context on context.id = purchase_context_id
   where proxy = $1 and payment.created_at >= $2 and payment.created_at < $3 order by context.id`,
)

type MovementRow = {
  readonly kind: MovementKind
  readonly at: Instant
  readonly references: readonly (string | null)[]
  readonly transaction_id: bigint
  readonly order_id: ReservationId
  readonly organization_id: number
  readonly context_id: number
  readonly amount: bigint
  readonly currency: string
  readonly fee: bigint | null
  readonly is_of_day: boolean
}

/** The order it is about, and whose it is. */
export type OrderOf = { readonly id: ReservationId; readonly eventId: number; readonly organizationId: number }

/** What the shop knows of a provider: all of a day, and whatever these references and transactions name. */
export async function ownMovements(
  on: Queryable,
  proxy: PaymentProxy,
  named: Period & { readonly references: readonly string[]; readonly transactionIds: readonly string[] },
): Promise<OwnMovement<OrderOf>[]> {
  const { from, to, references, transactionIds } = named
  const rows = await on.query(MOVEMENTS, [proxy, timestamp(from), timestamp(to), references, transactionIds])
  return rows.map(row => ({
    kind: row.kind,
    at: row.at,
    amount: minor(row.amount),
    currency: row.currency,
    fee: row.fee === null ? null : minor(row.fee),
    references: row.references.filter(name => name !== null),
    transactionId: String(row.transaction_id),
    order: { id: row.order_id, eventId: row.context_id, organizationId: row.organization_id },
    isOfDay: row.is_of_day,
  }))
}

const OF_PAYMENT = `payment.id as transaction_id, order_id, context.id as context_id, organization_id`
const CONTEXT = `join purchase_context as context on context.id = purchase_context_id`
const ON_DAY = (column: string): string => `(${column} >= $2 and ${column} < $3)`

const MOVEMENTS = statement<MovementRow>(
  'reconciliation-movements',
  `select 'charge' as kind, settled_at as at, array[gateway_transaction_id, gateway_payment_id, payment.reference] as references,
     ${OF_PAYMENT}, coalesce(received_amount, amount) as amount, coalesce(received_currency, payment.currency) as currency, fee,
     ${ON_DAY('settled_at')} as is_of_day
   from payment_transaction as payment ${CONTEXT}
   where proxy = $1 and settled_at is not null and (${ON_DAY('settled_at')} or gateway_transaction_id = any($4::text[])
     or gateway_payment_id = any($4::text[]) or reference = any($4::text[]) or payment.id::text = any($5::text[]))
   union all
   select 'refund', coalesce(ended_at, wanted_at), array[refund.reference], ${OF_PAYMENT}, refund.amount, payment.currency,
     null, ${sqlRefundHas('isDone', 'refund.status')} and ${ON_DAY('ended_at')}
   from payment_refund as refund join payment_transaction as payment on payment.id = transaction_id ${CONTEXT}
   where proxy = $1 and (${sqlRefundHas('isDone', 'refund.status')} and ${ON_DAY('ended_at')} or refund.reference = any($4::text[]))
   union all
   select 'dispute', opened_at, array[dispute.reference], ${OF_PAYMENT}, dispute.amount, payment.currency, null,
     ${ON_DAY('opened_at')}
   from payment_dispute as dispute join payment_transaction as payment on payment.id = transaction_id ${CONTEXT}
   where proxy = $1 and (${ON_DAY('opened_at')} or dispute.reference = any($4::text[]))`,
)
