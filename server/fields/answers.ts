import { sql } from 'kysely'
import type { Answers } from '#domain/fields/answers.ts'
import type { FieldId } from '#domain/fields/field.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/database/database.ts'

/** The answers of an order, by ticket and by item of an extra. */
export type OrderAnswers = {
  readonly ofTickets: ReadonlyMap<bigint, Answers>
  readonly ofItems: ReadonlyMap<bigint, Answers>
}

export const NO_ANSWERS: OrderAnswers = { ofTickets: new Map(), ofItems: new Map() }

export async function loadAnswers(on: Queryable, id: ReservationId): Promise<OrderAnswers> {
  const rows = await on.kysely
    .selectFrom('field_value')
    .leftJoin('ticket', 'ticket.id', 'field_value.ticket_id')
    .leftJoin('additional_service_item as item', 'item.id', 'field_value.item_id')
    .select(['field_id', 'field_value.ticket_id', 'item_id', 'value'])
    .where(({ eb, or }) => or([eb('ticket.reservation_id', '=', id), eb('item.reservation_id', '=', id)]))
    .execute()
  const ofTickets = new Map<bigint, Map<FieldId, readonly string[]>>()
  const ofItems = new Map<bigint, Map<FieldId, readonly string[]>>()
  for (const { field_id, ticket_id, item_id, value } of rows) {
    const of = ticket_id === null ? ofItems : ofTickets
    const key = ticket_id ?? item_id
    if (key === null) throw new Error(`an answer to field ${field_id} is of nothing`)
    const answers = of.get(key) ?? new Map<FieldId, readonly string[]>()
    of.set(key, answers.set(field_id as FieldId, valuesFrom(value)))
  }
  return { ofTickets, ofItems }
}

/** Stores the answers of tickets and items of one order in place of those there are to the same fields. */
export async function storeAnswers(tx: Tx, { ofTickets, ofItems }: OrderAnswers): Promise<void> {
  await storeFor(tx, 'ticket_id', ofTickets)
  await storeFor(tx, 'item_id', ofItems)
}

/** Nobody's answers are left when tickets and extras are given back. */
export async function forgetAnswers(tx: Tx, ids: readonly ReservationId[]): Promise<void> {
  await sql`
    delete from field_value using ticket
    where ticket.id = ticket_id and ticket.reservation_id = any(${[...ids]}::uuid[])`.execute(tx.kysely)
  await sql`
    delete from field_value using additional_service_item as item
    where item.id = item_id and item.reservation_id = any(${[...ids]}::uuid[])`.execute(tx.kysely)
}

async function storeFor(tx: Tx, column: 'ticket_id' | 'item_id', answers: ReadonlyMap<bigint, Answers>): Promise<void> {
  const given = [...answers].flatMap(([of, ofOne]) => [...ofOne].map(([field, values]) => ({ of, field, values })))
  if (given.length === 0) return
  const fields = given.map(({ field }) => field)
  const owners = given.map(({ of }) => of)
  await sql`
    delete from field_value using unnest(${fields}::int[], ${owners}::bigint[]) as given (field, owner)
    where field_id = given.field and ${sql.ref(column)} = given.owner`.execute(tx.kysely)
  const kept = given.filter(({ values }) => values.length > 0)
  if (kept.length === 0) return
  // A question may have been taken away since the form was read, or just be: whoever takes it away is waited for.
  await sql`
    with there as materialized (
      select id from additional_field where id = any(${kept.map(({ field }) => field)}::int[]) order by id for key share
    )
    insert into field_value (field_id, ${sql.ref(column)}, value)
    select field, owner, answer
    from unnest(${kept.map(({ field }) => field)}::int[], ${kept.map(({ of }) => of)}::bigint[],
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
