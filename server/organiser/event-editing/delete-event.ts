import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { hasMoneyOfGoneOrders, hasReservations, lockContextAgainstSales, removeEvent } from './event-store.ts'
import type { EventOwner } from '#server/access/api-key/own-event.ts'
import { saveInTurn } from './save-in-turn.ts'

/** Deletes an event without reserved seats; refused as long as a reservation of any kind exists, or money of one. */
export async function deleteEvent({ db }: Pick<Shop, 'db'>, event: EventOwner): Promise<Outcome<void>> {
  return saveInTurn({ id: event.organizationId }, () =>
    transaction(db, async tx => {
      await lockContextAgainstSales(tx, event.id)
      if ((await hasReservations(tx, event.id)) || (await hasMoneyOfGoneOrders(tx, event.id)))
        return refused(problem('event-has-reservations'))
      await removeEvent(tx, event.id)
      return accepted(undefined)
    }),
  )
}
