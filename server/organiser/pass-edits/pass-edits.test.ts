import { expect, test } from 'vitest'
import * as calls from '#contract/desk-pass.ts'
import type { DeskPass } from '#contract/desk-pass.ts'
import { sampleShop } from '#server/organiser/event-file/sample/sample-shop.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
await sampleShop(shop)
const alpine = await anOrganiser(url, apiKey, 'Seasons')
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const { organizationId } = alpine
const scope = { kind: 'organization', organizationId } as const
const editor = await enterDesk(served, { email: 'editor@example.org', given: { role: 'EDITOR', scope }, name: 'Alan' })

const at = (passId: string) => ({ params: { passId } })
const read = async (passId: string) => (await owner.ask(calls.readDeskPass, at(passId))).body as DeskPass
const change = (passId: string, base: number, changes: object, desk = owner) =>
  desk.ask(calls.changeDeskPass, { ...at(passId), body: { base, changes } })
const writable = ({ kind: _kind, id: _id, organizer: _organizer, image: _image, ...file }: DeskPass['file']) => file
const SEASON = {
  organizationId,
  title: [{ lang: 'en', body: 'Season' }],
  description: [{ lang: 'en', body: 'All of it.' }],
  usageType: 'ONCE_PER_EVENT',
  termType: 'standard',
  term: { timeUnit: 'MONTHS', units: 6 },
  price: 90,
  currencyCode: 'CHF',
  taxPolicy: 'NONE',
  timezone: 'Europe/Zurich',
  onSaleFrom: '2026-01-01T00:00',
  termsAndConditionsUrl: 'https://alpine.example/terms',
  websiteUrl: 'https://alpine.example',
  paymentMethods: ['OFFLINE'],
}
const created = async () => {
  const made = await editor.ask(calls.createDeskPass, { body: SEASON })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  return made.body as { id: string; version: number }
}

test('each sample pass is unchanged when what was read of it is sent back', async () => {
  const { passes } = (await owner.ask(calls.listDeskPasses)).body as { passes: { id: string }[] }
  expect(passes).toHaveLength(5)
  for (const { id } of passes) {
    const { file, version } = await read(id)
    expect(await change(id, version, writable(file))).toMatchObject({ status: 200 })
    expect((await read(id)).file).toEqual(file)
  }
  const log = shop.db.kysely.selectFrom('change_log').select('action').where('kind', '=', 'PASS')
  expect(new Set((await log.execute()).map(({ action }) => action))).toEqual(new Set(['PASS_CREATE']))
})

test('a pass is created and listed, and null takes away what is stored', async () => {
  const { id, version } = await created()
  const { passes } = (await editor.ask(calls.listDeskPasses)).body as { passes: { id: string }[] }
  expect(passes).toMatchObject([{ id, title: 'Season', price: { amount: '90.00', currency: 'CHF' }, taken: 0 }])
  expect(await change(id, version, { websiteUrl: null, onSaleTo: '2027-01-01T00:00', maxAvailable: 5 })).toMatchObject({
    status: 200,
  })
  expect((await read(id)).file).toMatchObject({ websiteUrl: null, onSaleTo: '2027-01-01T00:00', maxAvailable: 5 })
  const again = (await read(id)).version
  expect(await change(id, again, { onSaleTo: null, maxAvailable: null })).toMatchObject({ status: 200 })
  expect((await read(id)).file).toMatchObject({ onSaleTo: null, maxAvailable: -1 })
})

test('two members change different members of a pass, and the same one only once', async () => {
  const { id, version } = await created()
  expect(await change(id, version, { price: 80 }, editor)).toMatchObject({ status: 200 })
  expect(await change(id, version, { transferable: false })).toMatchObject({ status: 200 })
  const met = await change(id, version, { price: 70 })
  expect(met).toMatchObject({
    status: 409,
    body: { conflicts: [{ member: 'price', theirs: '80', before: '90', by: 'Alan' }] },
  })
  expect((await read(id)).file).toMatchObject({ price: 80, transferable: false })
})

