import type { Poll, PollOption } from '#domain/ticket/poll/poll.ts'
import type { Shop } from '#server/catalog/context.ts'
import { countCheckedIn, countVotes, loadOptions, loadPolls } from './store.ts'

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
