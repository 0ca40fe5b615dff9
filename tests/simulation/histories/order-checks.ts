import type { FakeBooking } from '#tests/fakes/provider-fake.ts'
import type { Fault, HistoryOrder } from './order.ts'
import type { OrderRow, PaymentRow, Stored } from './snapshot.ts'

/** What the stand-ins have moved by each payment. */
type OfPayments = ReadonlyMap<string, readonly FakeBooking[]>

/** What is kept of a payment. */
export const leftOf = (moves: readonly FakeBooking[]): bigint =>
  moves.reduce((sum, { kind, amount }) => (kind === 'charge' ? sum + amount : sum - amount), 0n)

/**
 * What an order costs, what its invoice less its credit notes comes to, and what was kept of its payment through a provider are
 * one sum, unless it was said that no money goes back by the provider, or an amount went back while its price stayed.
 */
export function faultsInOrder(order: HistoryOrder, stored: Stored, ofPayments: OfPayments): readonly Fault[] {
  const row = stored.orders.find(({ id }) => id === order.id)
  if (!row) return []
  const due = isEnded(row) ? 0n : row.total
  const documented = documentedOf(row, stored)
  const kept = keptOf(order, row, { stored, ofPayments })
  const fault = (kind: string): Fault => ({
    kind: `order: ${kind}`,
    what: `order ${row.id}, ${row.status}, comes to ${due}, its documents to ${documented}, kept is ${kept}: ${kind}`,
  })
  const isDocumentedAsDue = documented === due || (order.hasAmountsBack && documented !== null && documented < due)
  if (documented !== null && !order.isWithdrawn && !isDocumentedAsDue) return [fault('documents are not what it costs')]
  if (kept === null) return []
  if (documented !== null && documented > kept) return [fault('documents are more than was kept')]
  if (order.hasLeftWithoutMoney || hasFailedRefund(row, stored)) return []
  if (documented !== null && documented < kept) return [fault('documents are less than was kept')]
  const isKeptAsDue = kept === due || (order.hasAmountsBack && kept < due)
  return isKeptAsDue || order.isWithdrawn ? [] : [fault('what was kept is not what it costs')]
}

const isEnded = ({ status }: OrderRow): boolean => status === 'CANCELLED' || status === 'CREDIT_NOTE_ISSUED'

/** Null without an invoice. */
function documentedOf({ id }: OrderRow, { documents }: Stored): bigint | null {
  const valid = documents.filter(({ order_id: orderId, status }) => orderId === id && status === 'VALID')
  if (!valid.some(({ type }) => type === 'INVOICE')) return null
  return valid.reduce((sum, { type, due }) => (type === 'CREDIT_NOTE' ? sum - due : sum + due), 0n)
}

type Money = { readonly stored: Stored; readonly ofPayments: OfPayments }

/** Null where nothing was paid through a provider, or the provider moved the money itself, or the order is STUCK. */
function keptOf(order: HistoryOrder, row: OrderRow, { stored, ofPayments }: Money): bigint | null {
  const paid = completePayments(row, stored).filter(({ id }) => ofPayments.has(id))
  if (paid.length === 0 || row.status === 'STUCK' || order.isMovedByOffice) return null
  return paid.reduce((sum, { id }) => sum + leftOf(ofPayments.get(id) ?? []), 0n)
}

const completePayments = ({ id }: OrderRow, { payments }: Stored): readonly PaymentRow[] =>
  payments.filter(({ order_id: orderId, status }) => orderId === id && status === 'COMPLETE')

const hasFailedRefund = (row: OrderRow, stored: Stored): boolean =>
  completePayments(row, stored).some(({ id }) =>
    stored.refunds.some(({ transaction_id: of, status }) => of === id && status === 'FAILED'),
  )
