import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/foundation/database/database.ts'

/** What has become of the seats of an event. */
export type StockCounts = {
  readonly seats: number
  readonly free: number
  readonly held: number
  readonly sold: number
  readonly released: number
  /** Held for later. */
  readonly blocked: number
}

export async function stockCountsOf(db: Database, shortName: string): Promise<StockCounts> {
  const { rows } = await sql<StockCounts>`
    select event.seats,
      count(*) filter (where ticket.status = 'FREE')::int as free,
      count(*) filter (where ticket.status = 'PENDING')::int as held,
      count(*) filter (where ticket.status in ('ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN'))::int as sold,
      count(*) filter (where ticket.status = 'RELEASED')::int as released,
      count(*) filter (where ticket.status = 'BLOCKED')::int as blocked
    from event join ticket on ticket.event_id = event.id
    where short_name = ${shortName} group by event.seats`.execute(db.kysely)
  const [counts] = rows
  if (!counts) throw new Error(`there is no event ${shortName}`)
  return counts
}

/**
 * Looks for anything that doesn't add up, in the whole database, and returns it in words. Nothing that buyers, jobs and
 * crashes do at the same time may ever leave a line here.
 */
export async function inconsistencies(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('event %s: %s seats, but %s in its row', short_name, seats,
        (select count(*) from ticket where event_id = event.id and status <> 'INVALIDATED')) as fault from event
      where seats <> (select count(*) from ticket where event_id = event.id and status <> 'INVALIDATED')
    union all
    select format('category %s owns %s seats instead of %s', name, count(ticket.id), max_tickets)
      from ticket_category left join ticket on category_id = ticket_category.id
      where bounded group by ticket_category.id having count(ticket.id) <> max_tickets
    union all
    select format('seat %s is %s with the data of somebody', ticket.id, ticket.status) from ticket
      where reservation_id is null and (first_name is not null or email is not null or final_price <> 0)
    union all
    select format('seat %s of the pool is %s in a category', ticket.id, ticket.status)
      from ticket join ticket_category as category on category.id = category_id
      where not bounded and ticket.status in ('FREE', 'RELEASED')
    union all
    select format('reservation %s is %s without tickets, or over and with some', id, status) from reservation
      where (status in ('CREDIT_NOTE_ISSUED', 'CANCELLED')) = exists (select from ticket where reservation_id = reservation.id)
        and not exists (select from pass where pass.id = purchase_context_id)
        -- Its ticket has made room for the one whose move it has paid for.
        and not (status = 'COMPLETE' and changes_ticket is not null)
    union all
    select format('order %s was withdrawn from, and its pass is %s', withdrawal.reservation_id, status)
      from pass_withdrawal as withdrawal join bought_pass on bought_pass.id = bought_pass_id where status <> 'CANCELLED'
    union all
    select format('reservation %s is %s with a ticket %s', reservation.id, reservation.status, ticket.status)
      from reservation join ticket on reservation_id = reservation.id
      where (reservation.status = 'COMPLETE') <> (ticket.status in ('ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN'))
    union all
    select format('reservation %s is %s and nobody was written to', id, status) from reservation
      where finalized and erased_at is null and payment_proxy is distinct from 'ADMIN'
        -- Sold at a door to a person who left no address.
        and not (payment_proxy in ('CASH', 'TERMINAL') and email = '')
        and not exists (select from mail where reservation_id = reservation.id)
    union all
    select format('reservation %s was made %s times', reservation.id,
        (select count(*) from audit where reservation_id = reservation.id and type = 'RESERVATION_CREATE')) from reservation
      where 1 <> (select count(*) from audit where reservation_id = reservation.id and type = 'RESERVATION_CREATE')
    union all
    select format('payment %s of reservation %s has the wrong amount', payment.id, reservation.id)
      from payment_transaction as payment join reservation on reservation.id = reservation_id
      where payment.status in ('PENDING', 'COMPLETE') and amount <> final_price
        -- An organiser has taken tickets out of it.
        and not (amount > final_price and exists (
          select from audit where audit.reservation_id = reservation.id and type in ('CANCEL_TICKET', 'CATEGORY_CHANGED')))
    union all
    select format('payment %s gives %s back of %s', payment.id, sum(refund.amount), coalesce(received_amount, payment.amount))
      from payment_transaction as payment join payment_refund as refund on refund.transaction_id = payment.id
      where refund.status <> 'FAILED'
      group by payment.id having sum(refund.amount) > coalesce(received_amount, payment.amount)`.execute(db.kysely)
  const lists = [rows, await faultsInPrices(db), await faultsInStock(db), await faultsOfPasses(db)]
  return lists.flat().map(({ fault }) => fault)
}

type Fault = { readonly fault: string }

/**
 * A reservation costs what its tickets and extras cost, less what is taken off, and VAT where it is added or is not
 * charged. An exempt ticket counts without the VAT it is spared. VAT is rounded once for the order and once for each item,
 * so that they may differ by half a coin an item (domain rules 1.3); an amount off the whole order has no item. In an
 * exempt order extras are spared their VAT together, and an amount off loses the VAT in it: what the parts come to is
 * compared.
 */
async function faultsInPrices(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with item as (
      select ticket.reservation_id, ticket.discount, ticket.vat, ticket.final_price,
        case when coalesce(ticket.vat_status, order_.vat_status) like '%EXEMPT' then ticket.final_price + ticket.discount
          else ticket.source_price end as source_price
        from ticket join reservation as order_ on order_.id = reservation_id
      union all
      select reservation_id, discount, vat, final_price, source_price from additional_service_item
        where reservation_id is not null
      union all
      select reservation_id, discount, vat, final_price, source_price from bought_pass where status <> 'CANCELLED'
    ), parts as (
      select reservation_id as id, count(*) as items, sum(source_price) as source_price, sum(discount) as discount,
        sum(vat) as vat, sum(final_price) as final_price
      from item group by reservation_id
    )
    select format('reservation %s (%s) costs %s, of %s less %s with %s of VAT; its parts come to %s, of %s less %s with %s of VAT',
        id, order_.vat_status, order_.final_price, order_.source_price, order_.discount, order_.vat, parts.final_price,
        parts.source_price, parts.discount, parts.vat) as fault
      from reservation as order_ join parts using (id)
      where order_.source_price <> parts.source_price or order_.discount < parts.discount
        or order_.vat_status <> 'INCLUDED_EXEMPT' and order_.final_price <> order_.source_price - order_.discount
          + case order_.vat_status when 'NOT_INCLUDED' then order_.vat when 'INCLUDED_NOT_CHARGED' then -order_.vat
            else 0 end
        or order_.vat_status = 'INCLUDED_EXEMPT' and (order_.final_price > parts.final_price + (items + 1) / 2.0
          or order_.final_price < parts.final_price - order_.discount + parts.discount - (items + 1) / 2.0)
        or order_.vat_status like '%EXEMPT' and order_.vat <> 0
        or order_.vat > parts.vat + (items + 1) / 2.0
        or (order_.discount = parts.discount and order_.vat < parts.vat - (items + 1) / 2.0)`.execute(db.kysely)
  return rows
}

