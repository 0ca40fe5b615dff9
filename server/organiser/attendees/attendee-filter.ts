import { type RawBuilder, sql } from 'kysely'
import type { AttendeeEntry, AttendeeState } from '#domain/organiser/order-desk/attendee.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { OrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import { TICKET_OF_ITEM } from '#server/catalog/fields/fields.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { whereTicket } from '#server/foundation/database/status-sql.ts'
import { GROUP, containsWord, inTexts, isOneOfIds } from '../desk-orders/filter.ts'

/** Which attendees of an event a list has. */
export type AttendeeFilter = {
  readonly search: OrderSearch
  readonly category?: number | undefined
  readonly entry?: AttendeeEntry | undefined
  readonly state?: AttendeeState | undefined
  readonly answer?: AnswerFilter | undefined
  /** By when the orders were made; `until` is not included. */
  readonly since?: Instant | null
  readonly until?: Instant | null
}

/** Who has given this answer to a question; null: who was asked and has given none. */
export type AnswerFilter = { readonly fieldId: number; readonly value: string | null }

/** Reads the parameter `answer`: the id of a question, a colon and the answer, or nothing after it. */
export function readAnswerFilter(text: string | undefined): AnswerFilter | undefined {
  const [, id, value = ''] = /^([1-9]\d{0,8}):(.*)$/s.exec(text ?? '') ?? []
  return id === undefined ? undefined : { fieldId: Number(id), value: value === '' ? null : value }
}

/** `ticket` with its `reservation`, where it belongs to an order of the event and passes the filter. */
export function isListed(eventId: number, filter: AttendeeFilter): RawBuilder<boolean> {
  return all([...ofTicket(eventId, filter), sql`reservation.purchase_context_id = ${eventId}`, ...ofOrder(filter)])
}

/**
 * SQL of the same tickets with what follows "from": `ticket`, and its `reservation` only where the filter asks of orders. An order
 * whose tickets are of an event is of that event.
 */
export function listedTickets(eventId: number, filter: AttendeeFilter): RawBuilder<unknown> {
  return ofOrder(filter).length === 0
    ? sql`ticket where ${all(ofTicket(eventId, filter))}`
    : sql`ticket join reservation on reservation.id = ticket.reservation_id where ${isListed(eventId, filter)}`
}

type Condition = RawBuilder<boolean>

const all = (conditions: readonly Condition[]): Condition => sql<boolean>`${sql.join(conditions, sql` and `)}`

function ofTicket(eventId: number, { category, entry, answer }: AttendeeFilter): Condition[] {
  const conditions: Condition[] = [sql`ticket.event_id = ${eventId}`, whereTicket('isOfOrder')]
  if (category !== undefined) conditions.push(sql`ticket.category_id = ${category}`)
  if (entry !== undefined) conditions.push(whereTicket(entry === 'IN' ? 'isCheckedIn' : 'canCheckIn'))
  if (answer !== undefined)
    conditions.push(answer.value === null ? hasNotAnswered(answer.fieldId) : hasAnswered(answer))
  return conditions
}

function ofOrder({ search, state, since = null, until = null }: AttendeeFilter): Condition[] {
  const conditions: Condition[] = []
  if (state !== undefined) conditions.push(sql`${GROUP} = ${state}`)
  if (since !== null) conditions.push(sql`reservation.created_at >= ${timestamp(since)}::timestamptz`)
  if (until !== null) conditions.push(sql`reservation.created_at < ${timestamp(until)}::timestamptz`)
  if (search.words.length > 0) conditions.push(isFound(search))
  return conditions
}

/** The people of the ticket and of its order, folded. */
const PEOPLE = sql`searched_text(concat_ws(' ', ticket.first_name, ticket.last_name, ticket.email,
  reservation.first_name, reservation.last_name, reservation.email, reservation.billing ->> 'companyName'))`

/** Orders are found first, by their index; of their tickets those of these people are listed. */
function isFound({ words, ids }: OrderSearch): RawBuilder<boolean> {
  const byPeople = sql`(reservation.id in (${inTexts(words)}) and ${all(words.map(word => containsWord(PEOPLE, word)))})`
  if (!ids) return sql<boolean>`${byPeople}`
  const columns = [sql`reservation.id`, sql`ticket.public_uuid`, sql`ticket.uuid`].map(column =>
    isOneOfIds(column, ids),
  )
  return sql<boolean>`(${byPeople} or ${sql.join(columns, sql` or `)})`
}

/** Answers of the ticket itself, and of the extras that count for it. */
const answersTo = (fieldId: number) => sql`field_value.field_id = ${fieldId} and (field_value.ticket_id = ticket.id
  or field_value.item_id in (select item.id from additional_service_item as item
    where item.reservation_id = ticket.reservation_id and ${sql.raw(TICKET_OF_ITEM)} = ticket.id))`

function hasAnswered({ fieldId, value }: AnswerFilter): RawBuilder<boolean> {
  return sql`exists (select from field_value where ${answersTo(fieldId)} and ${VALUES} ? ${value})`
}

/** What is stored is one text, or a JSON list of several. */
const VALUES = sql`case when field_value.value like '[%' then field_value.value::jsonb else jsonb_build_array(field_value.value) end`

function hasNotAnswered(fieldId: number): RawBuilder<boolean> {
  return sql`exists (
    select from additional_field as field
    where field.id = ${fieldId} and field.purchase_context_id = ticket.event_id and (
      (field.service_id is null and (field.categories = '{}' or ticket.category_id = any (field.categories))
        and not exists (select from field_value where field_value.field_id = field.id and field_value.ticket_id = ticket.id))
      or exists (
        select from additional_service_item as item
        where item.service_id = field.service_id and item.reservation_id = ticket.reservation_id
          and ${sql.raw(TICKET_OF_ITEM)} = ticket.id
          and not exists (select from field_value where field_value.field_id = field.id and field_value.item_id = item.id))))`
}
