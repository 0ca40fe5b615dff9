import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, decimalsOf, writtenCurrency } from '#domain/foundation/money/currency.ts'
import type { OrderGroup } from '#domain/organiser/order-desk/order-group.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { GROUP, REFUNDED } from '../desk-orders/filter.ts'
import { type ExportTarget, ROWS_AT_A_TIME } from './export-kind.ts'

/** What belongs to the event or organisation, in the span of the target; `context` is joined. */
function isOf({ eventId, organizationId, since, until }: ExportTarget, at: RawBuilder<unknown>): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [sql`context.organization_id = ${organizationId}`]
  if (eventId !== null) conditions.push(sql`context.id = ${eventId}`)
  if (since !== null) conditions.push(sql`${at} >= ${timestamp(since)}::timestamptz`)
  if (until !== null) conditions.push(sql`${at} < ${timestamp(until)}::timestamptz`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** How many decimals amounts of the target are printed with; null where its events differ in it. */
export async function decimalsOfMoney(
  on: Queryable,
  { eventId, organizationId }: Pick<ExportTarget, 'eventId' | 'organizationId'>,
): Promise<number | null> {
  const { rows } = await sql<{ currency: string | null }>`
    select distinct currency from purchase_context
    where organization_id = ${organizationId} and currency is not null
      and (${eventId}::integer is null or id = ${eventId})`.execute(on.kysely)
  const found = new Set(rows.map(({ currency }) => decimalsOf(writtenCurrency(currency) ?? NO_CURRENCY)))
  const [first = decimalsOf(NO_CURRENCY), ...others] = found
  return others.length === 0 ? first : null
}

const PAGE = sql`limit ${ROWS_AT_A_TIME}`

/** What every row has of its event or pass, and of its order. */
type Common = {
  readonly title: LocalizedTexts
  readonly zone: string
  readonly orderId: string | null
  readonly buyer: string | null
}

const BUYER = sql`nullif(concat_ws(' ', nullif(reservation.first_name, ''), nullif(reservation.last_name, '')), '') as buyer`

export type OrderRow = Common & {
  /** When it was made, as the database writes it: to the microsecond. */
  readonly place: string
  readonly orderId: string
  readonly group: OrderGroup
  readonly createdAt: Instant
  readonly confirmedAt: Instant | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly company: string | null
  readonly country: string | null
  readonly vatNumber: string | null
  readonly reference: string | null
  readonly invoiceNumber: string | null
  readonly method: string | null
  readonly tickets: number
  readonly total: bigint
  readonly vat: bigint
  readonly discount: bigint
  readonly refunded: bigint
  readonly currency: string | null
}

/** Orders by when they were made; without those that are being filled in. */
export async function ordersAfter(
  db: Queryable,
  target: ExportTarget,
  last: OrderRow | undefined,
): Promise<OrderRow[]> {
  const rest = last
    ? sql`and (reservation.created_at, reservation.id) > (${last.place}::timestamptz, ${last.orderId}::uuid)`
    : sql``
  const { rows } = await sql<OrderRow>`
    select context.title, context.time_zone as zone, reservation.id as "orderId", reservation.created_at::text as place, ${BUYER},
      ${GROUP} as "group", reservation.created_at as "createdAt", confirmed_at as "confirmedAt", first_name as "firstName",
      last_name as "lastName", email, nullif(billing ->> 'companyName', '') as company, nullif(billing ->> 'country', '') as country,
      nullif(billing ->> 'vatNumber', '') as "vatNumber", customer_reference as reference, invoice_number as "invoiceNumber",
      payment_proxy as method, (select count(*)::int from ticket where reservation_id = reservation.id) as tickets,
      final_price as total, vat, discount, ${REFUNDED} as refunded, reservation.currency
    from reservation join purchase_context as context on context.id = purchase_context_id
    where ${isOf(target, sql`reservation.created_at`)} and ${GROUP} <> 'OPEN' ${rest}
    order by reservation.created_at, reservation.id ${PAGE}`.execute(db.kysely)
  return rows
}

export type PaymentRow = Common & {
  readonly id: bigint
  readonly kind: 'PAYMENT' | 'REFUND'
  readonly paymentId: bigint
  readonly proxy: string
  readonly method: string | null
  readonly status: string
  readonly amount: bigint
  readonly currency: string
  readonly fee: bigint | null
  readonly at: Instant
  readonly endedAt: Instant | null
  readonly reference: string | null
}

/** All payments by their ids, then all refunds by theirs. */
export async function paymentsAfter(
  db: Queryable,
  target: ExportTarget,
  last: PaymentRow | undefined,
): Promise<PaymentRow[]> {
  const payments = last?.kind === 'REFUND' ? [] : await paymentPage(db, target, last?.id ?? 0n)
  if (payments.length === ROWS_AT_A_TIME) return payments
  const refunds = await refundPage(db, target, {
    after: last?.kind === 'REFUND' ? last.id : 0n,
    limit: ROWS_AT_A_TIME - payments.length,
  })
  return [...payments, ...refunds]
}

async function paymentPage(db: Queryable, target: ExportTarget, after: bigint): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select context.title, context.time_zone as zone, payment.order_id as "orderId", ${BUYER}, payment.id, 'PAYMENT' as kind,
      payment.id as "paymentId", proxy, payment.method, payment.status, amount, payment.currency, fee, payment.created_at as at,
      settled_at as "endedAt", coalesce(payment.reference, gateway_transaction_id) as reference
    from payment_transaction as payment join purchase_context as context on context.id = payment.purchase_context_id
      left join reservation on reservation.id = payment.reservation_id
    where ${isOf(target, sql`payment.created_at`)} and payment.id > ${after} order by payment.id ${PAGE}`.execute(
    db.kysely,
  )
  return rows
}

type Rest = { readonly after: bigint; readonly limit: number }

async function refundPage(db: Queryable, target: ExportTarget, { after, limit }: Rest): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select context.title, context.time_zone as zone, payment.order_id as "orderId", ${BUYER}, refund.id, 'REFUND' as kind,
      payment.id as "paymentId", proxy, payment.method, refund.status, refund.amount, payment.currency, null::bigint as fee,
      wanted_at as at, ended_at as "endedAt", refund.reference
    from payment_refund as refund join payment_transaction as payment on payment.id = refund.transaction_id
      join purchase_context as context on context.id = payment.purchase_context_id
      left join reservation on reservation.id = payment.reservation_id
    where ${isOf(target, sql`refund.wanted_at`)} and refund.id > ${after} order by refund.id limit ${limit}`.execute(
    db.kysely,
  )
  return rows
}

