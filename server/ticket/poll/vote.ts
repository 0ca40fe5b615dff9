import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import { NOT_FOUND, judgeVote } from '#domain/ticket/poll/judge-vote.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Asking, findVoter } from './find-voter.ts'
import { findPoll, storeVote } from './store.ts'

type Choice = Asking & { readonly pollId: number; readonly optionId: number | null }

/**
 * Counts the vote of the ticket behind a PIN, in place of its earlier one. Refused as `findVoter`, and with `not_found`
 * unless the poll is open and the option is one of its own.
 */
export async function vote(shop: Shop, { pollId, optionId, ...asking }: Choice): Promise<Outcome<true>> {
  const found = await findVoter(shop, asking)
  if (!found.ok) return found
  const { event, voter } = found.value
  const decision = judgeVote(await findPoll(shop.db, event.id, pollId), { voter, optionId })
  if (!decision.ok) return decision
  if (!(await storeVote(shop.db, decision.value))) return NOT_FOUND
  shop.log.voted(event.shortName, pollId)
  return accepted(true)
}
