import { has } from '#domain/order/reservation/states.ts'
import { passHas } from '#domain/order/pass/bought-pass.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'
import { type GoodTicket, goodTicket, isOnlineTicket } from '#server/order/order/good-ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { passesOf } from '#server/order/order/passes-of.ts'
import { findReservation, findTicket, lockReservation, lockSeat } from '#server/order/order/reservations.ts'
import { type WalletKind, type WalletPass, countVoided, putPass } from './store.ts'

/** A pass, and the ticket it is of. */
export type HandedOut = { readonly pass: WalletPass; readonly good: GoodTicket }

type HandingOut = {
  readonly offer: OfferedEvent
  readonly publicId: string
  readonly kind: WalletKind
  /** Google's name for the pass; Apple's have none. */
  readonly nameFor: (holderNumber: number) => string | null
}

/**
 * Notes that the holder of a ticket gets it for a wallet, so that the wallet receives every change from now on.
 * Undefined unless the ticket is of a complete order of this event, has a holder, and lets in at the place (lifecycle
 * G).
 */
export function handOut(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { offer, publicId, kind, nameFor }: HandingOut,
): Promise<HandedOut | undefined> {
  return transaction(db, async tx => {
    if (!(await lockSeat(tx, publicId))) return undefined
    const ticket = await findTicket(tx, publicId)
    const reservation = ticket && (await findReservation(tx, ticket.reservationId))
    const good = ticket && reservation && goodTicket({ ticket, reservation, offer })
    if (!good || isOnlineTicket(good)) return undefined
    const holderNumber = await countVoided(tx, ticket.uuid, kind)
    const pass = {
      kind,
      contextId: offer.context.id,
      categoryId: ticket.categoryId,
      reservationId: reservation.id,
      serialNumber: ticket.uuid,
      publicId: ticket.publicId,
      holderNumber,
      objectId: nameFor(holderNumber),
    }
    return { good, pass: await putPass(tx, pass, clock.now()) }
  })
}

/** The same of a bought pass: undefined when its order has ended meanwhile. */
export function handOutPass(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { good, kind, nameFor }: Pick<HandingOut, 'kind' | 'nameFor'> & { readonly good: GoodPass },
): Promise<WalletPass | undefined> {
  const { id: orderId, contextId } = good.order.reservation
  const { publicId } = good.pass
  return transaction(db, async tx => {
    const reservation = await lockReservation(tx, orderId)
    const bought = await passesOf(tx, orderId)
    const isGood = bought.some(one => one.publicId === publicId && passHas(one, 'isAcquired'))
    if (!reservation || !has(reservation, 'isComplete') || !isGood) return undefined
    const holderNumber = await countVoided(tx, publicId, kind)
    const handed = {
      kind,
      contextId,
      categoryId: null,
      reservationId: orderId,
      serialNumber: publicId,
      publicId,
      holderNumber,
      objectId: nameFor(holderNumber),
    }
    return putPass(tx, handed, clock.now())
  })
}
