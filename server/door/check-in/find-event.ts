import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { type OrganizationKey, type Verb, may } from '#domain/access/principal/principal.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type WhichEvent, ownerOfEvent } from './event-store.ts'
import { privateId } from './private-id.ts'
import { type DoorTicket, findTicket } from './store.ts'

/** `foreign`: of another organisation than that of the key. */
export type FoundEvent =
  | { readonly kind: 'own'; readonly offer: OfferedEvent }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown' }

/** The event as the door needs it, in whatever status it is. Never inside a transaction. */
export async function findEvent(
  { db, catalog }: Shop,
  caller: OrganizationKey,
  which: WhichEvent,
  verb: Verb = 'see-entrance',
): Promise<FoundEvent> {
  const owner = await ownerOfEvent(db, which)
  if (owner === undefined) return { kind: 'unknown' }
  if (!may(caller, verb, owner)) return { kind: 'foreign' }
  return { kind: 'own', offer: await catalog.eventOf(owner.id) }
}

/** Only an event of the organisation whose key it is. */
export async function findOwnEvent(
  shop: Shop,
  caller: OrganizationKey,
  which: WhichEvent,
): Promise<OfferedEvent | undefined> {
  const found = await findEvent(shop, caller, which)
  return found.kind === 'own' ? found.offer : undefined
}

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
