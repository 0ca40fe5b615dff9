import type { AdditionalFieldValues, ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { AdditionalField, AdditionalServiceWithData, Ticket } from '#contract/ticket.ts'
import { grouped } from '#client/frame/grouped.ts'

/** The answers to the organiser's questions by the name of the question: one text, or each box that is ticked. */
export type AnswerValues = Record<string, string[]>

/** A booked extra: the ticket it belongs to, and what is answered about it. */
export type ItemValues = { ticket: string; additional: AnswerValues }

export type StoredItem = Pick<AdditionalServiceWithData, 'itemId' | 'ticketUUID' | 'ticketFieldConfiguration'>

export type StoredQuestions = Pick<
  Ticket,
  'ticketFieldConfigurationBeforeStandard' | 'ticketFieldConfigurationAfterStandard'
>

/** Everything a ticket's attendee is asked besides name and e-mail, in the order of the page. */
export function questionsOf(ticket: StoredQuestions): AdditionalField[] {
  return [...ticket.ticketFieldConfigurationBeforeStandard, ...ticket.ticketFieldConfigurationAfterStandard]
}

export function answersFrom(questions: readonly AdditionalField[]): AnswerValues {
  return Object.fromEntries(
    questions.map(({ name, fields }) => [name, fields.flatMap(({ fieldValue }) => fieldValue || [])]),
  )
}

/** Under which name the form has a booked extra; a bare number would make it a list. */
export const itemKey = (itemId: number): string => `item-${itemId}`

/** Booked extras by their key. One without a ticket yet goes to the first ticket. */
export function itemsFrom(items: readonly StoredItem[], firstTicket: string): Record<string, ItemValues> {
  return Object.fromEntries(
    items.map(({ itemId, ticketUUID, ticketFieldConfiguration }) => [
      itemKey(itemId),
      { ticket: ticketUUID ?? firstTicket, additional: answersFrom(ticketFieldConfiguration) },
    ]),
  )
}

/** One element an answer; a question without any says so, for what is not sent stays as it was stored. */
export function toAdditional(answers: AnswerValues): AdditionalFieldValues {
  return Object.fromEntries(
    Object.entries(answers).map(([name, values]) => [name, values.length > 0 ? values : [null]]),
  )
}

/** Every booked extra below the ticket it belongs to, which is how it moves (booking contract section 5). */
export function toItemsForm(
  items: Readonly<Record<string, ItemValues>>,
): NonNullable<ContactAndTicketsForm['additionalServices']> {
  const byTicket = grouped(Object.entries(items), ([, { ticket }]) => ticket)
  return Object.fromEntries(
    [...byTicket].map(([ticketUUID, own]) => [
      ticketUUID,
      own.map(([key, { additional }]) => ({
        additionalServiceItemId: Number(key.replace(/^item-/, '')),
        ticketUUID,
        additional: toAdditional(additional),
      })),
    ]),
  )
}

/**
 * The control that answers for a field of the wire: the wire names an answer with its place, an extra with its ticket
 * and its place below it, and the owner of a pass by the wire's word for it (booking contract section 6).
 */
export function controlFor(field: string, items: Readonly<Record<string, ItemValues>>): string {
  const [, element = field] = /^((?:.*\.)?additional\.[^.]+)\.\d+$/.exec(field) ?? []
  const whole = element.replace(/^subscriptionOwner\./, 'owner.')
  const [, ticket, position, rest] = /^additionalServices\.([^.]+)\.(\d+)\.(.*)$/.exec(whole) ?? []
  if (ticket === undefined) return whole
  const item = itemAt(items, ticket, Number(position))
  return item === undefined ? whole : `items.${item}.${rest}`
}

/** The extra at a place of the list that was sent for a ticket. */
function itemAt(items: Readonly<Record<string, ItemValues>>, ticket: string, position: number): string | undefined {
  return Object.keys(items).filter(key => items[key]?.ticket === ticket)[position]
}

/** What was typed laid over what is stored, for the questions that are asked now. */
export function laidOver(stored: AnswerValues, typed: AnswerValues): AnswerValues {
  return Object.fromEntries(Object.entries(stored).map(([name, values]) => [name, typed[name] ?? values]))
}

/** Extras with what was typed about them; of those that are booked, on the tickets there are. */
export function itemsLaidOver(
  stored: Record<string, ItemValues>,
  typed: Readonly<Record<string, ItemValues>>,
  tickets: readonly string[],
): Record<string, ItemValues> {
  return Object.fromEntries(
    Object.entries(stored).map(([key, item]) => {
      const draft = typed[key]
      if (!draft) return [key, item]
      const ticket = tickets.includes(draft.ticket) ? draft.ticket : item.ticket
      return [key, { ticket, additional: laidOver(item.additional, draft.additional) }]
    }),
  )
}

/** Is what was read from storage of the shape that a page of today keeps there? An older page may have written it. */

export function isItems(value: unknown): value is Record<string, ItemValues> {
  return isObject(value) && Object.values(value).every(isItem)
}

function isItem(value: unknown): boolean {
  return isObject(value) && typeof value['ticket'] === 'string' && isAnswers(value['additional'])
}

export function isAnswers(value: unknown): value is AnswerValues {
  return (
    isObject(value) &&
    Object.values(value).every(texts => Array.isArray(texts) && texts.every(text => typeof text === 'string'))
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
