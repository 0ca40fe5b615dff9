import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'
import type { Fault } from './order.ts'

export type OrderRow = {
  readonly id: string
  readonly status: string
  readonly total: bigint
  readonly created_at: Instant
  /** Seats that are held and not sold. */
  readonly held: number
}

export type DocumentRow = {
  readonly id: string
  readonly order_id: string
  readonly type: 'INVOICE' | 'RECEIPT' | 'CREDIT_NOTE'
  readonly status: string
  readonly number: string | null
  /** In cents. */
  readonly due: bigint
}

export type PaymentRow = {
  readonly id: string
  readonly order_id: string
  readonly proxy: string
  readonly status: string
  readonly is_live: boolean
  readonly reference: string | null
  readonly has_money: boolean
}

export type RefundRow = {
  readonly id: string
  readonly transaction_id: string
  readonly amount: bigint
  readonly status: string
  readonly origin: string
  readonly reference: string | null
  readonly failure: string | null
}

export type ReviewRow = { readonly transaction_id: string; readonly reason: string; readonly detail: string | null }

/** What the shop has written down of the orders of one history. */
export type Stored = {
  readonly orders: readonly OrderRow[]
  readonly documents: readonly DocumentRow[]
  readonly payments: readonly PaymentRow[]
  readonly refunds: readonly RefundRow[]
  readonly reviews: readonly ReviewRow[]
}

/** What was seen of a history so far: nothing of it may ever be gone. */
export type Snapshot = {
  readonly documents: Map<string, DocumentRow>
  readonly payments: Map<string, PaymentRow>
  readonly refunds: Map<string, RefundRow>
}

export const newSnapshot = (): Snapshot => ({ documents: new Map(), payments: new Map(), refunds: new Map() })

/**
 * Documents, payments and refunds that were seen before are read by their own ids, whatever has become of their order. One
 * statement, because it is read after each act.
 */
export async function readStored(db: Database, orders: readonly string[], seen: Snapshot): Promise<Stored> {
  const { rows } = await db.pool.query<Rows>(READ_STORED, [
    orders,
    [...seen.documents.keys()],
    [...seen.payments.keys()],
  ])
  const [row] = rows
  if (!row) throw new Error('nothing was read')
  return {
    orders: row.orders.map(order => ({
      ...order,
      total: BigInt(order.total),
      created_at: instant(order.created_at),
    })),
    documents: row.documents.map(document => ({ ...document, due: BigInt(document.due) })),
    payments: row.payments,
    refunds: row.refunds.map(refund => ({ ...refund, amount: BigInt(refund.amount) })),
    reviews: row.reviews,
  }
}

/** As JSON has it. */
type Rows = {
  readonly orders: readonly (Omit<OrderRow, 'total' | 'created_at'> & {
    readonly total: number
    readonly created_at: number
  })[]
  readonly documents: readonly (Omit<DocumentRow, 'due'> & { readonly due: number })[]
  readonly payments: readonly PaymentRow[]
  readonly refunds: readonly (Omit<RefundRow, 'amount'> & { readonly amount: number })[]
  readonly reviews: readonly ReviewRow[]
}

const READ_STORED = `
  with orders as (
    select id::text as id, status, final_price as total,
      (extract(epoch from created_at) * 1000)::bigint as created_at,
      (select count(*)::int from ticket where reservation_id = reservation.id and status = 'PENDING') as held
    from reservation where id = any($1::uuid[])
  ), documents as (
    select id::text as id, coalesce(reservation_id::text, '') as order_id, type, status, number,
      ((model -> 'totals' ->> 'due')::numeric * 100)::bigint as due
    from billing_document where reservation_id = any($1::uuid[]) or id = any($2::uuid[])
  ), payments as (
    select id::text as id, order_id::text as order_id, proxy, status, is_live, reference,
      status in ('COMPLETE', 'RETURNED') or received_amount is not null as has_money
    from payment_transaction where order_id = any($1::uuid[]) or id = any($3::bigint[]) order by payment_transaction.id
  ), refunds as (
    select id::text as id, transaction_id::text as transaction_id, amount, status, origin, reference, failure
    from payment_refund where transaction_id in (select id::bigint from payments) order by payment_refund.id
  ), reviews as (
    select transaction_id::text as transaction_id, reason, detail from payment_review
    where ended_at is null and transaction_id in (select id::bigint from payments)
  )
  select ${['orders', 'documents', 'payments', 'refunds', 'reviews']
    .map(name => `(select coalesce(json_agg(${name}), '[]') from ${name}) as ${name}`)
    .join(', ')}`

/** Numbered documents, payments with money, and refunds that were seen, and are gone. Remembers what is there now. */
export function whatIsGone(seen: Snapshot, stored: Stored): readonly Fault[] {
  const gone = [
    ...missing(seen.documents, stored.documents).map(({ type, number, order_id }) => ({
      kind: `gone: ${type}`,
      what: `${type} ${number ?? 'without a number'} of order ${order_id} is gone`,
    })),
    ...withoutOrder(seen, stored).map(({ type, number }) => ({
      kind: `gone: order of ${type}`,
      what: `the order of ${type} ${number ?? 'without a number'} is gone`,
    })),
    ...missing(seen.payments, stored.payments).map(({ id, proxy, order_id }) => ({
      kind: 'gone: payment with money',
      what: `payment ${id} by ${proxy} of order ${order_id} is gone`,
    })),
    ...missingRefunds(seen, stored).map(({ id, amount, status }) => ({
      kind: 'gone: refund',
      what: `refund ${id} of ${amount}, which was ${status}, is gone`,
    })),
  ]
  for (const document of stored.documents) keep(seen.documents, document)
  for (const payment of stored.payments) if (payment.has_money) keep(seen.payments, payment)
  for (const refund of stored.refunds) keep(seen.refunds, refund)
  return gone
}

/** It was of an order, and is of none any more. */
const withoutOrder = (seen: Snapshot, { documents }: Stored): readonly DocumentRow[] =>
  documents.filter(({ id, order_id: orderId }) => orderId === '' && seen.documents.has(id))

const missing = <Row extends { readonly id: string }>(seen: ReadonlyMap<string, Row>, now: readonly Row[]): Row[] =>
  [...seen.values()].filter(({ id }) => now.every(row => row.id !== id))

/** A refund that a message has named before the provider answered is the one that the shop has sent. */
const missingRefunds = ({ refunds }: Snapshot, stored: Stored): readonly RefundRow[] =>
  missing(refunds, stored.refunds).filter(
    ({ origin, reference }) => origin !== 'PROVIDER' || stored.refunds.every(other => other.reference !== reference),
  )

/** As it was when it had an order. */
function keep<Row extends { readonly id: string; readonly order_id?: string }>(seen: Map<string, Row>, row: Row): void {
  if (row.order_id !== '' || !seen.has(row.id)) seen.set(row.id, row)
}
