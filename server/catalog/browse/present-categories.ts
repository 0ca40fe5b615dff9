import {
  type Category,
  type SeatCount,
  hasSaleEnded,
  isOnSale,
  isSaleInFuture,
  isSoldOut,
  maximumSaleable,
  mayComeBack,
  withTokens,
} from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { categoryPrice, leastPrice } from '#domain/order/pricing/catalogue-price.ts'
import {
  type RedeemableCode,
  codeForPricing,
  maximumWithCode,
  openedCategory,
} from '#domain/catalog/promo-code/redeemable-code.ts'
import { isWaitingListOpen, waitingListChoices } from '#domain/order/waiting-list/waiting-list.ts'
import type * as wire from '#contract/event.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { waitingListFacts } from '#server/catalog/catalog/waiting-list-facts.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import { lackOfPayment } from '#server/catalog/sale-check/judge-ways.ts'
import { type OwnStock, ownSeatsFor, withOwnSeats, withOwnUnits } from './own-stock.ts'
import { SALE_DATES } from '#server/catalog/catalog/present-dates.ts'
import { presentServices, titleByLanguage } from './present-services.ts'
import { markdownByLanguage } from './present.ts'
import type { UnitTable } from '#server/catalog/catalog/services.ts'
import { type SeatTable, seatsOf } from '#server/catalog/catalog/seats.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import { type Minor, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { newTicket } from '#domain/order/pricing/price-order.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import { ruleFor } from '#domain/order/reservation/plan-order.ts'

/** What a catalogue is written from. */
export type CatalogueFacts = {
  readonly offer: OfferedEvent
  readonly providers: Providers
  readonly seats: SeatTable
  readonly units: UnitTable
  readonly texts: Texts
  readonly now: Instant
  /** A code that is valid now; without one, or with any other, all visitors see the same (domain rules 13, Q18). */
  readonly code?: RedeemableCode | undefined
  /** How many tickets the tokens of the category suffice for that an access code opens; undefined for other codes. */
  readonly tokensForCode?: number | undefined
  /** What the visitor holds already and may choose again; undefined: nothing. */
  readonly own?: OwnStock | undefined
}

/** What can be bought now. Hidden categories stay out of sight, but for the one that the code opens. */
export function presentCategories(asKept: CatalogueFacts): wire.ItemsByCategory {
  const facts = withOwn(asKept)
  const { offer, now, code } = facts
  const opened = code && openedCategory(code)
  const visible = offer.categories.filter(({ id, isRestricted }) => !isRestricted || id === opened)
  const expired = visible.filter(category => hasSaleEnded(category, now))
  const current = visible.filter(category => !hasSaleEnded(category, now))
  const firstToEnd = visible.toSorted((a, b) => a.onSale.end - b.onSale.end)[0]
  return {
    ticketCategories: current.map(category => presentCategory(category, facts)),
    expiredCategories: offer.settings.flag('DISPLAY_EXPIRED_CATEGORIES')
      ? expired.map(category => ({ ...presentCategory(category, facts), description: {} }))
      : [],
    additionalServices: presentServices(facts),
    waitingList: isWaitingListOpen(waitingListFacts(offer, category => seatsOf(facts.seats, category).free, now)),
    preSales: firstToEnd !== undefined && isSaleInFuture(firstToEnd, now),
    ticketCategoriesForWaitingList: waitingListChoices(offer.categories, now).map(({ id, name }) => ({ id, name })),
  }
}

/** The waiting list is for those who hold nothing. */
function withOwn(facts: CatalogueFacts): CatalogueFacts {
  const { own, seats, units, offer } = facts
  return own ? { ...facts, seats: withOwnSeats(seats, own, offer), units: withOwnUnits(units, own) } : facts
}

