import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type Minor, ZERO, greater, lesser, minus, negated, plus, sum, times } from '#domain/foundation/money/money.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { ServiceType, ServiceVat } from '#domain/catalog/price/additional-service.ts'
import { discountOnOrder, discountOnService, discountOnTicket } from '#domain/catalog/price/discount.ts'
import { type AppliedTax, type AppliedVatStatus, isExempt, taxed } from '#domain/catalog/price/vat.ts'

export type TicketToPrice = {
  readonly categoryId: CategoryId
  readonly source: Minor
  /** Wins over the order's (domain rules 1.2); null: it has none of its own. */
  readonly status: AppliedVatStatus | null
  /** A pass pays for it. */
  readonly isCovered: boolean
}

/** So many items of an extra at one price. */
export type ServiceToPrice = {
  readonly type: ServiceType
  readonly vat: ServiceVat
  readonly source: Minor
  readonly quantity: number
}

/** Everything that decides what an order costs. The code is one that is known in the order's currency. */
type OrderToPrice<Ticket extends TicketToPrice, Service extends ServiceToPrice> = Terms & {
  readonly tickets: readonly Ticket[]
  readonly services: readonly Service[]
}

/** What the price of every item depends on. */
type Terms = { readonly code: PromoCode | null; readonly tax: AppliedTax }

/**
 * What an order costs. `total` is charged; `vat` is rounded once for the whole order (domain rules 1.3). `source` is
 * the sum of what order rows list, `discount` everything that is taken off it.
 */
export type OrderPrice = {
  readonly source: Minor
  readonly discount: Minor
  readonly vat: Minor
  readonly total: Minor
}

export type Priced<Item> = Item & { readonly price: ItemPrice }

export type PricedOrder<Ticket, Service> = {
  readonly tickets: readonly Priced<Ticket>[]
  readonly services: readonly Priced<Service>[]
  readonly price: OrderPrice
}

/** Prices a whole order with its tickets and extras (domain rules 1.5). */
export function priceOrder<Ticket extends TicketToPrice, Service extends ServiceToPrice>(
  order: OrderToPrice<Ticket, Service>,
): PricedOrder<Ticket, Service> {
  const tickets = order.tickets.map(ticket => ({ ...ticket, price: priceTicket(ticket, order) }))
  const services = order.services.map(service => ({ ...service, price: priceService(service, order) }))
  const parts = [
    ...tickets.map(ticket => partOfTicket(ticket, order.tax)),
    ...services.map(service => partOfService(service, order.tax)),
  ]
  return { tickets, services, price: priceParts(parts, order.tax, discountOnOrder(order.code)) }
}

/** A ticket as it is when it is reserved: taxed as the order, and paid for by no pass. */
export const newTicket = (categoryId: CategoryId, source: Minor): TicketToPrice => ({
  categoryId,
  source,
  status: null,
  isCovered: false,
})

export function newTickets(categoryId: CategoryId, source: Minor, quantity: number): TicketToPrice[] {
  return Array.from({ length: quantity }, () => newTicket(categoryId, source))
}

/** Nothing to pay: the order needs no payment method (domain rules 1.5). */
export const isFree = ({ total }: OrderPrice): boolean => total === 0n

function priceTicket(ticket: TicketToPrice, { code, tax }: Terms): ItemPrice {
  if (ticket.isCovered) return coveredItem(ticket.source)
  const own = { ...tax, status: ticket.status ?? tax.status }
  return priceItem(ticket.source, own, discountOnTicket(code, ticket))
}

function priceService(service: ServiceToPrice, { code, tax }: Terms): ItemPrice {
  return priceItem(service.source, { ...tax, status: statusOfService(service, tax) }, discountOnService(code, service))
}

/** So many items at one price. The VAT of those rounded alone is settled; that of all others is rounded together. */
type Part = {
  readonly status: AppliedVatStatus
  readonly isRoundedAlone: boolean
  readonly price: ItemPrice
  readonly quantity: number
}

/** The exemption is rounded for each ticket (domain rules 1.3). */
function partOfTicket({ status, price }: Priced<TicketToPrice>, tax: AppliedTax): Part {
  const own = status ?? tax.status
  return { status: own, isRoundedAlone: isExempt(own), price, quantity: 1 }
}

