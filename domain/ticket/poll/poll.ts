import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'

/** The states of a poll: being written, taking votes, over. */
export const POLL_STATUSES = ['DRAFT', 'OPEN', 'CLOSED'] as const

export type PollStatus = (typeof POLL_STATUSES)[number]

/** The legal moves (domain rules 9): once votes may have been given, it is never a draft again. */
const POLL_TRANSITIONS = {
  DRAFT: ['OPEN'],
  OPEN: ['CLOSED'],
  CLOSED: ['OPEN'],
} as const satisfies Record<PollStatus, readonly PollStatus[]>

/** Also true for a poll that has that status already. */
export function canMovePoll(from: PollStatus, to: PollStatus): boolean {
  return from === to || (POLL_TRANSITIONS[from] as readonly PollStatus[]).includes(to)
}

/** A question to those who are in the room (domain rules 9). */
export type Poll = {
  readonly id: number
  readonly eventId: number
  readonly status: PollStatus
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
  /** Only for tickets that carry one of these; none: for everybody. */
  readonly allowedTags: readonly string[]
  readonly ordinal: number
}

export type PollOption = {
  readonly id: number
  readonly pollId: number
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
}

/** A poll with what can be chosen, in the organiser's order. */
export type PollWithOptions = { readonly poll: Poll; readonly options: readonly PollOption[] }

/** A checked-in ticket of the event. */
export type Voter = { readonly ticketId: bigint; readonly tags: readonly string[] }

/** One voice: voting again moves it. */
export type Vote = { readonly ticketId: bigint; readonly pollId: number; readonly optionId: number }

/** All refusals name the PIN as their field (domain rules 9). */
const at = (code: 'pin.invalid' | 'pin.duplicate' | 'not_found'): Problem => problem(code, { field: 'pin' })

/** The event, the poll or the option is not there, or the poll is not open. */
export const NOT_FOUND = refused(at('not_found'))

/** Who votes, out of the checked-in tickets that have this PIN. */
export function judgePin(tickets: readonly Voter[]): Outcome<Voter> {
  const [only, ...others] = tickets
  if (only === undefined) return refused(at('pin.invalid'))
  return others.length === 0 ? accepted(only) : refused(at('pin.duplicate'))
}

/** Is the poll for such tickets at all? A restricted one is for those that carry one of its tags. */
function isForTicket({ allowedTags }: Pick<Poll, 'allowedTags'>, { tags }: Pick<Voter, 'tags'>): boolean {
  return allowedTags.length === 0 || allowedTags.some(tag => tags.includes(tag))
}

/** What the voter may look at and answer: open, and for this ticket (domain rules 13, Q17). */
export function judgePoll<Found extends Pick<PollWithOptions, 'poll'>>(
  found: Found | undefined,
  voter: Voter,
): Outcome<Found> {
  if (found?.poll.status !== 'OPEN') return NOT_FOUND
  return isForTicket(found.poll, voter) ? accepted(found) : refused(at('pin.invalid'))
}

/** As `judgePoll`, and the option is one of this poll's. */
export function judgeVote(
  found: PollWithOptions | undefined,
  { voter, optionId }: { readonly voter: Voter; readonly optionId: number | null },
): Outcome<Vote> {
  const judged = judgePoll(found, voter)
  if (!judged.ok) return judged
  const { poll, options } = judged.value
  const option = options.find(({ id }) => id === optionId)
  return option ? accepted({ ticketId: voter.ticketId, pollId: poll.id, optionId: option.id }) : NOT_FOUND
}
