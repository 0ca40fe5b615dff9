import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { countMailRequest } from '#server/mail/request-limit/count-request.ts'
import type { GoodTicket } from '#server/order/order/good-ticket.ts'
import { mailTicket } from './mail-ticket.ts'
import { lockSeat } from '#server/order/order/reservations.ts'

export type TicketSent =
  | { readonly kind: 'queued' }
  /** It has another holder meanwhile. */
  | { readonly kind: 'gone' }
  /** Asked for too often. */
  | { readonly kind: 'wait'; readonly seconds: number }

/** Mails a ticket to its holder once more; after the event too, because they have asked for it (lifecycle D). */
export async function sendTicket(shop: Shop, good: GoodTicket): Promise<TicketSent> {
  const { publicId, uuid } = good.ticket
  const sent = await transaction(shop.db, async (tx): Promise<TicketSent> => {
    if (!(await lockSeat(tx, publicId))) return { kind: 'gone' }
    const seconds = await countMailRequest(tx, { subjectId: uuid, kind: 'AGAIN' }, shop.clock.now())
    if (seconds > 0) return { kind: 'wait', seconds }
    await mailTicket(tx, shop, good, { isAskedFor: true })
    return { kind: 'queued' }
  })
  if (sent.kind === 'queued') await shop.jobs.wake('deliver-mail')
  return sent
}
