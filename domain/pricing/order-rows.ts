import { type Minor, times } from '../money/money.ts'

/** One line of an order as the buyer reads it: so many of something at a price (domain rules 1.7). */
export type OrderRow = {
  readonly kind: 'ticket'
  readonly name: string
  readonly quantity: number
  readonly unit: Minor
  readonly subTotal: Minor
}

/** One row a category, in the order of the categories, with undiscounted prices. */
export function ticketRows<Id>(
  tickets: readonly { readonly categoryId: Id; readonly price: { readonly source: Minor } }[],
  categories: readonly { readonly id: Id; readonly name: string }[],
): OrderRow[] {
  return categories.flatMap(({ id, name }): OrderRow[] => {
    const own = tickets.filter(({ categoryId }) => categoryId === id)
    const [first] = own
    if (!first) return []
    const unit = first.price.source
    return [{ kind: 'ticket', name, quantity: own.length, unit, subTotal: times(unit, own.length) }]
  })
}

/** What is being paid for, in one line: "2 x Standard, 1 x Student". */
export function paymentDescription(rows: readonly OrderRow[]): string {
  return rows.map(({ quantity, name }) => `${quantity} x ${name}`).join(', ')
}
