import type { Shop } from '#server/catalog/context.ts'
import type { Attachment, AttachmentDescription, MakeAttachment } from '#server/mail/letter/message.ts'
import { CALENDAR_FILE_NAME, CALENDAR_TYPE, eventCalendar } from '#server/documents/calendar/calendar.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { WorkPutOff } from '#server/foundation/heavy-work/heavy-worker.ts'
import { renderAhead } from '#server/foundation/markdown/rendered-markdown.ts'
import { calendarEntry } from '#server/catalog/catalog/calendar.ts'
import { documentFileById } from '#server/order/invoice/document-file.ts'
import { findGoodPassByPublicId } from '#server/order/order/good-pass.ts'
import { findGoodTicketById } from '#server/order/order/good-ticket.ts'
import { passFile } from '#server/ticket/pass-document/pass-file.ts'
import { ticketFile } from '#server/ticket/ticket/ticket-file.ts'

/** Makes what mails carry, as new as the moment they go out. */
export function attachmentsOf(shop: Shop): MakeAttachment {
  return description => {
    switch (description.kind) {
      case 'ticket-pdf':
        return ticketAttachment(shop, description)
      case 'pass-pdf':
        return passAttachment(shop, description)
      case 'event-calendar':
        return calendarAttachment(shop, description)
      case 'billing-pdf':
        return billingAttachment(shop, description)
      default:
        return description satisfies never
    }
  }
}

/**
 * Nothing for a ticket that is no longer its holder's: it has been released or passed on, also while the file is made.
 */
async function ticketAttachment(
  shop: Shop,
  { ticketId }: Extract<AttachmentDescription, { kind: 'ticket-pdf' }>,
): Promise<Attachment | undefined> {
  const good = await findGoodTicketById(shop, ticketId)
  if (!good) return undefined
  const { fileName, pdf } = await ticketFile(shop, good)
  if (!(await findGoodTicketById(shop, ticketId))) return undefined
  return { fileName, contentType: 'application/pdf', content: pdf }
}

/** Nothing for a bought pass that has been withdrawn from or cancelled. */
async function passAttachment(
  shop: Shop,
  { passId }: Extract<AttachmentDescription, { kind: 'pass-pdf' }>,
): Promise<Attachment | undefined> {
  const good = await findGoodPassByPublicId(shop, passId)
  if (!good) return undefined
  const { fileName, pdf } = await passFile(shop, good)
  if (!(await findGoodPassByPublicId(shop, passId))) return undefined
  return { fileName, contentType: 'application/pdf', content: pdf }
}

/** The same as of a ticket for its entry, which may lead into an online event. */
async function calendarAttachment(
  shop: Shop,
  { eventId, language, ticketId, joinUrl }: Extract<AttachmentDescription, { kind: 'event-calendar' }>,
): Promise<Attachment | undefined> {
  const good = ticketId === undefined ? undefined : await findGoodTicketById(shop, ticketId)
  if (ticketId !== undefined && !good) return undefined
  const { context: event } = good?.offer ?? (await shop.catalog.eventOf(eventId))
  const pageUrl = shop.config.baseUrl + pathTo(eventPagePath, { shortName: event.shortName })
  const entry = calendarEntry(event, {
    language,
    pageUrl,
    ...(good && { category: good.category }),
    ...(joinUrl !== undefined && { joinUrl }),
  })
  const host = new URL(shop.config.baseUrl).host
  const isRendered = await renderAhead([
    { to: 'text', markdown: entry.description, owner: ownerOf(event.organization) },
  ])
  // A mail can wait; what it has once carried stays as it is.
  if (!isRendered) throw new WorkPutOff('machine', `the description of ${event.shortName} is not rendered yet`)
  const content = eventCalendar(entry, { host, writtenAt: shop.clock.now() })
  return { fileName: CALENDAR_FILE_NAME, contentType: CALENDAR_TYPE, content }
}

async function billingAttachment(
  shop: Shop,
  { eventId, documentId }: Extract<AttachmentDescription, { kind: 'billing-pdf' }>,
): Promise<Attachment | undefined> {
  const file = await documentFileById(shop, documentId, await shop.catalog.offerOf(eventId))
  return file && { fileName: file.fileName, contentType: 'application/pdf', content: file.pdf }
}
