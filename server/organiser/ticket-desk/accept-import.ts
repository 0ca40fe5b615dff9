import type { TicketReservationCreationRequest } from '#contract/organiser-reservations.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import type { Shop } from '#server/catalog/context.ts'
import { flatMapWithBreaks } from '#server/foundation/base/with-breaks.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { checkImport } from './import-orders.ts'
import { storeImport } from './import-store.ts'

type Sent = {
  readonly shortName: string
  readonly keyId: number
  /** Of orders that name none. */
  readonly language: string
  readonly requests: readonly TicketReservationCreationRequest[]
}

/** Keeps a list of orders to be made, all of them or, when something is wrong with one, none; returns its id. */
export async function acceptImport(
  shop: Shop,
  { shortName, keyId, language, requests }: Sent,
): Promise<Outcome<string>> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return refused(MUST_BE_SALEABLE)
  const now = shop.clock.now()
  const problems = await checkImport(requests, { offer, now })
  const [first] = problems
  if (first) return refused(first, ...problems.slice(1))
  const texts = await flatMapWithBreaks(requests, request => [
    JSON.stringify({ ...request, language: request.language ?? language }),
  ])
  const id = await transaction(shop.db, tx =>
    storeImport(tx, { eventId: offer.context.id, keyId, now, requests: texts }),
  )
  await shop.jobs.wake('make-imported-orders')
  return accepted(id)
}
