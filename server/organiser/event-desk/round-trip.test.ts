import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeskEvent, changeDeskEvent, readDeskEvent } from '#contract/desk-event.ts'
import { createEvent } from '#server/organiser/event-editing/save-event.ts'
import { sampleShop } from '#server/organiser/event-file/sample/sample-shop.ts'
import { anyEvent } from '#tests/builders/any-event.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'

const served = await testShop({ clock: manualClock() })
const { shop } = served
await sampleShop(shop)
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })

async function read(eventId: number): Promise<DeskEvent> {
  const { status, body } = await owner.ask(readDeskEvent, { params: { eventId: String(eventId) } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as DeskEvent
}

/** Reads an event, sends back what was read, and reads it again. */
async function expectUnchanged(eventId: number): Promise<void> {
  const { file, version: base } = await read(eventId)
  const { kind: _kind, status: _status, image: _image, ...changes } = file
  const params = { eventId: String(eventId) }
  expect(await owner.ask(changeDeskEvent, { params, body: { base, changes } })).toMatchObject({ status: 200 })
  expect((await read(eventId)).file).toEqual(file)
  const log = shop.db.kysely.selectFrom('change_log').select('action').where('subject_id', '=', eventId)
  expect(await log.where('kind', '=', 'EVENT').execute()).toEqual([{ action: 'EVENT_CREATE' }])
}

test('each sample event is unchanged when what was read of it is sent back', async () => {
  const events = await shop.db.kysely.selectFrom('event').select('id').execute()
  expect(events).toHaveLength(9)
  for (const { id } of events) await expectUnchanged(id)
}, 60_000)

test('so is whatever event an organiser states', async () => {
  const { id: organizationId } = await shop.db.kysely
    .selectFrom('organization')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const request of fc.sample(anyEvent, { numRuns: isLongRun() ? 25 : 12 })) {
    const created = await createEvent(shop, { organizationId, request, image: null })
    if (!created.ok) throw new Error(JSON.stringify([created.problems, request]))
    await expectUnchanged(created.value.id)
  }
}, 60_000)
