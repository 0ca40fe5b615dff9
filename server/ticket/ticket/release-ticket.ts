import { sum } from '#domain/foundation/money/money.ts'
import { type ReleaseFacts, canRelease, orderAfterLeaving } from '#domain/ticket/ticket/release.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { closeOrder } from '#server/order/invoice/take-invoice-back.ts'
import { discardReservations, hadMoneyOrDocuments } from '#server/order/order/release-held.ts'
import { mailReleased } from './mails.ts'
import { noteCancelledId, noteReleasedId, wasReleased } from './former-ids.ts'
import { type SoldTicket, lockSold } from './sold-ticket.ts'
import {
  dropTicketMails,
  erasePerson,
  freeItems,
  lowerOrder,
  moveItems,
  noteOfferChanged,
  releaseSeat,
} from './store.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BookedItem } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { voidPasses } from '#server/order/wallet-notes/note-changes.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'

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

type TicketRemoval = {
  readonly ticket: Ticket
  readonly order: Pick<Order, 'reservation' | 'items'>
  /** Extras that go with it; the others of this ticket stay with the order. */
  readonly freed: readonly BookedItem[]
  /** The ticket that takes the extras that stay; undefined when none is left. */
  readonly heir: Ticket | undefined
  /** Which organiser's key; left out for the holder. */
  readonly by?: string
  readonly now: Instant
}

/**
 * Releases a ticket of a locked order (domain rules 4.7): its seat is free, its passes are void, and nothing of the
 * person is left on it. What the order costs is the caller's. Returns whether there is another offer now: a hidden
 * category may have become smaller.
 */
export async function removeTicket(
  tx: Tx,
  { ticket, order: { reservation, items }, freed, heir, by, now }: TicketRemoval,
): Promise<boolean> {
  await noteAudit(tx, { at: now, type: 'CANCEL_TICKET', reservation, ticket, ...(by !== undefined && { by }) })
  await noteCancelledId(tx, ticket, now)
  await dropTicketMails(tx, ticket)
  await voidPasses(tx, ticket, now)
  await erasePerson(tx, ticket)
  const gone = freed.map(({ id }) => id)
  const kept = items.filter(({ id, ticketId }) => ticketId === ticket.id && !gone.includes(id))
  await freeItems(tx, gone)
  if (heir) {
    await moveItems(
      tx,
      kept.map(({ id }) => id),
      heir,
    )
  }
  const isOfferChanged = await releaseSeat(tx, ticket)
  if (isOfferChanged) await noteOfferChanged(tx, reservation.contextId)
  return isOfferChanged
}

type OrderOfTicket = Pick<Order<OfferedEvent>, 'reservation' | 'tickets' | 'items' | 'offer'>

/** May the holder give this ticket of the order back now? */
export function mayRelease(order: OrderOfTicket, ticket: Ticket, now: Instant): boolean {
  const isAllowed = order.offer.settings.flag('ALLOW_FREE_TICKETS_CANCELLATION', ticket.categoryId)
  return canRelease(ticket, { ...releaseFacts(order, now), isAllowed })
}

/** What decides whether a ticket can leave its order. */
export function releaseFacts({ reservation, tickets, items, offer }: OrderOfTicket, now: Instant): ReleaseFacts {
  return {
    event: offer.context,
    categories: offer.categories,
    price: reservation.price,
    tickets,
    items: items.map(({ serviceId, price }) => ({ type: serviceOf(offer, serviceId).type, price })),
    now,
  }
}
