import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'

type Sold = Pick<OfferedEvent, 'settings'>

/** Does a ticket that was passed on stay open to the buyer of its order as well (lifecycle E)? */
export function staysWithBuyer({ settings }: Sold, { categoryId }: Pick<Ticket, 'categoryId'>): boolean {
  return settings.flag('PASSED_ON_TICKETS_STAY_WITH_BUYER', categoryId)
}

/** The id that the order lists in place of one that opens the ticket; null where the order may open it. */
export const hiddenInOrder =
  (offer: Sold) =>
  (ticket: Pick<Ticket, 'categoryId' | 'idInOrder'>): string | null =>
    staysWithBuyer(offer, ticket) ? null : ticket.idInOrder
