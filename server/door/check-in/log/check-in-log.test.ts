import { expect, test } from 'vitest'
import { deleteTicket, getCheckInLog } from '#contract/organiser-orders.ts'
import { after, days, hours, minutes } from '#domain/foundation/instant.ts'
import { eraseDue } from '#server/order/retention/erase-personal-data.ts'
import { anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy, hold } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const start = clock.now()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const stranger = await anOrganiser(url, apiKey, 'Other House')
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })

let number = 0
async function anEvent() {
  number += 1
  const slug = await organiser.open(anEventFile(start, { slug: `door-${number}`, settings: { RETENTION_DAYS: 30 } }))
  const read = () => organiser.api.expect(getCheckInLog, 200, { params: { slug } })
  return { slug, read, door: aScanner(url, key, slug) }
}

const statusesOf = (log: Awaited<ReturnType<Awaited<ReturnType<typeof anEvent>>['read']>>) =>
  log.map(({ audit }) => audit?.map(({ operation, checkInStatus }) => `${operation} ${checkInStatus}`))

test('every scan is listed by its ticket, with who scanned and when by the clock of the event', async () => {
  const { slug, read, door } = await anEvent()
  const [ticket] = await paperTickets(shop, await buy(buyer, slug, { Conference: 1 }))
  if (!ticket) throw new Error('no ticket')
  expect(await read()).toEqual([])
  await door.scan(ticket)
  clock.move(minutes(1))
  await door.pay(ticket)
  clock.move(minutes(1))
  await door.revert(ticket)
  const scan = { ticketUuid: ticket.identifier, username: 'Door OPERATOR' }
  const at = (passed: number) => `${localTime(start, { minutes: passed })}:00`
  expect(await read()).toEqual([
    {
      ticketId: ticket.identifier,
      attendeeData: {
        firstName: 'Ada 1',
        lastName: 'Lovelace',
        email: 'ada1@example.org',
        userLanguage: 'en',
        externalReference: null,
        metadata: {},
        additional: {},
      },
      audit: [
        { ...scan, scanTimestamp: at(2), operation: 'REVERT', checkInStatus: 'OK_READY_TO_BE_CHECKED_IN' },
        { ...scan, scanTimestamp: at(1), operation: 'SCAN', checkInStatus: 'SUCCESS' },
        { ...scan, scanTimestamp: at(0), operation: 'SCAN', checkInStatus: 'MUST_PAY' },
      ],
    },
  ])
  clock.set(start)
})

test('the ticket that was scanned last comes first; those that never were are left out', async () => {
  const { slug, read, door } = await anEvent()
  const [first, second] = await paperTickets(shop, await buy(buyer, slug, { Conference: 3 }))
  if (!first || !second) throw new Error('no tickets')
  await door.byHand(second)
  await door.byHand(first)
  await door.scan(second)
  const log = await read()
  expect(log.map(({ ticketId }) => ticketId)).toEqual([second.identifier, first.identifier])
  expect(statusesOf(log)).toEqual([['SCAN ALREADY_CHECK_IN', 'SCAN SUCCESS'], ['SCAN SUCCESS']])
})

test('the log is read by two statements, however many scans there are', async () => {
  const { slug, read, door } = await anEvent()
  for (const ticket of await paperTickets(shop, await buy(buyer, slug, { Conference: 3 }))) await door.scan(ticket)
  const sent = await statementsOf(read)
  expect(sent.filter(text => /from (check_in_scan|field_value) /.test(text))).toHaveLength(2)
})

test('an unpaid ticket is listed with its holder as far as that is known', async () => {
  const { slug, read, door } = await anEvent()
  const order = await hold(buyer, slug, { Conference: 1 })
  const { uuid } = await shop.db.kysely
    .selectFrom('ticket')
    .select('uuid')
    .where('reservation_id', '=', order)
    .executeTakeFirstOrThrow()
  await door.scan({ identifier: uuid, code: 'anything' })
  const [ticket] = await read()
  expect(ticket?.attendeeData).toMatchObject({ firstName: null, lastName: null, email: null })
  expect(statusesOf(await read())).toEqual([['SCAN INVALID_TICKET_CODE']])
})

test('of a ticket that was released the scans are left, and no person', async () => {
  const { slug, read, door } = await anEvent()
  const [ticket] = await paperTickets(shop, await buy(buyer, slug, { Conference: 2 }))
  if (!ticket) throw new Error('no ticket')
  await door.scan(ticket)
  await organiser.api.expect(deleteTicket, 200, { params: { slug, ticketUUID: ticket.identifier } })
  const log = await read()
  expect(log).toEqual([
    { ticketId: ticket.identifier, audit: [expect.objectContaining({ checkInStatus: 'MUST_PAY' })] },
  ])
})

test('scans of other events are left out, and another organisation or a key of the entrance gets none', async () => {
  const one = await anEvent()
  const other = await anEvent()
  const [ticket] = await paperTickets(shop, await buy(buyer, one.slug, { Conference: 1 }))
  if (!ticket) throw new Error('no ticket')
  await one.door.scan(ticket)
  await other.door.scan(ticket)
  expect(await other.read()).toEqual([])
  expect(statusesOf(await one.read())).toEqual([['SCAN MUST_PAY']])
  const request = { params: { slug: one.slug } }
  for (const api of [stranger.api, one.door.api, buyer]) {
    expect((await api.ask(getCheckInLog, request)).status).toBe(403)
  }
})

test('with the personal data of its event the log is erased', async () => {
  const { slug, read, door } = await anEvent()
  const [ticket] = await paperTickets(shop, await buy(buyer, slug, { Conference: 1 }))
  if (!ticket) throw new Error('no ticket')
  await door.byHand(ticket)
  clock.set(after(start, days(60) + hours(8) + days(31)))
  await eraseDue(shop)
  expect(await read()).toEqual([])
  clock.set(start)
})
