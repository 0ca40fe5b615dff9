import type { AdditionalService, ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { saleStateOf } from '../sale-state.ts'
import { UNLIMITED_QUANTITY } from '#domain/catalog/price/additional-service.ts'

/** What the visitor would like, by id, whether it can be had now or not. */
export type Selection = {
  readonly tickets: Readonly<Record<number, number>>
  /** How many of the extras with a price. */
  readonly extras: Readonly<Record<number, number>>
  /** How much for the extras without one, as typed. */
  readonly amounts: Readonly<Record<number, string>>
}

export const NOTHING_SELECTED: Selection = { tickets: {}, extras: {}, amounts: {} }

/** One ticket where a single kind can be bought: most visitors come for that. Otherwise nothing. */
export function presetOf({ ticketCategories }: Pick<ItemsByCategory, 'ticketCategories'>): Selection {
  const [only, another] = ticketCategories.filter(category => saleStateOf(category).kind === 'on-sale')
  const isPlain = only !== undefined && another === undefined && !only.accessRestricted
  return isPlain ? { ...NOTHING_SELECTED, tickets: { [only.id]: 1 } } : NOTHING_SELECTED
}

type ChosenTickets = { readonly category: TicketCategory; readonly count: number }

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

/** What a visitor can do with an extra now. */
type ExtraState =
  /** It comes with the tickets by itself. */
  | { readonly kind: 'automatic' }
  | { readonly kind: 'not-available' }
  /** So many at a fixed price; none may be had before there is a ticket. */
  | { readonly kind: 'count'; readonly max: number }
  /** The visitor names the amount. */
  | { readonly kind: 'amount' }

/** Reads the state from what the wire says of an extra (specification of browsing, point 5). */
export function extraStateOf(extra: AdditionalService, tickets: number): ExtraState {
  if (isAutomatic(extra)) return isOnSale(extra) ? { kind: 'automatic' } : { kind: 'not-available' }
  if (!isOnSale(extra) || extra.availableQuantity <= 0) return { kind: 'not-available' }
  return extra.fixPrice ? { kind: 'count', max: maximumOf(extra, tickets) } : { kind: 'amount' }
}

export function isAutomatic({ supplementPolicy }: Pick<AdditionalService, 'supplementPolicy'>): boolean {
  return supplementPolicy?.startsWith('MANDATORY_') ?? false
}

const isOnSale = ({ expired, saleInFuture }: AdditionalService): boolean => !expired && !saleInFuture

function maximumOf(
  { supplementPolicy, maxQtyPerOrder, availableQuantity }: AdditionalService,
  tickets: number,
): number {
  const available = Math.min(availableQuantity, UNLIMITED_QUANTITY)
  switch (supplementPolicy) {
    case 'OPTIONAL_MAX_AMOUNT_PER_TICKET':
      return Math.min(tickets * maxQtyPerOrder, available)
    case 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION':
      return Math.min(maxQtyPerOrder, available)
    default:
      return available
  }
}

/**
 * A typed amount as a plain decimal, undefined where it is none of 0 or more: "12,50" is "12.50", "1'000" is "1000".
 * Nothing typed is no amount, and not wrong either: the caller distinguishes them.
 */
export function plainAmount(typed: string): string | undefined {
  const text = typed.replaceAll(/['’\s]/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) ? text : undefined
}

/** The ids of controls and parts of the page, for who leads there. */

/** The field for a code. */
export const CODE_ID = 'promo-code'

/** The form of the waiting list. */
export const SALE_NOTICE_ID = 'sale-notice'
export const WAITING_LIST_ID = 'waiting-list'

/** The amount of an extra. */
export const extraControl = (extraId: number): string => `extra-${extraId}`

/** How many of a category. */
export const categoryControl = (categoryId: number): string => `category-${categoryId}`
