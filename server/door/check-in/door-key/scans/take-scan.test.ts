import { describe, expect, test } from 'vitest'
import { listDeskDoors, revokeDeskDoor } from '#contract/desk-door.ts'
import type { DeskDoors } from '#contract/desk-door.ts'
import * as calls from '#contract/door.ts'
import { deleteTicket } from '#contract/organiser-orders.ts'
import { after, days, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aCategoryFile, aFreeEventFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { aDoorDevice, aSentScan, makeDoorKey } from '#tests/support/organiser/door-device.ts'
import { type PaperTicket, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const buyer = aBuyer(url)
const start = clock.now()
const free = await organiser.open(
  aFreeEventFile(start, {
    seats: 200,
    categories: [
      aCategoryFile(start, { name: 'Everybody', price: 0, maxTickets: 100 }),
      aCategoryFile(start, { name: 'Crew', price: 0, maxTickets: 50 }),
      aCategoryFile(start, {
        name: 'Evening',
        price: 0,
        maxTickets: 50,
        customValidity: { checkInFrom: localTime(start, { days: 60 }) },
      }),
    ],
  }),
)
const paid = await organiser.open(anEventFile(start, { seats: 100 }))
const elsewhere = await organiser.open(aFreeEventFile(start, { slug: 'elsewhere', title: 'Elsewhere' }))

const idOf = async (slug: string) =>
  (await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', slug).executeTakeFirstOrThrow()).id
const eventId = await idOf(free)
const categories = await shop.db.kysely.selectFrom('ticket_category').select(['id', 'name']).execute()
const categoryId = (name: string) => categories.find(one => one.name === name)?.id ?? 0

async function aDoor(name: string, { slug = free, ...body }: { slug?: string; categoryIds?: number[] } = {}) {
  const made = await makeDoorKey(owner, { eventId: await idOf(slug), body: { name, ...body } })
  return { ...aDoorDevice(url, made.key, () => clock.now()), id: made.id }
}
const main = await aDoor('Main door')
const side = await aDoor('Side door')

async function aTicket(category = 'Everybody', slug = free): Promise<PaperTicket> {
  const by = slug === paid ? undefined : ({ by: 'NONE' } as const)
  const [ticket] = await paperTickets(shop, await buy(buyer, slug, { [category]: 1 }, by))
  if (!ticket) throw new Error('no ticket')
  return ticket
}
const statusOf = async ({ identifier }: PaperTicket) =>
  (await shop.db.kysely.selectFrom('ticket').select('status').where('uuid', '=', identifier).executeTakeFirst())?.status
const scansOf = async ({ identifier }: PaperTicket) =>
  (
    await shop.db.kysely
      .selectFrom('check_in_scan')
      .select(['operation', 'outcome'])
      .where('ticket_uuid', '=', identifier)
      .orderBy('id')
      .execute()
  ).map(({ operation, outcome }) => `${operation} ${outcome ?? '-'}`)
const reports = async () => {
  const { body } = await owner.ask(listDeskDoors, { params: { eventId: String(eventId) } })
  return (body as DeskDoors).reports
}
const alone = (ticket: PaperTicket, at: number) => aSentScan(at, { code: ticket.code, shown: 'LET_IN' })

describe('with a connection', () => {
  test('each answer says who and what, and a code that is not good shows no name', async () => {
    const crew = await aDoor('Crew door', { categoryIds: [categoryId('Crew')] })
    const ticket = await aTicket()
    expect(await crew.scan(ticket)).toMatchObject({ outcome: 'WRONG_CATEGORY', name: 'Ada 1 Lovelace' })
    expect(await statusOf(ticket)).toBe('ACQUIRED')
    expect(await crew.scan(await aTicket('Crew'))).toMatchObject({ outcome: 'LET_IN', category: 'Crew' })
    expect(await main.scan(await aTicket('Evening'))).toMatchObject({
      outcome: 'WRONG_DAY',
      opensAt: expect.any(Number),
      closesAt: null,
    })
    expect(await main.scan(await aTicket('Everybody', elsewhere))).toMatchObject({
      outcome: 'OTHER_EVENT',
      event: 'Elsewhere',
      name: null,
    })
    for (const code of ['', 'x', '4111 1111', `${crypto.randomUUID()}/x`, 'x'.repeat(300)])
      expect(await main.scan({ code })).toMatchObject({ outcome: 'UNKNOWN', name: null })
    expect(await main.scan({ code: `${ticket.identifier}/${'A'.repeat(44)}` })).toMatchObject({
      outcome: 'PASSED_ON',
      name: null,
    })
    expect(await main.scan({ code: ticket.identifier })).toMatchObject({ outcome: 'UNKNOWN', name: null })
  })

  test('a pass is named as such: the ticket that was booked with it opens the door', async () => {
    const pass = await storePass(shop, { organizationId: organiser.organizationId })
    const order = await buyPass(buyer, pass.publicId)
    await organiser.confirm(order)
    const { id } = await passOf(buyer, order)
    for (const code of [id ?? '', `https://tickets.example/events-all?subscription=${id ?? ''}&lang=it`])
      expect(await main.scan({ code })).toMatchObject({ outcome: 'PASS', name: null })
  })

  test('what is due is answered, taken with the scan that says so, and undone', async () => {
    const till = await aDoor('Till', { slug: paid })
    const ticket = await aTicket('Conference', paid)
    expect(await till.scan(ticket)).toMatchObject({ outcome: 'UNPAID', due: 'CHF 120.00', name: 'Ada 1 Lovelace' })
    const id = crypto.randomUUID()
    expect(await till.scan(ticket, { id, isPaid: true })).toMatchObject({ outcome: 'LET_IN' })
    expect(await till.scan(ticket, { isPaid: true })).toMatchObject({ outcome: 'ALREADY_IN' })
    const [undone] = await till.send(aSentScan(clock.now(), { kind: 'UNDO', undoes: id }))
    expect(undone).toMatchObject({ outcome: 'UNDONE' })
    expect(await statusOf(ticket)).toBe('TO_BE_PAID')
    await expectConsistentData(shop.db, paid)
  })

  test('an undo takes back a scan of its own door, once', async () => {
    const ticket = await aTicket()
    const { id } = await main.scan(ticket)
    const undo = (undoes: string) => aSentScan(clock.now(), { kind: 'UNDO', undoes })
    expect(await side.send(undo(id))).toMatchObject([{ outcome: 'NOT_UNDONE' }])
    expect(await statusOf(ticket)).toBe('CHECKED_IN')
    const [first, second] = [undo(id), undo(id)]
    expect(await main.send(first, first, second)).toMatchObject([
      { outcome: 'UNDONE' },
      { outcome: 'UNDONE' },
      { outcome: 'UNDONE' },
    ])
    expect(await statusOf(ticket)).toBe('ACQUIRED')
    expect(await scansOf(ticket)).toEqual(['SCAN LET_IN', 'REVERT -'])
    expect(await main.send(undo(crypto.randomUUID()))).toMatchObject([{ outcome: 'NOT_UNDONE' }])
    expect(await main.scan(ticket)).toMatchObject({ outcome: 'LET_IN' })
  })
})

describe('merged after a time without a connection', () => {
  test('what is sent again is answered as before, and done once', async () => {
    const ticket = await aTicket()
    const scan = alone(ticket, clock.now())
    const both = await Promise.all([main.send(scan), main.send(scan)])
    expect([...both.flat(), ...(await main.send(scan, scan))].map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => 'LET_IN'),
    )
    expect(await scansOf(ticket)).toEqual(['SCAN LET_IN'])
    expect(await reports()).toEqual([])
  })

  test('the same ticket at two doors is let in once, and reported to both and at the desk', async () => {
    const ticket = await aTicket()
    const early = clock.now()
    clock.move(hours(1))
    expect(await side.send(alone(ticket, after(early, minutes(30))))).toMatchObject([{ outcome: 'LET_IN' }])
    expect(await main.send(alone(ticket, after(early, minutes(10))))).toMatchObject([
      { outcome: 'ALREADY_IN', by: 'Side door' },
    ])
    const [report] = await reports()
    expect(report).toMatchObject({
      kind: 'TWICE',
      name: 'Ada 1 Lovelace',
      door: 'Main door',
      lettings: [
        { door: 'Main door', at: after(early, minutes(10)) },
        { door: 'Side door', at: after(early, minutes(30)) },
      ],
    })
    for (const door of [main, side])
      expect((await door.ask(calls.readDoor)).body).toMatchObject({ reports: [{ scanId: report?.scanId }] })
    const other = await aDoor('Third door')
    expect((await other.ask(calls.readDoor)).body).toMatchObject({ reports: [] })
    // The one of them that is undone leaves the other person in.
    expect(
      await side.send(aSentScan(clock.now(), { kind: 'UNDO', undoes: await scanAt(side.id, ticket) })),
    ).toMatchObject([{ outcome: 'UNDONE' }])
    expect(await statusOf(ticket)).toBe('CHECKED_IN')
  })

  const scanAt = async (doorId: number, { identifier }: PaperTicket) =>
    (
      await shop.db.kysely
        .selectFrom('check_in_scan')
        .select('scan_id')
        .where('door_key_id', '=', doorId)
        .where('ticket_uuid', '=', identifier)
        .executeTakeFirstOrThrow()
    ).scan_id ?? ''

  test('a ticket that was cancelled or passed on after the list was read is reported, and lets its new holder in', async () => {
    const [cancelled, passedOn] = [await aTicket(), await aTicket()]
    await organiser.api.expect(deleteTicket, 200, { params: { slug: free, ticketUUID: cancelled.identifier } })
    await shop.db.kysely
      .updateTable('ticket')
      .set({ first_name: 'Grace' })
      .where('uuid', '=', passedOn.identifier)
      .execute()
    expect(await main.scan(cancelled)).toMatchObject({ outcome: 'CANCELLED' })
    expect(await main.send(alone(cancelled, clock.now()), alone(passedOn, clock.now()))).toMatchObject([
      { outcome: 'CANCELLED', name: null },
      { outcome: 'PASSED_ON', name: null },
    ])
    expect(await statusOf(passedOn)).toBe('ACQUIRED')
    expect((await reports()).slice(0, 2).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['NOT_GOOD', 'PASSED_ON'],
      ['NOT_GOOD', 'CANCELLED'],
    ])
  })

  test('what was scanned before its door was revoked counts, and what was scanned after does not', async () => {
    const door = await aDoor('Revoked door')
    const [before, later] = [await aTicket(), await aTicket()]
    const then = clock.now()
    clock.move(minutes(10))
    await owner.ask(revokeDeskDoor, { params: { eventId: String(eventId), doorId: String(door.id) } })
    clock.move(minutes(10))
    expect(await door.send(alone(before, then), alone(later, clock.now()))).toMatchObject([
      { outcome: 'LET_IN' },
      { outcome: 'DOOR_CLOSED', name: null },
    ])
    expect([await statusOf(before), await statusOf(later)]).toEqual(['CHECKED_IN', 'ACQUIRED'])
    expect((await reports())[0]).toMatchObject({ kind: 'NOT_GOOD', outcome: 'DOOR_CLOSED' })
  })

  test('a clock that is wrong by a day makes no scan later than it arrives, or earlier than its door', async () => {
    const door = await aDoor('Fast clock')
    const made = clock.now()
    clock.move(minutes(5))
    const [fast, slow] = [await aTicket(), await aTicket()]
    await door.send(alone(fast, after(clock.now(), days(1))), alone(slow, after(clock.now(), -days(1))))
    const rows = await shop.db.kysely
      .selectFrom('check_in_scan')
      .select('at')
      .where('door_key_id', '=', door.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ at }) => at)).toEqual([clock.now(), instant(made)])
  })
})

