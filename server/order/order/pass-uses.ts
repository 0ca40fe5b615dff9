import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

/** How many tickets a pass pays for, those in orders that are still open included (domain rules 7.3). */
export async function countUses(on: Queryable, id: BoughtPassId): Promise<number> {
  const [row] = await on.query(COUNT_USES, [id])
  return row?.used ?? 0
}

const COUNT_USES = statement<{ used: number }>(
  'count-pass-uses',
  'select count(*)::int as used from ticket where bought_pass_id = $1',
)
