import { isUuid } from '#domain/foundation/uuid.ts'
import { type Door, openDoor } from '#server/door/check-in/scan/judge-ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  type GoodTicket,
  codeOf,
  findGoodTicket,
  isOnlineTicket,
  ticketCodeHash,
} from '#server/order/order/good-ticket.ts'
import { isSameText } from '#server/foundation/base/text.ts'

/** The parts of an address of online check-in, unchecked. */
export type OnlineAddress = { readonly shortName: string; readonly publicId: string; readonly hash: string }

/** A ticket whose holder takes part online, and the code that lets in. */
export type OnlineTicket = { readonly good: GoodTicket; readonly door: Door; readonly code: string }

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
