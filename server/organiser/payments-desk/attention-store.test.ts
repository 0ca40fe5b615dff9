import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { has } from '#domain/order/reservation/states.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { seedVariedOrders } from '#tests/support/organiser/varied-orders.ts'
import { findAttention } from './attention-store.ts'

const NOW = instant(Date.parse('2027-03-29T10:00:00Z'))
const { db, pool } = await testDatabase()
const { eventIds, orders, reaches } = await seedVariedOrders(pool, NOW)
const everything = { organizationId: null, eventId: null, now: NOW }

/** Overdue transfers, the longest waiting first. */
const overdue = orders
  .filter(order => has(order, 'hasTransferDeadline') && !order.isErased && order.validity <= NOW)
  .toSorted((one, other) => one.validity - other.validity || (one.id < other.id ? -1 : 1))

test.each(reaches.map(({ reach, holds }) => ({ reach, holds })))(
  'overdue transfers in reach are counted, and the longest waiting ones are named: $reach',
  async ({ reach, holds }) => {
    const own = overdue.filter(({ eventId }) => holds(eventId))
    expect(own.length).toBeGreaterThan(2)
    const found = await findAttention(db, { ...everything, reach, limit: 2 })
    expect(found).toEqual(
      own.slice(0, 2).map(({ id, eventId, price, currency, validity }) => ({
        reason: 'TRANSFER_OVERDUE',
        id,
        since: validity,
        dueBy: null,
        detail: null,
        amount: price,
        currency,
        method: null,
        paymentId: null,
        reference: null,
        orderId: id,
        isPayable: has({ status: 'OFFLINE_PAYMENT' }, 'isPayableElsewhere'),
        person: 'Ada Lovelace',
        contextId: eventId,
        kind: 'EVENT',
        slug: `seeded-${eventId}`,
        title: { en: 'Seeded' },
        count: own.length,
      })),
    )
  },
)

test('of one event they are its own, and each reason has its own count', async () => {
  const [eventId = 0] = eventIds
  const own = overdue.filter(one => one.eventId === eventId)
  const stuck = orders.find(one => one.eventId === eventId && one.status === 'STUCK')
  await pool.query(
    `with payment as (
       insert into payment_transaction (reservation_id, order_id, purchase_context_id, proxy, status, amount, currency, description,
         created_at, is_live)
       select id, id, purchase_context_id, 'STRIPE', 'COMPLETE', 1200, 'CHF', '', $2, false from reservation where id = $1 returning id
     )
     insert into payment_review (transaction_id, reason, since, detail, about) select id, 'OTHER_SUM', $2, '12.00', '' from payment`,
    [stuck?.id, new Date(NOW)],
  )
  const found = await findAttention(db, { ...everything, reach: 'everything', eventId, limit: 1 })
  expect(found.map(({ reason, count, isPayable, method }) => [reason, count, isPayable, method])).toEqual([
    ['TRANSFER_OVERDUE', own.length, false, null],
    ['OTHER_SUM', 1, true, 'STRIPE'],
  ])
})
