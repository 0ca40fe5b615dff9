import { openCallLink } from '#domain/check-in/online-room.ts'
import { checkIn } from '#server/check-in/scan/check-in.ts'
import { evaluateTicket } from '#server/check-in/scan/evaluate-ticket.ts'
import type { Shop } from '#server/context.ts'
import { type OnlineAddress, findOnlineTicket } from './find-online-ticket.ts'

/** Where somebody is led who comes to join. */
export type WayIn =
  | { readonly to: 'call'; readonly link: string }
  | { readonly to: 'waiting-room' }
  /** Refused: the page of the ticket. */
  | { readonly to: 'ticket' }
  /** Nothing is known there. */
  | { readonly to: 'home' }

/** Whom the log of scans and the audit name: nobody else let the holder in. */
const BY = 'online'

/**
 * Checks the holder in who comes while a link is open, and leads to it (lifecycle F, online). Who is in comes in again,
 * which changes nothing. `isLooking`: it is a program that only wants to know what is there; it never checks in, and it
 * isn't told the link.
 */
export async function join(
  shop: Shop,
  address: OnlineAddress,
  { isLooking }: { readonly isLooking: boolean },
): Promise<WayIn> {
  const found = await findOnlineTicket(shop, address)
  if (!found) return { to: 'home' }
  const { good, door, code } = found
  const open = openCallLink(good.offer.context.callLinks, shop.clock.now())
  if (!open || isLooking) return { to: 'waiting-room' }
  const showing = { identifier: good.ticket.uuid, code, by: BY }
  const { status: before } = await evaluateTicket(shop, door, showing)
  const { status } = before === 'ALREADY_CHECK_IN' ? { status: before } : await checkIn(shop, door, showing)
  switch (status) {
    case 'SUCCESS':
    case 'ALREADY_CHECK_IN':
      return { to: 'call', link: open.link }
    case 'TICKET_NOT_FOUND':
    case 'INVALID_TICKET_CODE':
      // Given back or passed on since it was found.
      return { to: 'home' }
    default:
      return { to: 'ticket' }
  }
}
