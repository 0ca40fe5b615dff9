import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { inTurn } from '#server/foundation/jobs/pace.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import type { BulkItem, BulkKind, ItemOutcome } from './bulk-kind.ts'
import { closeItem, endDoneJobs, releaseItem, takeItem, waitingItems } from './item-store.ts'

export { BULK_JOBS_ARE_DUE } from './item-store.ts'

const JOB = 'run-bulk-jobs'

/** So many items are read at a time. */
const BATCH = 50

/**
 * Does what members have started for many orders, item by item. Any number of processes may do so, and be killed: what an
 * item does and its outcome are stored in one transaction. Returns how many items and jobs have ended.
 */
export async function runBulkJobs(shop: Shop, kinds: readonly BulkKind[]): Promise<number> {
  let after = 0n
  const done = await untilNothingIsDue(shop, JOB, async () => {
    const items = await waitingItems(shop.db, { now: shop.clock.now(), job: JOB, after, limit: BATCH })
    after = items.at(-1)?.id ?? after
    const ended = await eachRow(shop, items, {
      job: JOB,
      nameOf: ({ id }) => ({ kind: 'bulk-item', id: String(id) }),
      // No visitor waits for them: visitors of this process come first.
      work: ([item]) => inTurn(async () => (item && (await doItem(shop, kinds, item)) ? 1 : 0)),
    })
    return { found: items.length, done: ended }
  })
  if (done > 0) for (const job of ['give-money-back', 'deliver-mail'] as const) await shop.jobs.wake(job)
  return done + (await endDoneJobs(shop.db, shop.clock.now()))
}

/** False where it is another's, or is to come again. */
async function doItem(shop: Shop, kinds: readonly BulkKind[], item: BulkItem): Promise<boolean> {
  const kind = kinds.find(each => each.kind === item.kind)
  if (!kind) throw new Error(`no action is called ${item.kind}`)
  if (!(await takeItem(shop.db, item.id, shop.clock.now()))) return false
  const close = async (tx: Tx, outcome: ItemOutcome): Promise<void> => {
    if (!(await closeItem(tx, item.id, outcome, shop.clock.now()))) throw new DoneElsewhere()
  }
  try {
    const outcome = await kind.act(shop, item, close)
    if (outcome === 'not-yet') return false
    await closeItem(shop.db, item.id, outcome, shop.clock.now())
    return true
  } catch (error) {
    if (error instanceof DoneElsewhere) return false
    await releaseItem(shop.db, item.id)
    throw error
  }
}

/** Undoes the transaction of a process that comes second. */
class DoneElsewhere extends Error {}
