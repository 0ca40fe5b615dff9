import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { offerVersion } from '#server/catalog/catalog/offer-memory.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, statement, transaction } from '#server/foundation/database/database.ts'
import { lockVersioned } from './reservations.ts'

/**
 * What a reservation is for; undefined for an unknown one. Asked before a transaction begins, never inside: the catalogue
 * has its own connections, and a transaction that waits for another connection can stop the whole shop.
 */
export async function offerOfReservation(
  { db, catalog }: Shop,
  id: ReservationId,
): Promise<OfferedContext | undefined> {
  const [found] = await db.query(OFFER_OF_RESERVATION, [id])
  return found && catalog.offerAtLeast(found.purchase_context_id, found.version)
}

const OFFER_OF_RESERVATION = statement<{ purchase_context_id: number; version: bigint }>(
  'offer-of-reservation',
  `select purchase_context_id, ${offerVersion('purchase_context_id')} as version from reservation where id = $1`,
)

/** A reservation, locked until the transaction ends, and what it is for. */
export type LockedOrder = { readonly reservation: Reservation; readonly offer: OfferedContext }

/**
 * Does `work` on a reservation in one transaction that has taken it. The statement that takes it says how often its offer
 * has changed; only when the offer in memory is older, the transaction ends without a change and another one begins
 * once the offer is read. Undefined for an unknown reservation.
 */
export async function onLockedOrder<Result>(
  { db, catalog }: Shop,
  id: ReservationId,
  work: (tx: Tx, order: LockedOrder) => Promise<Result>,
): Promise<Result | undefined> {
  for (;;) {
    const attempt = await transaction(db, async tx => {
      const locked = await lockVersioned(tx, id)
      if (!locked) return { kind: 'done' as const, result: undefined }
      const { reservation, offerVersion: version } = locked
      const offer = catalog.offerInMemory(reservation.contextId, version)
      if (!offer) return { kind: 'unread' as const, contextId: reservation.contextId, version }
      return { kind: 'done' as const, result: await work(tx, { reservation, offer }) }
    })
    if (attempt.kind === 'done') return attempt.result
    await catalog.offerAtLeast(attempt.contextId, attempt.version)
  }
}

/** Whose event or pass it is. */
export const ownerOf = ({ context }: OfferedContext): { readonly organizationId: number } => ({
  organizationId: context.organization.id,
})
