import { numbersToVerify } from '#domain/catalog/fields/judge-answers.ts'
import { type AskedOf, askedOfAttendees, placeItems } from '#domain/order/reservation/questionnaire.ts'
import { type RegisterAnswer, type RegisterAnswers, keyOf } from '#domain/documents/tax-id/vat-number.ts'
import { listedItems, openQuestions } from '#domain/ticket/ticket/judge-update.ts'
import type { Shop } from '#server/catalog/context.ts'
import { vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import { lookUp } from '#server/documents/tax/look-up.ts'
import type { TicketUpdate } from './read-update.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** What is asked about a ticket and its extras. Items undefined: the list that was sent doesn't fit those of the ticket. */
export type TicketQuestions = { readonly ticket: AskedOf; readonly items: readonly AskedOf[] | undefined }

/** As far as it can still be answered. */
export function questionsOf({ ticket, order }: SoldTicket, { answers, items }: TicketUpdate): TicketQuestions {
  const asking = {
    fields: order.offer.fields,
    answers: order.answers,
    tickets: [ticket],
    items: order.items.filter(({ ticketId }) => ticketId === ticket.id),
  }
  const asked = askedOfAttendees(asking, new Map([[ticket.publicId, answers]])).get(ticket.publicId)
  if (!asked) throw new Error(`nothing is known about ticket ${ticket.id}`)
  return {
    ticket: openQuestions({ ...asked, path: '' }),
    items: listedItems(placeItems(asking, null) ?? [], items)?.map(openQuestions),
  }
}

/** What the register says of the VAT numbers among the answers. Never call it inside a transaction. */
export async function lookUpNumbers(shop: Shop, sold: SoldTicket, update: TicketUpdate): Promise<RegisterAnswers> {
  const { ticket, items = [] } = questionsOf(sold, update)
  const terms = vatTerms(sold.order.offer.settings)
  const answers = new Map<string, RegisterAnswer>()
  for (const number of [ticket, ...items].flatMap(({ fields, ...given }) => numbersToVerify(fields, given, terms))) {
    if (!answers.has(keyOf(number))) answers.set(keyOf(number), await lookUp(shop, number))
  }
  return answers
}
