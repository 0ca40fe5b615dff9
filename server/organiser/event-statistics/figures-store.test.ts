import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type TicketTrait, ticketHas } from '#domain/ticket/ticket/states.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { type VariedTicket, seedVariedOrders } from '#tests/support/organiser/varied-orders.ts'
import { channelsOf } from './channel-store.ts'
import { countSeats } from './event-stats.ts'
import { type SoldRow, findSummedEvent, soldTickets } from './figures-store.ts'

const NOW = instant(Date.parse('2027-03-29T10:00:00Z'))
const ZONE = 'Pacific/Auckland'
const { db, pool } = await testDatabase()
const { eventIds, orders, tickets, reaches } = await seedVariedOrders(pool, NOW)

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n)
const written = (by: SoldRow['by'], value: string | null, own: readonly VariedTicket[]): string => {
  const count = new Set(own.map(({ orderId }) => orderId)).size
  return [by, value, own.length, count, sum(own.map(one => one.price)), sum(own.map(one => one.discount))].join(' ')
}

test.each(eventIds)('sold tickets of event %i are summed as each of them is', async eventId => {
  const sold = tickets.filter(ticket => ticket.eventId === eventId && ticketHas(ticket, 'isSold'))
  const orderOf = ({ orderId }: VariedTicket) => orders.find(({ id }) => id === orderId)
  const dayOf = (ticket: VariedTicket) => {
    const order = orderOf(ticket)
    const at = order?.confirmedAt ?? order?.createdAt ?? 0
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDate().toString()
  }
  const rowsBy = (by: SoldRow['by'], of: (ticket: VariedTicket) => string | number | null | undefined) =>
    [...Map.groupBy(sold, ticket => of(ticket) ?? null)].map(([value, own]) =>
      written(by, value === null ? null : String(value), own),
    )
  const expected = [
    ...rowsBy('day', dayOf),
    ...rowsBy('code', ticket => orderOf(ticket)?.code),
    ...rowsBy('method', ticket => orderOf(ticket)?.method),
    ...rowsBy('category', ({ categoryId }) => categoryId),
  ]
  const categoriesOf = Map.groupBy(sold, ({ orderId }) => orderId)
  expect([...categoriesOf.values()].some(own => new Set(own.map(one => one.categoryId)).size > 1)).toBe(true)
  const found = await soldTickets(db, { id: eventId, timeZone: ZONE })
  expect(
    found.map(row => [row.by, row.value, row.tickets, row.orders, row.amount, row.discount].join(' ')).toSorted(),
  ).toEqual(expected.toSorted())
})

test('seats are counted by event and category as each of them is, free ones with the others', async () => {
  const found = await countSeats(db, eventIds)
  const count = (own: readonly VariedTicket[], ...traits: readonly TicketTrait[]) =>
    own.filter(ticket => ticketHas(ticket, ...traits)).length
  const expected = [...Map.groupBy(tickets, ({ eventId, categoryId }) => `${eventId} ${categoryId}`)].map(
    ([key, own]) =>
      [
        key,
        count(own, 'isFree', 'isSetAside'),
        count(own, 'canCheckIn'),
        count(own, 'isCheckedIn'),
        count(own, 'isHeld', 'isBlocked'),
        count(own, 'isReleased'),
      ].join(' '),
  )
  expect(expected.length).toBeGreaterThan(eventIds.length * 2)
  expect(
    found
      .map(row =>
        [row.eventId, String(row.categoryId), row.free, row.sold, row.checkedIn, row.pending, row.released].join(' '),
      )
      .toSorted(),
  ).toEqual(expected.toSorted())
})

test('an event is summed for those in whose reach it is', async () => {
  for (const { reach, holds } of reaches)
    for (const id of eventIds) {
      const complete = orders.filter(({ eventId, status }) => eventId === id && has({ status }, 'isComplete'))
      const found = await findSummedEvent(db, id, reach)
      expect(found && [found.orders, found.amount]).toEqual(
        holds(id) ? [complete.length, sum(complete.map(({ price }) => price))] : undefined,
      )
    }
})

test('channels are counted from the first day that visits were, and not before', async () => {
  const [id = 0] = eventIds
  expect(await channelsOf(db, id)).toEqual([])
  await pool.query(
    `insert into event_visit_day (event_id, day, channel, views, begun) values ($1, '2027-03-10', '', 4, 2)`,
    [id],
  )
  const { rows } = await pool.query<{ zone: string }>('select time_zone as zone from purchase_context where id = $1', [
    id,
  ])
  const dayOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(rows[0]?.zone ?? '')
      .toPlainDate()
      .toString()
  const counted = orders.filter(
    ({ eventId, status, createdAt }) =>
      eventId === id && has({ status }, 'isComplete') && dayOf(createdAt) >= '2027-03-10',
  )
  expect(await channelsOf(db, id)).toEqual([
    {
      channel: '',
      views: 4,
      begun: 2,
      orders: counted.length,
      amount: sum(counted.map(({ price }) => price)),
      since: '2027-03-10',
    },
  ])
})
