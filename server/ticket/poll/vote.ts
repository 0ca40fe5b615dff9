import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import {
  NOT_FOUND,
  type Poll,
  type PollWithOptions,
  type Voter,
  judgePin,
  judgePoll,
  judgeVote,
} from '#domain/ticket/poll/poll.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findPoll, findVoters, loadPolls, storeVote, voterOf } from './store.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { TICKET_PIN, idPrefixOf, pinOf } from '#domain/foundation/text/pin.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

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

/** Who asks, by a PIN that was typed, and at which event. */
type Asking = { readonly shortName: string; readonly pin: string }

type AtEvent = { readonly event: Event; readonly voter: Voter }

/** The checked-in ticket behind a PIN. Refused with `not_found`, `pin.invalid` or `pin.duplicate` at the PIN. */
async function findVoter({ catalog, db }: Shop, { shortName, pin }: Asking): Promise<Outcome<AtEvent>> {
  const offer = await catalog.offeredEvent(shortName)
  if (!offer) return NOT_FOUND
  const { context: event } = offer
  const prefix = idPrefixOf(pin, TICKET_PIN)
  const voter = judgePin(prefix === undefined ? [] : await findVoters(db, event.id, prefix))
  return voter.ok ? accepted({ event, voter: voter.value }) : voter
}

/**
 * With what a ticket votes; null before it is checked in, and while no poll is open to it (domain rules 9). For its
 * holder alone, who has the code of the ticket too.
 */
export async function pinToVote(on: Queryable, ticket: Ticket, eventId: number): Promise<string | null> {
  if (!ticketHas(ticket, 'isCheckedIn')) return null
  const polls = await loadPolls(on, eventId)
  const canVote = polls.some(poll => judgePoll({ poll }, voterOf(ticket)).ok)
  return canVote ? pinOf(ticket.uuid, TICKET_PIN) : null
}
