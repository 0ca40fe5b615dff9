import { COMPANY_FIELD } from '#domain/catalog/fields/company-field.ts'
import { BADGES_PER_FILE } from '#domain/organiser/order-desk/badge.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { answerInWords, ticketAnswers } from '#server/catalog/fields/fields.ts'
import type { Badge } from '#server/documents/pdf/badge-pdf.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import type { AttendeeFilter } from './attendee-filter.ts'
import { namedTickets } from './badge-store.ts'

type WhichBadges = {
  readonly filter: AttendeeFilter
  /** From 1. */
  readonly part: number
  /** Of the answers. */
  readonly language: string
}

/**
 * The badges of one file, by name; none for a part that is not there. The code is the private id of the ticket alone: scanning
 * apps, sponsors and doors read it as a badge, and without the signature it lets no person in (decision 127).
 */
export async function badgesOf(
  db: Queryable,
  offer: OfferedEvent,
  { filter, part, language }: WhichBadges,
): Promise<Badge[]> {
  const offset = (part - 1) * BADGES_PER_FILE
  const tickets = await namedTickets(db, offer.context.id, { filter, offset, limit: BADGES_PER_FILE })
  const company = offer.fields.find(({ name, subject }) => name === COMPANY_FIELD && subject.kind === 'attendee')
  const answers = company
    ? await ticketAnswers(
        db,
        tickets.map(({ id }) => id),
      )
    : undefined
  return tickets.map(ticket => {
    const values = (company && answers?.get(ticket.id)?.get(company.id)) ?? []
    return {
      name: fullName(ticket),
      company: company && values.length > 0 ? answerInWords(company, values, language) : null,
      category: offer.categories.find(({ id }) => id === ticket.categoryId)?.name ?? '',
      code: ticket.uuid,
    }
  })
}
