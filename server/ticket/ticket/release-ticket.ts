import { sum } from '#domain/foundation/money/money.ts'
import { orderAfterLeaving } from '#domain/ticket/ticket/release.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { closeOrder } from '#server/order/invoice/take-invoice-back.ts'
import { discardReservations, hadMoneyOrDocuments } from '#server/order/order/release-held.ts'
import { mailReleased } from './mail-released.ts'
import { mayRelease } from './may-release.ts'
import { noteReleasedId, wasReleased } from './former-ids.ts'
import { type SoldTicket, lockSold } from './sold-ticket.ts'
import { removeTicket } from './remove-ticket.ts'
import { lowerOrder } from './store.ts'

/**
 * The holder releases the ticket (domain rules 4.7). Its seat is free for those who wait, and nothing of the person is
 * left on it; with the last ticket its order ends. One that was released before stays so. False when that is not
 * allowed; undefined when there is no such ticket, or it has no holder.
 */
export async function releaseTicket(shop: Shop, shortName: string, publicId: string): Promise<boolean | undefined> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return undefined
  const done = await transaction(shop.db, async tx => {
    const sold = await lockSold(tx, offer, publicId)
    if (!sold?.ticket.email) return undefined
    if (!mayRelease(sold.order, sold.ticket, shop.clock.now())) return { isReleased: false }
    return { isReleased: true, isOfferChanged: await giveUpTicket(tx, shop, sold) }
  })
  if (!done) return (await wasReleased(shop, { shortName, publicId })) || undefined
  if (!done.isReleased) return false
  shop.log.ticketReleased(offer.context.shortName)
  shop.catalog.stockChanged(offer.context.id)
  if (done.isOfferChanged) shop.catalog.offerChanged(offer.context)
  await shop.jobs.wake('distribute-seats')
  await shop.jobs.wake('deliver-mail')
  return true
}

/**
 * A locked ticket leaves its order for nothing, and holder and organiser get a mail; with the last one the order is
 * deleted, or cancelled where it had a payment or a document (lifecycle E). Returns whether there is another offer now:
 * a hidden category may have become smaller.
 */
export async function giveUpTicket(tx: Tx, shop: Shop, sold: SoldTicket): Promise<boolean> {
  const { ticket, order } = sold
  const others = order.tickets.filter(({ id }) => id !== ticket.id)
  const free = order.items.filter(({ ticketId, price }) => ticketId === ticket.id && price.final === 0n)
  const now = shop.clock.now()
  await noteReleasedId(tx, ticket, now)
  await mailReleased(tx, shop, sold)
  const isOfferChanged = await removeTicket(tx, { ticket, order, freed: free, heir: others[0], now })
  const { id } = order.reservation
  const hasMoneyOrDocuments = others.length === 0 && (await hadMoneyOrDocuments(tx, id))
  switch (orderAfterLeaving({ ticketsLeft: others.length, hasMoneyOrDocuments })) {
    case 'stays':
      await lowerOrder(tx, id, sum([ticket, ...free].map(({ price }) => price.discount)))
      break
    case 'deleted':
      await discardReservations(tx, [id], null)
      break
    case 'cancelled':
      await closeOrder(tx, shop, order, { to: 'CANCELLED', notes: [{ type: 'CANCEL_RESERVATION' }] })
  }
  return isOfferChanged
}
