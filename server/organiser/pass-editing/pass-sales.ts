import type { PassSales } from '#domain/organiser/pass-editing/judge-pass.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas } from '#server/foundation/database/status-sql.ts'

const SALES = statement<PassSales>(
  'organiser-pass-sales',
  `select (select count(*)::int from bought_pass where pass_id = $1 and ${sqlPassHas('countsAsTaken')}) as taken,
     exists (select from reservation where purchase_context_id = $1) as "hasOrders"`,
)

/** What has become of a pass; for a decision only while it is locked. */
export async function salesOf(db: Queryable, id: number): Promise<PassSales> {
  const [row] = await db.query(SALES, [id])
  if (!row) throw new Error(`the sales of pass ${id} can not be counted`)
  return row
}
