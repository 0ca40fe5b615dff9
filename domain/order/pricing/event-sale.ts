import { type Category, hasSaleEnded, isSaleInFuture } from '#domain/catalog/catalog/category.ts'
import type { Instant, Window } from '#domain/foundation/instant.ts'
import { isInside } from '#domain/foundation/instant.ts'
import { type Minor, ZERO } from '#domain/foundation/money/money.ts'
import type { AdditionalService } from '#domain/catalog/price/additional-service.ts'
import type { Tax } from '#domain/catalog/price/vat.ts'
import { type DiscountRule, metRule } from '#domain/catalog/promo-code/promo-code.ts'
import { type WaitingListRules, isWaitingListOpen } from '#domain/order/waiting-list/waiting-list.ts'
import { leastPrice } from './catalogue-price.ts'
import { newTicket } from './price-order.ts'

/** A category that every visitor sees, with what is left of it. */
export type ListedCategory = Pick<Category, 'id' | 'price' | 'onSale' | 'seatSource'> & {
  readonly isTaxed: boolean
  /** A seat can be had now. */
  readonly hasFree: boolean
  /** A seat may become free again: an unfinished order holds it, or it waits for the waiting list (domain rules 4.6). */
  readonly mayComeBack: boolean
}

/** What a list needs of an event to say its price and the state of its sale. */
export type EventSaleFacts = {
  readonly categories: readonly ListedCategory[]
  /** The extras that come by themselves. */
  readonly fees: readonly (AdditionalService & { readonly onSale: Window })[]
  readonly discountRules: readonly DiscountRule[]
  readonly tax: Tax
  readonly waitingList: WaitingListRules
}

export type EventSaleState = 'ON_SALE' | 'NOT_STARTED' | 'ALL_RESERVED' | 'SOLD_OUT' | 'ENDED'

export type EventSale = {
  readonly state: EventSaleState
  /** The least for a ticket that costs something; zero where all are free, null where none can be had, now or later. */
  readonly price: Minor | null
  /** Some are free beside others that are not. */
  readonly hasFree: boolean
  /** Of the sale that begins first, where none has begun. */
  readonly saleStart: Instant | null
  readonly hasWaitingList: boolean
}

/**
 * What a list says of an event: the state of its page at the best category, and the least that a ticket in that state
 * costs with everything that can't be avoided (domain rules 1.8, 4.6). Undefined where no category is open to every visitor.
 */
export function eventSale(facts: EventSaleFacts, now: Instant): EventSale | undefined {
  const { categories } = facts
  if (categories.length === 0) return undefined
  const state = BEST_FIRST.find(each => categories.some(category => stateOf(category, now) === each)) ?? 'ENDED'
  const meant = categories.filter(category => stateOf(category, now) === state)
  const prices = hasPrice(state) ? meant.map(category => priceOf(category, facts, now)) : []
  const paid = prices.filter(price => price > ZERO)
  const starts = meant.map(({ onSale }) => onSale.start)
  return {
    state,
    price: prices.length === 0 ? null : (leastOf(paid) ?? ZERO),
    hasFree: paid.length > 0 && paid.length < prices.length,
    saleStart: state === 'NOT_STARTED' ? (leastOf(starts) ?? null) : null,
    hasWaitingList: isWaitingListOpen({
      categories: categories.map(category => ({ ...category, isRestricted: false })),
      freeSeats: ({ hasFree }) => Number(hasFree),
      now,
      rules: facts.waitingList,
    }),
  }
}

const BEST_FIRST: readonly EventSaleState[] = ['ON_SALE', 'NOT_STARTED', 'ALL_RESERVED', 'SOLD_OUT']

const hasPrice = (state: EventSaleState): boolean => state !== 'SOLD_OUT' && state !== 'ENDED'

function stateOf(category: ListedCategory, now: Instant): EventSaleState {
  if (hasSaleEnded(category, now)) return 'ENDED'
  if (isSaleInFuture(category, now)) return 'NOT_STARTED'
  if (category.hasFree) return 'ON_SALE'
  return category.mayComeBack ? 'ALL_RESERVED' : 'SOLD_OUT'
}

/** By the organiser's rule for a single ticket, as the event's page has it; before the sale, what is stated. */
function priceOf(category: ListedCategory, { fees, discountRules, tax }: EventSaleFacts, now: Instant): Minor {
  const { id, price, isTaxed } = category
  const rule = isInside(category.onSale, now)
    ? metRule(discountRules, [{ categoryId: id, quantity: 1, isPaid: price > ZERO }])
    : undefined
  const ticket = newTicket(id, price)
  return leastPrice({
    ticket: isTaxed ? ticket : { ...ticket, status: 'NONE' },
    onSale: fees.filter(({ onSale }) => isInside(onSale, now)),
    code: rule?.grants ?? null,
    tax,
  }).total
}

function leastOf<Value extends bigint | number>(values: readonly Value[]): Value | undefined {
  return values.reduce<Value | undefined>(
    (least, value) => (least === undefined || value < least ? value : least),
    undefined,
  )
}
