import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { AdditionalField, Answers, FieldId, FieldOption, FieldSubject } from '#domain/catalog/fields/field.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sql } from 'kysely'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'

/** The questions of an event or pass in the order they are asked. */
export async function loadFields(
  on: Queryable,
  { id, kind }: Pick<PurchaseContext, 'id' | 'kind'>,
): Promise<AdditionalField[]> {
  const rows = await fieldRows(on).where('purchase_context_id', '=', id).orderBy('ordinal').orderBy('id').execute()
  return rows.map(row => ({
    id: row.id as FieldId,
    name: row.name,
    type: row.type,
    isRequired: row.required,
    isEditable: row.editable,
    minimum: row.minimum,
    maximum: row.maximum,
    options: row.options as FieldOption[],
    label: row.label as LocalizedTexts,
    placeholder: row.placeholder as LocalizedTexts,
    subject: kind === 'subscription' ? OWNER : subjectOf(row),
    isShownAtCheckIn: row.shown_at_check_in,
    ordinal: row.ordinal,
  }))
}

const fieldRows = (on: Queryable) => on.kysely.selectFrom('additional_field').selectAll()

type FieldRow = Awaited<ReturnType<ReturnType<typeof fieldRows>['executeTakeFirstOrThrow']>>

const OWNER: FieldSubject = { kind: 'owner' }

function subjectOf({ service_id, categories }: FieldRow): FieldSubject {
  return service_id === null
    ? { kind: 'attendee', categories: categories as CategoryId[] }
    : { kind: 'item', serviceId: service_id as AdditionalServiceId }
}

/** The answers of an order, by ticket, by item of an extra, and by pass. */
export type OrderAnswers = {
  readonly ofTickets: ReadonlyMap<bigint, Answers>
  readonly ofItems: ReadonlyMap<bigint, Answers>
  readonly ofPasses: ReadonlyMap<BoughtPassId, Answers>
}

export const NO_ANSWERS: OrderAnswers = { ofTickets: new Map(), ofItems: new Map(), ofPasses: new Map() }

export async function loadAnswers(on: Queryable, id: ReservationId): Promise<OrderAnswers> {
  const rows = await on.kysely
    .selectFrom('field_value')
    .leftJoin('ticket', 'ticket.id', 'field_value.ticket_id')
    .leftJoin('additional_service_item as item', 'item.id', 'field_value.item_id')
    .leftJoin('bought_pass', 'bought_pass.id', 'field_value.bought_pass_id')
    .select(['field_id', 'field_value.ticket_id', 'item_id', 'field_value.bought_pass_id', 'value'])
    .where(({ eb, or }) =>
      or([
        eb('ticket.reservation_id', '=', id),
        eb('item.reservation_id', '=', id),
        eb('bought_pass.reservation_id', '=', id),
      ]),
    )
    .execute()
  return {
    ofTickets: groupedBy(rows, ({ ticket_id }) => ticket_id),
    ofItems: groupedBy(rows, ({ item_id }) => item_id),
    ofPasses: groupedBy(rows, ({ bought_pass_id }) => bought_pass_id as BoughtPassId | null),
  }
}

type AnswerRow = { readonly field_id: number; readonly value: string }

/** By what they are about; those about something else are left out. */
function groupedBy<Row extends AnswerRow, Id>(rows: readonly Row[], idOf: (row: Row) => Id | null): Map<Id, Answers> {
  const answers = new Map<Id, Map<FieldId, readonly string[]>>()
  for (const row of rows) {
    const id = idOf(row)
    if (id === null) continue
    const own = answers.get(id) ?? new Map<FieldId, readonly string[]>()
    answers.set(id, own.set(row.field_id as FieldId, valuesFrom(row.value)))
  }
  return answers
}

/** What an attendee has answered, by the names of the questions. */
export type AnswersByName = Readonly<Record<string, string[]>>

/**
 * The answers of many attendees by their tickets, in the organiser's order of the questions; without those about extras.
 * One statement, however many tickets there are.
 */
export async function attendeeAnswers(
  on: Queryable,
  ticketIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, AnswersByName>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await on.query(ATTENDEE_ANSWERS, [ticketIds])
  const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId)
  return new Map(
    [...byTicket].map(([id, own]) => [
      id,
      Object.fromEntries(own.map(({ name, value }) => [name, [...valuesFrom(value)]])),
    ]),
  )
}

type NamedAnswer = { readonly ticketId: bigint; readonly name: string; readonly value: string }

const ATTENDEE_ANSWERS = statement<NamedAnswer>(
  'attendee-answers',
  `select ticket_id as "ticketId", field.name, value
   from field_value join additional_field as field on field.id = field_id
   where ticket_id = any ($1) order by field.ordinal, field.id`,
)

/**
 * The answers about many tickets, with those about their extras: two shirts have two sizes. An extra that belongs to no
 * ticket counts for the first one of its order. One statement, however many tickets there are.
 */
