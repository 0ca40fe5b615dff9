import { expect } from 'vitest'
import type { Shop } from '#server/catalog/context.ts'
import { aCategoryFile, anEventFile } from '../../builders/event-file.ts'
import { type Buyer, aBuyer } from '../buyer/buyer.ts'
import type { Organiser } from '../organiser/organiser.ts'
import { codesOf } from '../buyer/purchase.ts'
import { repetitions } from '../run/repetitions.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '../organiser/event-setup.ts'

/** Many buyers who come for the last of something at the same moment. */

export const TIMES = repetitions()

/** Sixty seats: those of the pool, "Conference", and thirty of "Members". */
export async function setUpEventToRush(shop: Shop, organiser: Organiser, slug: string): Promise<EventSetup> {
  const now = shop.clock.now()
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Members', maxTickets: 30 })]
  return setUpEvent(shop, await organiser.open(anEventFile(now, { slug, seats: 60, categories })))
}

/** Thirty buyers who are there already. */
export async function aCrowd(url: string): Promise<readonly Buyer[]> {
  const crowd = Array.from({ length: 30 }, () => aBuyer(url))
  await Promise.all(crowd.map(buyer => buyer.arrive()))
  return crowd
}

/**
 * All buyers order at once and take `orders` in turn; returns how many won, and checks that every other buyer got one
 * of these codes.
 */
export async function rush(
  crowd: readonly Buyer[],
  setup: EventSetup,
  { orders, tooLate }: { readonly orders: readonly OrderToPlace[]; readonly tooLate: readonly string[] },
): Promise<number> {
  const answers = await Promise.all(
    crowd.map((buyer, index) => setup.order(buyer, orders[index % orders.length] ?? { tickets: {} })),
  )
  const late = answers.filter(({ status }) => status === 422)
  expect(late.filter(answer => !codesOf(answer).every(code => tooLate.includes(code)))).toEqual([])
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length + late.length).toBe(crowd.length)
  return won.length
}