test('refusals are by field and of passes, and what belongs to others is not there', async () => {
  const refused = await editor.ask(calls.createDeskPass, { body: { ...SEASON, title: [], price: -1 } })
  expect(refused.status).toBe(422)
  expect(codes(refused)).toEqual(
    expect.arrayContaining([
      ['title', 'foyer.desk.pass.refused.title-missing'],
      ['price', 'foyer.desk.pass.refused.price-unreadable'],
    ]),
  )
  const { passes } = (await owner.ask(calls.listDeskPasses)).body as {
    passes: { id: string; organizationId: number }[]
  }
  const theirs = passes.find(pass => pass.organizationId !== organizationId)?.id ?? ''
  expect((await editor.ask(calls.readDeskPass, at(theirs))).status).toBe(404)
  expect((await change(theirs, 0, { price: 1 }, editor)).status).toBe(404)
  expect((await editor.ask(calls.readDeskPass, at('x'))).status).toBe(404)
  const foreign = { ...SEASON, organizationId: 1 }
  expect((await editor.ask(calls.createDeskPass, { body: foreign })).status).toBe(403)
})

const anEvent = (slug: string) =>
  anEventFile(clock.now(), {
    slug,
    categories: [
      aCategoryFile(clock.now(), { name: 'Seat' }),
      aCategoryFile(clock.now(), { name: 'Balcony', maxTickets: 5 }),
    ],
  })

test('the events that take a pass are members of it: stated, changed, merged, and refused where they are not its own', async () => {
  await alpine.open(anEvent('first-night'))
  await alpine.open(anEvent('second-night'))
  const made = await editor.ask(calls.createDeskPass, {
    body: { ...SEASON, events: [{ slug: 'first-night', categories: ['Balcony'] }] },
  })
  const { id, version } = made.body as { id: string; version: number }
  expect((await read(id)).file.events).toEqual([{ slug: 'first-night', categories: ['Balcony'] }])
  const both = [{ slug: 'first-night', categories: ['Balcony'] }, { slug: 'second-night' }]
  expect(await change(id, version, { events: both }, editor)).toMatchObject({ status: 200 })
  const named = [
    { slug: 'first-night', categories: ['Balcony'] },
    { slug: 'second-night', categories: [] },
  ]
  expect((await read(id)).file.events).toEqual(named)
  expect(await change(id, version, { price: 80 })).toMatchObject({ status: 200 })
  expect((await read(id)).file.events).toEqual(named)
  expect(await change(id, version, { events: [] })).toMatchObject({
    status: 409,
    body: { conflicts: [{ member: 'events', by: 'Alan' }] },
  })
  const now = (await read(id)).version
  const foreign = await change(id, now, { events: [{ slug: 'nowhere' }], price: -1 })
  expect(codes(foreign)).toEqual([
    ['price', 'foyer.desk.pass.refused.price-unreadable'],
    ['events[0]', 'foyer.desk.pass.refused.link-event-unknown'],
  ])
  const kind = await change(id, now, { events: [{ slug: 'first-night', categories: ['Box'] }] })
  expect(codes(kind)).toEqual([['events[0]', 'foyer.desk.pass.refused.link-category-unknown']])
  expect((await change(id, now, { events: null })).status).toBe(200)
  expect((await read(id)).file.events).toEqual([])
})

test('of a term and of the withdrawal what is left out stays', async () => {
  const { id, version } = await created()
  expect(
    (await change(id, version, { term: { units: 9 }, withdrawal: { days: 30, afterUse: 'NOTHING' } })).status,
  ).toBe(200)
  expect((await change(id, (await read(id)).version, { withdrawal: { days: 20 } })).status).toBe(200)
  expect((await read(id)).file).toMatchObject({
    termType: 'standard',
    term: { timeUnit: 'MONTHS', units: 9 },
    withdrawal: { days: 20, afterUse: 'NOTHING' },
  })
  const custom = { termType: 'custom', term: { validityFrom: '2026-12-01T00:00' } }
  expect((await change(id, (await read(id)).version, custom)).status).toBe(200)
  expect((await change(id, (await read(id)).version, { term: { validityTo: '2027-12-01T00:00' } })).status).toBe(200)
  expect((await read(id)).file.term).toEqual({ validityFrom: '2026-12-01T00:00', validityTo: '2027-12-01T00:00' })
  const reason = [{ lang: 'en', body: 'Good at once.' }]
  const both = await change(id, (await read(id)).version, { withdrawal: { reason } })
  expect(codes(both)).toEqual([['withdrawal', 'foyer.desk.pass.refused.withdrawal-unreadable']])
  expect((await change(id, (await read(id)).version, { withdrawal: { days: null, reason } })).status).toBe(200)
  expect((await read(id)).file.withdrawal).toEqual({ reason })
})

