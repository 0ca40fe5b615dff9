import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { PollChange, PollPlan, StoredPoll } from '#domain/organiser/event-editing/poll.ts'
import type { PollDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { PollStatus } from '#domain/ticket/poll/poll.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'

/** The polls of an event as their organiser stated them. */
export async function loadPollDrafts(db: Queryable, eventId: number): Promise<PollDraft[]> {
  const polls = await db.kysely
    .selectFrom('poll')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
  const options = await db.kysely
    .selectFrom('poll_option')
    .selectAll()
    .where('poll_id', 'in', ({ selectFrom }) => selectFrom('poll').select('id').where('event_id', '=', eventId))
    .orderBy('id')
    .execute()
  return polls.map(poll => ({
    id: poll.id,
    title: poll.title as LocalizedTexts,
    description: poll.description as LocalizedTexts,
    options: options
      .filter(option => option.poll_id === poll.id)
      .map(({ id, title }) => ({ id, title: title as LocalizedTexts })),
    allowedTags: poll.allowed_tags,
    ordinal: poll.ordinal,
    status: null,
  }))
}

/** In which state each poll of an event is. */
export async function pollStatuses(db: Queryable, eventId: number): Promise<ReadonlyMap<number, PollStatus>> {
  const rows = await db.kysely.selectFrom('poll').select(['id', 'status']).where('event_id', '=', eventId).execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

const VOTES = statement<{ pollId: number; id: number; votes: number }>(
  'organiser-votes-of-polls',
  `select poll_option.poll_id as "pollId", poll_option.id, count(poll_vote.ticket_id)::int as votes
   from poll_option left join poll_vote
     on poll_vote.poll_id = poll_option.poll_id and poll_vote.option_id = poll_option.id
   where poll_option.poll_id = any ($1) group by poll_option.id order by poll_option.id`,
)

/** The polls of an event and their votes; locked against votes and moves until the transaction ends. */
export async function lockPolls(tx: Tx, eventId: number): Promise<StoredPoll[]> {
  const polls = await tx.kysely
    .selectFrom('poll')
    .select(['id', 'status'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (polls.length === 0) return []
  const options = await tx.query(VOTES, [polls.map(({ id }) => id)])
  return polls.map(poll => ({
    ...poll,
    options: options.filter(({ pollId }) => pollId === poll.id).map(({ id, votes }) => ({ id, votes })),
  }))
}

/** Stores the polls as they were planned. */
export async function keepPolls(tx: Tx, eventId: number, { changes, closed, deleted }: PollPlan): Promise<void> {
  if (closed.length > 0) {
    await tx.kysely.updateTable('poll').set({ status: 'CLOSED' }).where('id', 'in', closed).execute()
  }
  if (deleted.length > 0) await tx.kysely.deleteFrom('poll').where('id', 'in', deleted).execute()
  for (const change of changes) await putPoll(tx, eventId, change)
}

async function putPoll(tx: Tx, eventId: number, { poll, status, removedOptions }: PollChange): Promise<void> {
  const row = {
    status,
    title: JSON.stringify(poll.title),
    description: JSON.stringify(poll.description),
    allowed_tags: [...poll.allowedTags],
    ordinal: poll.ordinal,
  }
  const { id: pollId } =
    poll.id === null
      ? await tx.kysely
          .insertInto('poll')
          .values({ ...row, event_id: eventId })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx.kysely.updateTable('poll').set(row).where('id', '=', poll.id).returning('id').executeTakeFirstOrThrow()
  if (removedOptions.length > 0) {
    await tx.kysely.deleteFrom('poll_option').where('id', 'in', removedOptions).execute()
  }
  for (const option of poll.options) {
    const title = JSON.stringify(option.title)
    if (option.id === null) await tx.kysely.insertInto('poll_option').values({ poll_id: pollId, title }).execute()
    else await tx.kysely.updateTable('poll_option').set({ title }).where('id', '=', option.id).execute()
  }
}
