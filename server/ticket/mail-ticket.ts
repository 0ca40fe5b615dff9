import { displayName } from '#domain/catalog/event.ts'
import { fullName } from '#domain/ticket/ticket.ts'
import type { Shop } from '#server/context.ts'
import type { Tx } from '#server/database/database.ts'
import { queueMail } from '#server/documents/mail/queue.ts'
import { composeTicketMail } from '#server/documents/mail/ticket-mail.ts'
import { textsOf } from '#server/language/overrides.ts'
import { describeTicket } from './describe-ticket.ts'
import { type GoodTicket, eventKey, goodTicket, isOnlineTicket } from './good-ticket.ts'

/** Queues a ticket for its holder; nothing happens while nobody holds it. */
export async function mailTicket(
  tx: Tx,
  shop: Shop,
  facts: Pick<GoodTicket, 'ticket' | 'reservation' | 'sale'>,
): Promise<void> {
  const good = goodTicket(facts)
  if (!good) return
  const { ticket, holder, category, reservation, sale } = good
  const { event } = sale
  const { language, span, location, organizer, paymentDue } = describeTicket(good, await eventKey(tx, event))
  const isOnline = isOnlineTicket(good)
  const mail = composeTicketMail(
    {
      language,
      span,
      location,
      organizer,
      eventName: displayName(event),
      holder: { firstName: holder.firstName, name: fullName(holder) },
      category: category.name,
      publicId: ticket.publicId,
      url: `${shop.config.baseUrl}/event/${event.shortName}/ticket/${ticket.publicId}/view?lang=${language}`,
      attendance: isOnline ? { kind: 'online', checkInUrl: null } : { kind: 'in-person', paymentDue },
    },
    textsOf(sale, shop.texts),
  )
  const letter = {
    ...mail,
    purchaseContextId: event.id,
    reservationId: reservation.id,
    recipient: holder.email,
    senderName: displayName(event),
    replyTo: event.organization.email,
    attachments: [
      ...(isOnline ? [] : [{ kind: 'ticket-pdf' as const, ticketId: ticket.publicId }]),
      { kind: 'event-calendar' as const, eventId: event.id, language, ticketId: ticket.publicId },
    ],
  }
  await queueMail(tx, letter, shop.clock.now())
}
