import type { AdditionalService, ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { extraStateOf } from './extras/extra-state.ts'
import { plainAmount } from './extras/typed-amount.ts'
import { saleStateOf } from '../sale-state.ts'

/** What the visitor would like, by id, whether it can be had now or not. */
export type Selection = {
  readonly tickets: Readonly<Record<number, number>>
  /** How many of the extras with a price. */
  readonly extras: Readonly<Record<number, number>>
  /** How much for the extras without one, as typed. */
  readonly amounts: Readonly<Record<number, string>>
}

export const NOTHING_SELECTED: Selection = { tickets: {}, extras: {}, amounts: {} }

export type ChosenTickets = { readonly category: TicketCategory; readonly count: number }

/** `amount` is the visitor's own, a plain decimal; null where the price is fixed. */
export type ChosenExtra = {
  readonly extra: AdditionalService
  readonly quantity: number
  readonly amount: string | null
}

/** What of the selection can be had now. Without a ticket there is nothing. */
export type Choice = {
  readonly tickets: readonly ChosenTickets[]
  readonly ticketCount: number
  readonly extras: readonly ChosenExtra[]
}

export const NO_CHOICE: Choice = { tickets: [], ticketCount: 0, extras: [] }

/** How many of a category are chosen: never more than can be had now, so that a sale elsewhere lowers it. */
export function chosenOf(category: TicketCategory, { tickets }: Selection): number {
  const state = saleStateOf(category)
  return state.kind === 'on-sale' ? Math.min(tickets[category.id] ?? 0, state.max) : 0
}

/** How many of an extra are chosen, likewise. */
export function chosenOfExtra(extra: AdditionalService, { extras }: Selection, ticketCount: number): number {
  const state = extraStateOf(extra, ticketCount)
  return state.kind === 'count' ? Math.min(extras[extra.id] ?? 0, state.max) : 0
}

/** Compares the selection with what is offered. */
export function choiceOf(
  { ticketCategories, additionalServices }: Pick<ItemsByCategory, 'ticketCategories' | 'additionalServices'>,
  selection: Selection,
): Choice {
  const tickets = ticketCategories
    .map(category => ({ category, count: chosenOf(category, selection) }))
    .filter(({ count }) => count > 0)
  const ticketCount = tickets.reduce((count, line) => count + line.count, 0)
  if (ticketCount === 0) return NO_CHOICE
  return {
    tickets,
    ticketCount,
    extras: additionalServices.flatMap(extra => chosenExtra(extra, selection, ticketCount)),
  }
}

function chosenExtra(extra: AdditionalService, selection: Selection, ticketCount: number): readonly ChosenExtra[] {
  if (extraStateOf(extra, ticketCount).kind === 'amount') {
    const amount = plainAmount(selection.amounts[extra.id] ?? '')
    return amount === undefined || Number(amount) === 0 ? [] : [{ extra, quantity: 1, amount }]
  }
  const quantity = chosenOfExtra(extra, selection, ticketCount)
  return quantity === 0 ? [] : [{ extra, quantity, amount: null }]
}
