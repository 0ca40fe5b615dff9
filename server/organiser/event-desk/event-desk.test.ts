import { describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-event.ts'
import { listEventChanges } from '#contract/desk-event-changes.ts'
import type { DeskConflict, DeskEvent } from '#contract/desk-event.ts'
import { localTime } from '#tests/builders/event-file.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { eventDesk, at, everyPart, writable } from '#tests/support/organiser/event-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const { alpine, organizationId, editor, other, read, opened, change, create, act } = await eventDesk(served)
const choir = await anOrganiser(url, apiKey, 'Choir')
const RICH = everyPart(clock.now())

describe('an event is created', () => {
  test('from a title, a start, a place and one kind of ticket; the answer says which defaults were taken', async () => {
    const startDate = localTime(clock.now(), { days: 30 })
    const body = {
      title: 'First Night',
      startDate,
      location: { fullAddress: 'Piazza 1, Lugano' },
      timezone: 'Europe/Zurich',
      tickets: { categories: [{ name: 'Seat', price: 20, maxTickets: 50 }] },
    }
    expect(await create({ ...body, dryRun: true })).toMatchObject({ status: 200 })
    const made = await create(body)
    expect(made).toMatchObject({ status: 201, body: { shortName: 'first-night', version: expect.any(Number) } })
    const { id, defaults } = made.body as { id: number; defaults: { member: string; value: string }[] }
    expect(defaults.map(({ member }) => member)).toEqual([
      'endDate',
      'slug',
      'languages',
      'tickets.categories[0].startSellingDate',
      'tickets.categories[0].endSellingDate',
      'tickets.freeOfCharge',
      'tickets.max',
      'tickets.currency',
      'tickets.paymentMethods',
    ])
    const event = await read(id)
    expect(event).toMatchObject({
      status: 'DRAFT',
      file: {
        languages: ['en'],
        description: [],
        endDate: localTime(clock.now(), { days: 30, hours: 2 }),
        tickets: { max: 50 },
      },
      facts: { sold: 0, sale: 'ON_SALE', payment: { isNeeded: true, canBePaid: false } },
    })
  })

  test('only to be announced, with a link to where its tickets are, and becomes one with tickets', async () => {
    const body = {
      title: 'Announced',
      startDate: localTime(clock.now(), { days: 30 }),
      format: 'ONLINE',
      timezone: 'Europe/Zurich',
      facts: { ticketsUrl: 'https://elsewhere.example/t' },
    }
    const { id } = (await create(body)).body as { id: number }
    expect((await read(id)).facts.sale).toBe('ANNOUNCED')
    expect(await act(id, 'publish')).toMatchObject({ status: 200, body: { status: 'PUBLIC' } })
    const shown = await (await fetch(`${url}/api/v2/public/event/announced`)).json()
    expect(shown).toMatchObject({ facts: { ticketsUrl: 'https://elsewhere.example/t' } })
    const tickets = {
      max: 10,
      freeOfCharge: true,
      categories: [
        { name: 'Seat', startSellingDate: localTime(clock.now(), { days: -1 }), endSellingDate: body.startDate },
      ],
    }
    expect(await change(id, { base: 99, changes: { tickets } })).toMatchObject({ status: 200 })
    expect((await read(id)).facts).toMatchObject({ sale: 'ON_SALE', free: 10 })
  })

  test('with every refusal by its field, in the language of the caller, and nothing of a dry run is stored', async () => {
    const refused = await create({ title: '', startDate: 'tomorrow', tickets: { categories: [{ name: 'Seat' }] } })
    expect(refused.status).toBe(422)
    expect(codes(refused)).toEqual(
      expect.arrayContaining([
        ['title', 'foyer.desk.event.refused.title-missing'],
        ['startDate', 'foyer.desk.event.refused.date-unreadable'],
        ['location.fullAddress', 'foyer.desk.event.refused.location-missing'],
      ]),
    )
    const events = async () => (await shop.db.kysely.selectFrom('event').select('id').execute()).length
    const before = await events()
    await create({ title: 'Dry', startDate: localTime(clock.now(), { days: 3 }), format: 'ONLINE', dryRun: true })
    expect(await events()).toBe(before)
  })

  test('for an organisation of the caller alone', async () => {
    const body = { title: 'X', startDate: localTime(clock.now(), { days: 3 }), format: 'ONLINE' }
    expect((await create({ ...body, organizationId: choir.organizationId })).status).toBe(403)
    expect((await create({ ...body, organizationId: 99_999 })).status).toBe(403)
  })
})

describe('what has been read', () => {
  test('changes nothing when it is sent back, with every member of an event file in it', async () => {
    const id = await opened(RICH)
    const before = await read(id)
    const known = Object.keys(calls.DeskEvent.properties.file.properties).filter(
      name => !['image', 'imageUrl'].includes(name),
    )
    expect(known.filter(name => !(name in before.file))).toEqual([])
    const sent = await change(id, { base: before.version, changes: writable(before.file) })
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200 })
    const after = await read(id)
    expect(after.file).toEqual(before.file)
    const { body } = await editor.ask(listEventChanges, at(id))
    expect(
      (body as { changes: { action: string; by: string }[] }).changes.map(({ action, by }) => [action, by]),
    ).toEqual([['EVENT_CREATE', expect.stringMatching(/^key/)]])
  })

  test('is a file from which the same event is created, but for its short name', async () => {
    const id = await opened({ ...RICH, groups: null, groupLink: null, organizer: null })
    const download = await fetch(`${url}/api/organiser/v1/events/${id}/file`, {
      headers: { cookie: `foyer_desk=${editor.cookie()}` },
    })
    expect(download.headers.get('content-type')).toMatch(/yaml/)
    const text = (await download.text()).replace(/slug: event-\d+/, 'slug: copied')
    expect(await editor.ask(calls.importDeskEvent, { body: { organizationId, text, dryRun: true } })).toMatchObject({
      status: 200,
      body: { title: 'Alpine Systems Days' },
    })
    const made = await editor.ask(calls.importDeskEvent, { body: { organizationId, text } })
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { shortName: 'copied' } })
    const [one, copy] = [await read(id), await read((made.body as { id: number }).id)]
    const comparable = ({ file }: DeskEvent) => ({
      ...file,
      slug: '',
      tickets: { ...file.tickets, categories: file.tickets?.categories?.map(category => ({ ...category, id: 0 })) },
    })
    expect(comparable(copy)).toEqual(comparable(one))
    const wrong = await editor.ask(calls.importDeskEvent, {
      body: { organizationId, text: `${text}\nnonsense: 1`, dryRun: true },
    })
    expect(codes(wrong)).toEqual([['nonsense', 'foyer.desk.edit.file.unknown']])
  })

  test('never has a secret, and what is null in a change is removed', async () => {
    const id = await opened({
      settings: { STRIPE_SECRET_KEY: 'sk_test_whispered', DISPLAY_TICKETS_LEFT_INDICATOR: true },
    })
    const before = await read(id)
    expect(JSON.stringify(before)).not.toContain('whispered')
    const changes = {
      websiteUrl: null,
      location: { fullAddress: 'Elsewhere 2' },
      settings: { DISPLAY_TICKETS_LEFT_INDICATOR: null, STRIPE_SECRET_KEY: 'sk_test_other' },
      tickets: { taxPercentage: null },
    }
    expect(await change(id, { base: before.version, changes })).toMatchObject({ status: 200 })
    const after = await read(id)
    expect(after.file).toMatchObject({
      websiteUrl: null,
      location: { fullAddress: 'Elsewhere 2' },
      tickets: { taxPercentage: null },
    })
    expect(after.file.location).not.toHaveProperty('coordinate')
    expect(after.file.settings).not.toHaveProperty('DISPLAY_TICKETS_LEFT_INDICATOR')
    const { body } = await editor.ask(listEventChanges, at(id))
    expect(JSON.stringify(body)).not.toMatch(/whispered|sk_test/)
    expect(
      (body as { changes: { members: { member: string }[] }[] }).changes[0]?.members
        .map(({ member }) => member)
        .toSorted(),
    ).toEqual([
      'location',
      'settings.DISPLAY_TICKETS_LEFT_INDICATOR',
      'settings.STRIPE_SECRET_KEY',
      'tickets.taxIncludedInPrice',
      'tickets.taxPercentage',
      'websiteUrl',
    ])
  })
})

