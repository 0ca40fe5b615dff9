import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { type QueuedMail, queueMail } from '#server/mail/letter/queue.ts'
import { writeLetter } from '#server/mail/letter/send-letter.ts'
import { type TicketMail, composeTicketMail } from './letters.ts'
import { type GoodTicket, describeTicket, eventKey, goodTicket } from '#server/order/order/good-ticket.ts'
import { ticketUpdateUrl, ticketViewUrl } from '#server/mail/letter/page-urls.ts'
import { hashForJoining, waitingRoomUrl } from './waiting-room.ts'

type Facts = Pick<GoodTicket, 'ticket' | 'reservation' | 'offer'>

/** Queues a ticket for its holder; does nothing while it has none. */
export async function mailTicket(
  tx: Tx,
  shop: Shop,
  facts: Facts,
  { isAskedFor = false }: { readonly isAskedFor?: boolean } = {},
): Promise<void> {
  const mail = await mailOfTicket(tx, shop, facts)
  if (mail) await queueMail(tx, { ...mail, ...(isAskedFor && { outlivesEvent: true }) }, shop.clock.now())
}

/** The mail that brings a ticket to its holder; undefined while it has none. */
export async function mailOfTicket(tx: Tx, shop: Shop, facts: Facts): Promise<QueuedMail | undefined> {
  const good = goodTicket(facts)
  if (!good) return undefined
  const { ticket, holder, category, reservation, offer } = good
  const { context: event } = offer
  const { language, span, location, organizer, paymentDue } = describeTicket(good, await eventKey(tx, event))
  const hash = await hashForJoining(tx, good)
  const joinUrl = hash === null ? null : waitingRoomUrl(shop.config.baseUrl, good, { hash, language })
  const letter: TicketMail = {
    language,
    span,
    location,
    organizer,
    eventName: displayName(event),
    holder: { firstName: holder.firstName, name: fullName(holder) },
    category: category.name,
    publicId: ticket.publicId,
    changeUrl: ticketUpdateUrl(shop, { offer, ticket, language }),
    attendance:
      joinUrl === null
        ? { kind: 'in-person', url: ticketViewUrl(shop, { offer, ticket, language }), paymentDue }
        : { kind: 'online', joinUrl },
  }
  const envelope = {
    offer,
    reservation,
    recipient: holder.email,
    attachments: [
      ...(joinUrl === null ? [{ kind: 'ticket-pdf' as const, ticketId: ticket.publicId }] : []),
      {
        kind: 'event-calendar' as const,
        eventId: event.id,
        language,
        ticketId: ticket.publicId,
        // As it is now: made when the mail goes out it could be the next holder's.
        ...(joinUrl !== null && offer.settings.flag('INCLUDE_CHECK_IN_URL_ICAL') && { joinUrl }),
      },
    ],
  }
  return writeLetter(shop, envelope, texts => composeTicketMail(letter, texts))
}
