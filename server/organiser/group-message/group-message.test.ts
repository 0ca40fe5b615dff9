import { afterAll, describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-messages.ts'
import type { Audience, AudienceCount, DeskMessageDetail } from '#contract/desk-messages.ts'
import { hours } from '#domain/foundation/instant.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { act } from '#server/organiser/order-actions/act.ts'
import { testMailServer } from '#tests/fakes/mail-server.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { inconsistencies } from '#tests/support/database/consistency.ts'
import { aDinner, bookDinner } from '#tests/support/organiser/attendees.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { sendMessages } from './send-messages.ts'

const clock = manualClock()
const server = await testMailServer()
afterAll(() => server.close())
const served = await testShop({ clock, smtpUrl: server.url })
const { url, apiKey, shop, runJobs } = served
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const { organizationId } = organiser
const buyer = aBuyer(url)
const desk = await aDeskMember(served, organizationId, 'DESK')
const editor = await aDeskMember(served, organizationId, 'EDITOR')
const stranger = await aDeskMember(served, other.organizationId, 'OWNER')

type Of = { readonly eventId: string }
type Draft = {
  readonly audience: Audience
  readonly purpose: 'TICKET' | 'NEWS'
  readonly texts: Record<string, { subject: string; text: string }>
}

const EVERYBODY: Audience = { to: 'ATTENDEES' }
const HELLO = {
  en: { subject: 'Doors of {{event}}', text: 'Hello {{first-name}}, open [your ticket]({{ticket-link}}).' },
}

/** What was mailed earlier is of no interest. */
let before = 0
let events = 0

/** A dinner of Zoë and Bo, by one order, and of Tom, who is to pay by transfer. */
async function aFullDinner() {
  const event = await organiser.open(aDinner(clock.now(), `dinner-${(events += 1)}`))
  const order = await bookDinner(buyer, event, [
    { name: ['Zoë', 'Özdemir'], answers: { meal: ['vegan'] }, size: 'S' },
    { name: ['Bo', 'Crewe'], category: 'Crew', answers: { meal: ['meat'], days: ['sat'] } },
  ])
  const awaited = await bookDinner(buyer, event, [{ name: ['Tom', 'Pending'], answers: { meal: ['meat'] } }], 'OFFLINE')
  await bookDinner(buyer, event, [{ name: ['Cara', 'Cart'] }], null)
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', event)
    .executeTakeFirstOrThrow()
  await runJobs()
  await runJobs()
  before = server.received.length
  return { of: { eventId: String(id) }, order, awaited }
}

async function counted(of: Of, audience: Audience, purpose: Draft['purpose'] = 'TICKET'): Promise<AudienceCount> {
  const { status, body } = await desk.ask(calls.countDeskAudience, { params: of, body: { audience, purpose } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as AudienceCount
}

const drafted = (changes: Partial<Draft> = {}): Draft => ({
  audience: EVERYBODY,
  purpose: 'TICKET',
  texts: HELLO,
  ...changes,
})

type Sending = { readonly seen?: string; readonly requestId?: string; readonly sendAt?: number }

const send = async (of: Of, draft: Draft, { seen, requestId = crypto.randomUUID(), ...rest }: Sending = {}) =>
  desk.ask(calls.sendDeskMessage, {
    params: of,
    body: { ...draft, ...rest, requestId, seen: seen ?? (await counted(of, draft.audience, draft.purpose)).seen },
  })

async function sent(of: Of, changes: Partial<Draft> = {}, sending: Sending = {}): Promise<string> {
  const { status, body } = await send(of, drafted(changes), sending)
  expect(status, JSON.stringify(body)).toBe(200)
  return String((body as { messageId: number }).messageId)
}

async function read(of: Of, messageId: string): Promise<DeskMessageDetail> {
  const { status, body } = await desk.ask(calls.readDeskMessage, { params: { ...of, messageId } })
  expect(status).toBe(200)
  return body as DeskMessageDetail
}

const figuresOf = async (of: Of, id: string) => {
  const { waiting, queued, sent: done, failed, leftOut } = (await read(of, id)).figures
  return { waiting, queued, sent: done, failed, leftOut }
}

const mailed = () => server.received.slice(before)
const readers = () => mailed().map(({ to }) => to?.[0]?.address ?? '')

const cancelled = async (id: string) => {
  const form = { action: 'cancel', notifyHolders: false } as const
  const order = { id: idOf(id), owner: { organizationId }, by: { kind: 'system' } as const }
  expect(
    await act(shop, order, { form, requestId: crypto.randomUUID(), actor: 'test', also: async () => undefined }),
  ).toMatchObject({ kind: 'done' })
}

function idOf(text: string): ReservationId {
  const id = reservationId(text)
  if (!id) throw new Error(`${text} is no order`)
  return id
}

describe('whom a message reaches', () => {
  test('is chosen as attendees are filtered, without carts; each address counts once', async () => {
    const { of } = await aFullDinner()
    const questions = (await desk.ask(calls.listDeskMessages, { params: of })).body as {
      questions: { id: number; name: string }[]
      categories: { id: number; name: string }[]
    }
    const meal = questions.questions.find(({ name }) => name === 'meal')?.id
    const crew = questions.categories.find(({ name }) => name === 'Crew')?.id ?? 0
    const people = async (audience: Partial<Audience>) => (await counted(of, { to: 'ATTENDEES', ...audience })).people
    expect(await people({})).toBe(3)
    expect(await people({ state: 'AWAITED' })).toBe(1)
    expect(await people({ state: 'COMPLETE' })).toBe(2)
    expect(await people({ category: crew })).toBe(1)
    expect(await people({ answer: `${meal}:vegan` })).toBe(1)
    expect(await people({ entry: 'IN' })).toBe(0)
    expect(await people({ entry: 'EXPECTED', state: 'COMPLETE' })).toBe(2)
    expect(await people({ names: 'UNNAMED' })).toBe(0)
    expect(await people({ language: 'de' })).toBe(0)
    expect(await people({ to: 'BUYERS' })).toBe(2)
    await shop.db.kysely
      .updateTable('ticket')
      .set({ email: ' ZOE.OZDEMIR@example.org' })
      .where('first_name', '=', 'Bo')
      .where('event_id', '=', Number(of.eventId))
      .execute()
    await shop.db.kysely
      .updateTable('ticket')
      .set({ email: null, first_name: null, last_name: null })
      .where('first_name', '=', 'Tom')
      .where('event_id', '=', Number(of.eventId))
      .execute()
    expect(await counted(of, EVERYBODY)).toMatchObject({
      people: 1,
      withoutAddress: 1,
      languages: [{ language: 'en', people: 1 }],
      samples: [{ name: 'Zoë Özdemir', language: 'en' }],
    })
  })

  test('is for those alone who serve the orders of the event', async () => {
    const { of } = await aFullDinner()
    const statuses = [desk, editor, stranger].map(one => one.ask(calls.listDeskMessages, { params: of }))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 403, 404])
    const messageId = await sent(of)
    const elsewhere = await aFullDinner()
    const asked = await desk.ask(calls.readDeskMessage, { params: { ...elsewhere.of, messageId } })
    expect(asked.status).toBe(404)
  })
})

describe('a message', () => {
  test('reaches each person once, however often it is pressed, filled in for its reader', async () => {
    const { of } = await aFullDinner()
    const { seen } = await counted(of, EVERYBODY)
    const requestId = crypto.randomUUID()
    const pressed = await Promise.all([1, 2, 3].map(() => send(of, drafted(), { seen, requestId })))
    expect(new Set(pressed.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await Promise.all([sendMessages(shop), sendMessages(shop)])
    await runJobs()
    await runJobs()
    expect(readers().toSorted()).toEqual(['bo.crewe@example.org', 'tom.pending@example.org', 'zoe.ozdemir@example.org'])
    const zoe = mailed().find(({ to }) => to?.[0]?.address?.startsWith('zoe'))
    expect(zoe?.subject).toBe('Doors of Dinner by the lake')
    expect(zoe?.text).toMatch(/Hello Zoë, open your ticket \(http:\/\/[^ )]+\/ticket\/[^ )]+\)\./)
    expect(zoe?.html).toContain('Hello Zoë')
    expect(zoe?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
    const [messageId] = pressed.map(({ body }) => String((body as { messageId: number }).messageId))
    expect(await figuresOf(of, messageId ?? '')).toEqual({ waiting: 0, queued: 0, sent: 3, failed: 0, leftOut: 0 })
    expect((await read(of, messageId ?? '')).status).toBe('SENT')
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('is refused as long as a text, a moment or a reader is missing, and planned anew where others would get it', async () => {
    const { of } = await aFullDinner()
    const refusal = async (changes: Partial<Draft>, sending: Sending = {}) =>
      codes(await send(of, drafted(changes), sending))
    expect(await refusal({ texts: {} })).toEqual([['texts.en.subject', 'foyer.desk.message.refused.empty']])
    expect(await refusal({ texts: { en: { subject: 'Hi', text: '{{name}}' } } })).toEqual([
      ['texts.en.text', 'foyer.desk.message.refused.placeholder'],
    ])
    expect(await refusal({}, { sendAt: clock.now() - 1 })).toEqual([['sendAt', 'foyer.desk.message.refused.moment']])
    expect(await refusal({ audience: { to: 'BUYERS', entry: 'IN' } })).toEqual([
      [null, 'foyer.desk.message.refused.no-person'],
    ])
    expect(await refusal({ texts: { en: { subject: 'Hi', text: '>'.repeat(10_000) } } })).toEqual([
      ['texts.en.text', 'foyer.desk.message.refused.costly'],
    ])
    const { seen } = await counted(of, EVERYBODY)
    expect(await send(of, drafted({ audience: { to: 'BUYERS' } }), { seen })).toMatchObject({
      status: 409,
      body: { people: 2 },
    })
    await runJobs()
    expect(readers()).toEqual([])
  })

  test('waits for its moment, and then reaches those it is for at that time', async () => {
    const { of, awaited } = await aFullDinner()
    const id = await sent(of, {}, { sendAt: clock.now() + hours(3) })
    await runJobs()
    expect([readers(), (await read(of, id)).status]).toEqual([[], 'PLANNED'])
    await cancelled(awaited)
    await runJobs()
    before = server.received.length
    clock.move(hours(3))
    await runJobs()
    await runJobs()
    expect(readers().toSorted()).toEqual(['bo.crewe@example.org', 'zoe.ozdemir@example.org'])
  })

  test('is not sent to those whose order is cancelled, erased or another one after it was queued', async () => {
    const { of, order, awaited } = await aFullDinner()
    const id = await sent(of)
    await sendMessages(shop)
    expect(await figuresOf(of, id)).toMatchObject({ queued: 3 })
    await cancelled(awaited)
    await shop.db.kysely
      .updateTable('ticket')
      .set({ email: 'eve@example.org', first_name: 'Eve' })
      .where('reservation_id', '=', order)
      .where('first_name', '=', 'Bo')
      .execute()
    await shop.db.kysely
      .updateTable('ticket')
      .set({ email: null, first_name: null, last_name: null })
      .where('reservation_id', '=', order)
      .where('first_name', '=', 'Zoë')
      .execute()
    await runJobs()
    await runJobs()
    expect(mailed().filter(({ subject }) => subject?.startsWith('Doors'))).toEqual([])
    expect(await figuresOf(of, id)).toEqual({ waiting: 0, queued: 0, sent: 0, failed: 0, leftOut: 3 })
  })

  test('that is stopped reaches no more people, also of those whose mail is queued', async () => {
    const { of } = await aFullDinner()
    const id = await sent(of)
    await sendMessages(shop)
    const stopped = await desk.ask(calls.stopDeskMessage, { params: { ...of, messageId: id } })
    expect(stopped).toMatchObject({ status: 200, body: { status: 'STOPPED' } })
    await runJobs()
    await runJobs()
    expect(readers()).toEqual([])
    expect(await figuresOf(of, id)).toMatchObject({ sent: 0, failed: 0, leftOut: 3 })
    const again = await desk.ask(calls.repeatDeskMessage, { params: { ...of, messageId: id } })
    expect(again).toMatchObject({ status: 200, body: { status: 'STOPPED', figures: { waiting: 0 } } })
  })

  test('that failed names its addresses, and goes again to the address that the order has now', async () => {
    const { of, order } = await aFullDinner()
    const id = await sent(of, { audience: { to: 'ATTENDEES', state: 'COMPLETE' } })
    await sendMessages(shop)
    await shop.db.kysely
      .updateTable('mail')
      .set({ status: 'ERROR', last_error: '550 no such user' })
      .where('recipient', '=', 'bo.crewe@example.org')
      .where('status', '=', 'WAITING')
      .execute()
    await runJobs()
    expect(await read(of, id)).toMatchObject({
      figures: { sent: 1, failed: 1 },
      failures: [{ recipient: 'bo.crewe@example.org', reason: '550 no such user', orderId: order }],
    })
    await shop.db.kysely
      .updateTable('ticket')
      .set({ email: 'bo@example.org' })
      .where('reservation_id', '=', order)
      .where('first_name', '=', 'Bo')
      .execute()
    await desk.ask(calls.repeatDeskMessage, { params: { ...of, messageId: id } })
    await runJobs()
    await runJobs()
    expect(readers()).toEqual(['zoe.ozdemir@example.org', 'bo@example.org'])
    expect(await read(of, id)).toMatchObject({ status: 'SENT', figures: { sent: 2, failed: 0 }, failures: [] })
  })

  test('is previewed as a person of the event reads it, in the language that is written', async () => {
    const { of } = await aFullDinner()
    const { samples } = await counted(of, EVERYBODY)
    const [sample] = samples
    const texts = { ...HELLO, de: { subject: 'Türen', text: '# Grüsse\n\nan {{first-name}} & <b>alle</b>' } }
    const preview = async (language: string, person: object = {}) =>
      desk.ask(calls.previewDeskMessage, { params: of, body: { ...drafted({ texts }), language, ...person } })
    const asThem = { orderId: sample?.orderId, ticketId: sample?.ticketId }
    const answered = await preview('de', asThem)
    expect(answered.status, JSON.stringify(answered.body)).toBe(200)
    const german = answered.body as { subject: string; html: string; text: string }
    expect(german.subject).toBe('Türen')
    expect(german.html).toContain('&lt;b&gt;alle&lt;/b&gt;')
    expect(german.text).toContain(`an ${sample?.name.split(' ')[0]} & <b>alle</b>`)
    expect((await preview('fr')).body).toMatchObject({ subject: 'Doors of Dinner by the lake' })
    expect((await preview('en', { ...asThem, orderId: crypto.randomUUID() })).status).toBe(404)
    const tested = await desk.ask(calls.testDeskMessage, { params: of, body: { ...drafted(), language: 'en' } })
    await runJobs()
    const { recipient } = tested.body as { recipient: string }
    expect(mailed().map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      [recipient, 'Test: Doors of Dinner by the lake'],
    ])
  })
})

describe('other news', () => {
  const NEWS: Partial<Draft> = { purpose: 'NEWS' }

  test('carry a link by which a reader ends them in one press, of this organisation alone, and takes it back there', async () => {
    const { of } = await aFullDinner()
    const id = await sent(of, NEWS)
    await runJobs()
    await runJobs()
    const zoe = mailed().find(({ to }) => to?.[0]?.address?.startsWith('zoe'))
    const header = zoe?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const link = header.slice(1, -1)
    expect(link).toMatch(/\/news\/[0-9a-f-]{36}\?lang=en&message=\d+$/)
    expect(zoe?.text).toContain(link)
    const here = link.replace(/^https?:\/\/[^/]+/, url)
    expect(await (await fetch(here)).text()).toContain('No more news from')
    expect(await counted(of, EVERYBODY, 'NEWS')).toMatchObject({ people: 3, unsubscribed: 0 })
    for (let press = 0; press < 2; press += 1) {
      const answer = await fetch(here, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(await answer.text()).toContain('You get no more news')
    }
    expect(await counted(of, EVERYBODY, 'NEWS')).toMatchObject({ people: 2, unsubscribed: 1 })
    expect(await counted(of, EVERYBODY, 'TICKET')).toMatchObject({ people: 3, unsubscribed: 0 })
    expect((await read(of, id)).figures.unsubscribed).toBe(1)
    const resumed = await fetch(here.replace('?', '/resume?'), { method: 'POST' })
    expect(await resumed.text()).toContain('No more news from')
    expect(await counted(of, EVERYBODY, 'NEWS')).toMatchObject({ people: 3, unsubscribed: 0 })
    const unknown = await fetch(`${url}/news/${crypto.randomUUID()}`, { method: 'POST' })
    expect([unknown.status, await unknown.text()]).toEqual([200, expect.stringContaining('leads nowhere')])
  })

  test('are not sent to those who end them while they are planned or queued, also once their order is erased', async () => {
    const { of } = await aFullDinner()
    await sent(of, NEWS)
    await runJobs()
    await runJobs()
    const link = mailed()
      .map(mail => mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? '')
      .map(each => each.replace(/^https?:\/\/[^/]+/, url))
    const later = await sent(
      of,
      { ...NEWS, texts: { en: { subject: 'Later', text: 'Hello' } } },
      { sendAt: clock.now() + 1 },
    )
    clock.move(1)
    await sendMessages(shop)
    await fetch(link[0] ?? '', { method: 'POST' })
    await runJobs()
    await runJobs()
    expect(mailed().filter(({ subject }) => subject === 'Later')).toHaveLength(2)
    expect(await figuresOf(of, later)).toMatchObject({ sent: 2, leftOut: 1 })
    const third = await sent(of, { ...NEWS, texts: { en: { subject: 'Third', text: 'Hello' } } })
    await runJobs()
    await runJobs()
    expect(await read(of, third)).toMatchObject({ alreadyUnsubscribed: 1, figures: { sent: 2 } })
    for (const each of link) await fetch(each.replace('?', '/resume?'), { method: 'POST' })
  })
})
