import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { bookServices } from '#domain/order/pricing/services.ts'
import { discountOnTicket } from '#domain/catalog/price/discount.ts'
import {
  type ItemPrice,
  type OrderPrice,
  newTickets,
  priceItem,
  priceOrder,
} from '#domain/order/pricing/price-order.ts'
import {
  type DiscountRule,
  type DiscountRuleId,
  type PromoCode,
  metRule,
} from '#domain/catalog/promo-code/promo-code.ts'
import {
  type PromoCodeId,
  type RedeemableCode,
  type TokenId,
  codeForPricing,
  countedCategories,
  openedCategory,
} from '#domain/catalog/promo-code/redeemable-code.ts'
import type { SelectedLine, Selection } from './select-tickets.ts'

/** Everything that has to be held and stored for a selection, at its prices. */
export type PlannedOrder = {
  readonly lines: readonly PlannedLine[]
  readonly extras: readonly PlannedExtra[]
  readonly price: OrderPrice
  readonly promoCodeId: PromoCodeId | null
  readonly discountRuleId: DiscountRuleId | null
  /** The uses of a limited code that the order takes; null: it takes none that is counted. */
  readonly uses: CodeUses | null
  /** What opens the hidden category of the order; null: it has none. */
  readonly tokens: TokenNeed | null
}

export type PlannedLine = SelectedLine & { readonly unit: ItemPrice }

/** So many items of an extra at one price. */
export type PlannedExtra = {
  readonly serviceId: AdditionalServiceId
  readonly quantity: number
  /** Of one item. */
  readonly unit: ItemPrice
  /** Its units exist before they are sold. */
  readonly isLimited: boolean
  /** It has no ticket of its own: the first ticket has it (domain rules 3.2). */
  readonly isForOrder: boolean
}

/** So many tickets of a code whose uses are counted. */
export type CodeUses = {
  readonly code: PromoCodeId
  /** Tickets of these count; empty: all. */
  readonly categories: readonly CategoryId[]
  readonly tickets: number
}

/** The token that was typed in, or any that are free, one a ticket (domain rules 2.5). */
export type TokenNeed =
  | { readonly kind: 'named'; readonly categoryId: CategoryId; readonly token: TokenId }
  | { readonly kind: 'any'; readonly categoryId: CategoryId; readonly quantity: number }

type PlanFacts = {
  readonly offer: EventOffer
  readonly now: Instant
  readonly code: RedeemableCode | null
}

/**
 * Prices a selection and says what it needs. A code that lowers prices keeps the organiser's own discount rules out; a
 * token or an access code does not (domain rules 2.2). Extras that come by themselves are added (3.2).
 */
export function planOrder({ lines, services }: Selection, { offer, now, code }: PlanFacts): PlannedOrder {
  const { tax } = offer.context
  const rule = ruleFor(lines, offer.discountRules, code)
  const promo = rule ? rule.grants : codeForPricing(code ?? undefined)
  const tickets = lines.flatMap(({ category, quantity }) => newTickets(category.id, category.price, quantity))
  const onSale = offer.services.filter(service => isServiceOnSale(service, now))
  const booked = bookServices({ tickets, onSale, chosen: services, code: promo })
  const order = priceOrder({ tickets, services: booked, code: promo, tax })
  return {
    lines: lines.map(line => ({ ...line, unit: unitPrice(line, offer, promo) })),
    extras: order.services.map(({ id, quantity, price }) => ({
      serviceId: id,
      quantity,
      unit: price,
      ...kindOf(id, offer),
    })),
    price: order.price,
    promoCodeId: code?.kind === 'promo-code' ? code.id : null,
    discountRuleId: rule?.id ?? null,
    uses: usesOf(lines, code),
    tokens: tokensFor(lines, code),
  }
}

/** Is there nothing to hold but seats? */
export function isSeatsOnly({ extras, uses, tokens }: PlannedOrder): boolean {
  return extras.length === 0 && uses === null && tokens === null
}

/** The organiser's rule that lowers these prices; none beside a code that lowers them itself. */
export function ruleFor(
  lines: readonly Pick<SelectedLine, 'category' | 'quantity'>[],
  rules: readonly DiscountRule[],
  code: RedeemableCode | null,
): DiscountRule | undefined {
  if (codeForPricing(code ?? undefined)?.codeType === 'DISCOUNT') return undefined
  return metRule(
    rules,
    lines.map(({ category, quantity }) => ({ categoryId: category.id, quantity, isPaid: category.price > 0n })),
  )
}

