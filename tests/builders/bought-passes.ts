import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A pass of the organisation that has this event, for it and its categories (none: all); returns its id. */
export async function storePassOf(
  db: Database,
  event: string,
  pass: {
    readonly title?: string
    readonly usage?: 'ONCE_PER_EVENT' | 'UNLIMITED'
    readonly categories?: readonly string[]
    readonly isLinked?: boolean
    /** Do its owners get tickets without ordering them? */
    readonly generatesTickets?: boolean
  } = {},
): Promise<number> {
  const {
    title = 'Season pass',
    usage = 'UNLIMITED',
    categories = [],
    isLinked = true,
    generatesTickets = false,
  } = pass
  const { rows } = await sql<{ id: number }>`
    with context as (
      insert into purchase_context (kind, organization_id, status, languages, title, description, time_zone, currency,
        vat_status, vat_percentage, payment_proxies, created_at, updated_at)
      select 'PASS', organization_id, 'PUBLIC', '{en}', jsonb_build_object('en', ${title}::text), '{"en": ""}', time_zone, currency,
        vat_status, vat_percentage, payment_proxies, now(), now()
      from purchase_context join event using (id) where short_name = ${event}
      returning id
    ), made as (
      insert into pass (id, price, on_sale_from, usage_type, validity_type, generates_tickets)
      select id, 9900, '2020-01-01', ${usage}, 'NOT_SET', ${generatesTickets} from context
    ), link as (
      insert into event_pass (event_id, pass_id, categories)
      select event.id, context.id,
        array(select id from ticket_category where event_id = event.id and name = any(${[...categories]}::text[]))
      from event, context where short_name = ${event} and ${isLinked}
    )
    select id from context`.execute(db.kysely)
  const [row] = rows
  if (!row) throw new Error(`there is no event ${event}`)
  return row.id
}

/** One that a buyer has bought, of the pass with this id or public id; returns its id, which is its code. */
export async function storeBoughtPass(
  db: Database,
  pass: number | string,
  bought: {
    readonly id?: string
    readonly status?: 'PENDING' | 'ACQUIRED' | 'CANCELLED'
    /** Minor units. */
    readonly price?: bigint
    readonly maxEntries?: number | null
    readonly from?: Instant | null
    readonly to?: Instant | null
    readonly email?: string
    /** Whose it is once it is acquired; the buyer is `email`. */
    readonly owner?: Contact
    readonly acquiredAt?: Instant
    readonly language?: string
  } = {},
): Promise<string> {
  const {
    id = crypto.randomUUID(),
    status = 'ACQUIRED',
    price = 9900n,
    maxEntries = null,
    from = null,
    to = null,
    email = 'ada@example.org',
    owner = { firstName: 'Ada', lastName: 'Lovelace', email },
    acquiredAt = null,
    language = 'en',
  } = bought
  const isAcquired = status !== 'PENDING'
  await sql`
    with bought as (
      insert into reservation (id, purchase_context_id, status, validity, language, currency, vat_status, vat_percentage,
        source_price, final_price, vat, email, created_at, confirmed_at, payment_proxy)
      select gen_random_uuid(), id, ${status === 'ACQUIRED' ? 'COMPLETE' : status}, now(), ${language}, currency, vat_status, vat_percentage, ${price}, ${price}, 0, ${email}, now(),
        now(), 'OFFLINE'
      from purchase_context join pass using (id) where ${String(pass)} in (pass.id::text, pass.public_id::text)
      returning id, purchase_context_id, created_at
    ), noted as (
      insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
      select created_at, 'RESERVATION_CREATE', purchase_context_id, id, 'RESERVATION', id::text from bought
    )
    insert into bought_pass (id, pass_id, reservation_id, status, source_price, final_price, max_entries, valid_from, valid_to,
      first_name, last_name, email, acquired_at, cancelled_at)
    select ${id}::uuid, purchase_context_id, id, ${status}, ${price}, ${price}, ${maxEntries}, ${from && timestamp(from)}::timestamptz,
      ${to && timestamp(to)}::timestamptz, ${isAcquired ? owner.firstName : null}, ${isAcquired ? owner.lastName : null},
      ${isAcquired ? owner.email : null},
      case when ${isAcquired} then coalesce(${acquiredAt && timestamp(acquiredAt)}::timestamptz, now()) end,
      case when ${status} = 'CANCELLED' then now() end
    from bought`.execute(db.kysely)
  return id
}
