import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { OrganizationKey } from '#domain/access/principal/principal.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findOwnEvent } from './find-event.ts'
import { type DoorTicket, findTicket } from './store.ts'
import { privateId } from './private-id.ts'

/** A sold ticket of an event of the organisation; undefined for anything else. */
export async function findDoorTicket(
  shop: Shop,
  caller: OrganizationKey,
  { shortName, identifier }: { shortName: string; identifier: string },
): Promise<DoorTicket | undefined> {
  const offer = await findOwnEvent(shop, caller, { shortName })
  const uuid = privateId(identifier)
  const ticket = offer && uuid ? await findTicket(shop.db, { eventId: offer.context.id, uuid }) : undefined
  return ticket && ticketHas(ticket, 'isSold') ? ticket : undefined
}