function presentCategory(category: Category, facts: CatalogueFacts): wire.TicketCategory {
  const { offer, texts, now, code } = facts
  const { context: event, settings } = offer
  const { id, isRestricted } = category
  const count = seatsToHave(category, facts)
  const isBounded = category.seatSource.kind === 'bounded'
  const isShowingLeft = settings.flag('DISPLAY_TICKETS_LEFT_INDICATOR')
  const lack = lackOfPayment(facts.providers, category, facts)
  const inSaleWindow = (instant: Instant) =>
    dateMap(texts, { instant, timeZone: event.timeZone, languages: event.languages, patternKey: SALE_DATES })
  const price = categoryPrice(category, {
    code: codeForPricing(code),
    currency: event.currency,
    isOnSale: isOnSale(category, now),
  })
  return {
    id,
    name: category.name,
    description: markdownByLanguage(event, category.description, texts),
    ticketAccessType: category.accessType,
    bounded: isBounded,
    maximumSaleableTickets: maximumSaleable(
      count,
      maximumWithCode(code, id, settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', id)),
    ),
    free: price.isFree,
    formattedFinalPrice: price.final,
    hasDiscount: price.hasDiscount,
    formattedDiscountedPrice: price.discounted,
    ordinal: isRestricted ? ORDINAL_OF_HIDDEN : category.ordinal,
    expired: hasSaleEnded(category, now),
    saleInFuture: isSaleInFuture(category, now),
    containsPendingTickets: mayComeBack(count),
    formattedInception: inSaleWindow(category.onSale.start),
    formattedExpiration: inSaleWindow(category.onSale.end),
    saleStart: category.onSale.start,
    saleEnd: category.onSale.end,
    saleableAndLimitNotReached: isOnSale(category, now) && count.free > 0 && lack === null,
    accessRestricted: isRestricted,
    soldOutOrLimitReached: isSoldOut(category, count, now),
    availableTickets: isBounded && isShowingLeft && !isRestricted ? count.free : null,
    displayTaxInformation: settings.flag('APPLY_TAX_TO_CATEGORY', id),
    ...presentLeastPrice(category, facts),
    ...(lack !== null && { lackOfPayment: lack }),
    ...(facts.own && {
      yours: facts.own.seats.get(id) ?? 0,
      allLeftAreYours: areAllOwn(count, ownSeatsFor(category, facts.own, offer)),
    }),
  }
}

/** Is none left for another buyer now? */
function areAllOwn({ free }: SeatCount, own: number): boolean {
  return own > 0 && free <= own
}

const ORDINAL_OF_HIDDEN = -1

/** A ticket of a hidden category takes a token too: an access code needs both, seats and tokens (domain rules 2.5). */
function seatsToHave(category: Category, { seats, tokensForCode }: CatalogueFacts): SeatCount {
  const count = seatsOf(seats, category)
  return category.isRestricted && tokensForCode !== undefined ? withTokens(count, tokensForCode) : count
}

type Facts = {
  readonly offer: OfferedEvent
  readonly now: Instant
  readonly code?: RedeemableCode | undefined
}

/** What one ticket of a category costs now, with its parts; empty where an event has no currency. */
function presentLeastPrice(category: Category, facts: Facts): { readonly leastPrice?: wire.LeastPrice } {
  const { context: event } = facts.offer
  const { currency } = event
  if (currency === null) return {}
  const lowering = isOnSale(category, facts.now) ? codeFor(category, facts) : null
  const plain = leastOf(category, facts, null)
  const least = lowering === null ? plain : leastOf(category, facts, lowering)
  const print = (amount: Minor) => printed(amount, currency)
  return {
    leastPrice: {
      total: printedTotal(least.total, currency),
      before: least.total < plain.total ? print(plain.total) : null,
      ticket: print(least.ticket),
      fees: least.fees.map(({ id, amount }) => ({ title: titleOf(id, facts), amount: print(amount) })),
      vatOnTop: least.vatOnTop > 0n ? print(least.vatOnTop) : null,
    },
  }
}

/** The visitor's code, or the organiser's rule for a single ticket. */
function codeFor(category: Category, { offer, code }: Facts): PromoCode | null {
  const rule = ruleFor([{ category, quantity: 1 }], offer.discountRules, code ?? null)
  return rule ? rule.grants : codeForPricing(code)
}

function leastOf(category: Category, { offer, now }: Facts, code: PromoCode | null) {
  const isTaxed = offer.settings.flag('APPLY_TAX_TO_CATEGORY', category.id)
  const ticket = newTicket(category.id, category.price)
  return leastPrice({
    ticket: isTaxed ? ticket : { ...ticket, status: 'NONE' },
    onSale: offer.services.filter(service => isServiceOnSale(service, now)),
    code,
    tax: offer.context.tax,
  })
}

function titleOf(id: number, { offer }: Facts): Record<string, string> {
  const service = offer.services.find(offered => offered.id === id)
  if (!service) throw new Error(`extra ${id} has a price and is not offered`)
  return titleByLanguage(offer.context, service)
}