test('a title, a description, a price and a term are enough once the organisation has terms', async () => {
  await created()
  const { title, description, price, termType, term } = SEASON
  const made = await editor.ask(calls.createDeskPass, {
    body: { organizationId, title, description, price, termType, term },
  })
  expect(made).toMatchObject({ status: 201 })
  const { id, defaults } = made.body as { id: string; defaults: { member: string; from: string }[] }
  expect(defaults).toContainEqual({
    member: 'termsAndConditionsUrl',
    value: SEASON.termsAndConditionsUrl,
    from: 'ORGANIZATION',
  })
  expect(await read(id)).toMatchObject({ status: 'DRAFT', organizationName: 'Seasons', facts: { taken: 0 } })
})

test('publishing is refused with each reason, done once, and noted; disabled it is found by its status alone', async () => {
  const { id } = await created()
  const act = (action: string) => editor.ask(calls.doPassAction, { params: { passId: id, action } })
  const plan = (action: string) => editor.ask(calls.planPassAction, { params: { passId: id, action } })
  expect((await change(id, (await read(id)).version, { settings: { BANK_TRANSFER_ENABLED: false } })).status).toBe(200)
  expect((await plan('publish')).body).toMatchObject({ isAllowed: false })
  expect(codes(await act('publish'))).toEqual([['paymentMethods', 'foyer.desk.event.refused.nothing-works']])
  expect((await read(id)).facts.payment).toMatchObject({ isNeeded: true, canBePaid: false })
  expect((await change(id, (await read(id)).version, { price: 0 })).status).toBe(200)
  expect((await plan('publish')).body).toMatchObject({
    isAllowed: true,
    notes: [{ code: 'foyer.desk.pass.plan.no-events' }],
  })
  const done = await act('publish')
  expect(done).toMatchObject({ status: 200, body: { status: 'PUBLIC' } })
  expect(await act('publish')).toEqual(done)
  expect(await act('disable')).toMatchObject({ status: 200, body: { status: 'DISABLED' } })
  const list = await editor.ask(calls.listDeskPasses, { query: { status: 'DISABLED' } })
  expect((list.body as { passes: { id: string }[] }).passes.map(pass => pass.id)).toEqual([id])
  const log = await shop.db.kysely
    .selectFrom('change_log')
    .select(['actor', 'after'])
    .where('kind', '=', 'PASS')
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  expect(log.slice(-2)).toEqual([
    { actor: 'Alan', after: { isPublic: true } },
    { actor: 'Alan', after: { isPublic: false } },
  ])
  const over = { onSaleFrom: '2020-01-01T00:00', onSaleTo: '2020-02-01T00:00' }
  expect((await change(id, (await read(id)).version, over)).status).toBe(200)
  expect(codes(await act('publish'))).toEqual([['onSaleTo', 'foyer.desk.pass.refused.sale-over']])
})

