import type { Event } from '#domain/catalog/catalog/event.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import { NOT_FOUND, type Voter, judgePin } from '#domain/ticket/poll/judge-vote.ts'
import { TICKET_PIN, idPrefixOf } from '#domain/foundation/text/pin.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findVoters } from './store.ts'

/** Who asks, by a PIN that was typed, and at which event. */
export type Asking = { readonly shortName: string; readonly pin: string }

export type AtEvent = { readonly event: Event; readonly voter: Voter }

/** The checked-in ticket behind a PIN. Refused with `not_found`, `pin.invalid` or `pin.duplicate` at the PIN. */
export async function findVoter({ catalog, db }: Shop, { shortName, pin }: Asking): Promise<Outcome<AtEvent>> {
  const offer = await catalog.offeredEvent(shortName)
  if (!offer) return NOT_FOUND
  const { context: event } = offer
  const prefix = idPrefixOf(pin, TICKET_PIN)
  const voter = judgePin(prefix === undefined ? [] : await findVoters(db, event.id, prefix))
  return voter.ok ? accepted({ event, voter: voter.value }) : voter
}
