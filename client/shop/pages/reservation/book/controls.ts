import type { ReservationInfo } from '#contract/reservation.ts'
import type { AdditionalField } from '#contract/ticket.ts'
import { itemAt, itemKey } from './answer-values.ts'
import type { BookingValues } from './booking-values.ts'
import { type InvoiceTerms, isInvoiceWanted, shownInvoiceFields } from './invoice-values.ts'

type Shown = Pick<ReservationInfo, 'ticketsByCategory' | 'additionalServiceWithData'> & {
  readonly orderSummary: Pick<ReservationInfo['orderSummary'], 'free'>
}

/** The names of all controls of the page as it stands, in the order of the page. */
export function controlsOf(reservation: Shown, terms: InvoiceTerms, values: BookingValues): string[] {
  const isInvoiceShown = isInvoiceWanted(values, terms, reservation.orderSummary.free)
  return [
    'firstName',
    'lastName',
    'email',
    ...(isInvoiceShown ? shownInvoiceFields(values, terms) : []),
    ...(values.postponeAssignment ? [] : attendeeControls(reservation, values)),
  ]
}

function attendeeControls({ ticketsByCategory, additionalServiceWithData }: Shown, { items }: BookingValues): string[] {
  const tickets = ticketsByCategory.flatMap(category => category.tickets)
  return tickets.flatMap(ticket => {
    const path = `tickets.${ticket.uuid}`
    const own = additionalServiceWithData.filter(({ itemId }) => items[itemKey(itemId)]?.ticket === ticket.uuid)
    return [
      ...questionControls(path, ticket.ticketFieldConfigurationBeforeStandard),
      ...['firstName', 'lastName', 'email', 'userLanguage'].map(part => `${path}.${part}`),
      ...questionControls(path, ticket.ticketFieldConfigurationAfterStandard),
      ...own.flatMap(({ itemId, ticketFieldConfiguration }) =>
        questionControls(`items.${itemKey(itemId)}`, ticketFieldConfiguration),
      ),
    ]
  })
}

function questionControls(path: string, questions: readonly AdditionalField[]): string[] {
  return questions.map(({ name }) => `${path}.additional.${name}`)
}

/**
 * The control that answers for a field of the wire: an answer is told with its place, an extra with its ticket and its
 * place below it (booking contract section 6).
 */
export function controlFor(field: string, { items }: Pick<BookingValues, 'items'>): string {
  const [, whole = field] = /^(.*\.additional\.[^.]+)\.\d+$/.exec(field) ?? []
  const [, ticket, position, rest] = /^additionalServices\.([^.]+)\.(\d+)\.(.*)$/.exec(whole) ?? []
  if (ticket === undefined) return whole
  const item = itemAt(items, ticket, Number(position))
  return item === undefined ? whole : `items.${item}.${rest}`
}

/** The ticket that a path of the form is about, its extras included. */
export function ticketOf(path: string, { items }: Pick<BookingValues, 'items'>): string | undefined {
  const [, kind, key = ''] = /^(tickets|items)\.([^.]+)\./.exec(path) ?? []
  if (kind === undefined) return undefined
  return kind === 'tickets' ? key : items[key]?.ticket
}