/** Extras are exempt through the order only, and rounded together (domain rules 1.6). */
function partOfService(service: Priced<ServiceToPrice>, tax: AppliedTax): Part {
  const { price, quantity } = service
  return { status: statusOfService(service, tax), isRoundedAlone: false, price, quantity }
}

const statusOfService = ({ vat }: ServiceToPrice, tax: AppliedTax): AppliedVatStatus =>
  vat === 'NONE' ? 'NONE' : tax.status

/**
 * The tickets of an exempt order are settled without VAT, and an amount off it loses the VAT in it like them: 100.00
 * with 10 % in it less 20.00 cost 72.73, which are 80.00 without VAT. An amount of at least what the rows list leaves
 * nothing to pay (domain rules 13, Q2): for an exempt order that is the sum without VAT.
 */
export function priceParts(parts: readonly Part[], tax: AppliedTax, amountOff: Minor): OrderPrice {
  const source = total(parts, listedOf)
  const ownDiscounts = total(parts, ({ price }) => price.discount)
  if (amountOff >= total(parts, listedAfterDiscount)) {
    return { source, discount: source, vat: ZERO, total: ZERO }
  }
  const settled = total(
    parts.filter(({ isRoundedAlone }) => isRoundedAlone),
    ({ price }) => price.final,
  )
  const shared = sharedAmounts(parts, tax, amountOff).map(([status, amount]) => taxed(amount, { ...tax, status }))
  return {
    source,
    discount: lesser(plus(ownDiscounts, amountOff), source),
    vat: sum(shared.map(({ vat }) => vat)),
    total: greater(plus(settled, sum(shared.map(({ final }) => final))), ZERO),
  }
}

const listedOf = ({ price, status, isRoundedAlone }: Part): Minor =>
  isRoundedAlone ? listedPrice(price, status) : price.source

/** What an item costs by its row once its own discount is off: without the VAT that it is spared, before VAT on top. */
const listedAfterDiscount = ({ price, status }: Part): Minor => (isExempt(status) ? price.final : afterDiscount(price))

/** What is taxed together, by status: all that is not settled, and an amount off the order, which has its status. */
function sharedAmounts(parts: readonly Part[], tax: AppliedTax, amountOff: Minor): [AppliedVatStatus, Minor][] {
  const amounts = new Map<AppliedVatStatus, Minor>([[tax.status, negated(amountOff)]])
  for (const { status, isRoundedAlone, price, quantity } of parts) {
    if (isRoundedAlone) continue
    amounts.set(status, plus(amounts.get(status) ?? ZERO, times(afterDiscount(price), quantity)))
  }
  return [...amounts]
}

function total(parts: readonly Part[], amountOf: (part: Part) => Minor): Minor {
  return sum(parts.map(part => times(amountOf(part), part.quantity)))
}

/**
 * What one item costs: the organiser's price, what is taken off it, the VAT stated with it and what the buyer pays for
 * it. Its own rounding serves its invoice line and refund; the order's figures are the ones charged (domain rules 1.3).
 */
export type ItemPrice = { readonly source: Minor; readonly discount: Minor; readonly vat: Minor; readonly final: Minor }

/** Prices one item: the discount comes first, the VAT is that of what is left (domain rules 1.4). */
export function priceItem(source: Minor, tax: AppliedTax, discount: Minor = ZERO): ItemPrice {
  return { source, discount, ...taxed(minus(source, discount), tax) }
}

/** An item that a pass pays for is free, and takes no other discount (domain rules 7.3; 13, Q3). */
function coveredItem(source: Minor): ItemPrice {
  return { source, discount: source, vat: ZERO, final: ZERO }
}

export const afterDiscount = ({ source, discount }: ItemPrice): Minor => minus(source, discount)

/**
 * What a ticket counts before discounts: its price, without the VAT it is spared when it is exempt. That is what order
 * rows show, so that they add up to what is paid (domain rules 1.5, 1.7).
 */
export function listedPrice(price: ItemPrice, status: AppliedTax['status']): Minor {
  return isExempt(status) ? plus(price.final, price.discount) : price.source
}
