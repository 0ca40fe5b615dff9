import type { Instant } from '#domain/foundation/instant.ts'
import type { BookedItem } from '#domain/order/reservation/booked-item.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { voidPasses } from '#server/order/wallet-notes/note-changes.ts'
import { noteCancelledId } from './former-ids.ts'
import { dropTicketMails, erasePerson, freeItems, moveItems, noteOfferChanged, releaseSeat } from './store.ts'

export type TicketRemoval = {
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
