import { expect, test } from 'vitest'
import { storeOneEvent } from '#tests/support/database/one-event.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'

const { pool } = await testDatabase()

await storeOneEvent(pool, 100)

type Person = readonly [firstName: string | null, lastName: string | null, email: string | null]

/** An open order of so many seats, without any names. */
async function anOrderOf(seats: number): Promise<string> {
  const { rows } = await pool.query(
    `with stored as (
      insert into reservation (id, purchase_context_id, status, validity, language, vat_status, vat_percentage, source_price, final_price, vat,
        discount, created_at)
      select gen_random_uuid(), id, 'PENDING', now(), 'en', 'NONE', 0, 0, 0, 0, 0, now() from event returning id, purchase_context_id
    ), held as (
      insert into ticket (event_id, category_id, status, reservation_id, source_price, final_price, vat, discount, reserved_at)
      select event_id, category.id, 'PENDING', stored.id, 0, 0, 0, 0, now()
      from stored, ticket_category as category, generate_series(1, $1)
    )
    select id from stored`,
    [seats],
  )
  return rows[0].id
}

/** As the details of an order are stored: its buyer and its tickets by one statement. */
const fillIn = (id: string, buyer: Person, holders: readonly Person[]) =>
  pool.query(
    `with named as (
      update reservation set first_name = $2, last_name = $3, email = $4 where id = $1
    ), seat as (
      select id, row_number() over (order by id) as place from ticket where reservation_id = $1
    )
    update ticket set first_name = holder.first_name, last_name = holder.last_name, email = holder.email
    from seat join unnest($5::text[], $6::text[], $7::text[]) with ordinality as holder (first_name, last_name, email, place)
      using (place)
    where ticket.id = seat.id`,
    [
      id,
      ...buyer,
      holders.map(([first]) => first),
      holders.map(([, last]) => last),
      holders.map(([, , email]) => email),
    ],
  )

/** The text that is kept, and the one that its rows make. */
async function textsOf(id: string): Promise<{ kept: string | null; made: string | null }> {
  const { rows } = await pool.query(
    `select (select text from desk_order_search where reservation_id = $1) as kept, order_search_text($1) as made`,
    [id],
  )
  return rows[0]
}

async function expectTrue(id: string, text: string | null): Promise<void> {
  expect(await textsOf(id)).toEqual({ kept: text, made: text })
}

const ADA: Person = ['Ada', 'Lovelace', 'ada@example.org']
const JURG: Person = ['Jürg', 'Müller', 'juerg@example.org']
const NN: Person = ['Nn', null, null]

test('the people of an order who are filled in by one statement are in its text, in both writings of umlauts', async () => {
  const id = await anOrderOf(3)
  await fillIn(id, ADA, [ADA, JURG, NN])
  await expectTrue(
    id,
    'ada lovelace ada@example.org jurg muller juerg@example.org nn ada lovelace ada@example.org juerg mueller juerg@example.org nn',
  )
})

test('a ticket that is filled in later adds its person', async () => {
  const id = await anOrderOf(2)
  await fillIn(id, ADA, [ADA])
  await expectTrue(id, 'ada lovelace ada@example.org')
  await pool.query(
    `update ticket set first_name = 'Lace', last_name = 'A' where reservation_id = $1 and first_name is null`,
    [id],
  )
  await expectTrue(id, 'ada lovelace ada@example.org lace a')
})

test('a name that is corrected, and one that is erased, is in the text no more', async () => {
  const id = await anOrderOf(2)
  await fillIn(id, ADA, [ADA, JURG])
  await fillIn(id, JURG, [NN, JURG])
  expect((await textsOf(id)).kept).not.toContain('lovelace')
  await expectTrue(id, (await textsOf(id)).made)
  await fillIn(
    id,
    [null, null, null],
    [
      [null, null, null],
      [null, null, null],
    ],
  )
  await expectTrue(id, null)
})

test('a reference and a company are in the text from when they are written', async () => {
  const id = await anOrderOf(1)
  await fillIn(id, ADA, [ADA])
  await pool.query(
    `update reservation set customer_reference = 'PO 7', billing = '{"companyName": "Analytical"}' where id = $1`,
    [id],
  )
  expect((await textsOf(id)).kept).toContain('po 7 analytical')
  await expectTrue(id, (await textsOf(id)).made)
})

test('a ticket that moves to another order leaves the text of the one before', async () => {
  const [from, to] = [await anOrderOf(1), await anOrderOf(1)]
  await fillIn(from, JURG, [ADA])
  await fillIn(to, JURG, [JURG])
  await pool.query('update ticket set reservation_id = $2 where reservation_id = $1', [from, to])
  expect((await textsOf(from)).kept).not.toContain('lovelace')
  expect((await textsOf(to)).kept).toContain('lovelace')
  for (const id of [from, to]) await expectTrue(id, (await textsOf(id)).made)
})