export async function ticketAnswers(
  on: Queryable,
  ticketIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Answers>> {
  if (ticketIds.length === 0) return new Map()
  const rows = await on.query(TICKET_ANSWERS, [ticketIds])
  const answers = new Map<bigint, Map<FieldId, readonly string[]>>()
  for (const { ticketId, fieldId, value } of rows) {
    const own = answers.get(ticketId) ?? new Map<FieldId, readonly string[]>()
    answers.set(ticketId, own.set(fieldId, [...(own.get(fieldId) ?? []), ...valuesFrom(value)]))
  }
  return answers
}

type AnswerOfTicket = { readonly ticketId: bigint; readonly fieldId: FieldId; readonly value: string }

/** SQL that is the ticket for which an `item` of an extra counts. */
export const TICKET_OF_ITEM = `coalesce(item.ticket_id, (
  select min(id) from ticket as first where first.reservation_id = item.reservation_id))`

const TICKET_ANSWERS = statement<AnswerOfTicket>(
  'ticket-answers',
  `select ticket_id as "ticketId", field_id as "fieldId", value from field_value where ticket_id = any ($1)
   union all
   select ${TICKET_OF_ITEM}, field_id, value
   from (
     select item.* from additional_service_item as item where item.ticket_id = any ($1)
     union all
     select item.* from additional_service_item as item where item.ticket_id is null
       and item.reservation_id in (select reservation_id from ticket where id = any ($1))) as item
     join field_value on item_id = item.id
   where ${TICKET_OF_ITEM} = any ($1)`,
)

/** Removes what was answered about the tickets of an order. */
export async function eraseTicketAnswers(
  tx: Tx,
  id: ReservationId,
  tickets: readonly bigint[] | 'all' = 'all',
): Promise<void> {
  if (tickets.length === 0) return
  const ofOrder = tx.kysely.selectFrom('ticket').select('id').where('reservation_id', '=', id)
  const those = tickets === 'all' ? ofOrder : ofOrder.where('id', 'in', tickets)
  await tx.kysely.deleteFrom('field_value').where('ticket_id', 'in', those).execute()
}

/** Stores answers about parts of one order in place of those there are to the same fields. */
export async function storeAnswers(tx: Tx, { ofTickets, ofItems, ofPasses }: Partial<OrderAnswers>): Promise<void> {
  if (ofTickets) await storeFor(tx, TICKET, ofTickets)
  if (ofItems) await storeFor(tx, ITEM, ofItems)
  if (ofPasses) await storeFor(tx, PASS, ofPasses)
}

/** Statements, as parts of one, that erase all answers about the tickets, extras and passes of the orders $1. */
export const ERASE_ANSWERS = `
  ticket_answer as (
    delete from field_value using ticket where ticket.id = ticket_id and ticket.reservation_id = any($1::uuid[])
  ), item_answer as (
    delete from field_value using additional_service_item as item
    where item.id = item_id and item.reservation_id = any($1::uuid[])
  ), pass_answer as (
    delete from field_value using bought_pass
    where bought_pass.id = bought_pass_id and bought_pass.reservation_id = any($1::uuid[])
  )`

const TICKET = { column: 'ticket_id', ids: sql.raw('bigint[]') } as const
const ITEM = { column: 'item_id', ids: sql.raw('bigint[]') } as const
const PASS = { column: 'bought_pass_id', ids: sql.raw('uuid[]') } as const

async function storeFor<Id extends bigint | BoughtPassId>(
  tx: Tx,
  { column, ids }: typeof TICKET | typeof ITEM | typeof PASS,
  answers: ReadonlyMap<Id, Answers>,
): Promise<void> {
  const entries = [...answers].flatMap(([of, ofOne]) => [...ofOne].map(([field, values]) => ({ of, field, values })))
  if (entries.length === 0) return
  const fields = entries.map(({ field }) => field)
  const owners = entries.map(({ of }) => of)
  await sql`
    delete from field_value using unnest(${fields}::int[], ${owners}::${ids}) as given (field, owner)
    where field_id = given.field and ${sql.ref(column)} = given.owner`.execute(tx.kysely)
  const kept = entries.filter(({ values }) => values.length > 0)
  if (kept.length === 0) return
  // A question may have been removed since the form was read, or just be: a transaction that removes it is waited for.
  await sql`
    with there as materialized (
      select id from additional_field where id = any(${kept.map(({ field }) => field)}::int[]) order by id for key share
    )
    insert into field_value (field_id, ${sql.ref(column)}, value)
    select field, owner, answer
    from unnest(${kept.map(({ field }) => field)}::int[], ${kept.map(({ of }) => of)}::${ids},
      ${kept.map(({ values }) => textOf(values))}::text[]) as given (field, owner, answer)
    where field in (select id from there)`.execute(tx.kysely)
}

/** Of one answer its text, of several a JSON list (booking contract 5). */
function textOf(values: readonly string[]): string {
  const [first = '', ...others] = values
  return others.length === 0 && !first.startsWith('[') ? first : JSON.stringify(values)
}

/** What begins as a list is one: texts that do are stored as lists of one. */
export function valuesFrom(text: string): readonly string[] {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : [text]
}

/** A question and its answer in words. */
type AnswerInWords = { readonly label: string; readonly value: string }

/** The questions that were answered, options by what they are called. */
export function answersInWords(
  fields: readonly AdditionalField[],
  answers: Answers | undefined,
  language: string,
): AnswerInWords[] {
  return fields.flatMap(field => {
    const values = answers?.get(field.id) ?? []
    if (values.length === 0) return []
    return [{ label: questionInWords(field, language), value: answerInWords(field, values, language) }]
  })
}

export const questionInWords = (field: Pick<AdditionalField, 'label' | 'name'>, language: string): string =>
  inLanguage(field.label, language) || field.name

/** The values of an answer, options by what they are called. */
export const answerInWords = (field: AdditionalField, values: readonly string[], language: string): string =>
  values.map(one => readable(field, one, language)).join(', ')

/** A date as people write it; it is of no time zone. */
const dayInWords = (value: string, language: string): string => datesIn(language, 'UTC').shortDay(Date.parse(value))

function readable({ type, options }: AdditionalField, value: string, language: string): string {
  if (type === 'DATE_OF_BIRTH' && !Number.isNaN(Date.parse(value))) return dayInWords(value, language)
  const option = options.find(one => one.value === value)
  return (option && inLanguage(option.labels, language)) || value
}
