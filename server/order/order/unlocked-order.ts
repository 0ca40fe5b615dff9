import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { appliedPassIn } from '#domain/ticket/ticket/ticket.ts'
import { type OfferedEvent, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { NO_ANSWERS } from '#server/catalog/fields/fields.ts'
import { type Database, type Statement, isWorthRepeating } from '#server/foundation/database/database.ts'
import { sharedCalls } from '#server/foundation/database/shared-calls.ts'
import { isAway } from '#server/foundation/database/try-again.ts'
import { findWithTickets } from './order-with-tickets.ts'
import { NO_DOCUMENTS, type Order } from './read-order.ts'

/**
 * Most orders are plain: open, of an event, and nothing but tickets decides about them. Such an order is read and stored
 * without a transaction (decision 74). The statement that stores requires the version of the row that was read: every
 * transaction that changes the tickets or the price of an open order writes its reservation too, so that an unchanged row
 * means an unchanged order. Whatever has changed meanwhile is decided again under the lock of the order.
 */
export type PlainOrder = Order<OfferedEvent> & { readonly rowVersion: string }

/**
 * Undefined for an unknown order; `not plain` for one that has to be taken by a lock, and where the connection is lost: a lost
 * read has changed nothing, which the transaction that follows says if it is lost, too.
 */
export async function findPlainOrder(
  { db, catalog }: Shop,
  id: ReservationId,
): Promise<PlainOrder | 'not plain' | undefined> {
  const found = await findWithTickets(db, id).catch(unlessAway)
  if (found === 'away') return 'not plain'
  if (!found) return undefined
  const { reservation, tickets, rowVersion, offerVersion } = found
  const offer = await catalog.offerAtLeast(reservation.contextId, offerVersion)
  const isPlain =
    has(reservation, 'isOpen') &&
    !reservation.isPassEndUnseen &&
    reservation.changes === null &&
    reservation.promoCodeId === null &&
    reservation.discountRuleId === null &&
    appliedPassIn(tickets) === null
  if (!isPlain || !isOfEvent(offer) || !sellsTicketsAlone(offer)) return 'not plain'
  return { ...NOTHING_BESIDE, reservation, offer, tickets, rowVersion }
}

function unlessAway(error: unknown): 'away' {
  if (isAway(error)) return 'away'
  throw error
}

function sellsTicketsAlone({ fields, services, groupLinks }: OfferedEvent): boolean {
  return fields.length === 0 && services.length === 0 && groupLinks.length === 0
}

const NOTHING_BESIDE = {
  items: [],
  passes: [],
  discount: null,
  appliedPass: null,
  answers: NO_ANSWERS,
  documents: NO_DOCUMENTS,
} as const

type Change = { readonly id: ReservationId }

/**
 * Stores changes of plain orders by a statement that returns the ids of those it has changed: where the order is as it was read, and
 * locked by none. Changes that arrive at the same moment share a statement. Answers false where the order has changed since it was read,
 * where another change of it is being stored, and where it is unknown, because the connection was lost: under its lock the order
 * shows what has happened.
 */
export function storeUnlocked<Stored extends Change>(
  store: Statement<Change>,
  valuesOf: (changes: readonly Stored[]) => readonly unknown[],
): (db: Database, change: Stored) => Promise<boolean> {
  const storeTogether = sharedCalls<Stored, boolean>(async (db, changes) => {
    // A statement changes a row once: of two changes of one order the second is none that was stored.
    const firsts = [...new Map(changes.toReversed().map(change => [change.id, change])).values()]
    const rows = await db.query(store, valuesOf(firsts))
    const stored = new Set(rows.map(({ id }) => id))
    return changes.map(change => firsts.includes(change) && stored.has(change.id))
  })
  return async (db, change) => {
    try {
      return await storeTogether(db, change)
    } catch (error) {
      if (isAway(error) || isWorthRepeating(error)) return false
      throw error
    }
  }
}
