import { fieldsOfService } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type TicketExtra, ticketFileName, ticketPdf } from '#server/documents/pdf/ticket-pdf.ts'
import { documentLook, pictureOf } from '#server/documents/pdf/document-look.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'
import { NO_ANSWERS, answersInWords, loadAnswers } from '#server/catalog/fields/fields.ts'
import { type Order, itemsOf } from '#server/order/order/read-order.ts'
import { type GoodTicket, describeTicket, eventKey } from '#server/order/order/good-ticket.ts'
import { visitOf } from './visit.ts'

export type TicketFile = { readonly fileName: string; readonly pdf: Uint8Array }

/** The ticket as a file to keep, with what was booked with it (lifecycle C.3). */
export async function ticketFile(shop: Shop, good: GoodTicket): Promise<TicketFile> {
  const { ticket, reservation, offer } = good
  const { fileDigest } = offer.context
  const described = describeTicket(good, await eventKey(shop.db, offer.context))
  const items = offer.services.length === 0 ? [] : await itemsOf(shop.db, reservation.id)
  const own = items.filter(({ ticketId }) => ticketId === ticket.id)
  const answers =
    own.length === 0 || offer.fields.length === 0 ? NO_ANSWERS : await loadAnswers(shop.db, reservation.id)
  const extras = extrasOf({ items: own, offer, answers }, described)
  const look = await documentLook(shop.db, offer.settings, pictureOf(offer.settings, fileDigest))
  const visit = visitOf(shop, good, described.language)
  const pdf = await ticketPdf({ ...described, extras, visit }, textsOf(offer, shop.texts), look)
  return { fileName: ticketFileName(ticket.publicId), pdf }
}

type BookedExtras = Pick<Order, 'items' | 'offer' | 'answers'>

/** What is the same in all of them is printed once. */
function extrasOf({ items, offer, answers }: BookedExtras, { language }: { readonly language: string }): TicketExtra[] {
  const each = items.map(({ id, serviceId }) => ({
    title: inLanguage(serviceOf(offer, serviceId).title, language),
    answers: answersInWords(fieldsOfService(offer.fields, serviceId), answers.ofItems.get(id), language),
  }))
  const alike = Map.groupBy(each, extra => JSON.stringify(extra))
  return [...alike.values()].flatMap(([first, ...others]) => (first ? [{ ...first, quantity: others.length + 1 }] : []))
}
