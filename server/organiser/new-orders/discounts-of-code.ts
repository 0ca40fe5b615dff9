import type { NewOrderOffer } from '#contract/desk-new-order.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import { isOptional } from '#domain/catalog/price/additional-service.ts'
import { discountOnService, discountOnTicket } from '#domain/catalog/price/discount.ts'
import { codeForPricing } from '#domain/catalog/promo-code/redeemable-code.ts'
import { type Minor, minus, printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findCode } from '#server/catalog/promo-code/find-code.ts'

type Reading = Pick<Shop, 'db' | 'clock'>

/**
 * What one ticket and one item of an extra cost with a code, where it lowers their price: by the rules of every order (domain rules
 * 1.4, 2.4). None for a code that can't be used now, which the plan of the order refuses, and for an amount off the whole order.
 */
export async function discountsOfCode(
  { db, clock }: Reading,
  offer: OfferedEvent,
  typed: string | undefined,
): Promise<NewOrderOffer['discounts']> {
  const now = clock.now()
  const { context, categories, services } = offer
  const { currency } = context
  const code = typed === undefined ? null : codeForPricing(await findCode(db, offer, typed, now))
  if (code === null || currency === null) return []
  const lowered = (about: 'TICKET' | 'EXTRA', id: number, source: Minor, discount: Minor) =>
    discount > 0n ? [{ about, id, price: printed(minus(source, discount), currency) }] : []
  return [
    ...categories
      .filter(({ isRestricted }) => !isRestricted)
      .flatMap(({ id, price: source }) =>
        lowered('TICKET', id, source, discountOnTicket(code, { source, categoryId: id })),
      ),
    ...services.flatMap(service => {
      const { id, charge, type } = service
      if (!isOptional(charge) || charge.price === null || !isServiceOnSale(service, now)) return []
      const { price: source } = charge
      return lowered('EXTRA', id, source, discountOnService(code, { source, type }))
    }),
  ]
}
