import { fullName, holderOf } from '#domain/ticket/ticket.ts'
import type { Shop } from '#server/context.ts'
import type { Tx } from '#server/database/database.ts'
import { sendLetter } from '#server/letter/send-letter.ts'
import { composeReleaseNotification, composeTicketReleased } from './letters/ticket-released.ts'
import { mailContext } from '#server/order/describe-order.ts'
import { categoryNameOf } from '#server/order/category-name.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** To the holder who gives the ticket back, and to the organiser (lifecycle D). */
export async function mailReleased(tx: Tx, shop: Shop, { ticket, order }: SoldTicket): Promise<void> {
  const holder = holderOf(ticket)
  if (!holder) return
  const { reservation, offer } = order
  const { context: event } = offer
  const facts = (language: string) => ({
    ...mailContext(order, language),
    holder: { ...holder, name: fullName(holder) },
    category: categoryNameOf(offer, ticket),
    publicId: ticket.publicId,
  })
  await sendLetter(tx, shop, { offer, reservation, recipient: holder.email }, texts =>
    composeTicketReleased(facts(ticket.language ?? reservation.language), texts),
  )
  await sendLetter(tx, shop, { offer, reservation, recipient: event.organization.email }, texts =>
    composeReleaseNotification(facts(event.languages[0]), texts),
  )
}
