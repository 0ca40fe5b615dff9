import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { type OrganizationKey, type Verb, may } from '#domain/access/principal/principal.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type WhichEvent, ownerOfEvent } from './event-store.ts'
import { type DoorTicket, findTicket } from './store.ts'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { callerOf, onlyFor } from '#server/access/api-key/guard.ts'
import { isUuid } from '#domain/foundation/uuid.ts'

/** `foreign`: of another organisation than that of the key. */
type FoundEvent =
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

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface is merged
  interface FastifyContextConfig {
    /** What a route of the entrance is for. */
    readonly verb?: Verb
  }
}

/** What the options of a route say of who is let in. */
type DoorOptions = {
  readonly onRequest: onRequestAsyncHookHandler
  readonly config: { readonly verb: Verb }
}

/** As `onlyFor`, and kept with the route, so that only the same callers learn its other methods. */
export function onlyForDoor(verb: Verb, shop: Shop): DoorOptions {
  return { onRequest: onlyFor(verb, shop), config: { verb } }
}

/** Whom the log names as scanning: the person the device names, else the key. Only behind the guard of keys. */
export function scannerOf(
  request: FastifyRequest,
  { offlineUser = '' }: { readonly offlineUser?: string } = {},
): string {
  const { keyId, description } = callerOf(request)
  return offlineUser.trim() || description.trim() || `API key ${keyId}`
}

/** The private id in a ticket's code; undefined for what can be none. */
export function privateId(text: string): string | undefined {
  return isUuid(text) ? text.toLowerCase() : undefined
}
