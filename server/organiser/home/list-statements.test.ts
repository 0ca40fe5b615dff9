import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { listDeskAttendees } from '#contract/desk-attendees.ts'
import { readEventFigures } from '#contract/desk-figures.ts'
import { listDeskOrganizations } from '#contract/desk-organizations.ts'
import { listDeskOrders } from '#contract/desk-order.ts'
import { listDeskPasses } from '#contract/desk-pass.ts'
import { listMembers } from '#contract/member.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const { organizationId } = await anOrganiser(url, apiKey)
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const now = clock.now()
const [eventId = 0] = await seedEvents(shop.db.pool, { now, events: 1, beginInDays: 20 })

/** Rows of each list; of two at first, so that what belongs to a row is read. */
const grow = async (count: number): Promise<void> => {
  const others = await seedEvents(shop.db.pool, { now, events: count, beginInDays: 30 })
  const order = { now, ordersEach: count, status: 'COMPLETE', heldForDays: 0 } as const
  await seedOrders(shop.db.pool, { ...order, events: [eventId] })
  await seedOrders(shop.db.pool, { ...order, events: others, ordersEach: 1, status: 'OFFLINE_PAYMENT' })
  for (let index = 0; index < count; index += 1) await storePass(shop, { organizationId })
  await shop.db.pool.query(
    `with added as (
       insert into organization (name, email, description, created_at) select 'Club ' || $1 || ' ' || n, 'c@example.org', '', $2
       from generate_series(1, $1::int) as n
     ), made as (
       insert into member (email, name, language, created_at) select 'm' || $1 || '-' || n || '@example.org', 'Grace', 'en', $2
       from generate_series(1, $1::int) as n returning id
     )
     insert into member_role (member_id, role, organization_id) select id, 'DESK', $3 from made`,
    [count, new Date(now), organizationId],
  )
}

const LISTS: readonly (readonly [string, Call, Parameters<typeof owner.ask>[1], name: string])[] = [
  ['orders', listDeskOrders, {}, 'orders'],
  ['people of an event', listDeskAttendees, { params: { eventId: String(eventId) } }, 'attendees'],
  ['organisations', listDeskOrganizations, {}, 'organizations'],
  ['passes', listDeskPasses, {}, 'passes'],
  ['members', listMembers, { query: { organizationId: String(organizationId) } }, 'members'],
  ['figures of an event', readEventFigures, { params: { eventId: String(eventId) } }, 'days'],
]

test('each list of the desk is read by as many statements, however long it is', async () => {
  await grow(2)
  const read = async () => {
    const found = new Map<string, { readonly sent: number; readonly rows: number }>()
    for (const [name, call, asked, member] of LISTS) {
      // An event is kept in memory once it was read.
      await owner.ask(call, asked)
      let rows = 0
      const sent = await statementsOf(async () => {
        const { status, body } = await owner.ask(call, asked)
        expect([name, status]).toEqual([name, 200])
        rows = (body as Record<string, readonly unknown[]>)[member]?.length ?? 0
      })
      found.set(name, { sent: sent.length, rows })
    }
    return found
  }
  const few = await read()
  await grow(30)
  for (const [name, { sent, rows }] of await read()) {
    const before = few.get(name)
    expect([name, sent]).toEqual([name, before?.sent])
    expect([name, sent < 12]).toEqual([name, true])
    // All orders of the seed are of one day.
    const isLonger = name === 'figures of an event' || rows > (before?.rows ?? 0)
    expect([name, isLonger]).toEqual([name, true])
  }
})
