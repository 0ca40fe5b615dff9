import { fullName, holderOf } from '#domain/ticket/ticket.ts'
import type { Shop } from '#server/context.ts'
import type { Tx } from '#server/database/database.ts'
import { queueMail } from '#server/letter/queue.ts'
import { composeReleaseNotification, composeTicketReleased } from './letters/ticket-released.ts'
import { textsOf } from '#server/language/overrides.ts'
import { mailContext } from '#server/order/describe-order.ts'
import { categoryNameOf, senderOf } from '#server/order/mail-parts.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** To the holder who gives the ticket back, and to the organiser (lifecycle D). */
export async function mailReleased(tx: Tx, shop: Shop, { ticket, order }: SoldTicket): Promise<void> {
  const holder = holderOf(ticket)
  if (!holder) return
  const { reservation, sale } = order
  const { event } = sale
  const texts = textsOf(sale, shop.texts)
  const facts = (language: string) => ({
    ...mailContext(order, language),
    holder: { ...holder, name: fullName(holder) },
    category: categoryNameOf(sale, ticket),
    publicId: ticket.publicId,
  })
  const letter = { ...senderOf(order), attachments: [] }
  const now = shop.clock.now()
  const toHolder = composeTicketReleased(facts(ticket.language ?? reservation.language), texts)
  await queueMail(tx, { ...toHolder, ...letter, recipient: holder.email }, now)
  const toOrganiser = composeReleaseNotification(facts(event.languages[0]), texts)
  await queueMail(tx, { ...toOrganiser, ...letter, recipient: event.organization.email }, now)
}
