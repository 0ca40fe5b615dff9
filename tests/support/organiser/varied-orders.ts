import type { Pool } from 'pg'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { RESERVATION_STATUSES, type ReservationStatus } from '#domain/order/reservation/states.ts'
import { TICKET_STATUSES, type TicketStatus, ticketsWith } from '#domain/ticket/ticket/states.ts'
import { typeParsers } from '#server/foundation/database/types.ts'
import { seedEvents } from './many-events.ts'

/** Orders in every status and of several currencies, at events of three organisations, for rules that are counted twice: by SQL and by hand. */
export type VariedOrders = {
  readonly eventIds: readonly number[]
  readonly orders: readonly VariedOrder[]
  readonly tickets: readonly VariedTicket[]
  /** Of everything, of one organisation, and of two events of different ones. */
  readonly reaches: readonly { readonly reach: Reach; readonly holds: (eventId: number) => boolean }[]
}

export type VariedOrder = {
  readonly id: string
  readonly eventId: number
  readonly status: ReservationStatus
  readonly currency: string | null
  readonly price: bigint
  readonly method: string | null
  readonly code: number | null
  readonly createdAt: Instant
  readonly confirmedAt: Instant | null
  readonly validity: Instant
  readonly isErased: boolean
}

export type VariedTicket = {
  readonly eventId: number
  readonly categoryId: number | null
  readonly status: TicketStatus
  readonly orderId: string | null
  readonly price: bigint
  readonly discount: bigint
}

const EVENTS = 6
const ORDERS = 900

const ORGANISATIONS = `
  with made as (
    insert into organization (name, email, description, created_at)
    select 'Varied ' || n, 'v@example.org', '', $1 from generate_series(0, 2) as n returning id
  ), ranked as (
    select id, row_number() over (order by id) - 1 as place from made
  )
  update purchase_context set organization_id = ranked.id, currency = (array['CHF', 'EUR', 'JPY'])[1 + purchase_context.id % 3]
  from ranked where place = purchase_context.id % 3`

const SECOND_CATEGORY = `
  insert into ticket_category (event_id, name, price, bounded, max_tickets, inception, expiration)
  select event_id, 'Student', 500, true, 100, inception, expiration from ticket_category`

const CODES = `
  insert into promo_code (organization_id, event_id, code, code_type, discount_type, percentage, valid_from, valid_to, created_at)
  select organization_id, event.id, 'CODE' || event.id, 'DISCOUNT', 'PERCENTAGE', 10, $1, $1::timestamptz + interval '1 day', $1
  from event join purchase_context using (id)`

/** Numbers that look like chance and are the same in each run: of one order, each purpose has its own. */
const DRAWN = `create function drawn(seed bigint, purpose text, below int) returns int immutable language sql as $$
  select (abs(hashtextextended(seed || purpose, 7)) % below)::int $$`

const ADD_ORDERS = `
  insert into reservation (id, purchase_context_id, status, validity, language, currency, vat_status, vat_percentage, source_price,
    final_price, vat, first_name, last_name, payment_proxy, promo_code_id, created_at, confirmed_at, erased_at)
  select md5('order' || n)::uuid, event_id, ($3::text[])[1 + drawn(n, 'status', cardinality($3::text[]))],
    $1::timestamptz + (drawn(n, 'validity', 20000) - 12000) * interval '1 minute', 'en',
    case when drawn(n, 'currency', 9) = 0 then null else context.currency end, 'NONE', 0, 0,
    case when drawn(n, 'free', 6) = 0 then 0 else drawn(n, 'price', 9000) end, 0, 'Ada', 'Lovelace',
    (array['STRIPE', 'OFFLINE', null])[1 + drawn(n, 'method', 3)],
    case when drawn(n, 'code', 4) = 0 then (select id from promo_code where event_id = context.id) end,
    $1::timestamptz - drawn(n, 'created', 60000) * interval '1 minute',
    case when drawn(n, 'confirmed', 4) > 0 then $1::timestamptz - drawn(n, 'at', 60000) * interval '1 minute' end,
    case when drawn(n, 'erased', 8) = 0 then $1::timestamptz end
  from generate_series(1, $4::int) as n
    cross join lateral (select ($2::int[])[1 + drawn(n, 'event', cardinality($2::int[]))] as event_id) as chosen
    join purchase_context as context on context.id = event_id`

/** Some orders have none, some have tickets of both categories; a ticket of a cancelled order is left as it may be after a fault. */
const ADD_TICKETS = `
  insert into ticket (event_id, category_id, status, reservation_id, final_price, discount)
  select purchase_context_id, category.id, ($1::text[])[1 + drawn(hashtext(reservation.id::text) + n, 'ticket', cardinality($1::text[]))],
    reservation.id, drawn(hashtext(reservation.id::text) + n, 'price', 5000), drawn(hashtext(reservation.id::text), 'off', 300)
  from reservation join ticket_category as category on category.event_id = purchase_context_id, generate_series(1, 2) as n
  where drawn(hashtext(reservation.id::text) + category.id * n, 'has', 3) = 0`

const ADD_SEATS = `
  insert into ticket (event_id, category_id, status)
  select event_id, case when drawn(id + n, 'own', 2) = 0 then id end, ($1::text[])[1 + drawn(id * 31 + n, 'seat', cardinality($1::text[]))]
  from ticket_category, generate_series(1, 12) as n`

export async function seedVariedOrders(pool: Pool, now: Instant): Promise<VariedOrders> {
  const eventIds = await seedEvents(pool, { now, events: EVENTS, beginInDays: 12 })
  const at = new Date(now)
  const ofOrder = ticketsWith('isOfOrder')
  await pool.query(DRAWN)
  await pool.query(ORGANISATIONS, [at])
  await pool.query(SECOND_CATEGORY)
  await pool.query(CODES, [at])
  await pool.query(ADD_ORDERS, [at, eventIds, [...RESERVATION_STATUSES], ORDERS])
  await pool.query(ADD_TICKETS, [[...ofOrder]])
  await pool.query(ADD_SEATS, [TICKET_STATUSES.filter(status => !ofOrder.some(one => one === status))])
  const read = async <Row>(text: string): Promise<Row[]> => {
    const { rows } = await pool.query({ text, types: typeParsers })
    return rows as Row[]
  }
  const owners = await read<{ id: number; owner: number }>(
    'select id, organization_id as owner from purchase_context order by id',
  )
  const [first, second, third] = owners
  const some = [second?.id ?? 0, third?.id ?? 0]
  return {
    eventIds,
    orders: await read<VariedOrder>(
      `select id, purchase_context_id as "eventId", status, currency, final_price as price, payment_proxy as method, promo_code_id as code,
         created_at as "createdAt", confirmed_at as "confirmedAt", validity, erased_at is not null as "isErased" from reservation`,
    ),
    tickets: await read<VariedTicket>(
      `select event_id as "eventId", category_id as "categoryId", status, reservation_id as "orderId", final_price as price, discount from ticket`,
    ),
    reaches: [
      { reach: 'everything', holds: () => true },
      {
        reach: { organizationIds: [first?.owner ?? 0], eventIds: [] },
        holds: id => owners.some(one => one.id === id && one.owner === first?.owner),
      },
      { reach: { organizationIds: [], eventIds: some }, holds: id => some.includes(id) },
    ],
  }
}
