import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { isPassOnSale } from '#domain/order/pass/validity.ts'
import { priceItem } from '#domain/order/pricing/price-order.ts'
import { pricePasses } from '#domain/order/pricing/passes.ts'
import { holdUntil } from '#domain/order/reservation/hold.ts'
import { PASS_SOLD_OUT } from '#domain/order/reservation/selection-problems.ts'
import type { OfferedPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { holdPass } from '#server/order/stock/hold-pass.ts'
import { newReservationId } from '#server/order/stock/hold-seats.ts'
import { paymentProblem } from '#server/catalog/sale-check/judge-ways.ts'
import type { Reserved } from './reserve-tickets.ts'

export type ReservePassRequest = {
  readonly publicId: string
  /** The languages of the buyer, the best first: the first of them that is one of the pass becomes that of the order. */
  readonly languages: readonly Language[]
  /** The visit that will find the reservation again. */
  readonly visit: string | null
}

/** How often a request is decided again because the organiser has edited the pass meanwhile. */
const ATTEMPTS = 3

/**
 * Reserves one pass: it is held and a PENDING reservation exists until RESERVATION_TIMEOUT minutes from now (domain
 * rules 7.1). Null when there is no such pass. Refused as sold out where none is left, and before and after the sale
 * (13, Q15); and when no provider could take the money.
 */
export async function reservePass(shop: Shop, request: ReservePassRequest): Promise<Outcome<Reserved> | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const offer = await shop.catalog.offeredPass(request.publicId)
    if (!offer) return null
    const now = shop.clock.now()
    const { context: pass } = offer
    if (!isPassOnSale(pass, now)) return refused(PASS_SOLD_OUT)
    const price = pricePasses({ source: pass.price, quantity: 1 }, pass.tax)
    const due = { amount: price.total, currency: pass.currency ?? NO_CURRENCY }
    const problem = paymentProblem(shop.providers, offer, { categories: [], due, now })
    if (problem !== null) return refused(problem)
    const id = newReservationId()
    const validity = holdUntil(now, offer.settings.number('RESERVATION_TIMEOUT'))
    const unit = priceItem(pass.price, pass.tax)
    const language = languageOf(offer, request)
    const held = { id, pass, language, unit, price, now, validity, visit: request.visit }
    const answer = await holdPass(shop.db, held)
    if (answer === 'held') return announceReserved(shop, offer, { id, validity })
    if (answer === 'none-left') return refused(PASS_SOLD_OUT)
    shop.catalog.offerChanged(pass)
  }
  throw new Error(`pass ${request.publicId} kept changing while it was reserved`)
}

function announceReserved(
  shop: Shop,
  { context: pass }: OfferedPass,
  reserved: { readonly id: Reserved['id']; readonly validity: Instant },
): Outcome<Reserved> {
  shop.catalog.stockChanged(pass.id)
  shop.log.reserved(reserved.id, pass.publicId, 1)
  return accepted(reserved)
}

function languageOf({ context: { languages } }: OfferedPass, { languages: preferred }: ReservePassRequest): Language {
  return preferred.find(language => languages.includes(language)) ?? languages[0]
}