describe('two members edit the same event', () => {
  test('and what they change of different members is merged', async () => {
    const id = await opened()
    const { version: base, file } = await read(id)
    const [category] = file.tickets?.categories ?? []
    expect(await change(id, { base, changes: { title: 'Theirs' } }, other)).toMatchObject({ status: 200 })
    expect(
      await change(id, { base, changes: { tickets: { max: 25, categories: [{ id: category?.id, price: 99 }] } } }),
    ).toMatchObject({ status: 200 })
    expect((await read(id)).file).toMatchObject({
      title: 'Theirs',
      tickets: { max: 25, categories: [{ price: 99, name: 'Conference' }] },
    })
  })

  test('and the later one of the same member gets the value, who and when', async () => {
    const id = await opened()
    const { version: base, file } = await read(id)
    const [category] = file.tickets?.categories ?? []
    await change(
      id,
      { base, changes: { title: 'Theirs', tickets: { categories: [{ id: category?.id, price: 50 }] } } },
      other,
    )
    const mine = { title: 'Mine', tags: ['mine'], tickets: { categories: [{ name: 'Conference', price: 60 }] } }
    const met = await change(id, { base, changes: mine })
    expect(met).toMatchObject({ status: 409 })
    const { version, conflicts } = met.body as DeskConflict
    expect(conflicts.toSorted((a, b) => (a.member < b.member ? -1 : 1))).toEqual([
      {
        member: `tickets.categories[${category?.id}].price`,
        theirs: '50',
        before: '120',
        by: 'Alan Turing',
        at: clock.now(),
      },
      { member: 'title', theirs: '"Theirs"', before: '"Alpine Systems Days"', by: 'Alan Turing', at: clock.now() },
    ])
    expect((await read(id)).file).toMatchObject({ title: 'Theirs', tags: [] })
    expect(await change(id, { base: version, changes: mine })).toMatchObject({ status: 200 })
    expect(await change(id, { base: version, changes: mine })).toMatchObject({ status: 200 })
  })

  test('and what a program changes by the wire counts, too', async () => {
    const id = await opened({ slug: 'by-wire' })
    const { version: base } = await read(id)
    await alpine.change('by-wire', { title: 'By a program' })
    expect((await change(id, { base, changes: { title: 'Mine' } })).status).toBe(409)
  })
})
