import type { Shop } from './context.ts'
import type { Attachment, AttachmentDescription, MakeAttachment } from './documents/mail/attachment.ts'
import { CALENDAR_FILE_NAME, CALENDAR_TYPE, eventCalendar } from './documents/calendar/event-calendar.ts'
import { ticketFileName } from './documents/pdf/ticket-document.ts'
import { ticketPdf } from './documents/pdf/ticket-pdf.ts'
import { calendarEntry } from './catalog/calendar.ts'
import { documentFileById } from './invoice/document-file.ts'
import { textsOf } from './language/overrides.ts'
import { describeTicket } from './ticket/describe-ticket.ts'
import { eventKey, findGoodTicketById } from './ticket/good-ticket.ts'

/** Makes what mails carry, as new as the moment they go out. */
export function attachmentsOf(shop: Shop): MakeAttachment {
  return description => {
    switch (description.kind) {
      case 'ticket-pdf':
        return ticketAttachment(shop, description)
      case 'event-calendar':
        return calendarAttachment(shop, description)
      case 'billing-pdf':
        return billingAttachment(shop, description)
      default:
        return description satisfies never
    }
  }
}

/** Nothing for a ticket that is no longer good: it has been given back meanwhile. */
async function ticketAttachment(
  shop: Shop,
  { ticketId }: Extract<AttachmentDescription, { kind: 'ticket-pdf' }>,
): Promise<Attachment | undefined> {
  const good = await findGoodTicketById(shop, ticketId)
  if (!good) return undefined
  const ticket = describeTicket(good, await eventKey(shop.db, good.sale.event))
  const content = await ticketPdf(ticket, textsOf(good.sale, shop.texts))
  return { fileName: ticketFileName(ticketId), contentType: 'application/pdf', content }
}

async function calendarAttachment(
  shop: Shop,
  { eventId, language, ticketId }: Extract<AttachmentDescription, { kind: 'event-calendar' }>,
): Promise<Attachment> {
  const { event } = await shop.catalog.eventOf(eventId)
  const category = ticketId === undefined ? undefined : (await findGoodTicketById(shop, ticketId))?.category
  const entry = calendarEntry(event, { language, ...(category && { category }) })
  const host = new URL(shop.config.baseUrl).host
  const content = eventCalendar(entry, { host, writtenAt: shop.clock.now() })
  return { fileName: CALENDAR_FILE_NAME, contentType: CALENDAR_TYPE, content }
}

async function billingAttachment(
  shop: Shop,
  { eventId, documentId }: Extract<AttachmentDescription, { kind: 'billing-pdf' }>,
): Promise<Attachment | undefined> {
  const file = await documentFileById(shop, documentId, await shop.catalog.eventOf(eventId))
  return file && { fileName: file.fileName, contentType: 'application/pdf', content: file.pdf }
}
