import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Poll, PollOption, PollStatus, PollWithOptions, Vote, Voter } from '#domain/ticket/poll/poll.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas, whereTicket } from '#server/foundation/database/status-sql.ts'

const UUID_DIGITS = 32

/** A range of ids instead of their beginning, so that the index of all ids serves. */
const CHECKED_IN = statement<{ id: bigint }>(
  'checked-in-tickets-of-pin',
  `select id from ticket
   where uuid between $2::uuid and $3::uuid and event_id = $1 and ${sqlTicketHas('isCheckedIn')} order by id limit 2`,
)

/**
 * Checked-in tickets of the event whose secret id begins with these hexadecimal digits; returns at most two. Tickets
 * carry no tags: a restricted poll is for none of them.
 */
export async function findVoters(on: Queryable, eventId: number, prefix: string): Promise<Voter[]> {
  const range = ['0', 'f'].map(digit => prefix.padEnd(UUID_DIGITS, digit))
  const rows = await on.query(CHECKED_IN, [eventId, ...range])
  return rows.map(voterOf)
}

export const voterOf = ({ id }: { readonly id: bigint }): Voter => ({ ticketId: id, tags: [] })

/** All polls of an event, in the organiser's order. */
export async function loadPolls(on: Queryable, eventId: number): Promise<Poll[]> {
  const rows = await pollRows(on).where('event_id', '=', eventId).orderBy('ordinal').orderBy('id').execute()
  return rows.map(pollOf)
}

/** A poll of this event, in whatever status. */
export async function findPoll(on: Queryable, eventId: number, pollId: number): Promise<PollWithOptions | undefined> {
  const row = await pollRows(on).where('id', '=', pollId).where('event_id', '=', eventId).executeTakeFirst()
  return row && { poll: pollOf(row), options: await loadOptions(on, [row.id]) }
}

const pollRows = (on: Queryable) => on.kysely.selectFrom('poll').selectAll()

type PollRow = Awaited<ReturnType<ReturnType<typeof pollRows>['executeTakeFirstOrThrow']>>

const pollOf = (row: PollRow): Poll => ({
  id: row.id,
  eventId: row.event_id,
  status: row.status,
  title: row.title as LocalizedTexts,
  description: row.description as LocalizedTexts,
  allowedTags: row.allowed_tags,
  ordinal: row.ordinal,
})

export async function loadOptions(on: Queryable, pollIds: readonly number[]): Promise<PollOption[]> {
  if (pollIds.length === 0) return []
  const rows = await on.kysely
    .selectFrom('poll_option')
    .selectAll()
    .where('poll_id', 'in', pollIds)
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    pollId: row.poll_id,
    title: row.title as LocalizedTexts,
    description: row.description as LocalizedTexts,
  }))
}

const STORE_VOTE = statement<{ poll_id: number }>(
  'store-vote',
  `insert into poll_vote (poll_id, ticket_id, option_id)
   select poll.id, ticket.id, poll_option.id
   from poll join poll_option on poll_option.poll_id = poll.id and poll_option.id = $3
     join ticket on ticket.id = $2 and ${sqlTicketHas('isCheckedIn')}
   where poll.id = $1 and poll.status = 'OPEN' for share of poll, poll_option
   on conflict (ticket_id, poll_id) do update set option_id = excluded.option_id
   returning poll_id`,
)

/**
 * Counts the vote in place of an earlier one; false when the poll has been closed meanwhile, or the option taken away.
 * Closing a poll waits for the votes that are on their way, so that none follows.
 */
export async function storeVote(on: Queryable, { pollId, ticketId, optionId }: Vote): Promise<boolean> {
  const stored = await on.query(STORE_VOTE, [pollId, ticketId, optionId])
  return stored.length > 0
}

/** The status of a poll of this event, locked until the transaction ends. */
export async function lockPoll(tx: Tx, eventId: number, pollId: number): Promise<PollStatus | undefined> {
  const row = await tx.kysely
    .selectFrom('poll')
    .select('status')
    .where('id', '=', pollId)
    .where('event_id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status
}

export async function storeStatus(tx: Tx, pollId: number, status: PollStatus): Promise<void> {
  await tx.kysely.updateTable('poll').set({ status }).where('id', '=', pollId).execute()
}

/** Votes of an event by option; an option without votes is left out. */
export async function countVotes(on: Queryable, eventId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await on.kysely
    .selectFrom('poll_vote')
    .select(['option_id', ({ fn }) => fn.countAll<bigint>().as('votes')])
    .where('poll_id', 'in', ({ selectFrom }) => selectFrom('poll').select('id').where('event_id', '=', eventId))
    .groupBy('option_id')
    .execute()
  return new Map(rows.map(({ option_id: option, votes }) => [option, Number(votes)]))
}

export async function countCheckedIn(on: Queryable, eventId: number): Promise<number> {
  const { tickets } = await on.kysely
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<bigint>().as('tickets'))
    .where('event_id', '=', eventId)
    .where(whereTicket('isCheckedIn'))
    .executeTakeFirstOrThrow()
  return Number(tickets)
}
