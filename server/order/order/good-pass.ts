import { type BoughtPass, passHas } from '#domain/order/pass/bought-pass.ts'
import { type CompleteReservation, reservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type OfferedPass, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { statement } from '#server/foundation/database/database.ts'
import { type Order, readOrder } from './read-order.ts'

/** A pass with an owner: of a complete order, and neither withdrawn from nor cancelled. */
export type GoodPass = {
  readonly pass: BoughtPass
  readonly order: Order<OfferedPass> & { readonly reservation: CompleteReservation }
}

/** The pass of an order; undefined unless it is good. */
export function goodPass(order: Order): BoughtPass | undefined {
  return has(order.reservation, 'isComplete') ? order.passes.find(pass => passHas(pass, 'isAcquired')) : undefined
}

/** As addresses name it: the pass on sale by its public id, and the order. */
export type WhichPass = { readonly id: string; readonly reservationId: string }

/** The good pass of an order of this pass. */
export async function findGoodPass(shop: Shop, which: WhichPass): Promise<GoodPass | undefined> {
  const found = await goodPassOf(shop, which.reservationId)
  return found?.order.offer.context.publicId === which.id.toLowerCase() ? found : undefined
}

/** By the public id of the bought pass. */
export async function findGoodPassByPublicId(shop: Shop, publicId: string): Promise<GoodPass | undefined> {
  const [found] = await shop.db.query(ORDER_OF_PASS, [publicId])
  return found && goodPassOf(shop, found.reservation_id)
}

const ORDER_OF_PASS = statement<{ readonly reservation_id: string }>(
  'order-of-bought-pass',
  'select reservation_id from bought_pass where public_id = $1',
)

async function goodPassOf(shop: Shop, reservation: string): Promise<GoodPass | undefined> {
  const id = reservationId(reservation)
  const order = id && (await readOrder(shop, id))
  if (!order || !isOrderOfPass(order)) return undefined
  const pass = goodPass(order)
  const { reservation: found } = order
  return pass && has(found, 'isComplete') ? { pass, order: { ...order, reservation: found } } : undefined
}

const isOrderOfPass = (order: Order): order is Order<OfferedPass> => isOfPass(order.offer)
