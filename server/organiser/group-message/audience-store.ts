import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '#contract/desk-messages.ts'
import { MESSAGE_STATES, type MessagePurpose } from '#domain/organiser/group-message/group-message.ts'
import { readOrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { isListed, readAnswerFilter } from '../attendees/attendee-filter.ts'
import { GROUP } from '../desk-orders/filter.ts'
import { hasEndedNews } from './news-store.ts'

/** Whom a message is for, by what the tickets of an event are at this moment. */

export type MessageFor = {
  readonly eventId: number
  readonly organizationId: number
  readonly audience: Audience
  readonly purpose: MessagePurpose
}

/** SQL of an address as two of them are compared; null where there is none. */
export const addressOf = (column: RawBuilder<unknown>) => sql<string | null>`nullif(lower(trim(${column})), '')`

/** SQL of `ticket` with `reservation` whose order is good or awaited. */
export const IS_REACHED = sql<boolean>`${GROUP} in (${sql.join(MESSAGE_STATES.map(state => sql.lit(state)))})`

const EVERYBODY = readOrderSearch('')

/** One row for each ticket of the group, with the reader of its message. */
function chosen({ eventId, audience }: MessageFor) {
  const { to, names, language, answer, category, entry, state } = audience
  const isToBuyers = to === 'BUYERS'
  const filter = { search: EVERYBODY, category, entry, state, answer: readAnswerFilter(answer) }
  const email = isToBuyers ? sql`reservation.email` : sql`ticket.email`
  const reads = isToBuyers ? sql`reservation.language` : sql`coalesce(ticket.language, reservation.language)`
  const hasName = sql`coalesce(ticket.last_name, '') <> ''`
  return sql`
    select ticket.id as ticket_id, reservation.id as order_id, ${addressOf(email)} as address, ${reads} as language
    from ticket join reservation on reservation.id = ticket.reservation_id
    where ${isListed(eventId, filter)} and ${IS_REACHED}
      and ${names === undefined ? sql`true` : names === 'NAMED' ? hasName : sql`not ${hasName}`}
      and ${language === undefined ? sql`true` : sql`${reads} = ${language}`}`
}

/** Each address once, by its first ticket; of other news, those who have ended it are marked. */
const people = (of: MessageFor, secret: Buffer) => sql`
  select *, ${of.purpose === 'NEWS' ? hasEndedNews(of.organizationId, sql`address`, secret) : sql`false`} as has_ended
  from (select distinct on (address) * from chosen where address is not null order by address, ticket_id) as each_once`

export type AudienceRow = { readonly language: string; readonly people: number; readonly ended: number }

/** How many it reaches by language, and who is left out. */
export async function countAudience(
  db: Queryable,
  of: MessageFor,
  secret: Buffer,
): Promise<{ readonly languages: readonly AudienceRow[]; readonly withoutAddress: number }> {
  const { rows: languages } = await sql<AudienceRow>`
    with chosen as (${chosen(of)}), people as (${people(of, secret)})
    select language, (count(*) filter (where not has_ended))::int as people, (count(*) filter (where has_ended))::int as ended
    from people group by language order by people desc, language`.execute(db.kysely)
  return { languages, withoutAddress: await countWithoutAddress(db, of) }
}

/** Tickets, or orders of buyers. */
async function countWithoutAddress(db: Queryable, of: MessageFor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with chosen as (${chosen(of)})
    select count(distinct ${of.audience.to === 'BUYERS' ? sql`order_id::text` : sql`ticket_id::text`})::int as count
    from chosen where address is null`.execute(db.kysely)
  return rows[0]?.count ?? 0
}

export type SampleRow = {
  readonly orderId: string
  readonly ticketId: string
  readonly name: string
  readonly language: string
}

/** The first readers of each language, for previews. */
export async function sampleAudience(db: Queryable, of: MessageFor, secret: Buffer): Promise<SampleRow[]> {
  const isToBuyers = of.audience.to === 'BUYERS'
  const whose = sql.raw(isToBuyers ? 'reservation' : 'ticket')
  const { rows } = await sql<SampleRow>`
    with chosen as (${chosen(of)}), people as (${people(of, secret)}), placed as (
      select *, row_number() over (partition by language order by ticket_id) as place from people where not has_ended
    )
    select order_id as "orderId", ticket.public_uuid::text as "ticketId", placed.language,
      coalesce(nullif(concat_ws(' ', nullif(${whose}.first_name, ''), nullif(${whose}.last_name, '')), ''), address) as name
    from placed join ticket on ticket.id = ticket_id join reservation on reservation.id = order_id
    where place <= 3 order by placed.language, place`.execute(db.kysely)
  return rows
}

/** Notes everybody it is for, in the transaction that begins to send it. */
export async function notePeople(tx: Tx, messageId: bigint, of: MessageFor, secret: Buffer): Promise<void> {
  await sql`
    with chosen as (${chosen(of)}), people as (${people(of, secret)})
    insert into group_message_person (message_id, order_id, ticket_id, is_buyer)
    select ${messageId}::bigint, order_id, ticket_id, ${of.audience.to === 'BUYERS'} from people where not has_ended order by ticket_id`.execute(
    tx.kysely,
  )
}

/** A person a message is for, as the order and the ticket are now. */
export type Reader = {
  readonly personId: bigint
  readonly orderId: ReservationId
  readonly isBuyer: boolean
  readonly ticketId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly language: string
}

const READER = sql`person.id as "personId", reservation.id as "orderId", person.is_buyer as "isBuyer",
  ticket.public_uuid::text as "ticketId",
  coalesce(case when person.is_buyer then reservation.first_name else ticket.first_name end, '') as "firstName",
  coalesce(case when person.is_buyer then reservation.last_name else ticket.last_name end, '') as "lastName",
  coalesce(case when person.is_buyer then reservation.email else ticket.email end, '') as email,
  case when person.is_buyer then reservation.language else coalesce(ticket.language, reservation.language) end as language`

/** A ticket that has left its order, or is another person's order now, is reached no more. */
const GOOD = sql`from group_message_person as person
  join group_message as message on message.id = person.message_id
  join ticket on ticket.id = person.ticket_id and ticket.reservation_id = person.order_id
  join reservation on reservation.id = person.order_id`

const READERS_ADDRESS = addressOf(sql`case when person.is_buyer then reservation.email else ticket.email end`)

const mayReach = (secret: Buffer) => sql`${IS_REACHED} and ${READERS_ADDRESS} is not null
  and (message.purpose = 'TICKET' or not ${hasEndedNews(sql`message.organization_id`, READERS_ADDRESS, secret)})`

/** Of people who wait for their mail, those who still get it: each address once, also where it was reached before. */
export async function readersOf(tx: Tx, ids: readonly bigint[], secret: Buffer): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select distinct on (${READERS_ADDRESS}) ${READER} ${GOOD}
    where person.id = any (${[...ids]}::bigint[]) and ${mayReach(secret)}
      and not exists (
        select from group_message_person as other join mail on mail.id = other.mail_id
        where other.message_id = person.message_id and other.id <> person.id and lower(mail.recipient) = ${READERS_ADDRESS})
    order by ${READERS_ADDRESS}, person.id`.execute(tx.kysely)
  return rows
}

/** Is a mail that is about to leave still for its reader? Asked at the last moment. */
export async function isStillFor(db: Queryable, personId: string, secret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select ${GOOD} join mail on mail.id = person.mail_id
    where person.id = ${personId}::bigint and message.status <> 'STOPPED' and ${mayReach(secret)}
      and lower(mail.recipient) = ${READERS_ADDRESS}`.execute(db.kysely)
  return rows.length > 0
}

/** A ticket of the event and its order, as the reader of a preview. */
export async function readerOf(
  db: Queryable,
  { eventId, audience }: Pick<MessageFor, 'eventId' | 'audience'>,
  ids: { readonly orderId: string; readonly ticketId: string },
): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select ${READER} from ticket join reservation on reservation.id = ticket.reservation_id,
      lateral (select 0::bigint as id, ${audience.to === 'BUYERS'}::boolean as is_buyer) as person
    where ticket.event_id = ${eventId} and reservation.id = ${ids.orderId}::uuid
      and ticket.public_uuid = ${ids.ticketId}::uuid and ${IS_REACHED}`.execute(db.kysely)
  return rows[0]
}
