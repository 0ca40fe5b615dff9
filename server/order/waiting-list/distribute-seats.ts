import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { distribute, inOrderOfExpiration, isOfferTime, isOfferable } from '#domain/order/waiting-list/distribution.ts'
import { type OfferedEvent, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Gathered, gather } from '#server/foundation/base/gather.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { TryAgain } from '#server/foundation/database/try-again.ts'
import { type JobRow, deleteFailures, noteFailure } from '#server/foundation/jobs/failures.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { putOnSale } from '#server/order/order/move-tickets.ts'
import { limitWaiting } from '#server/order/stock/hold-seats.ts'
import { flagEverywhere } from '#server/foundation/setting/settings.ts'
import { OfferChanged, isPayable, offerSeats } from './offer-seat.ts'
import {
  countSetAside,
  countSeatsAwaitedForSales,
  eventsToServe,
  lockEvent,
  lockSeatsToGive,
  lockWaiting,
  putBack,
  setAside,
} from './store.ts'

/** At most so many seats in one transaction. */
const BATCH = 100

/** How often an event is decided again because its organiser has edited it meanwhile. */
const ATTEMPTS = 3

/**
 * Gives the seats that have come back to those who wait, and puts all others on sale again; before sales begin, sets
 * seats aside for those who have registered (domain rules 6.3). Returns how many seats it has moved.
 */
export async function distributeSeats(shop: Shop): Promise<number> {
  return eachRow(shop, await eventsDue(shop), { job: JOB, nameOf, work: ([id]) => serveEvent(shop, id) })
}

/**
 * The same for one event, beside what its caller has done: what fails, the job does later. Callers that come while it is done for others
 * share the next time, which sees what they have released; each is answered how many seats that one moved. Passes have no
 * waiting list: where one comes back there is nothing to do.
 */
export async function distributeSeatsOf(shop: Shop, contextId: number): Promise<number> {
  if (!isOfEvent(await shop.catalog.offerOf(contextId))) return 0
  const own = gathered.get(shop) ?? gatherCalls(shop)
  gathered.set(shop, own)
  return own(contextId)
}

const gathered = new WeakMap<Shop, Gathered<number, number>>()

function gatherCalls(shop: Shop): Gathered<number, number> {
  const work = async (ids: readonly number[]): Promise<readonly number[]> => {
    const moved = await eachRow(shop, ids.slice(0, 1), { job: JOB, nameOf, work: ([id]) => serveEvent(shop, id) })
    return ids.map(() => moved)
  }
  return gather(work, { keyOf: String, atOnce: 1, size: Number.POSITIVE_INFINITY, isOfAll: () => true })
}

const JOB = 'distribute-seats'

/** Seats that are set aside wait for sales to begin, as long as the organiser wants people to register before. */
async function eventsDue({ db, clock }: Shop): Promise<number[]> {
  const events = await eventsToServe(db, clock.now(), JOB)
  if (events.every(({ isDue }) => isDue)) return events.map(({ id }) => id)
  const isOn = await flagEverywhere(db, 'ENABLE_PRE_REGISTRATION')
  return events.flatMap(({ id, organizationId, isDue }) =>
    isDue || !isOn.at({ contextId: id, organizationId }) ? [id] : [],
  )
}

const nameOf = (id: number) => ({ kind: 'event' as const, id: String(id) })

async function serveEvent(shop: Shop, eventId: number | undefined): Promise<number> {
  if (eventId === undefined) return 0
  let moved = 0
  for (;;) {
    const batch = await serveInTurn(shop, eventId)
    moved += batch.freed + batch.offered + batch.setAside
    await report(shop, eventId, batch)
    // Seats of people whose offer failed go to the next ones.
    if (batch.failed === 0 && batch.freed + batch.offered < BATCH) break
  }
  if (moved > 0) shop.catalog.stockChanged(eventId)
  return moved
}

type Moved = { readonly freed: number; readonly offered: number; readonly setAside: number; readonly failed: number }

const NOTHING: Moved = { freed: 0, offered: 0, setAside: 0, failed: 0 }

