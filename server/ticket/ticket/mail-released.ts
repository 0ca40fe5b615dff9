import { fullName, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { categoryNameOf } from '#server/order/order/order-rows.ts'
import { type TicketReleased, composeReleaseNotification, composeTicketReleased } from './letters.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** To the holder who releases the ticket, and to the organiser (lifecycle D). */
export async function mailReleased(tx: Tx, shop: Shop, sold: SoldTicket): Promise<void> {
  const { offer, reservation } = sold.order
  const { context: event } = offer
  const facts = factsOf(sold, event.languages[0])
  if (!facts) return
  await mailHolderReleased(tx, shop, sold)
  await sendLetter(tx, shop, { offer, reservation, recipient: event.organization.email }, texts =>
    composeReleaseNotification(facts, texts),
  )
}

/** To the holder alone, whose ticket the organiser has cancelled. */
export async function mailHolderReleased(tx: Tx, shop: Shop, sold: SoldTicket): Promise<void> {
  const { ticket, order } = sold
  const { offer, reservation } = order
  const facts = factsOf(sold, ticket.language ?? reservation.language)
  if (!facts) return
  await sendLetter(tx, shop, { offer, reservation, recipient: facts.holder.email }, texts =>
    composeTicketReleased(facts, texts),
  )
}

/** Undefined for a ticket without a holder. */
function factsOf({ ticket, order }: SoldTicket, language: string): TicketReleased | undefined {
  const holder = holderOf(ticket)
  return (
    holder && {
      ...mailContext(order, language),
      holder: { ...holder, name: fullName(holder) },
      category: categoryNameOf(order.offer, ticket),
      publicId: ticket.publicId,
    }
  )
}
