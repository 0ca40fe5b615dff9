import type { Shop } from '#server/catalog/context.ts'
import { inTurn } from '#server/foundation/jobs/pace.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { type ImportedRow, pendingRows } from './import-store.ts'
import { makeImportedOrder } from './make-imported-order.ts'

const JOB = 'make-imported-orders'

/** So many orders are read at a time. */
const BATCH = 50

/** True while an imported order is still to be made. */
export const IMPORTS_ARE_DUE = "exists (select from order_import_row where status = 'WAITING')"

/**
 * Makes the orders that organisers have imported, each by itself. Any number of processes may do so. Returns how many
 * were made or refused.
 */
export async function makeImportedOrders(shop: Shop): Promise<number> {
  let after = 0n
  return untilNothingIsDue(shop, JOB, async () => {
    const rows: readonly ImportedRow[] = await pendingRows(shop.db, {
      now: shop.clock.now(),
      job: JOB,
      after,
      limit: BATCH,
    })
    after = rows.at(-1)?.id ?? after
    const done = await eachRow(shop, rows, {
      job: JOB,
      nameOf: ({ id }) => ({ kind: 'imported-order', id: String(id) }),
      // No visitor waits for them: visitors of this process come first.
      work: ([row]) => inTurn(async () => (row && (await makeImportedOrder(shop, row)) ? 1 : 0)),
    })
    return { found: rows.length, done }
  })
}
