import { judgePoll } from '#domain/ticket/poll/judge-vote.ts'
import { TICKET_PIN, pinOf } from '#domain/foundation/text/pin.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { loadPolls, voterOf } from './store.ts'

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
