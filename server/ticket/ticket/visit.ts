import { doorsOf } from '#domain/catalog/catalog/event-facts.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Visit } from '#server/documents/pdf/ticket-pdf.ts'
import { contextUrl } from '#server/mail/letter/page-urls.ts'
import type { GoodTicket } from '#server/order/order/good-ticket.ts'

/** What the holder of a ticket has to know before the visit, for its PDF and its mail; texts in `language`. */
export function visitOf(shop: Pick<Shop, 'config'>, { ticket, category, offer }: GoodTicket, language: string): Visit {
  const { facts } = offer.context
  return {
    doors: doorsOf(facts, category),
    eventUrl: contextUrl(shop, offer, language),
    isTransferable: !ticket.isLocked,
    bring: inLanguage(facts.bring, language),
    accessFeatures: facts.accessFeatures,
    accessibility: inLanguage(facts.accessibility, language),
  }
}
