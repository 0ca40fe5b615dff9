import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import type { GoodTicket } from './good-ticket.ts'
import { mailTicket } from './mail-ticket.ts'

/** Mails a ticket to its holder once more. */
export async function sendTicket(shop: Shop, good: GoodTicket): Promise<void> {
  await transaction(shop.db, tx => mailTicket(tx, shop, good))
  await shop.jobs.wake('deliver-mail')
}
