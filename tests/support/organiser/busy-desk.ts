import type { Pool } from 'pg'
import type { Instant } from '#domain/foundation/instant.ts'
import { seedYears } from './sold-out-years.ts'

export type BusyDesk = {
  readonly now: Instant
  readonly events: number
  readonly organizations: number
  readonly members: number
  /** Of three tickets each. */
  readonly orders: number
}

const ORGANISATIONS = `
  with made as (
    insert into organization (name, email, description, created_at)
    select 'Club ' || n, 'club' || n || '@example.org', '', $1 from generate_series(1, $2::int) as n returning id
  ), ranked as (
    select id, row_number() over (order by id) as place from made
  )
  update purchase_context set organization_id = ranked.id from ranked where place = 1 + purchase_context.id % $2::int
  returning organization_id`

/** Half of them are over, the first to come in five days. */
const TIMES = `
  with placed as (
    select id, row_number() over (order by id) as place from event where id = any ($2::int[])
  ), timed as (
    select id, $1::timestamptz + case when place = 1 then interval '5 days'
      when place % 2 = 0 then (6 + place % 300) * interval '1 day' else -(2 + place % 500) * interval '1 day' end as at
    from placed
  ), moved as (
    update event set starts_at = at, ends_at = at + interval '8 hours' from timed where event.id = timed.id
  )
  update ticket_category set inception = at - interval '200 days', expiration = at
  from timed where event_id = timed.id`

const SETTINGS = `
  insert into setting (key, value, organization_id)
  select key, 'true', organization.id
  from organization, unnest(array['BANK_TRANSFER_ENABLED', 'ON_SITE_ENABLED']) as key where name like 'Club %'`

/** A tenth of the events say otherwise, and a fifth name two ways to pay. */
const OWN_SETTINGS = `
  with stated as (
    insert into setting (key, value, purchase_context_id)
    select 'ON_SITE_ENABLED', 'false', id from purchase_context where id % 10 = 0
  )
  update purchase_context set payment_proxies = '{OFFLINE,ON_SITE}' where id % 5 = 0`

const NAMELESS = `update ticket set first_name = null, last_name = null, email = null where event_id = $1 and id % 50 = 0`

const MEMBERS = `
  with made as (
    insert into member (email, name, language, created_at)
    select 'member' || n || '@example.org', 'Member ' || n, 'en', $1 from generate_series(1, $2::int) as n returning id
  ), ranked as (
    select id, row_number() over (order by name) as place from organization where name like 'Club %'
  )
  insert into member_role (member_id, role, organization_id)
  select made.id, (array['OWNER', 'EDITOR', 'FINANCE', 'DESK', 'DOOR'])[1 + made.id % 5], ranked.id
  from made join ranked on place = 1 + made.id % $3::int`

/**
 * A shop that has sold for years for many organisations, written by SQL: half of its events are over, and one to come has three
 * tenths of all orders.
 */
export async function seedBusyDesk(
  pool: Pool,
  { now, events, organizations, members, orders }: BusyDesk,
): Promise<{ readonly largest: number; readonly organizationId: number }> {
  const ids = await seedYears(pool, { now, events, orders })
  const [largest = 0] = ids
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const at = new Date(now)
    await client.query(ORGANISATIONS, [at, organizations])
    await client.query(TIMES, [at, ids])
    await client.query(SETTINGS)
    await client.query(OWN_SETTINGS)
    await client.query(NAMELESS, [largest])
    await client.query(MEMBERS, [at, members, organizations])
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ id: number }>(
      'select organization_id as id from purchase_context where id = $1',
      [largest],
    )
    return { largest, organizationId: rows[0]?.id ?? 0 }
  } finally {
    client.release(true)
  }
}
