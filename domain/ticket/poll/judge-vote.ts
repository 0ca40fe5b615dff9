import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Poll, PollWithOptions } from './poll.ts'

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
export function isForTicket({ allowedTags }: Pick<Poll, 'allowedTags'>, { tags }: Pick<Voter, 'tags'>): boolean {
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
