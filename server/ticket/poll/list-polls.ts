import type { Event } from '#domain/catalog/catalog/event.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import { judgePoll } from '#domain/ticket/poll/judge-vote.ts'
import type { Poll, PollWithOptions } from '#domain/ticket/poll/poll.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Asking, findVoter } from './find-voter.ts'
import { findPoll, loadPolls } from './store.ts'

/** The open polls that are for the ticket behind a PIN, in the organiser's order. Refused as `findVoter`. */
export async function listPolls(
  shop: Shop,
  asking: Asking,
): Promise<Outcome<{ readonly event: Event; readonly polls: readonly Poll[] }>> {
  const found = await findVoter(shop, asking)
  if (!found.ok) return found
  const { event, voter } = found.value
  const polls = await loadPolls(shop.db, event.id)
  return accepted({ event, polls: polls.filter(poll => judgePoll({ poll }, voter).ok) })
}

/** One of them with its options. Refused as `findVoter`, and with `not_found` unless it is open. */
export async function readPoll(
  shop: Shop,
  asking: Asking & { readonly pollId: number },
): Promise<Outcome<PollWithOptions & { readonly event: Event }>> {
  const found = await findVoter(shop, asking)
  if (!found.ok) return found
  const { event, voter } = found.value
  const judged = judgePoll(await findPoll(shop.db, event.id, asking.pollId), voter)
  return judged.ok ? accepted({ ...judged.value, event }) : judged
}
