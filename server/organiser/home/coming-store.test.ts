import { expect, test } from 'vitest'
import { after, days, instant } from '#domain/foundation/instant.ts'
import { has } from '#domain/order/reservation/states.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { type VariedTicket, seedVariedOrders } from '#tests/support/organiser/varied-orders.ts'
import { confirmedDays, figuresOf, moneyOf } from './coming-store.ts'

const NOW = instant(Date.parse('2027-03-29T10:00:00Z'))
const ZONE = 'Europe/Zurich'
const { db, pool } = await testDatabase()
const { eventIds, orders, tickets, reaches } = await seedVariedOrders(pool, NOW)
const orderOf = (ticket: VariedTicket) => orders.find(({ id }) => id === ticket.orderId)

test('seats of the next events are counted as each of their tickets is', async () => {
  const isSold = (ticket: VariedTicket) => ticketHas(ticket, 'canCheckIn', 'isCheckedIn')
  const isOfWeek = (ticket: VariedTicket) => (orderOf(ticket)?.confirmedAt ?? 0) >= after(NOW, -days(7))
  const shown = eventIds.slice(0, 4)
  await pool.query(
    `insert into waiting_list_entry (event_id, kind, first_name, last_name, email, language, status, created_at, quantity)
     select $1, 'SOLD_OUT', 'Ada', 'Lovelace', 'ada' || n || '@example.org', 'en', case when n = 3 then 'EXPIRED' else 'WAITING' end, $2, n
     from generate_series(1, 3) as n`,
    [shown[1], new Date(NOW)],
  )
  const expected = shown.map(id => {
    const own = tickets.filter(({ eventId }) => eventId === id)
    return {
      id,
      sold: own.filter(isSold).length,
      held: own.filter(ticket => ticketHas(ticket, 'isHeld', 'isBlocked')).length,
      soldInWeek: own.filter(ticket => isSold(ticket) && isOfWeek(ticket)).length,
      waiting: id === shown[1] ? 3 : 0,
    }
  })
  expect(expected.reduce((sum, { soldInWeek }) => sum + soldInWeek, 0)).toBeGreaterThan(5)
  const found = await figuresOf(db, shown, NOW)
  expect(found.toSorted((one, other) => one.id - other.id)).toEqual(expected)
})

test('an event without seats and one that does not exist have none', async () => {
  expect(await figuresOf(db, [2_000_000_000], NOW)).toEqual([
    { id: 2_000_000_000, sold: 0, held: 0, soldInWeek: 0, waiting: 0 },
  ])
})

test('money of the next events is that of their complete orders, by currency', async () => {
  const shown = eventIds.slice(2)
  const counted = orders.filter(
    ({ eventId, status, price, currency }) =>
      shown.includes(eventId) && has({ status }, 'isComplete') && price > 0n && currency !== null,
  )
  const expected = [...Map.groupBy(counted, ({ eventId, currency }) => `${eventId} ${currency}`)].map(
    ([key, own]) => `${key} ${own.reduce((sum, { price }) => sum + price, 0n)}`,
  )
  expect(expected.length).toBeGreaterThan(2)
  const found = await moneyOf(db, shown)
  expect(found.map(({ id, currency, amount }) => `${id} ${currency} ${amount}`).toSorted()).toEqual(expected.toSorted())
})

test.each(reaches.map(({ reach, holds }) => ({ reach, holds })))(
  'what was confirmed on each day is what the caller may see of it: $reach',
  async ({ reach, holds }) => {
    const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDate()
    const counted = orders.flatMap(({ eventId, status, price, currency, confirmedAt: at }) => {
      const isCounted = has({ status }, 'isComplete') && price > 0n && currency !== null && holds(eventId)
      if (!isCounted || at === null || at > NOW || at <= after(NOW, -days(29))) return []
      return [{ price, key: `${currency} ${dayOf(at).until(dayOf(NOW)).days}` }]
    })
    const expected = [...Map.groupBy(counted, ({ key }) => key)].map(
      ([key, own]) => `${key} ${own.length} ${own.reduce((sum, { price }) => sum + price, 0n)}`,
    )
    expect(expected.length).toBeGreaterThan(1)
    const found = await confirmedDays(db, { reach, now: NOW, timeZone: ZONE })
    expect(
      found
        .map(({ currency, daysAgo, orders: count, amount }) => `${currency} ${daysAgo} ${count} ${amount}`)
        .toSorted(),
    ).toEqual(expected.toSorted())
  },
)