/** Extras, tokens and codes: what is held and sold is what there is, and follows its tickets. */
async function faultsInStock(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select format('extra %s has %s units instead of %s', service.id, count(item.id), available_quantity) as fault
      from additional_service as service left join additional_service_item as item on service_id = service.id
      where available_quantity is not null group by service.id having count(item.id) <> available_quantity
    union all
    select format('unit %s of extra %s is free and not as new', item.id, service_id)
      from additional_service_item as item join additional_service as service on service.id = service_id
      where status = 'FREE' and (available_quantity is null or ticket_id is not null or source_price <> 0
        or discount <> 0 or final_price <> 0 or vat <> 0)
    union all
    select format('item %s is %s with ticket %s, which is %s', item.id, item.status, ticket.id, ticket.status)
      from additional_service_item as item left join ticket on ticket.id = ticket_id
      where item.status <> 'FREE' and (ticket.reservation_id is distinct from item.reservation_id
        or ticket.status <> item.status)
    union all
    select format('token %s is %s, its ticket %s', token.id, token.status, ticket.status)
      from token left join ticket on token_id = token.id
      where token.status <> case when ticket.id is null and token.status in ('WAITING', 'FREE', 'CANCELLED')
        then token.status when ticket.status = 'PENDING' then 'PENDING' else 'TAKEN' end
        or token.category_id <> ticket.category_id
    union all
    select format('seat %s is %s with a token or a discount', id, status) from ticket
      where reservation_id is null and (token_id is not null or discount <> 0 or vat_status is not null)
    union all
    select format('ticket %s of hidden category %s has no token', ticket.id, category.name)
      from ticket join ticket_category as category on category.id = category_id
      where access_restricted and reservation_id is not null and token_id is null
    union all
    select format('code %s has %s uses of %s', code.code, count(*), max_usage)
      from promo_code as code join reservation on promo_code_id = code.id
        join ticket on reservation_id = reservation.id
      where hidden_category_id is null and (categories = '{}' or discount_type = 'FIXED_AMOUNT_RESERVATION'
          or category_id = any(categories)) or category_id = hidden_category_id
      group by code.id having count(*) > max_usage
    union all
    select format('entry %s of the waiting list is %s, its reservation %s', entry.id, entry.status, reservation.status)
      from waiting_list_entry as entry left join reservation on reservation.id = reservation_id
      where (reservation_id is not null) <> (entry.status in ('PENDING', 'ACQUIRED'))
        or (entry.status = 'ACQUIRED') <> coalesce(reservation.status = 'COMPLETE', false)
    union all
    select format('place %s in a group is taken by nobody', ticket_id)
      from attendee_group_place join ticket on ticket.id = ticket_id where reservation_id is null
    union all
    select format('answer %s to field %s is of nobody', answer.id, field_id)
      from field_value as answer left join ticket on ticket.id = ticket_id
        left join additional_service_item as item on item.id = item_id
        left join bought_pass on bought_pass.id = answer.bought_pass_id
      where coalesce(ticket.reservation_id, item.reservation_id, bought_pass.reservation_id) is null`.execute(db.kysely)
  return rows
}

/** A limited pass is never oversold, an order of a pass has one, and it is good as long as the order is complete. */
async function faultsOfPasses(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select format('pass %s is held or sold %s times of %s', pass.id, count(*), max_available) as fault
      from pass join bought_pass on pass_id = pass.id
      where bought_pass.status <> 'CANCELLED' group by pass.id having count(*) > max_available
    union all
    select format('reservation %s of pass %s has %s passes', order_.id, pass.id, count(bought_pass.id))
      from reservation as order_ join pass on pass.id = purchase_context_id
        left join bought_pass on reservation_id = order_.id
      group by order_.id, pass.id having count(bought_pass.id) <> 1
    union all
    select format('bought pass %s is of pass %s, its reservation of %s', bought_pass.id, pass_id, purchase_context_id)
      from bought_pass join reservation on reservation.id = reservation_id where pass_id <> purchase_context_id
    union all
    select format('bought pass %s is %s, its reservation %s', bought_pass.id, bought_pass.status, order_.status)
      from bought_pass join reservation as order_ on order_.id = reservation_id
      where bought_pass.status <> case when order_.status = 'COMPLETE' then 'ACQUIRED'
        when order_.status in ('CANCELLED', 'CREDIT_NOTE_ISSUED') then 'CANCELLED' else 'PENDING' end
    union all
    select format('bought pass %s is ACQUIRED and nobody''s', bought_pass.id)
      from bought_pass join reservation on reservation.id = reservation_id
      where bought_pass.status = 'ACQUIRED' and bought_pass.email is null and erased_at is null
    union all
    select format('bought pass %s pays for %s tickets of %s', bought_pass.id, count(*), max_entries)
      from bought_pass join ticket on bought_pass_id = bought_pass.id
      group by bought_pass.id having count(*) > max_entries
    union all
    select format('bought pass %s pays for %s tickets of event %s', bought_pass.id, count(*), event_id)
      from bought_pass join pass on pass.id = pass_id join ticket on bought_pass_id = bought_pass.id
      where usage_type = 'ONCE_PER_EVENT' group by bought_pass.id, event_id having count(*) > 1
    union all
    select format('seat %s is %s and paid for by a pass', id, status) from ticket
      where bought_pass_id is not null and reservation_id is null
    union all
    select format('reservation %s is paid for by %s passes, and its covered tickets cost %s', reservation_id,
        count(distinct bought_pass_id), sum(final_price))
      from ticket where bought_pass_id is not null and reservation_id is not null
      group by reservation_id having count(distinct bought_pass_id) > 1 or sum(final_price) <> 0`.execute(db.kysely)
  return rows
}

/** Sold + held + free + released + blocked = seats, and nothing contradicts itself. */
export async function expectConsistentData(
  db: Database,
  shortName: string,
  expected: Partial<StockCounts> = {},
): Promise<void> {
  const counts = await stockCountsOf(db, shortName)
  expect(counts).toMatchObject(expected)
  expect(counts.sold + counts.held + counts.free + counts.released + counts.blocked).toBe(counts.seats)
  expect(await inconsistencies(db)).toEqual([])
}

/** How often something was noted about a reservation. */
export async function countAudit(db: Database, reservationId: string, type: string): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('reservation_id', '=', reservationId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Who is written to about a reservation, sorted. */
export async function mailsOf(db: Database, reservationId: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('mail')
    .select('recipient')
    .where('reservation_id', '=', reservationId)
    .execute()
  return rows.map(({ recipient }) => recipient).toSorted()
}
