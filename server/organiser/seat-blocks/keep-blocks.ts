import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { MAX_BLOCK_NAME_LENGTH } from '#contract/limits.ts'
import type { SeatBlockForm } from '#contract/desk-seat-blocks.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { type Locking, limitWaiting } from '#server/order/stock/hold-seats.ts'
import { distributeSeatsOf } from '#server/order/waiting-list/distribute-seats.ts'
import { blockSeats, findBlocks, freeSeats, lockBlock, overdueBlocks, storeBlock, unblockSeats } from './block-store.ts'

type Holding = {
  readonly event: EventOwner
  readonly offer: OfferedEvent
  readonly form: SeatBlockForm
  readonly requestId: string
  readonly by: Actor
}

/** Fewer seats are free than were to be held. */
class TooFew extends Error {}

/**
 * Holds free seats for a purpose, all of them or none, once however often it is sent: they are taken from the seats that orders
 * take, by the same locks, so that none is sold and held.
 */
export async function holdBlock(shop: Shop, holding: Holding): Promise<Outcome<number>> {
  const { event, form, requestId } = holding
  const [known] = await findBlocks(shop.db, event.id, { requestId })
  if (known) return accepted(known.id)
  const [first, ...others] = problemsOf(holding, shop.clock.now())
  if (first) return refused(first, ...others)
  try {
    const id = await skippingFirst(locking => transaction(shop.db, tx => holdWithin(tx, shop, holding, locking)))
    shop.catalog.stockChanged(event.id)
    return accepted(id)
  } catch (error) {
    if (isUniqueViolation(error, 'seat_block_event_id_request_id_key')) return holdBlock(shop, holding)
    if (!(error instanceof TooFew)) throw error
    const free = (await freeSeats(shop.db, event.id)).get(form.categoryId ?? null) ?? 0
    return refused(problem('foyer.desk.block.refused.free', { field: 'seats', args: [free] }))
  }
}

/** Once more, waiting for the seats that others are taking, where too few of the others were left. */
async function skippingFirst<Result>(run: (locking: Locking) => Promise<Result>): Promise<Result> {
  try {
    return await run('skip')
  } catch (error) {
    if (error instanceof TooFew) return run('wait')
    throw error
  }
}

async function holdWithin(tx: Tx, shop: Shop, holding: Holding, locking: Locking): Promise<number> {
  const { event, form, requestId, by } = holding
  const now = shop.clock.now()
  const { seats } = form
  const categoryId = form.categoryId ?? null
  const name = lineOrEmpty(form.name)
  const until = form.until == null ? null : instant(form.until)
  await limitWaiting(tx)
  const stored = { eventId: event.id, categoryId, name, until, actor: by.actor, now, requestId }
  const blockId = await storeBlock(tx, stored)
  if (!(await blockSeats(tx, { eventId: event.id, blockId, categoryId, seats }, locking))) throw new TooFew()
  await noteBlock(tx, by, { event, blockId, action: 'HOLD_SEATS', after: { name, categoryId, seats, until }, now })
  return blockId
}

type Noted = {
  readonly event: EventOwner
  readonly blockId: number
  readonly action: 'HOLD_SEATS' | 'RELEASE_SEATS'
  readonly after: object
  readonly now: Instant
}

async function noteBlock(tx: Tx, by: Actor, { event, blockId, action, after, now }: Noted): Promise<void> {
  const { id: subjectId, shortName, organizationId } = event
  const change = { kind: 'EVENT' as const, subject: shortName, subjectId, organizationId, action, now }
  await recordChange(tx, by, { ...change, after: { block: blockId, ...after } })
}

function problemsOf({ form, offer }: Holding, now: Instant): Problem[] {
  const { categoryId = null, seats, until = null } = form
  const name = lineOrEmpty(form.name)
  const category = offer.categories.find(({ id }) => id === categoryId)
  const isSource = categoryId === null || category?.seatSource.kind === 'bounded'
  const refusal = (end: string, field: string, args: number[] = []) =>
    problem(`foyer.desk.block.refused.${end}`, { field, args })
  return [
    ...(name === '' || name.length > MAX_BLOCK_NAME_LENGTH ? [refusal('name', 'name', [MAX_BLOCK_NAME_LENGTH])] : []),
    ...(isSource ? [] : [refusal('source', 'categoryId')]),
    ...(seats >= 1 ? [] : [refusal('seats', 'seats')]),
    ...(until !== null && until <= now ? [refusal('past', 'until')] : []),
  ]
}

type Releasing = { readonly event: EventOwner; readonly blockId: number; readonly keep: number; readonly by: Actor }

/** Releases all seats of a block but so many: those who wait are offered them, the others are on sale. Returns how many. */
export async function releaseBlock(shop: Shop, { event, blockId, keep, by }: Releasing): Promise<number> {
  const released = await transaction(shop.db, async tx => {
    await limitWaiting(tx)
    await lockBlock(tx, blockId)
    const seats = await unblockSeats(tx, blockId, keep)
    if (seats === 0) return 0
    await noteBlock(tx, by, { event, blockId, action: 'RELEASE_SEATS', after: { seats, keep }, now: shop.clock.now() })
    return seats
  })
  if (released > 0) await offerReleased(shop, event.id)
  return released
}

async function offerReleased(shop: Shop, eventId: number): Promise<void> {
  await distributeSeatsOf(shop, eventId)
  shop.catalog.stockChanged(eventId)
}

/** True when the time of a block is over that has seats. */
export const BLOCKS_ARE_DUE = `exists (select from seat_block as block
  where until <= $1::timestamptz and exists (select from ticket where block_id = block.id))`

/** Returns the seats of blocks whose time is over to sale; returns how many. */
export async function returnBlocks(shop: Shop): Promise<number> {
  const blocks = await overdueBlocks(shop.db, shop.clock.now())
  return eachRow(shop, blocks, {
    job: 'return-held-seats',
    nameOf: ({ id }) => ({ kind: 'seat-block', id: String(id) }),
    work: async ([block]) => {
      if (!block) return 0
      const seats = await transaction(shop.db, async tx => {
        await limitWaiting(tx)
        return unblockSeats(tx, block.id, 0)
      })
      if (seats > 0) await offerReleased(shop, block.eventId)
      return seats
    },
  })
}
