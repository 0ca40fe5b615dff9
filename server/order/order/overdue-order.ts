import { type Currency, NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { OrderNote } from '#server/foundation/audit/audit.ts'
import { type EndedLine, linesOf } from './order-rows.ts'
import type { Order } from './read-order.ts'

/** What an overdue order was for and cost; kept in the trail, because the order is deleted. */
export type OverdueOrder = {
  readonly content: readonly EndedLine[]
  readonly total: Minor
  readonly currency: Currency
}

/** As the line of the trail has it. Retention erases it there (`eraseTrail`). */
export function overdueFacts(order: Order): NonNullable<OrderNote['modifications']> {
  const { price, currency: code } = order.reservation
  return { content: JSON.stringify(linesOf(order)), total: String(price.total), currency: code ?? NO_CURRENCY }
}

/** Undefined for a line that has none, or whose facts were erased. */
export function overdueFrom(modifications: unknown): OverdueOrder | undefined {
  if (typeof modifications !== 'object' || modifications === null) return undefined
  const { content, total, currency: code } = modifications as Partial<Record<string, unknown>>
  if (typeof content !== 'string' || typeof total !== 'string' || typeof code !== 'string') return undefined
  // Written by this file alone.
  const lines = JSON.parse(content) as readonly EndedLine[]
  return { content: lines, total: minor(BigInt(total)), currency: currency(code) ?? NO_CURRENCY }
}
