import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { bookServices } from '#domain/order/pricing/book-services.ts'
import { discountOnTicket } from '#domain/catalog/price/discount.ts'
import { type ItemPrice, priceItem } from '#domain/order/pricing/price-item.ts'
import { type OrderPrice, newTickets, priceOrder } from '#domain/order/pricing/price-order.ts'
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

export type PlanFacts = {
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
