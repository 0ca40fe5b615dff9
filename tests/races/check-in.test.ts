import { expect, test } from 'vitest'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy } from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const free = await organiser.open(aFreeEventFile(clock.now(), { seats: 200 }))
const paid = await organiser.open(anEventFile(clock.now(), { seats: 200 }))
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
const scanners = (event: string) => Array.from({ length: 8 }, () => aScanner(url, key, event))
const doors = scanners(free)
const desks = scanners(paid)
await Promise.all([...doors, ...desks].map(({ api }) => api.arrive()))

const TIMES = repetitions()

async function tickets(event: string, count: number): Promise<readonly [PaperTicket, ...PaperTicket[]]> {
  const id =
    event === free
      ? await buy(buyer, free, { Everybody: count }, { by: 'NONE' })
      : await buy(buyer, paid, { Conference: count })
  const [first, ...others] = await paperTickets(shop, id)
  if (!first) throw new Error('no ticket')
  return [first, ...others]
}

async function noted({ identifier }: PaperTicket, type: string): Promise<number> {
  const rows = await shop.db.kysely
    .selectFrom('audit')
    .innerJoin('ticket', join => join.on('entity_id', '=', eb => eb.cast('ticket.public_uuid', 'text')))
    .select('audit.id')
    .where('ticket.uuid', '=', identifier)
    .where('type', '=', type)
    .execute()
  return rows.length
}

const statusOf = async ({ identifier }: PaperTicket): Promise<string> =>
  (await shop.db.kysely.selectFrom('ticket').select('status').where('uuid', '=', identifier).executeTakeFirstOrThrow())
    .status

const count = (results: readonly unknown[], expected: unknown): number => results.filter(one => one === expected).length

test.each(TIMES)('a ticket scanned at eight doors at once comes in once (%i)', async () => {
  const [ticket] = await tickets(free, 1)
  const results = await Promise.all(doors.map(door => door.scan(ticket)))
  expect([count(results, 'SUCCESS'), count(results, 'ALREADY_CHECK_IN')]).toEqual([1, 7])
  expect(await noted(ticket, 'CHECK_IN')).toBe(1)
})

test.each(TIMES)('a ticket paid at eight desks at once is paid once (%i)', async () => {
  const [ticket] = await tickets(paid, 1)
  const results = await Promise.all(desks.map(desk => desk.pay(ticket)))
  expect([count(results, 'SUCCESS'), count(results, 'TICKET_NOT_FOUND')]).toEqual([1, 7])
  expect(await noted(ticket, 'PAYMENT_CONFIRMED')).toBe(1)
})

test.each(TIMES)('by code, by hand, at the desk and uploaded at once, one lets in (%i)', async () => {
  const [ticket] = await tickets(paid, 1)
  const [a, b, c, d] = desks
  const results = await Promise.all([a?.pay(ticket), b?.byHand(ticket), c?.upload([ticket], true), d?.scan(ticket)])
  const cameIn = results.flat().filter(result => result === 'SUCCESS' || result === true)
  expect(cameIn).toHaveLength(1)
  expect((await noted(ticket, 'CHECK_IN')) + (await noted(ticket, 'MANUAL_CHECK_IN'))).toBe(1)
  expect(await noted(ticket, 'PAYMENT_CONFIRMED')).toBe(1)
})

test.each(TIMES)('a check-in is reverted once, however many try (%i)', async () => {
  const [ticket] = await tickets(free, 1)
  await doors[0]?.scan(ticket)
  const results = await Promise.all(doors.map(door => door.revert(ticket)))
  expect(count(results, true)).toBe(1)
  expect(await statusOf(ticket)).toBe('ACQUIRED')
})

test.each(TIMES)('of a scan and a revert at once none is lost (%i)', async () => {
  const [ticket] = await tickets(free, 1)
  await doors[0]?.scan(ticket)
  const [scanned, reverted] = await Promise.all([doors[1]?.scan(ticket), doors[2]?.revert(ticket)])
  expect(reverted).toBe(true)
  expect(['SUCCESS', 'ALREADY_CHECK_IN']).toContain(scanned)
  expect(await statusOf(ticket)).toBe(scanned === 'SUCCESS' ? 'CHECKED_IN' : 'ACQUIRED')
})

test.each(TIMES)('tickets of one order paid at several desks at once make one payment (%i)', async () => {
  const group = await tickets(paid, 4)
  const results = await Promise.all(
    desks.slice(0, group.length).map((desk, index) => desk.pay(group[index] ?? group[0])),
  )
  expect(results).toEqual(group.map(() => 'SUCCESS'))
  const payments = await shop.db.kysely
    .selectFrom('payment_transaction')
    .innerJoin('ticket', 'ticket.reservation_id', 'payment_transaction.reservation_id')
    .select('amount')
    .where('ticket.uuid', '=', group[0].identifier)
    .where('payment_transaction.status', '=', 'COMPLETE')
    .execute()
  expect(payments).toEqual([{ amount: 48_000n }])
})

test('after all of it the data are consistent', async () => {
  await expectConsistentData(shop.db, free)
  await expectConsistentData(shop.db, paid)
})