export type ScanRow = Common & {
  readonly id: bigint
  readonly at: Instant
  readonly operation: string
  readonly status: string
  readonly scannedBy: string
  readonly door: string | null
  readonly ticketId: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly category: string | null
}

/** Scans at the doors, in the order in which they came to the shop. */
export async function scansAfter(db: Queryable, target: ExportTarget, last: ScanRow | undefined): Promise<ScanRow[]> {
  const { rows } = await sql<ScanRow>`
    select context.title, context.time_zone as zone, ticket.reservation_id as "orderId", ${BUYER}, scan.id, scan.at, operation,
      scan.status, scanned_by as "scannedBy", door_key.name as door, ticket.public_uuid as "ticketId",
      ticket.first_name as "firstName", ticket.last_name as "lastName", category.name as category
    from check_in_scan as scan join purchase_context as context on context.id = scan.event_id
      left join door_key on door_key.id = door_key_id
      left join ticket on ticket.uuid = scan.ticket_uuid and ticket.event_id = scan.event_id
      left join ticket_category as category on category.id = ticket.category_id
      left join reservation on reservation.id = ticket.reservation_id
    where ${isOf(target, sql`scan.at`)} and scan.id > ${last?.id ?? 0n} order by scan.id ${PAGE}`.execute(db.kysely)
  return rows
}
