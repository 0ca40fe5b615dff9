import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { downloadExport } from '#contract/desk-exports.ts'
import { askForFile, rowsOfCsv } from '#tests/support/organiser/exports.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { ROWS_AT_A_TIME, openExport } from './export-kind.ts'
import { writeExport } from './write-file.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, shop } = served

test('the tickets of several pages are all in the file, each once', async () => {
  const ordersEach = 3 * ROWS_AT_A_TIME
  const events = await seedEvents(shop.db.pool, { now: clock.now(), events: 1, beginInDays: 30 })
  await seedOrders(shop.db.pool, { now: clock.now(), events, ordersEach, status: 'COMPLETE', heldForDays: 1 })
  const { organization_id: organizationId } = await shop.db.kysely
    .selectFrom('purchase_context')
    .select('organization_id')
    .where('id', '=', events[0] ?? 0)
    .executeTakeFirstOrThrow()
  const finance = await aDeskMember(served, organizationId, 'FINANCE')
  const query = { event: String(events[0]), columns: 'ticket.id,attendee.lastName' }
  const params = { kind: 'attendees' }
  const response = await askForFile({ url, cookie: finance.cookie(), call: downloadExport, params, query })
  const rows = rowsOfCsv(new Uint8Array(await response.arrayBuffer()))
  expect(new Set(rows.map(row => row['Id of the ticket'])).size).toBe(ordersEach)
})

/** An export without an end, and how many of its rows were read so far. */
function endless() {
  let rows = 0
  const opened = openExport<number>({
    columns: [{ key: 'n', label: 'n', type: 'text', of: row => `${row}: ${'x'.repeat(100)}` }],
    after: async (last = 0) => {
      rows += ROWS_AT_A_TIME
      return Array.from({ length: ROWS_AT_A_TIME }, (_, index) => last + index + 1)
    },
  })
  return { opened, read: () => rows }
}

/** Waits until rows are read, and then until no more are. */
async function untilNoMoreIsRead(read: () => number): Promise<number> {
  while (read() === 0) await pause(20)
  for (let before = -1; ; before = read()) {
    if (before === read()) return before
    await pause(150)
  }
}

test.each(['csv', 'xlsx'] as const)('of a %s file few rows are read for a reader who waits', async format => {
  const { opened, read } = endless()
  const stream = writeExport(opened, { format, keys: ['n'], language: 'en' })
  const reader = stream[Symbol.asyncIterator]()
  for (let part = 0; part < 3; part += 1) await reader.next()
  expect(await untilNoMoreIsRead(read)).toBeLessThanOrEqual(20_000)
  stream.destroy()
})

test.each(['csv', 'xlsx'] as const)('of a %s file no more rows are read once the client has left', async format => {
  const { opened, read } = endless()
  const app = Fastify()
  app.get('/', (_request, reply) => reply.send(writeExport(opened, { format, keys: ['n'], language: 'en' })))
  const leaving = new AbortController()
  const response = await fetch(await app.listen({ port: 0 }), { signal: leaving.signal })
  await response.body?.getReader().read()
  leaving.abort()
  const atEnd = await untilNoMoreIsRead(read)
  await app.close()
  expect(read()).toBe(atEnd)
})
