import type { AdditionalField } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, decimalsOf, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { answerInWords, questionInWords } from '#server/catalog/fields/fields.ts'
import { type Attendee, attendeesBySeat } from '../../attendees/list-attendees.ts'
import { type ColumnOf, type ExportKind, ROWS_AT_A_TIME, labelled, openExport } from '../export-kind.ts'

/** The people of an event, with a column for each of its questions. */
export const attendees: ExportKind = {
  open: async (shop, { eventId, people, language, maySeeMoney, since, until }) => {
    if (eventId === null) throw new Error('attendees are exported of an event')
    const offer = await shop.catalog.eventOf(eventId)
    const { timeZone: zone } = offer.context
    const filter = { search: { words: [], ids: null, amounts: [] }, since, until, ...people }
    return openExport({
      columns: [
        ...labelled(shop, language, plainColumns(zone)),
        ...(maySeeMoney ? labelled(shop, language, MONEY) : []),
        ...offer.fields.map(field => questionColumn(offer, field, language)),
      ],
      moneyDecimals: decimalsOf(offer.context.currency ?? NO_CURRENCY),
      after: (last: Attendee | undefined) =>
        attendeesBySeat(shop.db, offer, { filter, limit: ROWS_AT_A_TIME, after: last?.id }),
    })
  },
}

const plainColumns = (zone: string): Omit<ColumnOf<Attendee>, 'label'>[] => [
  { key: 'attendee.lastName', type: 'text', of: row => row.lastName },
  { key: 'attendee.firstName', type: 'text', of: row => row.firstName },
  { key: 'attendee.email', type: 'text', of: row => row.email },
  { key: 'attendee.language', type: 'text', of: row => row.language },
  { key: 'ticket.category', type: 'text', of: row => row.category },
  { key: 'ticket.id', type: 'text', of: row => row.publicId },
  { key: 'ticket.status', type: 'text', of: row => row.status },
  { key: 'attendee.isIn', type: 'boolean', of: row => row.isIn },
  { key: 'attendee.inSince', type: 'date', of: row => row.inSince && { at: row.inSince, zone } },
  { key: 'order.shortId', type: 'text', of: row => row.shortId },
  { key: 'order.id', type: 'text', of: row => row.orderId },
  { key: 'order.buyer', type: 'text', of: row => row.buyer },
  { key: 'order.email', type: 'text', of: row => row.buyerEmail },
  { key: 'order.company', type: 'text', of: row => row.company },
  { key: 'order.confirmedAt', type: 'date', of: row => row.confirmedAt && { at: row.confirmedAt, zone } },
]

const MONEY: Omit<ColumnOf<Attendee>, 'label'>[] = [
  {
    key: 'ticket.price',
    type: 'money',
    of: ({ price, currency }) => printed(minor(price), writtenCurrency(currency) ?? NO_CURRENCY),
  },
  { key: 'order.currency', type: 'text', of: row => writtenCurrency(row.currency) },
]

function questionColumn({ services }: OfferedEvent, field: AdditionalField, language: string): ColumnOf<Attendee> {
  const { subject, name, id } = field
  const label = questionInWords(field, language)
  const extra = subject.kind === 'item' ? services.find(service => service.id === subject.serviceId) : undefined
  return {
    // Under the name by which its answers travel; two extras may have the same question.
    key: subject.kind === 'item' ? `answer.${name}.${subject.serviceId}` : `answer.${name}`,
    label: extra ? `${inLanguage(extra.title, language)}: ${label}` : label,
    type: 'text',
    of: ({ given }) => {
      const values = given.get(id) ?? []
      return values.length === 0 ? null : answerInWords(field, values, language)
    },
  }
}