async function serveInTurn(shop: Shop, eventId: number): Promise<Moved> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const offer = await shop.catalog.eventOf(eventId)
    try {
      return await transaction(shop.db, tx => serve(tx, shop, offer))
    } catch (error) {
      if (error instanceof TryAgain && error.reason === 'busy') return NOTHING
      if (!(error instanceof OfferChanged)) throw error
      shop.catalog.offerChanged(offer.context)
    }
  }
  return NOTHING
}

/** Takes the event, its seats, the people and their extras, in this order. */
async function serve(tx: Tx, shop: Shop, offer: OfferedEvent): Promise<Moved> {
  const now = shop.clock.now()
  if (offer.context.status === 'DISABLED') return NOTHING
  await limitWaiting(tx)
  await lockEvent(tx, offer.context.id)
  const offerable = offer.categories.filter(
    category => isOfferable(category, now) && isPayable(shop, category, { offer, now }),
  )
  const aside = await keepAside(tx, offer, offerable)
  return { ...(await give(tx, shop, { offer, offerable, now })), setAside: aside }
}

/** As many seats as people who have registered wait for before sales; returns how many it has moved. */
async function keepAside(
  tx: Tx,
  { context: event, settings }: OfferedEvent,
  offerable: readonly Category[],
): Promise<number> {
  const waitingCount = settings.flag('ENABLE_PRE_REGISTRATION') ? await countSeatsAwaitedForSales(tx, event.id) : 0
  const kept = await countSetAside(tx, event.id)
  if (kept > waitingCount) return putBack(tx, event.id, kept - waitingCount)
  let taken = 0
  for (const category of inOrderOfExpiration(offerable)) {
    if (kept + taken === waitingCount) break
    taken += await setAside(tx, event.id, category, waitingCount - kept - taken)
  }
  return taken
}

type Serving = { readonly offer: OfferedEvent; readonly offerable: readonly Category[]; readonly now: Instant }

async function give(tx: Tx, shop: Shop, { offer, offerable, now }: Serving): Promise<Omit<Moved, 'setAside'>> {
  const { context: event, categories, settings } = offer
  const isListKept = settings.flag('ENABLE_WAITING_QUEUE') || settings.flag('ENABLE_PRE_REGISTRATION')
  const isTime = isOfferTime(categories, now)
  const seats = await lockSeatsToGive(tx, event.id, { isAsideToo: isTime, limit: BATCH })
  const isServed = isListKept && isTime && seats.length > 0
  // More people than seats: some may need more at once than are left for them.
  const people = isServed ? await lockWaiting(tx, event.id, { limit: BATCH, seats: seats.length, now, job: JOB }) : []
  const { offers, freed } = distribute({ seats, people, offerable })
  await putOnSale(
    tx,
    freed.map(({ id }) => id),
  )
  let [offered, failed] = [0, 0]
  const done: JobRow[] = []
  for (const seatOffer of offers) {
    const row: JobRow = { kind: 'waiting-list-entry', id: String(seatOffer.person.id) }
    await tx.client.query('savepoint person')
    try {
      if (await offerSeats(tx, shop, { offer, seatOffer, now })) offered += seatOffer.seats.length
      await tx.client.query('release savepoint person')
      done.push(row)
    } catch (error) {
      if (isOfAll(error)) throw error
      await tx.client.query('rollback to savepoint person')
      await noteFailure(shop, tx, { job: JOB, row, error })
      failed += 1
    }
  }
  await deleteFailures(tx, JOB, done)
  return { freed: freed.length, offered, failed }
}

/** Not a matter of the person to whom a seat was to be offered. */
const isOfAll = (error: unknown): boolean => error instanceof OfferChanged || error instanceof TryAgain

async function report({ log, jobs }: Shop, eventId: number, { freed, offered }: Moved): Promise<void> {
  if (freed > 0) log.seatsFreed(freed)
  if (offered === 0) return
  log.seatsOffered(eventId, offered)
  await jobs.wake('deliver-mail')
}