test('the list of a device has all tickets, then those that have changed, also by scans of an hour ago', async () => {
  const door = await aDoor('List door')
  const ticket = await aTicket()
  const list = async (since?: number) =>
    (await door.ask(calls.readDoorList, { query: since === undefined ? {} : { since: String(since) } })).body as {
      now: number
      all: number[]
      changed: number[]
    }
  const first = await list()
  expect(first.changed).toEqual(first.all)
  clock.move(hours(1))
  const later = await list(clock.now())
  expect([later.all, later.changed]).toEqual([first.all, []])
  const now = clock.now()
  await door.send(alone(ticket, after(now, -hours(1))))
  const { changed } = await list(now)
  expect(changed).toHaveLength(1)
  const { body } = await door.ask(calls.readDoorTickets, { body: { ids: changed } })
  expect((body as { tickets: calls.ListedTicket[] }).tickets).toMatchObject([
    {
      id: changed[0],
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      uuid: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/Lovelace|Ada/)
  const ofOther = await shop.db.kysely
    .selectFrom('ticket')
    .select('id')
    .where('event_id', '=', await idOf(paid))
    .execute()
  const foreign = await door.ask(calls.readDoorTickets, { body: { ids: ofOther.map(({ id }) => Number(id)) } })
  expect(foreign.body).toEqual({ tickets: [] })
})
