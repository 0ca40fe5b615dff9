import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'

/** What has become of the seats of an event. */
export type Books = {
  readonly seats: number
  readonly free: number
  readonly held: number
  readonly sold: number
  readonly released: number
}

export async function booksOf(db: Database, shortName: string): Promise<Books> {
  const { rows } = await sql<Books>`
    select event.seats,
      count(*) filter (where ticket.status = 'FREE')::int as free,
      count(*) filter (where ticket.status = 'PENDING')::int as held,
      count(*) filter (where ticket.status in ('ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN'))::int as sold,
      count(*) filter (where ticket.status = 'RELEASED')::int as released
    from event join ticket on ticket.event_id = event.id
    where short_name = ${shortName} group by event.seats`.execute(db.kysely)
  const [books] = rows
  if (!books) throw new Error(`there is no event ${shortName}`)
  return books
}

/**
 * Looks for anything that doesn't add up, in the whole database, and answers it in words. Nothing that buyers, jobs and
 * crashes do at the same time may ever leave a line here.
 */
export async function faultsInBooks(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('event %s: %s seats, but %s in the books', short_name, seats,
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
    select format('reservation %s is %s without tickets', id, status) from reservation
      where not exists (select from ticket where reservation_id = reservation.id)
    union all
    select format('reservation %s is %s with a ticket %s', reservation.id, reservation.status, ticket.status)
      from reservation join ticket on reservation_id = reservation.id
      where (reservation.status = 'COMPLETE') <> (ticket.status in ('ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN'))
    union all
    select format('reservation %s costs %s, its tickets %s', reservation.id, reservation.final_price, sum(ticket.final_price))
      from reservation join ticket on reservation_id = reservation.id
      group by reservation.id having sum(ticket.final_price) <> reservation.final_price
    union all
    select format('reservation %s is %s and nobody was written to', id, status) from reservation
      where finalized and not exists (select from mail where reservation_id = reservation.id)
    union all
    select format('reservation %s was made %s times', reservation.id,
        (select count(*) from audit where reservation_id = reservation.id and type = 'RESERVATION_CREATE')) from reservation
      where 1 <> (select count(*) from audit where reservation_id = reservation.id and type = 'RESERVATION_CREATE')
    union all
    select format('payment %s of reservation %s has the wrong amount', payment_transaction.id, reservation.id)
      from payment_transaction join reservation on reservation.id = reservation_id
      where amount <> final_price`.execute(db.kysely)
  return rows.map(({ fault }) => fault)
}

/** Sold + held + free + released = seats, and nothing in the books contradicts itself. */
export async function expectBalancedBooks(
  db: Database,
  shortName: string,
  expected: Partial<Books> = {},
): Promise<void> {
  const books = await booksOf(db, shortName)
  expect(books).toMatchObject(expected)
  expect(books.sold + books.held + books.free + books.released).toBe(books.seats)
  expect(await faultsInBooks(db)).toEqual([])
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
