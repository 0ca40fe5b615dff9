import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext, OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { type JobRow, noteFailure } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'

/** Writes what is to be written about an order and marks it, or answers 0 when there is nothing (any more). */
export type Step = (tx: Tx, id: ReservationId) => Promise<number>

/**
 * Takes a step for each of these orders, in a transaction of its own: mail and mark come together or not at all, and an
 * order that fails keeps no other from its own. Returns how many mails were queued.
 */
export async function eachOrder(shop: Shop, job: JobName, ids: readonly ReservationId[], step: Step): Promise<number> {
  const nameOf = (id: ReservationId) => ({ kind: 'reservation' as const, id })
  const work = async ([id]: readonly ReservationId[]) =>
    id === undefined ? 0 : transaction(shop.db, tx => step(tx, id))
  const written = await eachRow(shop, ids, { job, nameOf, work })
  if (written > 0) await shop.jobs.wake('deliver-mail')
  return written
}

/** The events that are due; a broken event whose due time is unknown does not stop the others. */
export async function dueEvents<Found extends { readonly id: number }>(
  shop: Shop,
  job: JobName,
  events: readonly Found[],
  isDue: (event: Found) => boolean,
): Promise<number[]> {
  const due: number[] = []
  for (const event of events) {
    try {
      if (isDue(event)) due.push(event.id)
    } catch (error) {
      await noteFailure(shop, shop.db, { job, row: rowOf(event.id), error })
    }
  }
  return due
}

/** Loads each of these events and does what is due there; one that fails keeps no other. Returns the sum. */
export async function eachEvent(
  shop: Shop,
  job: JobName,
  ids: readonly number[],
  work: (offer: OfferedEvent) => Promise<number>,
): Promise<number> {
  return each(shop, job, ids, async id => work(await shop.catalog.eventOf(id)))
}

/** The same of events and passes. */
export async function eachOffer(
  shop: Shop,
  job: JobName,
  ids: readonly number[],
  work: (offer: OfferedContext) => Promise<number>,
): Promise<number> {
  return each(shop, job, ids, async id => work(await shop.catalog.offerOf(id)))
}

function each(
  shop: Shop,
  job: JobName,
  ids: readonly number[],
  work: (id: number) => Promise<number>,
): Promise<number> {
  return eachRow(shop, ids, { job, nameOf: rowOf, work: async ([id]) => (id === undefined ? 0 : work(id)) })
}

const rowOf = (id: number): JobRow => ({ kind: 'event', id: String(id) })