test('an edit, a new pass and a file publish nothing that cannot be paid or is over, and then store nothing', async () => {
  const { id, version } = await created()
  const unpaid = { isPublic: true, price: 77, settings: { BANK_TRANSFER_ENABLED: false } }
  const refusal = [['paymentMethods', 'foyer.desk.event.refused.nothing-works']]
  expect(codes(await change(id, version, unpaid))).toEqual(refusal)
  expect(await read(id)).toMatchObject({ status: 'DRAFT', version, file: { price: 90 } })
  const passes = async () => (await editor.ask(calls.listDeskPasses, {})).body as { passes: unknown[] }
  const before = (await passes()).passes.length
  expect(
    codes(
      await owner.ask(calls.createDeskPass, {
        body: { ...SEASON, ...unpaid, title: [{ lang: 'en', body: 'Unpaid' }] },
      }),
    ),
  ).toEqual(refusal)
  expect((await passes()).passes).toHaveLength(before)
  const over = { isPublic: true, price: 0, onSaleFrom: '2020-01-01T00:00', onSaleTo: '2020-02-01T00:00' }
  expect(codes(await change(id, version, over))).toEqual([['onSaleTo', 'foyer.desk.pass.refused.sale-over']])
  // What is public stays editable, whatever became of its payment.
  const published = await change(id, version, { isPublic: true, price: 0 })
  expect(published).toMatchObject({ status: 200 })
  const { version: next } = published.body as { version: number }
  expect((await change(id, next, { ...unpaid, isPublic: true })).status).toBe(200)
})

test('a pass file read back is the same pass; the file of an event is refused, and so are settings of other roles', async () => {
  const { id } = await created()
  const path = calls.downloadPassFile.path.replace(':passId', id)
  const answer = await fetch(url + path, { headers: { cookie: `foyer_desk=${editor.cookie()}` } })
  expect(answer.headers.get('content-type')).toContain('application/yaml')
  const text = await answer.text()
  const bring = (content: string) => editor.ask(calls.importDeskPass, { body: { organizationId, text: content } })
  const made = await bring(text)
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  const again = await read((made.body as { id: string }).id)
  expect({ ...again.file, id }).toEqual((await read(id)).file)
  expect(codes(await bring(': :'))).toEqual([['', 'foyer.desk.edit.file.yaml']])
  expect(codes(await bring('kind: event\ntitle: Night'))).toEqual([[null, 'foyer.desk.pass.refused.is-an-event']])
  const settings = { BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }
  const barred = [['settings.BANK_ACCOUNT_NR', 'foyer.setting.refused.role']]
  expect(codes(await change(id, 1, { settings }, editor))).toEqual(barred)
  expect(codes(await editor.ask(calls.createDeskPass, { body: { ...SEASON, settings } }))).toEqual(barred)
  expect(codes(await bring(`${text}\nsettings:\n  BANK_ACCOUNT_NR: x\n`))).toEqual(barred)
})

test('a copy of a pass is a draft with shifted dates, its settings and its events, and nothing of what was sold', async () => {
  const slug = await alpine.open(anEventFile(clock.now(), { slug: 'copied', categories: [aCategoryFile(clock.now())] }))
  const { id, version } = await created()
  const settings = { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 3 }
  const more = { events: [{ slug, categories: [] }], onSaleTo: '2027-01-01T00:00', price: 90, settings }
  const published = await change(id, version, { isPublic: true, price: 0 })
  const { version: next } = published.body as { version: number }
  expect(await change(id, next, more)).toMatchObject({ status: 200 })
  const duplicate = (body: object) => editor.ask(calls.duplicateDeskPass, { ...at(id), body })
  const made = await duplicate({ onSaleFrom: '2027-01-01T00:00', title: [{ lang: 'en', body: 'Season 2027' }] })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { version: expect.any(Number) } })
  const source = await read(id)
  const copy = await read((made.body as { id: string }).id)
  expect(copy).toMatchObject({ status: 'DRAFT', organizationId, facts: { taken: 0 } })
  const { id: _source, ...before } = source.file
  expect(copy.file).toEqual({
    ...before,
    id: copy.id,
    title: [{ lang: 'en', body: 'Season 2027' }],
    onSaleFrom: '2027-01-01T00:00',
    onSaleTo: '2028-01-01T00:00',
    isPublic: false,
  })
  expect(codes(await duplicate({ onSaleFrom: 'soon' }))).toEqual([
    ['onSaleFrom', 'foyer.desk.event.refused.date-unreadable'],
  ])
})
