import type { BoxOffice, BoxWay } from '#contract/box-office.ts'
import { isOnSale } from '#domain/catalog/catalog/category.ts'
import { isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { seatsOf } from '#server/catalog/catalog/seats.ts'
import type { Shop } from '#server/catalog/context.ts'
import { presentExtras, presentSaleQuestions } from '#server/organiser/new-orders/present-extras.ts'
import { offeredPayments } from '#server/payment/pay/offered-payments.ts'
import { type AtBox, currencyOf, sellsExtra, soldCategories } from './at-box.ts'
import { lastSales, openDrawersOf } from './box-store.ts'
import { presentDrawer } from './drawers.ts'

/** How the event offers to be paid by transfer; undefined where it does not, as shortly before it begins. */
export const transferOf = (shop: Offering, offer: OfferedEvent) =>
  offeredPayments(shop, offer, { categories: [], now: shop.clock.now() }).find(
    ({ method }) => method === 'BANK_TRANSFER',
  )

type Offering = Pick<Shop, 'providers' | 'methodLists' | 'clock'>

/** How a sale can be paid here: what the event offers to buyers, beside what is taken at the door. */
export function boxWays(shop: Offering, offer: OfferedEvent): BoxWay[] {
  const offered = offeredPayments(shop, offer, { categories: [], now: shop.clock.now() })
  const isOnline = offered.some(({ method, proxy }) => method !== 'BANK_TRANSFER' && !isPaidAtDesk(proxy))
  return [
    'CASH',
    'TERMINAL',
    ...(transferOf(shop, offer) ? (['TRANSFER'] as const) : []),
    ...(isOnline ? (['LINK'] as const) : []),
  ]
}

/** What the page of a box office begins with. */
export async function readBoxOfficeOf(shop: Shop, at: AtBox): Promise<Omit<BoxOffice, 'mustName'>> {
  const { offer } = at.door
  const { doorKeyId } = at.opened.principal
  const now = shop.clock.now()
  const code = currencyOf(offer)
  const seats = await shop.catalog.seats(offer.context)
  return {
    currency: offer.context.currency,
    categories: soldCategories(at)
      .filter(category => isOnSale(category, now))
      .map(category => ({
        id: category.id,
        name: category.name,
        price: printed(category.price, code),
        left: seatsOf(seats, category).free,
        most: offer.settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', category.id),
      })),
    extras: (await presentExtras(shop, offer)).filter(({ id }) => sellsExtra(at, id)),
    questions: presentSaleQuestions(offer, { clock: shop.clock, isShown: ({ isRequired }) => isRequired }),
    ways: boxWays(shop, offer),
    drawers: (await openDrawersOf(shop.db, doorKeyId)).map(presentDrawer),
    sales: (await lastSales(shop.db, doorKeyId)).map(({ lines, amount, undoneAt, id, at: soldAt, way, person }) => ({
      id,
      at: soldAt,
      way,
      amount: printed(amount, code),
      tickets: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      person,
      isUndone: undoneAt !== null,
    })),
  }
}
