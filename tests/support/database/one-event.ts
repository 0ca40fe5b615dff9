import type { Pool } from 'pg'

/** Stores a free event with one kind of ticket by SQL alone, for tests of statements and their plans. */
export const storeOneEvent = (pool: Pool, seats: number) =>
  pool.query(`
    insert into organization (name, email, description, created_at) values ('Club', 'club@example.org', '', now());
    insert into purchase_context (kind, organization_id, status, languages, title, description, time_zone, vat_status,
      created_at, updated_at)
    select 'EVENT', id, 'PUBLIC', '{en}', '{}', '{}', 'UTC', 'NONE', now(), now() from organization;
    insert into event (id, short_name, format, free_of_charge, starts_at, ends_at, seats, secret_key)
    select id, 'concert', 'IN_PERSON', true, now(), now() + interval '1 hour', ${seats}, '' from purchase_context;
    insert into ticket_category (event_id, name, price, bounded, inception, expiration)
    select id, 'All', 0, false, now(), now() + interval '1 hour' from event`)
