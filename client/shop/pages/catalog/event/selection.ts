import type { Event, TicketCategory } from '#contract/event.ts'
import { categoryId } from '#domain/catalog/category.ts'
import { currency } from '#domain/money/currency.ts'
import { ZERO, minorFromDecimal, printedTotal, times } from '#domain/money/money.ts'
import { percentage } from '#domain/money/percentage.ts'
import { newTickets, priceOrder } from '#domain/pricing/price-order.ts'
import { type Tax, UNTAXED } from '#domain/pricing/vat.ts'
import { saleStateOf } from './sale-state.ts'

/** How many tickets the visitor wants, by category id. */
export type Selection = Readonly<Record<number, number>>

export const NOTHING_SELECTED: Selection = {}

/** A category of which at least one ticket is wanted and can be had. */
export type ChosenLine = { readonly category: TicketCategory; readonly count: number; readonly amount: string }

/** What the selection comes to: amounts are plain decimals in the event's currency. */
export type Order = {
  readonly lines: readonly ChosenLine[]
  readonly tickets: number
  readonly vat: string
  readonly total: string
}

/** How many of a category are chosen: never more than can be had now, so that a sale elsewhere lowers it. */
export function chosenOf(category: TicketCategory, selection: Selection): number {
  const state = saleStateOf(category)
  return state.kind === 'on-sale' ? Math.min(selection[category.id] ?? 0, state.max) : 0
}

/** Adds the selection up by the rules the server will charge by; VAT is rounded once for the order. */
export function orderOf(
  event: Pick<Event, 'currency' | 'vat' | 'vatIncluded'>,
  categories: readonly TicketCategory[],
  selection: Selection,
): Order {
  const code = currency(event.currency ?? '')
  const chosen = categories
    .map(category => ({ category, count: chosenOf(category, selection) }))
    .filter(({ count }) => count > 0)
  const tickets = chosen.reduce((count, line) => count + line.count, 0)
  // An event without a currency has free tickets only.
  if (code === undefined) {
    return { lines: chosen.map(line => ({ ...line, amount: '0' })), tickets, vat: '0', total: '0' }
  }
  const priced = chosen.map(({ category, count }) => ({
    category,
    count,
    unit: minorFromDecimal(category.formattedFinalPrice, code) ?? ZERO,
  }))
  const { price } = priceOrder({
    tickets: priced.flatMap(({ category, count, unit }) =>
      newTickets(categoryId(category.id), unit, count).map(ticket =>
        category.displayTaxInformation ? ticket : { ...ticket, status: 'NONE' },
      ),
    ),
    services: [],
    code: null,
    tax: taxOf(event),
  })
  return {
    lines: priced.map(({ category, count, unit }) => ({
      category,
      count,
      amount: printedTotal(times(unit, count), code),
    })),
    tickets,
    vat: printedTotal(price.vat, code),
    total: printedTotal(price.total, code),
  }
}

function taxOf({ vat, vatIncluded }: Pick<Event, 'vat' | 'vatIncluded'>): Tax {
  const rate = percentage(vat)
  return rate === undefined || rate === 0n
    ? UNTAXED
    : { status: vatIncluded ? 'INCLUDED' : 'NOT_INCLUDED', percentage: rate }
}
