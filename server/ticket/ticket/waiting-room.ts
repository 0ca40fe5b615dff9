import { pathTo } from '#contract/paths.ts'
import { waitingRoomPath } from '#contract/ticket-paths.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type GoodTicket, codeOf, eventKey, isOnlineTicket, ticketCodeHash } from '#server/order/order/good-ticket.ts'

/** The parts of the addresses of online check-in; null for a ticket that is shown at a door. */
export async function hashForJoining(on: Queryable, good: GoodTicket): Promise<string | null> {
  if (!isOnlineTicket(good)) return null
  return ticketCodeHash(codeOf(good, await eventKey(on, good.offer.context)))
}

/**
 * The page where the holder waits, and joins by a button, because programs that scan mails open the addresses they find
 * (decision 68). Mails and calendars lead here.
 */
export function waitingRoomUrl(
  baseUrl: string,
  { ticket, offer }: Pick<GoodTicket, 'ticket' | 'offer'>,
  { hash, language }: { readonly hash: string; readonly language: string },
): string {
  const params = { eventName: offer.context.shortName, ticketIdentifier: ticket.publicId, ticketCodeHash: hash }
  return `${baseUrl}${pathTo(waitingRoomPath, params)}?lang=${language}`
}
