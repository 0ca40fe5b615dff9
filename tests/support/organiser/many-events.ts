import type { Pool } from 'pg'
import type { Instant } from '#domain/foundation/instant.ts'
import { after, days } from '#domain/foundation/instant.ts'

/**
 * Shops of many events, written by SQL: what takes a person years takes a test or a bench seconds. Everything hangs
 * together as if it had been sold over the wire; what an order has besides seats is left out.
 */

export type ManyEvents = {
  readonly now: Instant
  readonly events: number
  /** Days from now when they begin; each takes eight hours. */
  readonly beginInDays: number
  /** Free seats of each event. */
  readonly seats?: number
  /** Settings that each event states for itself. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The organisation all of them belong to. */
export const SEEDED = 'Seeded'

/** Adds events of one unbounded category with their seats; returns their ids. */
export async function seedEvents(pool: Pool, many: ManyEvents): Promise<number[]> {
  const { now, events, beginInDays, seats = 0, settings = {} } = many
  const startsAt = after(now, days(beginInDays))
  const { rows } = await pool.query<{ id: number }>(
    `with organizer as (
       insert into organization (name, email, description, created_at) values ($1, 'seed@example.org', '', $2)
       on conflict (name) do update set name = excluded.name returning id
     ), context as (
       insert into purchase_context (kind, organization_id, status, languages, title, description, time_zone, currency,
         vat_status, payment_proxies, created_at, updated_at)
       select 'EVENT', organizer.id, 'PUBLIC', '{en}', '{"en": "Seeded"}', '{}', 'Europe/Zurich', 'CHF', 'NONE',
         '{OFFLINE}', $2, $2
       from organizer, generate_series(1, $3::int)
       returning id
     )
     insert into event (id, short_name, format, free_of_charge, starts_at, ends_at, seats, secret_key)
     select id, 'seeded-' || id, 'IN_PERSON', false, $4, $4::timestamptz + interval '8 hours', greatest($5::int, 1),
       'key-' || id from context returning id`,
    [SEEDED, new Date(now), events, new Date(startsAt), seats],
  )
  const ids = rows.map(({ id }) => id)
  await pool.query(
    `insert into ticket_category (event_id, name, price, bounded, inception, expiration)
     select unnest($1::int[]), 'Everybody', 1000, false, $2::timestamptz - interval '400 days', $3`,
    [ids, new Date(now), new Date(startsAt)],
  )
  if (seats > 0)
    await pool.query(
      `insert into ticket (event_id) select event_id from unnest($1::int[]) as event_id, generate_series(1, $2::int)`,
      [ids, seats],
    )
  for (const [key, value] of Object.entries(settings)) {
    await pool.query(`insert into setting (key, value, purchase_context_id) select $1, $2, unnest($3::int[])`, [
      key,
      value,
      ids,
    ])
  }
  return ids
}

export type ManyOrders = {
  readonly now: Instant
  readonly events: readonly number[]
  /** Of one ticket each, in every event. */
  readonly ordersEach: number
  readonly status: 'PENDING' | 'COMPLETE' | 'OFFLINE_PAYMENT'
  /** Days from now until which they are held; below zero: it is over. */
  readonly heldForDays: number
  /** The tickets have no holders. */
  readonly isNameless?: boolean
}

/** Adds orders with tickets of their own, which are seats besides those of `seedEvents`. */
export async function seedOrders(pool: Pool, many: ManyOrders): Promise<void> {
  const { now, events, ordersEach, status, heldForDays, isNameless = false } = many
  await pool.query(
    `with made as (
       insert into reservation (id, purchase_context_id, status, validity, language, currency, vat_status,
         vat_percentage, source_price, final_price, vat, first_name, last_name, email, payment_proxy, created_at,
         confirmed_at, validated, ready_for_confirmation, finalized)
       select gen_random_uuid(), event_id, $3, $4, 'en', 'CHF', 'NONE', 0, 1000, 1000, 0, 'Ada', 'Lovelace',
         'ada@example.org', case when $3 = 'PENDING' then null else 'OFFLINE' end, $5::timestamptz - interval '2 days',
         case when $3 = 'COMPLETE' then $5::timestamptz - interval '2 days' end, $3 <> 'PENDING', $3 <> 'PENDING',
         $3 <> 'PENDING'
       from unnest($1::int[]) as event_id, generate_series(1, $2::int)
       returning id, purchase_context_id, created_at
     ), noted as (
       insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
       select created_at, 'RESERVATION_CREATE', purchase_context_id, id, 'RESERVATION', id::text from made
     )
     insert into ticket (event_id, category_id, status, reservation_id, source_price, final_price, first_name, last_name,
       email)
     select purchase_context_id, category.id, case when $3 = 'COMPLETE' then 'ACQUIRED' else 'PENDING' end, made.id,
       1000, 1000, $6, $6, $6
     from made join ticket_category as category on category.event_id = purchase_context_id`,
    [
      [...events],
      ordersEach,
      status,
      new Date(after(now, days(heldForDays))),
      new Date(now),
      isNameless ? null : 'ada@example.org',
    ],
  )
  await pool.query(
    `update event set seats = counted.seats
     from (select event_id, count(*) as seats from ticket where status <> 'INVALIDATED' group by event_id) as counted
     where id = counted.event_id and id = any ($1::int[])`,
    [[...events]],
  )
}
