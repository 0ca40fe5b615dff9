import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import { countMailRequest } from '#server/mail-request/count-request.ts'
import type { GoodTicket } from './good-ticket.ts'
import { mailTicket } from './mail-ticket.ts'
import { lockSeat } from './store.ts'

/** Mails a ticket to its holder once more. Answers 0, or in how many seconds it may be asked for again. */
export async function sendTicket(shop: Shop, good: GoodTicket): Promise<number> {
  const { publicId } = good.ticket
  const seconds = await transaction(shop.db, async tx => {
    await lockSeat(tx, publicId)
    const wait = await countMailRequest(tx, publicId, shop.clock.now())
    if (wait === 0) await mailTicket(tx, shop, good)
    return wait
  })
  if (seconds === 0) await shop.jobs.wake('deliver-mail')
  return seconds
}
