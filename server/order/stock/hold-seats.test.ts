import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { after, minutes } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { PromoCodeId } from '#domain/catalog/promo-code/redeemable-code.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { SOME_DAY, aCategory, anEvent } from '#tests/builders/offer.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { holdOrder } from './hold-order.ts'

const { db, pool } = await testDatabase()

await pool.query(`
  insert into organization (name, email, description, created_at) values ('Club', 'club@example.org', '', now())`)

let events = 0

/** An event with so many seats: `bounded` of them in a category of their own, the others in the pool of another one. */
async function anEventOf(seats: number, { bounded = 1 } = {}) {
  events += 1
  const { rows } = await pool.query(
    `with context as (
      insert into purchase_context (kind, organization_id, status, languages, title, description, time_zone, vat_status,
        created_at, updated_at)
      select 'EVENT', id, 'PUBLIC', '{en,de}', '{}', '{}', 'UTC', 'NONE', now(), now() from organization
      returning id, version
    ), event as (
      insert into event (id, short_name, format, free_of_charge, starts_at, ends_at, seats, secret_key)
      select id, $1, 'IN_PERSON', true, now(), now() + interval '1 hour', $2, '' from context returning id
    ), category as (
      insert into ticket_category (event_id, name, price, bounded, max_tickets, inception, expiration)
      select id, name, 0, name = 'Bounded', case name when 'Bounded' then $3::int else 0 end, now(), now() + interval '1 hour'
      from event, (values ('All'), ('Bounded')) as named (name) returning id, name, event_id
    ), seat as (
      insert into ticket (event_id, category_id)
      select event_id, case when number <= $3 then id end from category, generate_series(1, $2) as number
      where name = 'Bounded'
    )
    select context.id, version, all_of.id as all_id, bounded.id as bounded_id
    from context, category as all_of, category as bounded where all_of.name = 'All' and bounded.name = 'Bounded'`,
    [`concert-${events}`, seats, bounded],
  )
  const [{ id, version, all_id, bounded_id }] = rows
  return {
    event: anEvent({ id, version, shortName: `concert-${events}` }),
    all: aCategory({ id: all_id }),
    bounded: aCategory({ id: bounded_id, seatSource: { kind: 'bounded', seats: bounded } }),
  }
}

type Sale = Awaited<ReturnType<typeof anEventOf>>
type Line = readonly [kind: 'all' | 'bounded', quantity: number, cents: bigint]

/** Asks for seats; the price of a line makes its order known again. */
async function ask(sale: Sale, lines: readonly Line[], changes: { language?: string; code?: number } = {}) {
  const id = reservationId(randomUUID())
  if (!id) throw new Error('randomUUID made no UUID')
  const total = minor(lines.reduce((sum, [, quantity, cents]) => sum + BigInt(quantity) * cents, 0n))
  const answer = await holdOrder(db, {
    id,
    event: sale.event,
    language: (changes.language ?? 'en') as Language,
    lines: lines.map(([kind, quantity, cents]) => {
      const price = minor(cents)
      return {
        category: sale[kind],
        quantity,
        unit: { source: price, discount: minor(0n), final: price, vat: minor(0n) },
      }
    }),
    extras: [],
    uses: null,
    tokens: null,
    price: { source: total, discount: minor(0n), vat: minor(0n), total },
    promoCodeId: (changes.code ?? null) as PromoCodeId | null,
    discountRuleId: null,
    now: SOME_DAY,
    validity: after(SOME_DAY, minutes(25)),
    visit: null,
  })
  return { id, answer }
}

/** What is stored of an order: its language and total, and its seats by category and price. */
async function storedOf(id: string) {
  const { rows } = await pool.query(
    `select language, reservation.final_price::int as total,
      array(select category_id || ': ' || final_price from ticket where reservation_id = reservation.id order by 1) as seats,
      (select count(*)::int from audit where reservation_id = reservation.id) as notes
     from reservation where id = $1`,
    [id],
  )
  return rows[0]
}

test('orders that arrive together each get their own seats, price and language', async () => {
  const sale = await anEventOf(100, { bounded: 40 })
  const orders = Array.from({ length: 30 }, (_, index) => ({
    lines: [
      ['all', 1, BigInt(index)],
      ['bounded', 1, BigInt(1000 + index)],
    ] as const,
    language: index % 2 === 0 ? 'en' : 'de',
  }))
  const answers = await Promise.all(orders.map(({ lines, language }) => ask(sale, lines, { language })))
  for (const [index, { id, answer }] of answers.entries()) {
    expect(answer).toBe('held')
    expect(await storedOf(id)).toEqual({
      language: orders[index]?.language,
      total: 1000 + 2 * index,
      seats: [`${sale.all.id}: ${index}`, `${sale.bounded.id}: ${1000 + index}`].toSorted(),
      notes: 1,
    })
  }
})

test('where there are too few seats for all that arrive together, as many as possible are held', async () => {
  const sale = await anEventOf(22)
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(sale, [['all', 2, 500n]])))
  const held = answers.filter(({ answer }) => answer === 'held')
  expect(held).toHaveLength(10)
  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['held', 'not-enough']))
  expect((await ask(sale, [['all', 1, 500n]])).answer).toBe('held')
  expect((await ask(sale, [['all', 1, 500n]])).answer).toBe('none-left')
})

test('an order of a category that is sold out takes no seat from those that arrive with it', async () => {
  const sale = await anEventOf(20)
  const kinds = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'all' : 'bounded'))
  const answers = await Promise.all(kinds.map(kind => ask(sale, [[kind, 1, 500n]])))
  const heldOf = (kind: string) =>
    answers.filter(({ answer }, index) => kinds[index] === kind && answer === 'held').length
  expect([heldOf('all'), heldOf('bounded')]).toEqual([10, 1])
})

test('a code that is gone refuses its own order and no other', async () => {
  const sale = await anEventOf(20)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(sale, [['all', 1, 500n]], index === 5 ? { code: 4711 } : {})),
  )
  const expected = Array.from({ length: 8 }, (_, index) => (index === 5 ? 'offer-changed' : 'held'))
  expect(answers.map(({ answer }) => answer)).toEqual(expected)
})

test('an event that has been edited meanwhile is decided again by all', async () => {
  const sale = await anEventOf(20)
  await pool.query('update purchase_context set version = version + 1 where id = $1', [sale.event.id])
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(sale, [['all', 1, 500n]])))
  expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => 'offer-changed'))
})
