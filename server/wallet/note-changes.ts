import type { Instant } from '#domain/instant.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { HolderChange } from '#domain/ticket/change-holder.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { Tx } from '#server/database/database.ts'
import { OF, changeClasses, changePasses } from './store.ts'

/** What others tell in the transaction of their change; the wallets hear of it later, and only if it commits. */

/** The old holder's passes are void when the ticket went to somebody else; otherwise the same person is written anew. */
export async function noteHolderInWallets(
  tx: Tx,
  { uuid }: Pick<Ticket, 'uuid'>,
  { isNew, isPassedOn }: HolderChange,
  now: Instant,
): Promise<void> {
  if (isNew) await changePasses(tx, OF.ticket(uuid), { now, isVoided: isPassedOn })
}

/** The ticket is nobody's any more. */
export async function voidPasses(tx: Tx, { uuid }: Pick<Ticket, 'uuid'>, now: Instant): Promise<void> {
  await changePasses(tx, OF.ticket(uuid), { now, isVoided: true })
}

/** No ticket of these orders is good any more. */
export async function voidPassesOfOrders(tx: Tx, ids: readonly ReservationId[], now: Instant): Promise<void> {
  if (ids.length > 0) await changePasses(tx, OF.reservations(ids), { now, isVoided: true })
}

/** Time, place, name or picture may be others. */
export async function noteEventInWallets(tx: Tx, eventId: number, now: Instant): Promise<void> {
  await changePasses(tx, OF.event(eventId, 'APPLE'), { now, isVoided: false })
  await changeClasses(tx, eventId, now)
}
