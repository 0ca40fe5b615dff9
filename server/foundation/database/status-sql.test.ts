import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { reservationHas, sqlPassHas, sqlTicketHas } from './status-sql.ts'

const { pool } = await testDatabase({ maxConnections: 1 })
// So small a table would be read from one end to the other, whatever its indexes.
await pool.query('set enable_seqscan = off; set enable_bitmapscan = off')

type Case = readonly [table: 'reservation' | 'ticket' | 'bought_pass', index: string, condition: string]

/** Does PostgreSQL find what a condition is true of by this index? In an empty table it takes any that serves: there is no other. */
async function indexFor([table, index, condition]: Case): Promise<unknown> {
  await pool.query('begin')
  const others = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes
     where tablename = $1 and indexname <> $2 and indexname not like '%\\_pkey' and indexname not like '%\\_key'`,
    [table, index],
  )
  for (const { name } of others.rows) await pool.query(`drop index ${name}`)
  const { rows } = await pool.query<Record<string, string>>(`explain select id from ${table} where ${condition}`)
  await pool.query('rollback')
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  return /using (\w+)/.exec(plan)?.[1]
}

// What buyers and jobs look for, many times a minute: a trait that names other statuses than its index would read the whole table.
test.each<Case>([
  ['reservation', 'reservation_expiring', `${reservationHas('isOpen')} and validity < now()`],
  ['reservation', 'reservation_open_of_visit', `${reservationHas('isOpen')} and visit = any ('{a,b}')`],
  ['reservation', 'reservation_finalizing', `${reservationHas('isFinalizing')} and finalize_at <= now()`],
  [
    'reservation',
    'reservation_awaited',
    `${reservationHas('hasTransferDeadline')} and erased_at is null order by validity`,
  ],
  [
    'reservation',
    'reservation_awaited_of_context',
    `${reservationHas('hasTransferDeadline')} and erased_at is null and purchase_context_id = 1`,
  ],
  [
    'reservation',
    'reservation_to_erase',
    `${reservationHas('isSettled')} and erased_at is null and purchase_context_id = 1`,
  ],
  ['ticket', 'ticket_free', `${sqlTicketHas('isFree')} and event_id = 1 and coalesce(category_id, 0) = 1 order by id`],
  ['ticket', 'ticket_of_event', `${sqlTicketHas('isHeld', 'isReleased')} and event_id = 1`],
  ['ticket', 'ticket_of_event', `${sqlTicketHas('isReleased')} and event_id = 1`],
  ['ticket', 'ticket_of_event', `${sqlTicketHas('isSetAside')} and event_id = 1`],
  ['ticket', 'ticket_of_event', `${sqlTicketHas('isSold')} and event_id = 1 and category_id = 1`],
  ['bought_pass', 'bought_pass_by_pin', `${sqlPassHas('countsAsTaken')} and pin_digits = '1'`],
  ['bought_pass', 'bought_pass_to_remind', `${sqlPassHas('isAcquired')} and valid_to > now()`],
])('of %s the index %s serves: %s', async (...one) => {
  expect(await indexFor(one)).toBe(one[1])
})

test.each([
  ['event_search_parts', "text like '%harmonie%'"],
  ['event_search_parts', "text like '%harmonie%' or words @@ '''x'''::tsquery"],
  ['event_search_words', "words @@ '''ab'':*'::tsquery"],
])('the search finds its events by the index %s: %s', async (index, condition) => {
  await pool.query('set enable_bitmapscan = on')
  const { rows } = await pool.query<Record<string, string>>(
    `explain select event_id from event_search where ${condition}`,
  )
  await pool.query('set enable_bitmapscan = off')
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain(`Bitmap Index Scan on ${index}`)
})

// Found by their event without an index of their own: a handful for each event. Two indexes share the tickets.
const FOUND_OTHERWISE = [
  'discount_rule.event_id',
  'promo_code.event_id',
  'text_override.purchase_context_id',
  'ticket.event_id',
]

test('whatever belongs to an event is found by an index that begins with it', async () => {
  const { rows } = await pool.query<{ column: string }>(`
    select format('%s.%s', key.conrelid::regclass, attname) as column
    from pg_constraint as key
      join pg_attribute on attrelid = key.conrelid and attnum = key.conkey[1]
    where key.contype = 'f' and key.confrelid in ('event'::regclass, 'purchase_context'::regclass)
      and not exists (
        select from pg_index where indrelid = key.conrelid and indkey[0] = key.conkey[1]
          and coalesce(pg_get_expr(indpred, indrelid), '') in ('', format('(%I IS NOT NULL)', attname)))
    order by 1`)
  expect(rows.map(({ column }) => column)).toEqual(FOUND_OTHERWISE)
})

test('free seats are found in the order they are taken in, by one index alone', async () => {
  const free = `${sqlTicketHas('isFree')} and event_id = 1 and coalesce(category_id, 0) = 0 order by id limit 2`
  expect(await indexFor(['ticket', 'ticket_free', free])).toBe('ticket_free')
  // Without statistics PostgreSQL would take another index that serves, and sort all free seats of the event.
  expect(await indexFor(['ticket', 'ticket_of_event', free])).not.toBe('ticket_of_event')
})