function unitPrice({ category }: SelectedLine, { context: event }: EventOffer, promo: PromoCode | null): ItemPrice {
  const discount = discountOnTicket(promo, { source: category.price, categoryId: category.id })
  return priceItem(category.price, event.tax, discount)
}

function kindOf(id: AdditionalServiceId, { services }: EventOffer) {
  const service = services.find(offered => offered.id === id)
  if (!service) throw new Error(`extra ${id} was booked and is not offered`)
  return {
    isLimited: service.stock !== null,
    isForOrder: service.type === 'DONATION' || service.charge.policy === null,
  }
}

function usesOf(lines: readonly SelectedLine[], code: RedeemableCode | null): CodeUses | null {
  if (code?.kind !== 'promo-code' || code.maximumUsage === null) return null
  const categories = countedCategories(code.promo)
  const tickets = lines.reduce(
    (count, { category, quantity }) =>
      categories.length === 0 || categories.includes(category.id) ? count + quantity : count,
    0,
  )
  return tickets === 0 ? null : { code: code.id, categories, tickets }
}

function tokensFor(lines: readonly SelectedLine[], code: RedeemableCode | null): TokenNeed | null {
  const opened = code && openedCategory(code)
  const line = lines.find(({ category }) => category.isRestricted && category.id === opened)
  if (!code || !line) return null
  const categoryId = line.category.id
  return code.kind === 'token'
    ? { kind: 'named', categoryId, token: code.id }
    : { kind: 'any', categoryId, quantity: line.quantity }
}

/** One item of an extra, and the place of its ticket in the order of seats, from 0. */
export type LinkedItem = Omit<PlannedExtra, 'quantity'> & { readonly ticket: number }

/**
 * Gives each item of an extra to a ticket: one after the other in the order of seats, and from the first again when
 * there are more items than tickets. An item without a ticket of its own goes to the first (domain rules 3.2).
 */
export function linkItems(extras: readonly PlannedExtra[], tickets: number): LinkedItem[] {
  const linked = new Map<PlannedExtra['serviceId'], number>()
  return extras.flatMap(({ quantity, ...extra }) =>
    Array.from({ length: quantity }, () => {
      const place = linked.get(extra.serviceId) ?? 0
      linked.set(extra.serviceId, place + 1)
      return { ...extra, ticket: extra.isForOrder ? 0 : place % tickets }
    }),
  )
}

/**
 * Finds for each part of an old order its successor in the new one: the first of a kind for the first, the second for the
 * second, until one of the two has no more of that kind. What has no successor is not in the result.
 */
export function successors<Part, Kind>(
  before: readonly Part[],
  now: readonly Part[],
  kindOf: (part: Part) => Kind,
): [before: Part, now: Part][] {
  const waiting = Map.groupBy(now, kindOf)
  return before.flatMap((part): [Part, Part][] => {
    const next = waiting.get(kindOf(part))?.shift()
    return next === undefined ? [] : [[part, next]]
  })
}

/** So many tickets of a category, and who comes with the first of them. */
export type AttendeeGroup<Attendee> = {
  readonly categoryId: number
  readonly quantity: number
  readonly attendees: readonly Attendee[]
}

/**
 * Gives the tickets of an order, in the order of their seats, to those who were named for them: each group has as many
 * tickets of its category as it asked for, and its attendees have the first of these. Tickets without an attendee are
 * left out.
 */
export function seatAttendees<Ticket extends { readonly categoryId: number }, Attendee>(
  tickets: readonly Ticket[],
  groups: readonly AttendeeGroup<Attendee>[],
): (readonly [Ticket, Attendee])[] {
  const left = Map.groupBy(tickets, ({ categoryId }) => categoryId)
  return groups.flatMap(({ categoryId, quantity, attendees }) => {
    const own = left.get(categoryId)?.splice(0, Math.max(0, quantity)) ?? []
    return own.flatMap((ticket, index) => {
      const attendee = attendees[index]
      return attendee === undefined ? [] : [[ticket, attendee] as const]
    })
  })
}
