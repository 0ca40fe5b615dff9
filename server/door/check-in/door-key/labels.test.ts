import { expect, test } from 'vitest'
import { type DeskDoors, listDeskDoors, makeDeskDoor } from '#contract/desk-door.ts'
import { readDoor } from '#contract/door.ts'
import { aQuestionFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aDinner, bookDinner } from '#tests/support/organiser/attendees.ts'
import { aDoorDevice, makeDoorKey } from '#tests/support/organiser/door-device.ts'
import { paperTickets } from '#tests/support/organiser/door.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const owner = await aDeskMember(served, organiser.organizationId, 'OWNER')

const company = aQuestionFile({
  name: 'company',
  type: 'GENERIC_TEXT',
  required: false,
  label: [{ lang: 'en', body: 'Company' }],
})
const dinner = aDinner(clock.now(), 'dinner')
const event = await organiser.open({ ...dinner, additionalInfo: [...(dinner.additionalInfo ?? []), company] })
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', event)
  .executeTakeFirstOrThrow()
const params = { eventId: String(eventId) }

const [ada, bo] = await paperTickets(
  shop,
  await bookDinner(aBuyer(url), event, [
    { name: ['Ada', 'Byron'], answers: { company: ['Lake Ltd'], note: ['no nuts'] } },
    { name: ['Bo', 'Crewe'] },
  ]),
)
if (!ada || !bo) throw new Error('two tickets')

const aDoor = async (body: object) => {
  const { key } = await makeDoorKey(owner, { eventId, body: { name: 'Door', ...body } })
  return aDoorDevice(url, key, () => clock.now())
}

test('a door says on which size it prints labels, and whether by itself; one that says nothing prints none', async () => {
  const info = async (body: object) => ((await (await aDoor(body)).ask(readDoor)).body as { labels: unknown }).labels
  expect(await info({})).toBeNull()
  expect(await info({ printsByItself: true })).toBeNull()
  expect(await info({ labelSize: '62x29' })).toEqual({ size: '62x29', isAutomatic: false })
  expect(await info({ labelSize: 'a6', printsByItself: true })).toEqual({ size: 'a6', isAutomatic: true })
  const { doors } = (await owner.ask(listDeskDoors, { params })).body as DeskDoors
  expect(doors.map(({ labels }) => labels?.size ?? null)).toEqual(['a6', '62x29', null, null])
  const refused = await owner.ask(makeDeskDoor, { params, body: { name: 'Door', labelSize: 'a0' } })
  expect(refused.status).toBe(400)
})

test('who is let in at such a door has a label with the code of the badge and the company, and no other answer has one', async () => {
  const door = await aDoor({ labelSize: '62x100', maySearch: true })
  expect(await door.scan(ada)).toMatchObject({ outcome: 'UNPAID', label: null })
  expect(await door.scan(ada, { isPaid: true })).toMatchObject({
    outcome: 'LET_IN',
    label: { code: ada.identifier, company: 'Lake Ltd' },
  })
  expect(await door.scan(ada)).toMatchObject({ outcome: 'ALREADY_IN', label: null })
  // The code of a label is no ticket's: it says nothing of its holder, and lets no person in.
  expect(await door.scan({ code: bo.identifier })).toMatchObject({ outcome: 'UNKNOWN', name: null, label: null })
  const found = { kind: 'PERSON', person: bo.identifier, isPaid: true } as const
  expect(await door.scan({ code: '' }, found)).toMatchObject({
    outcome: 'LET_IN',
    label: { code: bo.identifier, company: null },
  })
})

test('a scan that arrives twice is answered with its label again; a door without labels answers none', async () => {
  const [cy] = await paperTickets(shop, await bookDinner(aBuyer(url), event, [{ name: ['Cy', 'Dunn'] }]))
  if (!cy) throw new Error('no ticket')
  const door = await aDoor({ labelSize: '62x29' })
  const id = crypto.randomUUID()
  const labels = [await door.scan(cy, { id, isPaid: true }), await door.scan(cy, { id, isPaid: true })]
  expect(labels.map(({ outcome, label }) => [outcome, label?.code])).toEqual([
    ['LET_IN', cy.identifier],
    ['LET_IN', cy.identifier],
  ])
  const [dee] = await paperTickets(shop, await bookDinner(aBuyer(url), event, [{ name: ['Dee', 'Eve'] }]))
  if (!dee) throw new Error('no ticket')
  expect(await (await aDoor({})).scan(dee, { isPaid: true })).toMatchObject({ outcome: 'LET_IN', label: null })
})
