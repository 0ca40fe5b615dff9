import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { TokenChange, StoredTokens } from '#domain/organiser/event-editing/plan-seats.ts'
import { type Queryable, type Statement, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'

const COUNT: Statement<StoredTokens> = statement(
  'organiser-tokens',
  `select category.id as "categoryId",
     (select count(*) from token where category_id = category.id and status <> 'CANCELLED')::int as active,
     (select count(*) from ticket where category_id = category.id and token_id is null
       and ${sqlTicketHas('isOfOrder')})::int as "ticketsWithoutToken"
   from ticket_category category where category.event_id = $1`,
)

/** How many tokens each category of an event has. */
export async function countTokens(db: Queryable, eventId: number): Promise<StoredTokens[]> {
  return db.query(COUNT, [eventId])
}

const ADD = statement<never>(
  'organiser-add-tokens',
  'insert into token (category_id) select $1 from generate_series(1, $2::int)',
)

const CANCEL = statement<{ id: bigint }>(
  'organiser-cancel-tokens',
  `update token set status = 'CANCELLED' where id in (
     select id from token where category_id = $1 and status in ('WAITING', 'FREE')
     order by status = 'WAITING' desc, recipient_name is null and recipient_email is null desc, id desc
     limit $2 for update skip locked) returning id`,
)

/** New tokens wait for their code. Free ones are cancelled: first those without a recipient. */
export async function changeTokens(
  db: Queryable,
  categoryId: number,
  { added, cancelled }: TokenChange,
): Promise<void> {
  if (added > 0) await db.query(ADD, [categoryId, added])
  if (cancelled > 0) await db.query(CANCEL, [categoryId, cancelled])
}

/** Events with tokens that wait for their code, but for those that a job has put off. */
export async function eventsWaitingForTokens(db: Queryable, now: Instant, job: JobName): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from token join ticket_category as category on category.id = category_id
    where token.status = 'WAITING' and ${isNotPutOff(job, 'event', sql`event_id`, now)} order by id`.execute(db.kysely)
  return rows.map(({ id }) => id)
}

const WAITING = statement<{ id: bigint }>(
  'organiser-waiting-tokens',
  `select id from token
   where status = 'WAITING' and category_id in (select id from ticket_category where event_id = $1)
   order by id limit $2 for update skip locked`,
)

/** Takes tokens of an event that wait for their code; locked until the transaction ends. */
export async function takeWaitingTokens(db: Queryable, eventId: number, most: number): Promise<bigint[]> {
  return (await db.query(WAITING, [eventId, most])).map(({ id }) => id)
}

const STORED_CODES = statement<{ code: string }>(
  'organiser-known-token-codes',
  'select code from token where code = any ($1)',
)

/** Those of the codes that a token has already. */
export async function storedTokenCodes(db: Queryable, codes: readonly string[]): Promise<string[]> {
  return (await db.query(STORED_CODES, [codes])).map(({ code }) => code)
}

const GIVE_CODES = statement<never>(
  'organiser-give-token-codes',
  `update token set code = given.code, status = 'FREE'
   from unnest($1::bigint[], $2::text[]) as given (id, code) where token.id = given.id`,
)

export async function giveCodes(db: Queryable, ids: readonly string[], codes: readonly string[]): Promise<void> {
  await db.query(GIVE_CODES, [ids, codes])
}

/** A token as its organiser hands it out. */
export type HandedToken = { readonly category: string; readonly code: string; readonly status: string }

/** The tokens of an event, of one category if its name is given, that have a code and are not cancelled. */
export async function listEventTokens(db: Queryable, eventId: number, category: string | null): Promise<HandedToken[]> {
  const rows = await db.kysely
    .selectFrom('token')
    .innerJoin('ticket_category', 'ticket_category.id', 'token.category_id')
    .select(['ticket_category.name as category', 'token.code', 'token.status'])
    .where('ticket_category.event_id', '=', eventId)
    .where('token.status', 'not in', ['WAITING', 'CANCELLED'])
    .$if(category !== null, query => query.where('ticket_category.name', '=', category))
    .orderBy('ticket_category.ordinal')
    .orderBy('ticket_category.id')
    .orderBy('token.id')
    .execute()
  return rows.flatMap(({ code, ...token }) => (code === null ? [] : [{ ...token, code }]))
}
