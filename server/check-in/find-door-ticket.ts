import type { TicketStatus } from '#domain/ticket/ticket.ts'
import type { Shop } from '#server/context.ts'
import { findOwnEvent } from './find-event.ts'
import type { KeyHolder } from './key-store.ts'
import { type DoorTicket, findTicket } from './store.ts'
import { privateId } from './private-id.ts'

/** A sold ticket of an event of the organisation; undefined for anything else. */
export async function findDoorTicket(
  shop: Shop,
  holder: KeyHolder,
  { shortName, identifier }: { shortName: string; identifier: string },
): Promise<DoorTicket | undefined> {
  const sale = await findOwnEvent(shop, holder, { shortName })
  const uuid = privateId(identifier)
  const ticket = sale && uuid ? await findTicket(shop.db, { eventId: sale.event.id, uuid }) : undefined
  return ticket && SOLD.includes(ticket.status) ? ticket : undefined
}

const SOLD: readonly TicketStatus[] = ['TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN']
