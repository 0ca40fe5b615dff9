import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { reservationHas } from './status-sql.ts'

const { pool } = await testDatabase({ maxConnections: 1 })
// So small a table would be read from one end to the other, whatever its indexes.
await pool.query('set enable_seqscan = off; set enable_bitmapscan = off')

/** Does PostgreSQL find what a condition is true of by this index? In an empty table it takes any that serves: there is no other. */
async function indexFor(condition: string, index: string): Promise<unknown> {
  await pool.query('begin')
  const others = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'reservation' and indexname not in ('reservation_pkey', $1)`,
    [index],
  )
  for (const { name } of others.rows) await pool.query(`drop index ${name}`)
  const { rows } = await pool.query<Record<string, string>>(`explain select id from reservation where ${condition}`)
  await pool.query('rollback')
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  return /using (\w+)/.exec(plan)?.[1]
}

// What jobs look for, many times a minute: a trait that names other statuses than its index would read the whole table.
test.each([
  ['reservation_expiring', `${reservationHas('isOpen')} and validity < now()`],
  ['reservation_open_of_visit', `${reservationHas('isOpen')} and visit = any ('{a,b}')`],
  ['reservation_finalizing', `${reservationHas('isFinalizing')} and finalize_at <= now()`],
  ['reservation_awaited', `${reservationHas('hasTransferDeadline')} and erased_at is null order by validity`],
  [
    'reservation_awaited_of_context',
    `${reservationHas('hasTransferDeadline')} and erased_at is null and purchase_context_id = 1`,
  ],
  ['reservation_to_erase', `${reservationHas('isSettled')} and erased_at is null and purchase_context_id = 1`],
])('the index %s serves: %s', async (index, condition) => {
  expect(await indexFor(condition, index)).toBe(index)
})
