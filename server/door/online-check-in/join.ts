import { openCallLink } from '#domain/door/check-in/online-room.ts'
import { type Showing, checkIn } from '#server/door/check-in/scan/check-in.ts'
import { type Door, type ScanResult, evaluateTicket, openDoor } from '#server/door/check-in/scan/judge-ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import {
  type GoodTicket,
  codeOf,
  findGoodTicket,
  isOnlineTicket,
  ticketCodeHash,
} from '#server/order/order/good-ticket.ts'
import { isSameText } from '#server/foundation/base/text.ts'

/** Where the holder is led. */
export type WayIn =
  | { readonly to: 'call'; readonly link: string }
  | { readonly to: 'waiting-room' }
  /** Refused: the page of the ticket. */
  | { readonly to: 'ticket' }
  /** Nothing is known there. */
  | { readonly to: 'home' }

/** The name in the log of scans and the audit: no person let the holder in. */
const BY = 'online'

/**
 * Where the address of a check-in leads. Nothing is changed, for programs that check mails follow every address: a
 * ticket that may come in is led to the waiting room, whose button joins, and a holder who is in to the call.
 */
export async function wayIn(shop: Shop, address: OnlineAddress): Promise<WayIn> {
  const coming = await findComing(shop, address)
  if ('to' in coming) return coming
  const { status } = await evaluateTicket(shop, coming.door, coming.showing)
  return status === 'OK_READY_TO_BE_CHECKED_IN' ? { to: 'waiting-room' } : placeAfter(status, coming.link)
}

/**
 * Checks in the holder who joins while a link is open, and leads to it (lifecycle F, online). A holder who is in comes
 * in again, which changes nothing.
 */
export async function join(shop: Shop, address: OnlineAddress): Promise<WayIn> {
  const coming = await findComing(shop, address)
  if ('to' in coming) return coming
  const { door, showing, link } = coming
  const { status: before } = await evaluateTicket(shop, door, showing)
  const { status } = before === 'ALREADY_CHECK_IN' ? { status: before } : await checkIn(shop, door, showing)
  return placeAfter(status, link)
}

type Coming = { readonly door: Door; readonly showing: Showing; readonly link: string }

/** The ticket with the link that is open; or where to go without one of the two. */
async function findComing(shop: Shop, address: OnlineAddress): Promise<Coming | WayIn> {
  const found = await findOnlineTicket(shop, address)
  if (!found) return { to: 'home' }
  const { good, door, code } = found
  const open = openCallLink(good.offer.context.callLinks, shop.clock.now())
  if (!open) return { to: 'waiting-room' }
  return { door, showing: { identifier: good.ticket.uuid, code, by: BY }, link: open.link }
}

function placeAfter(status: ScanResult['status'], link: string): WayIn {
  switch (status) {
    case 'SUCCESS':
    case 'ALREADY_CHECK_IN':
      return { to: 'call', link }
    case 'TICKET_NOT_FOUND':
    case 'INVALID_TICKET_CODE':
      // Released or passed on since it was found.
      return { to: 'home' }
    default:
      return { to: 'ticket' }
  }
}

/** The parts of an address of online check-in, unchecked. */
export type OnlineAddress = { readonly shortName: string; readonly publicId: string; readonly hash: string }

/** A ticket whose holder takes part online, and the code that lets in. */
type OnlineTicket = { readonly good: GoodTicket; readonly door: Door; readonly code: string }

/** Undefined unless the ticket is sold, has a holder, takes part online, and the hash is that of its code. */
export async function findOnlineTicket(
  shop: Shop,
  { shortName, publicId, hash }: OnlineAddress,
): Promise<OnlineTicket | undefined> {
  const good = isUuid(publicId) ? await findGoodTicket(shop, shortName, publicId.toLowerCase()) : undefined
  if (!good || !isOnlineTicket(good)) return undefined
  const door = await openDoor(shop, good.offer)
  const code = codeOf(good, door.eventKey)
  return isSameText(hash, ticketCodeHash(code)) ? { good, door, code } : undefined
}
