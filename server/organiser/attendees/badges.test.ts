import { afterAll, describe, expect, test } from 'vitest'
import { type BadgePlan, downloadBadges, planBadges } from '#contract/desk-attendees.ts'
import { pathTo } from '#contract/paths.ts'
import { BADGES_PER_FILE } from '#domain/organiser/order-desk/badge.ts'
import { readCode } from '#domain/door/door-scan/read-code.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { aQuestionFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { aDinner, bookDinner } from '#tests/support/organiser/attendees.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const { organizationId } = organiser
const buyer = aBuyer(url)
const atDesk = await aDeskMember(served, organizationId, 'DESK')
const scanner = await aDeskMember(served, organizationId, 'DOOR')
const stranger = await aDeskMember(served, other.organizationId, 'OWNER')
afterAll(stopRendering)

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

const order = await bookDinner(buyer, event, [
  { name: ['Zoë', 'Özdemir'] },
  { name: ['Ada', 'Byron'], answers: { company: ['Lake Ltd'], note: ['no nuts'] } },
  { name: ['Bo', 'Crewe'], category: 'Crew' },
])
await bookDinner(buyer, event, [{ name: ['Tom', 'Pending'] }], 'OFFLINE')
const erased = await bookDinner(buyer, event, [{ name: ['Erased', 'Person'] }])
await shop.db.kysely
  .updateTable('ticket')
  .set({ first_name: null, last_name: null, email: null })
  .where('reservation_id', '=', erased)
  .execute()

async function badges(desk: typeof atDesk, query: Record<string, string> = {}, id = String(eventId)) {
  const path = `${pathTo(downloadBadges.path, { eventId: id })}?${new URLSearchParams(query).toString()}`
  const answer = await fetch(`${url}${path}`, { headers: { cookie: `foyer_desk=${desk.cookie() ?? ''}` } })
  if (answer.status !== 200) return answer.status
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="badges-[\dax]+-1\.pdf"$/)
  return readPdf(new Uint8Array(await answer.arrayBuffer()))
}

async function namesOn(query: Record<string, string>): Promise<string[]> {
  const pdf = await badges(atDesk, query)
  if (typeof pdf === 'number') throw new Error(`answered ${pdf}`)
  const people = ['Ada Byron', 'Bo Crewe', 'Zoë Özdemir', 'Tom Pending', 'Erased Person']
  const text = pdf.text.replace(/\s+/g, ' ')
  return people.filter(name => text.includes(name)).toSorted((one, two) => text.indexOf(one) - text.indexOf(two))
}

describe('badges of the listed people', () => {
  test('are by name, for every ticket that has one; erased people get none', async () => {
    const plan = (await atDesk.ask(planBadges, { params, query: {} })).body as BadgePlan
    expect(plan).toEqual({ badges: 4, nameless: 1, perFile: BADGES_PER_FILE })
    expect(await namesOn({})).toEqual(['Ada Byron', 'Bo Crewe', 'Zoë Özdemir', 'Tom Pending'])
  })

  test('are filtered as the list is', async () => {
    const { body } = await atDesk.ask(planBadges, { params, query: { state: 'COMPLETE' } })
    expect(body).toMatchObject({ badges: 3, nameless: 1 })
    expect(await namesOn({ state: 'COMPLETE' })).toEqual(['Ada Byron', 'Bo Crewe', 'Zoë Özdemir'])
    expect(await namesOn({ state: 'AWAITED', size: 'a6' })).toEqual(['Tom Pending'])
    expect(await namesOn({ q: 'crewe', entry: 'EXPECTED', size: '62x100' })).toEqual(['Bo Crewe'])
  })

  test('show the answer to the question named company, and no other one', async () => {
    const pdf = await badges(atDesk, { q: 'byron', state: 'COMPLETE', size: '62x29' })
    if (typeof pdf === 'number') throw new Error(`answered ${pdf}`)
    expect(pdf.text).toMatch(/Lake Ltd/)
    expect(pdf.text).not.toMatch(/nuts|example\.org/)
  })

  test('are 404 after the last part, for a filter that finds none, and for an event of others', async () => {
    expect(await badges(atDesk, { part: '2' })).toBe(404)
    expect(await badges(atDesk, { q: 'no-one' })).toBe(404)
    expect(await badges(stranger)).toBe(404)
    expect(await badges(atDesk, {}, '999999')).toBe(404)
    expect((await stranger.ask(planBadges, { params, query: {} })).status).toBe(404)
    expect(await badges(scanner)).toBe(403)
  })
})

test('the code of a badge is the id of the ticket, which no door lets in', async () => {
  const pdf = await badges(atDesk, { q: 'byron', size: 'a6' })
  const code = typeof pdf === 'number' ? '' : (pdf.qrText ?? '')
  const read = readCode(code)
  expect(read).toMatchObject({ kind: 'TICKET', code: '' })
  const tickets = await paperTickets(shop, order)
  expect(tickets.map(({ identifier }) => identifier)).toContain(code)
  const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
  expect(await aScanner(url, key, event).scan({ identifier: code, code: '' })).toBe('EMPTY_TICKET_CODE')
})
