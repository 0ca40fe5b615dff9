import type { Pool, PoolClient } from 'pg'
import type { Instant } from '#domain/foundation/instant.ts'
import { seedEvents } from './many-events.ts'

export type Years = {
  readonly now: Instant
  readonly events: number
  /** Of three tickets each, over all events; the first event has three tenths of them. */
  readonly orders: number
}

const NAMES = `
  create or replace function seeded_name(seed bigint) returns text immutable language sql as $$
    select initcap(string_agg((array['ba','ko','ri','mu','ten','sol','va','le','fi','dra','pe','nu'])[1 + (hash >> (n * 4)) % 12], ''))
    from (select abs(hashint8(seed))::bigint as hash) as hashed, generate_series(0, 2) as n $$`

/** Every tenth order waits for its transfer, half of them late; every twentieth has ended; some have refunds and notes. */
const ORDERS = `
  insert into reservation (id, purchase_context_id, status, validity, language, currency, vat_status, vat_percentage, source_price,
    final_price, vat, first_name, last_name, email, billing, payment_proxy, created_at, confirmed_at, validated, ready_for_confirmation,
    finalized)
  select gen_random_uuid(), ($2::int[])[case when n / 20 % 10 < 3 then 1 else 1 + n % $3::int end],
    case when n % 10 = 0 then 'OFFLINE_PAYMENT' when n % 20 = 1 then 'CANCELLED' else 'COMPLETE' end,
    $1::timestamptz + case when n % 20 = 0 then interval '-3 days' else interval '3 days' end, 'en', 'CHF', 'NONE', 0,
    (1000 + n % 300 * 50) * 3, (1000 + n % 300 * 50) * 3, 0, seeded_name(n), seeded_name(n % 9000), 'guest' || n || '@example.org',
    case when n % 40 = 3 then jsonb_build_object('isBusiness', true, 'companyName', seeded_name(n % 500) || ' AG') else '{}' end,
    (array['STRIPE', 'OFFLINE', 'ON_SITE'])[case when n % 10 = 0 then 2 else 1 + n % 3 end],
    $1::timestamptz - n * interval '4 minutes', $1::timestamptz - n * interval '4 minutes', true, true, true
  from generate_series(1, $4::int) as n`

const TICKETS = `
  insert into ticket (event_id, category_id, status, reservation_id, source_price, final_price, first_name, last_name, email)
  select purchase_context_id, category.id, 'ACQUIRED', reservation.id, final_price / 3, final_price / 3,
    seeded_name(hashtext(reservation.id::text) + n), last_name, 'holder' || n || email
  from reservation join ticket_category as category on category.event_id = purchase_context_id, generate_series(1, 3) as n
  where reservation.status <> 'CANCELLED'`

const PAYMENTS = `
  insert into payment_transaction (reservation_id, order_id, purchase_context_id, proxy, status, amount, currency, description, created_at,
    is_live)
  select id, id, purchase_context_id, payment_proxy, 'COMPLETE', final_price, 'CHF', '', created_at, false
  from reservation where payment_proxy = 'STRIPE'`

const REFUNDS = `
  insert into payment_refund (transaction_id, amount, origin, status, wanted_at)
  select id, 1000, 'ORGANISER', case when id % 400 = 0 then 'FAILED' else 'DONE' end, created_at
  from payment_transaction where id % 20 = 0`

const TEXTS = `
  insert into desk_order_search (reservation_id, text)
  select id, searched_text(string_agg(part, ' ' order by part)) from (
    select id, concat_ws(' ', first_name, last_name, email, billing ->> 'companyName') as part from reservation
    union select reservation_id, concat_ws(' ', first_name, last_name, email) from ticket where reservation_id is not null
  ) as named where part <> '' group by id`

/** A shop that has sold for years, written by SQL in seconds; what orders have besides is left out. Returns the ids of its events. */
export async function seedYears(pool: Pool, { now, events, orders }: Years): Promise<number[]> {
  const ids = await seedEvents(pool, { now, events, beginInDays: 30, seats: 1 })
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await fill(client, [new Date(now), ids, events, orders])
  } finally {
    client.release(true)
  }
  return ids
}

async function fill(client: PoolClient, values: readonly unknown[]): Promise<void> {
  await client.query(NAMES)
  // One statement folds all texts in the end, as the migration does; a trigger would do it order by order.
  const triggers = (state: 'disable' | 'enable') =>
    client.query(`alter table reservation ${state} trigger user; alter table ticket ${state} trigger user`)
  await triggers('disable')
  await client.query(ORDERS, [...values])
  await client.query(TICKETS)
  await triggers('enable')
  await client.query(PAYMENTS)
  await client.query(REFUNDS)
  await client.query(TEXTS)
  await client.query('vacuum analyze')
}
