import { type Poll, type PollOption, type PollStatus, canMovePoll } from '#domain/ticket/poll/poll.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { countCheckedIn, countVotes, loadOptions, loadPolls, lockPoll, storeStatus } from './store.ts'

type Move = { readonly eventId: number; readonly pollId: number; readonly to: PollStatus }

/** Opens or closes a poll of an event; answers why not: it is not there, or the move is not legal. */
export async function movePoll(
  { db }: Pick<Shop, 'db'>,
  { eventId, pollId, to }: Move,
): Promise<'moved' | 'unknown' | 'illegal'> {
  return transaction(db, async tx => {
    const from = await lockPoll(tx, eventId, pollId)
    if (from === undefined) return 'unknown'
    if (!canMovePoll(from, to)) return 'illegal'
    await storeStatus(tx, pollId, to)
    return 'moved'
  })
}

export type PollResult = {
  readonly poll: Poll
  readonly votes: number
  readonly options: readonly { readonly option: PollOption; readonly votes: number }[]
}

/** How many of those in the room have voted, and for what (domain rules 9). */
export type PollResults = { readonly checkedIn: number; readonly polls: readonly PollResult[] }

export async function pollResults({ db }: Pick<Shop, 'db'>, eventId: number): Promise<PollResults> {
  const polls = await loadPolls(db, eventId)
  const options = await loadOptions(
    db,
    polls.map(({ id }) => id),
  )
  const votesOf = await countVotes(db, eventId)
  return {
    checkedIn: await countCheckedIn(db, eventId),
    polls: polls.map(poll => {
      const counted = options
        .filter(({ pollId }) => pollId === poll.id)
        .map(option => ({ option, votes: votesOf.get(option.id) ?? 0 }))
      return { poll, votes: counted.reduce((sum, { votes }) => sum + votes, 0), options: counted }
    }),
  }
}
