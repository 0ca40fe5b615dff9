import { expect, test } from 'vitest'
import { listDeskDoors, makeDeskDoor, revokeDeskDoor } from '#contract/desk-door.ts'
import type { DeskDoors } from '#contract/desk-door.ts'
import * as calls from '#contract/door.ts'
import type { MemberRole } from '#domain/access/principal/principal.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { aDoorDevice, makeDoorKey } from '#tests/support/organiser/door-device.ts'
import { paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const start = clock.now()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const slug = await organiser.open(aFreeEventFile(start, { seats: 50 }))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()
const scope = { kind: 'organization', organizationId: organiser.organizationId } as const
const member = (role: MemberRole) =>
  enterDesk(served, { email: `${role}@example.org`.toLowerCase(), given: { role, scope }, name: role })
const owner = await member('OWNER')
const atDoor = await member('DOOR')
const params = { eventId: String(eventId) }
const device = (key: string) => aDoorDevice(url, key, () => clock.now())
const doors = async (desk = owner) => (await desk.ask(listDeskDoors, { params })).body as DeskDoors
const [ticket] = await paperTickets(shop, await buy(aBuyer(url), slug, { Everybody: 1 }, { by: 'NONE' }))
if (!ticket) throw new Error('no ticket')

test('a door is made with a link, opens by its key alone, and is listed with what was scanned', async () => {
  const { id, key } = await makeDoorKey(owner, { eventId, body: { name: ' Main door ', maySearch: true } })
  const { kysely } = shop.db
  const stored = await kysely.selectFrom('door_key').select(['name', 'key_hash']).where('id', '=', id).execute()
  expect(stored.map(({ name, key_hash: hash }) => [name, hash.length])).toEqual([['Main door', 32]])
  const main = device(key)
  expect((await main.ask(calls.readDoor)).body).toMatchObject({
    name: 'Main door',
    maySearch: true,
    event: { id: eventId },
    counts: { here: 0, all: 0, expected: 1 },
  })
  expect(await main.scan(ticket)).toMatchObject({ outcome: 'LET_IN', name: 'Ada 1 Lovelace', category: 'Everybody' })
  expect(await main.scan(ticket)).toMatchObject({ outcome: 'ALREADY_IN', since: clock.now(), by: 'Main door' })
  const listed = await doors()
  expect(listed).toMatchObject({ expected: 1, letIn: 1, mayMake: true, maySearch: true, reports: [] })
  expect(listed.doors).toMatchObject([{ id, devices: 1, letIn: 1, sentAway: 1, revokedAt: null, usedAt: clock.now() }])
  const log = await kysely.selectFrom('change_log').select(['action', 'actor', 'after']).execute()
  expect(log.filter(({ action }) => action === 'DOOR_MADE')).toMatchObject([
    { actor: 'OWNER', after: { door: 'Main door' } },
  ])
  expect(JSON.stringify(log)).not.toContain(key)
})

test('who scans makes doors, and none that finds people by name: it may no more than its maker', async () => {
  await makeDoorKey(atDoor, { eventId, body: { name: 'Side door' } })
  const refused = await atDoor.ask(makeDeskDoor, { params, body: { name: 'Side door', maySearch: true } })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'maySearch' }] } })
  expect(await doors(atDoor)).toMatchObject({ mayMake: true, maySearch: false })
  const desk = await member('DESK')
  expect((await desk.ask(makeDeskDoor, { params, body: { name: 'x' } })).status).toBe(404)
  expect(await doors(desk)).toMatchObject({ mayMake: false, maySearch: true })
  for (const role of ['EDITOR', 'FINANCE'] as const)
    expect((await (await member(role)).ask(listDeskDoors, { params })).status).toBe(403)
})

test('each refusal names its field', async () => {
  const fields = async (body: object) => {
    const { status, body: answer } = await owner.ask(makeDeskDoor, { params, body: { name: 'A door', ...body } })
    return status === 422 ? (answer as { errors: { field: string }[] }).errors.map(({ field }) => field) : status
  }
  expect(await fields({ name: '  ' })).toEqual(['name'])
  expect(await fields({ name: ' \u{202e}\u{7} ' })).toEqual(['name'])
  expect(await fields({ name: 'x'.repeat(61) })).toEqual(['name'])
  for (const validUntil of ['2020-01-01T12:00:00', 'tomorrow', '2027-02-30', '2027-13-40T25:00'])
    expect(await fields({ validUntil })).toEqual(['validUntil'])
  expect(await fields({ categoryIds: [] })).toEqual(['categoryIds'])
  expect(await fields({ categoryIds: [999_999] })).toEqual(['categoryIds'])
})

test('a revoked door is closed at once, pressed twice it has ended once', async () => {
  const { id, key } = await makeDoorKey(owner, { eventId, body: { name: 'Back door' } })
  const back = device(key)
  expect((await back.ask(calls.readDoor)).status).toBe(200)
  const revoke = (of = eventId) => owner.ask(revokeDeskDoor, { params: { eventId: String(of), doorId: String(id) } })
  expect((await revoke(eventId + 1000)).status).toBe(404)
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204])
  const log = shop.db.kysely.selectFrom('change_log').select('id').where('action', '=', 'DOOR_ENDED')
  expect(await log.execute()).toHaveLength(1)
  for (const call of [calls.readDoor, calls.readDoorList]) expect((await back.ask(call)).status).toBe(401)
  expect((await back.ask(calls.readDoorTickets, { body: { ids: [1] } })).status).toBe(401)
})

test('a door closes a day after its event by itself, and a week later takes no scans either', async () => {
  const { key } = await makeDoorKey(owner, { eventId, body: { name: 'Late door' } })
  const late = device(key)
  const [{ ends_at: endsAt }] = (await shop.db.kysely
    .selectFrom('event')
    .select('ends_at')
    .where('id', '=', eventId)
    .execute()) as [{ ends_at: typeof start }]
  clock.set(after(endsAt, days(1)))
  expect((await late.ask(calls.readDoor)).status).toBe(401)
  expect(await late.scan(ticket)).toMatchObject({ outcome: 'DOOR_CLOSED', name: null })
  clock.set(after(endsAt, days(8)))
  const body = { device: crypto.randomUUID(), scans: [{ id: crypto.randomUUID(), kind: 'CODE', code: 'x', at: 1 }] }
  expect((await late.ask(calls.sendScans, { body })).status).toBe(401)
  clock.set(start)
})

test('people are found by name with a key that may, and a person found is let in by the same rules', async () => {
  const [other] = await paperTickets(shop, await buy(aBuyer(url), slug, { Everybody: 1 }, { by: 'NONE' }))
  const may = device((await makeDoorKey(owner, { eventId, body: { name: 'Desk', maySearch: true } })).key)
  const mayNot = device((await makeDoorKey(owner, { eventId, body: { name: 'Gate' } })).key)
  expect((await mayNot.ask(calls.findAtDoor, { query: { q: 'lovelace' } })).status).toBe(403)
  const found = (await may.ask(calls.findAtDoor, { query: { q: 'ada lovelace' } })).body as calls.FoundPeople
  expect(found.people.filter(({ isIn }) => isIn)).toHaveLength(1)
  expect(found.people).toHaveLength(2)
  const person = found.people.find(({ isIn }) => !isIn)?.id ?? ''
  expect(person).toBe(other?.identifier)
  expect(await mayNot.scan({ code: '' }, { kind: 'PERSON', person })).toMatchObject({ outcome: 'UNKNOWN' })
  expect(await may.scan({ code: '' }, { kind: 'PERSON', person })).toMatchObject({ outcome: 'LET_IN' })
})
