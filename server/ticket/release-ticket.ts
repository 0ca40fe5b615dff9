import { type Minor, ZERO, plus } from '#domain/money/money.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import { noteAudit } from '#server/audit/audit.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { discardReservations } from '#server/order/discard.ts'
import type { Order } from '#server/order/read-order.ts'
import { voidPasses } from '#server/wallet/note-changes.ts'
import { mailReleased } from './mail-released.ts'
import { mayRelease } from './may-release.ts'
import { noteReleasedId, wasReleased } from './former-ids.ts'
import { type SoldTicket, lockSold } from './sold-ticket.ts'
import {
  dropTicketMails,
  forgetPerson,
  freeItems,
  lowerOrder,
  moveItems,
  noteOfferChanged,
  releaseSeat,
} from './store.ts'

/**
 * The holder gives the ticket back (domain rules 4.7). Its seat is free for those who wait, and nothing of the person is
 * left on it; the last ticket takes its order with it. One that was given back before is so still. False when that is not
 * allowed; undefined when there is no such ticket, or nobody holds it.
 */
export async function releaseTicket(shop: Shop, shortName: string, publicId: string): Promise<boolean | undefined> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return undefined
  const done = await transaction(shop.db, async tx => {
    const sold = await lockSold(tx, offer, publicId)
    if (!sold?.ticket.email) return undefined
    if (!mayRelease(sold.order, sold.ticket, shop.clock.now())) return { isReleased: false }
    return { isReleased: true, isOfferChanged: await release(tx, shop, sold) }
  })
  if (!done) return (await wasReleased(shop, { shortName, publicId })) || undefined
  if (!done.isReleased) return false
  shop.log.ticketReleased(offer.context.shortName)
  shop.catalog.seatsChanged(offer.context.id)
  if (done.isOfferChanged) shop.catalog.offerChanged(offer.context)
  await shop.jobs.wake('distribute-seats')
  await shop.jobs.wake('deliver-mail')
  return true
}

/** Returns whether there is another offer now: a hidden category may have become smaller. */
async function release(tx: Tx, shop: Shop, sold: SoldTicket): Promise<boolean> {
  const { ticket, order } = sold
  const { reservation, tickets } = order
  const others = tickets.filter(({ id }) => id !== ticket.id)
  await noteReleasedId(tx, ticket, shop.clock.now())
  await noteAudit(tx, { at: shop.clock.now(), type: 'CANCEL_TICKET', reservation, ticket })
  await dropTicketMails(tx, ticket)
  await voidPasses(tx, ticket, shop.clock.now())
  await mailReleased(tx, shop, sold)
  await forgetPerson(tx, ticket)
  const takenOff = await giveExtrasBack(tx, order, ticket, others)
  const isOfferChanged = await releaseSeat(tx, ticket)
  if (isOfferChanged) await noteOfferChanged(tx, reservation.contextId)
  if (others.length === 0) await discardReservations(tx, [reservation.id], null)
  else await lowerOrder(tx, reservation.id, plus(takenOff, ticket.price.discount))
  return isOfferChanged
}

/** Returns what had been taken off those that are gone, to the last coin. */
async function giveExtrasBack(tx: Tx, { items }: Order, ticket: Ticket, others: readonly Ticket[]): Promise<Minor> {
  const own = items.filter(({ ticketId }) => ticketId === ticket.id)
  const free = own.filter(({ price }) => price.final === 0n)
  const paid = own.filter(({ price }) => price.final !== 0n)
  await freeItems(
    tx,
    free.map(({ id }) => id),
  )
  const [heir] = others
  if (heir) {
    await moveItems(
      tx,
      paid.map(({ id }) => id),
      heir,
    )
  }
  return free.reduce((sum, { price }) => plus(sum, price.discount), ZERO)
}
