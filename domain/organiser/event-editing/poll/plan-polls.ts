import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type PollStatus, canMovePoll } from '#domain/ticket/poll/transitions.ts'
import { findings } from '../event-problem.ts'
import type { PollDraft } from './poll-draft.ts'

/** A stored poll and the votes for each of its options. */
export type StoredPoll = {
  readonly id: number
  readonly status: PollStatus
  readonly options: readonly { readonly id: number; readonly votes: number }[]
}

/** A poll to store as `status`, and the options it no longer has. */
export type PollChange = {
  readonly poll: PollDraft
  readonly status: PollStatus
  readonly removedOptions: readonly number[]
}

export type PollPlan = {
  readonly changes: readonly PollChange[]
  /** Their votes stay. */
  readonly closed: readonly number[]
  readonly deleted: readonly number[]
}

/**
 * Decides how the polls of an event change: a status moves by the table of moves, an option that has votes stays, and a
 * poll that is missing goes, or is closed when it has votes.
 */
export function planPolls(
  stored: readonly StoredPoll[],
  polls: readonly PollDraft[],
  firstLanguage: string,
): Outcome<PollPlan> {
  const { problems, refuse } = findings()
  const changes = polls.map(poll => {
    const before = stored.find(({ id }) => id === poll.id)
    const from = before?.status ?? 'DRAFT'
    const status = poll.status ?? from
    const name = inLanguage(poll.title, firstLanguage)
    if (!canMovePoll(from, status)) refuse('poll-status-fixed', 'polls', name, from, status)
    const removed = (before?.options ?? []).filter(({ id }) => !poll.options.some(option => option.id === id))
    if (removed.some(({ votes }) => votes > 0)) refuse('poll-option-voted', 'polls', name)
    return { poll, status, removedOptions: removed.map(({ id }) => id) }
  })
  const missing = stored.filter(({ id }) => !polls.some(poll => poll.id === id))
  const hasVotes = ({ options }: StoredPoll) => options.some(({ votes }) => votes > 0)
  return acceptedUnless(problems, {
    changes,
    closed: missing.filter(poll => hasVotes(poll) && poll.status === 'OPEN').map(({ id }) => id),
    deleted: missing.filter(poll => !hasVotes(poll)).map(({ id }) => id),
  })
}
