import { describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-event.ts'
import type { DeskConflict, DeskEvent, EventPlan } from '#contract/desk-event.ts'

import type { ScopedRole } from '#domain/access/principal/principal.ts'
import {
  aFreeEventFile,
  anAccessCodeFile,
  anEventFile,
  aHiddenCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  aServiceFile,
  aCategoryFile,
  localTime,
} from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const OF_ALPINE = { kind: 'organization', organizationId: alpine.organizationId } as const
const editor = await enterDesk(served, { email: 'editor@example.org', given: { role: 'EDITOR', scope: OF_ALPINE } })
const other = await enterDesk(served, {
  email: 'other@example.org',
  given: { role: 'EDITOR', scope: OF_ALPINE },
  name: 'Alan Turing',
})
const organizationId = alpine.organizationId

async function idOf(shortName: string): Promise<number> {
  const query = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName)
  return (await query.executeTakeFirstOrThrow()).id
}

let number = 0
const opened = async (changes: Parameters<typeof anEventFile>[1] = {}) => {
  number += 1
  return idOf(await alpine.open(anEventFile(clock.now(), { slug: `event-${number}`, ...changes })))
}

type Desk = typeof editor
const at = (eventId: number) => ({ params: { eventId: String(eventId) } })
async function read(eventId: number, desk: Desk = editor): Promise<DeskEvent> {
  const { status, body } = await desk.ask(calls.readDeskEvent, at(eventId))
  expect(status, JSON.stringify(body)).toBe(200)
  return body as DeskEvent
}
const change = (eventId: number, body: unknown, desk: Desk = editor) =>
  desk.ask(calls.changeDeskEvent, { ...at(eventId), body })
const create = (body: object, desk: Desk = editor) =>
  desk.ask(calls.createDeskEvent, { body: { organizationId, ...body } })
const act = (eventId: number, action: string) =>
  editor.ask(calls.doEventAction, { params: { eventId: String(eventId), action } })
const plan = async (eventId: number, action: string) =>
  (await editor.ask(calls.planEventAction, { params: { eventId: String(eventId), action } })).body as EventPlan

/** What a member may write: a file without what only files have. */
const writable = ({ kind: _kind, status: _status, image: _image, ...file }: DeskEvent['file']) => file

const RICH = {
  shortDescription: [{ lang: 'en', body: 'Short' }],
  categories: [
    aCategoryFile(clock.now()),
    aHiddenCategoryFile(clock.now()),
    aCategoryFile(clock.now(), {
      name: 'Student',
      price: 30,
      maxTickets: 4,
      accessCode: 'student',
      customValidity: { checkInFrom: localTime(clock.now(), { days: 60 }) },
      settings: { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 2 },
    }),
  ],
  promoCodes: [
    aPromoCodeFile(),
    anAccessCodeFile(),
    aPromoCodeFile({
      name: 'FIVE-OFF',
      discountType: 'FIXED_AMOUNT',
      discount: 500,
      maxUsage: 3,
      categories: ['Student'],
    }),
  ],
  additionalServices: [
    aServiceFile({ availableQuantity: 7 }),
    aServiceFile({ title: [{ lang: 'en', body: 'Gift' }], type: 'DONATION', supplementPolicy: null, price: null }),
    aServiceFile({
      title: [{ lang: 'en', body: 'Fee' }],
      supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION',
      price: 2.5,
      minPrice: 1,
    }),
  ],
  additionalInfo: [aQuestionFile(), aQuestionFile({ name: 'dish', additionalService: 'Booklet', required: true })],
  discounts: [
    {
      minimumTickets: 3,
      discountType: 'PERCENTAGE',
      discount: 5,
      categories: ['Conference'],
      message: [{ lang: 'en', body: 'Thanks' }],
    },
  ],
  polls: [
    {
      title: [{ lang: 'en', body: 'Lunch?' }],
      options: [[{ lang: 'en', body: 'Yes' }], [{ lang: 'en', body: 'No' }]],
      status: 'OPEN',
    },
  ],
  groups: [{ name: 'Staff', members: ['ada@example.org', 'grace@example.org'] }],
  groupLink: { group: 'Staff', type: 'LIMITED_QUANTITY', maxAllocation: 2 },
  tags: ['systems'],
  facts: {
    doors: localTime(clock.now(), { days: 59, hours: 23 }),
    refunds: { policy: 'UNTIL', until: localTime(clock.now(), { days: 50 }) },
    accessFeatures: ['STEP_FREE'],
    ticketsUrl: 'https://elsewhere.example',
  },
  i18nOverride: { en: { 'show-event.by': 'Hosted by' } },
  organizer: { name: 'Alpine Systems', promoCodes: [aPromoCodeFile({ name: 'EVERYWHERE' })] },
} satisfies Parameters<typeof anEventFile>[1]

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
    const { body } = await editor.ask(calls.listEventChanges, at(id))
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
      tickets: { ...file.tickets, categories: file.tickets?.categories?.map(({ id: _, ...category }) => category) },
    })
    expect(comparable(copy)).toEqual(comparable(one))
    const wrong = await editor.ask(calls.importDeskEvent, {
      body: { organizationId, text: `${text}\nnonsense: 1`, dryRun: true },
    })
    expect(codes(wrong)).toEqual([['nonsense', 'foyer.desk.event.refused.file-unreadable']])
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
    const { body } = await editor.ask(calls.listEventChanges, at(id))
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

describe('what has been sold', () => {
  test('is fixed, with the reason at its member, and a category without tickets can be taken out', async () => {
    const shortName = await alpine.open(
      anEventFile(clock.now(), {
        slug: 'sold',
        categories: [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Student', maxTickets: 5 })],
      }),
    )
    const id = await idOf(shortName)
    await buy(aBuyer(url), shortName, { Conference: 2 })
    const { facts, file, version: base } = await read(id)
    const [conference, student] = file.tickets?.categories ?? []
    expect(facts).toMatchObject({ sold: 2, held: 0, capacity: 20, sale: 'ON_SALE' })
    expect(facts.categories).toEqual([
      { id: conference?.id, name: 'Conference', sold: 2, held: 0, free: 13, canBeRemoved: false },
      { id: student?.id, name: 'Student', sold: 0, held: 0, free: 5, canBeRemoved: true },
    ])
    expect(facts.fixed.map(({ member }) => member)).toEqual([
      'slug',
      'format',
      'tickets.currency',
      `tickets.categories[${conference?.id}].price`,
      `tickets.categories[${conference?.id}]`,
    ])
    const refused = await change(id, { base, changes: {}, removedCategories: [conference?.id, 999] })
    expect(codes(refused)).toEqual([
      ['removedCategories', 'foyer.desk.event.refused.category-in-use'],
      ['removedCategories', 'foyer.desk.event.refused.category-not-there'],
    ])
    expect(await change(id, { base, changes: {}, removedCategories: [student?.id] })).toMatchObject({ status: 200 })
    expect((await read(id)).facts).toMatchObject({ categories: [{ name: 'Conference', free: 18 }] })
    expect(codes(await editor.ask(calls.deleteDeskEvent, at(id)))).toEqual([
      [null, 'foyer.desk.event.refused.event-has-reservations'],
    ])
  })
})

describe('an event is published', () => {
  test('only when something can be paid: the plan says why not, and what to do', async () => {
    const id = await opened({ status: 'DRAFT', settings: { BANK_TRANSFER_ENABLED: false, ON_SITE_ENABLED: false } })
    const before = await plan(id, 'publish')
    expect(before).toMatchObject({
      isAllowed: false,
      mails: 0,
      refusals: [{ field: 'tickets.paymentMethods', code: 'foyer.desk.event.refused.nothing-works' }],
    })
    expect(codes(await act(id, 'publish'))).toEqual([
      ['tickets.paymentMethods', 'foyer.desk.event.refused.nothing-works'],
    ])
    const { version: base } = await read(id)
    await change(id, { base, changes: { settings: { ON_SITE_ENABLED: true } } })
    expect(await plan(id, 'publish')).toMatchObject({ isAllowed: true })
    expect(await act(id, 'publish')).toMatchObject({ status: 200, body: { status: 'PUBLIC' } })
    const { body } = await act(id, 'publish')
    expect(await act(id, 'publish')).toMatchObject({ status: 200, body })
    expect(await act(id, 'unpublish')).toMatchObject({ status: 200, body: { status: 'DRAFT' } })
  })

  test('and archived when it is over, or a draft', async () => {
    const id = await opened()
    expect(codes(await act(id, 'archive'))).toEqual([[null, 'foyer.desk.event.refused.not-over']])
    await act(id, 'unpublish')
    expect(await act(id, 'archive')).toMatchObject({ body: { isArchived: true } })
    const ids = async (query: Record<string, string>) =>
      ((await editor.ask(calls.listDeskEvents, { query })).body as { events: { id: number }[] }).events.map(
        event => event.id,
      )
    expect(await ids({ status: 'ARCHIVED' })).toEqual([id])
    expect(await ids({})).not.toContain(id)
    expect(await act(id, 'unarchive')).toMatchObject({ body: { isArchived: false } })
  })
})

describe('an event is duplicated', () => {
  test('with all dates shifted, its settings and codes, and nothing sold', async () => {
    const id = await opened({ ...RICH, settings: { STRIPE_SECRET_KEY: 'sk_test_kept' } })
    const startsAt = localTime(clock.now(), { days: 90 })
    const made = await editor.ask(calls.duplicateDeskEvent, { ...at(id), body: { title: 'Again', startsAt } })
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { shortName: 'again' } })
    const copy = await read((made.body as { id: number }).id)
    expect(copy.file).toMatchObject({
      title: 'Again',
      startDate: startsAt,
      facts: { doors: localTime(clock.now(), { days: 89, hours: 23 }) },
      tickets: { promoCodes: [{ name: 'TENOFF10' }, { name: 'BACKSTAGE' }, { name: 'FIVE-OFF' }] },
      polls: [{ status: 'DRAFT' }],
    })
    const secret = await shop.db.kysely
      .selectFrom('setting')
      .select('key')
      .where('purchase_context_id', '=', copy.id)
      .execute()
    expect(secret.map(({ key }) => key)).toContain('STRIPE_SECRET_KEY')
    expect(codes(await editor.ask(calls.duplicateDeskEvent, { ...at(id), body: { startsAt: 'soon' } }))).toEqual([
      ['startsAt', 'foyer.desk.event.refused.date-unreadable'],
    ])
  })
})

describe('a member', () => {
  const ofEvent = (eventId: number): ScopedRole => ({
    role: 'EDITOR',
    scope: { kind: 'event', eventId, organizationId },
  })

  test('of one event edits that alone, and nothing that its organisation shares', async () => {
    const [mine, another] = [await opened(RICH), await opened()]
    const desk = await enterDesk(served, { email: 'one@example.org', given: ofEvent(mine) })
    const listed = (await desk.ask(calls.listDeskEvents)).body as { events: { id: number }[] }
    expect(listed.events.map(({ id }) => id)).toEqual([mine])
    expect((await desk.ask(calls.readDeskEvent, at(another))).status).toBe(404)
    const { file, version: base } = await read(mine, desk)
    expect(JSON.stringify(file)).not.toMatch(/grace@example.org|EVERYWHERE/)
    for (const changes of [{ groups: [] }, { organizer: { name: 'x', promoCodes: [] } }]) {
      expect(codes(await change(mine, { base, changes }, desk))).toEqual([
        ['organizer', 'foyer.desk.event.refused.of-organization'],
      ])
    }
    expect(
      (await create({ title: 'X', startDate: localTime(clock.now(), { days: 3 }), format: 'ONLINE' }, desk)).status,
    ).toBe(403)
    expect(
      (await desk.ask(calls.duplicateDeskEvent, { ...at(mine), body: { startsAt: '2030-01-01T10:00' } })).status,
    ).toBe(403)
  })

  test('of another organisation finds no event', async () => {
    const id = await idOf(await choir.open(aFreeEventFile(clock.now(), { slug: 'choir' })))
    for (const call of [calls.readDeskEvent, calls.deleteDeskEvent, calls.downloadEventFile, calls.listEventChanges])
      expect((await editor.ask(call, at(id))).status).toBe(404)
    expect((await change(id, { base: 0, changes: { title: 'Mine' } })).status).toBe(404)
    expect((await act(id, 'publish')).status).toBe(404)
    const { events } = (
      await editor.ask(calls.listDeskEvents, { query: { when: 'all', organizationId: String(choir.organizationId) } })
    ).body as { events: unknown[] }
    expect(events).toEqual([])
  })
})

test('the list has a page at a time, in order, and what is sought', async () => {
  const query = { when: 'upcoming', q: 'event-' }
  const { events } = (await editor.ask(calls.listDeskEvents, { query })).body as {
    events: { startsAt: number; shortName: string }[]
  }
  expect(events.length).toBeGreaterThan(3)
  expect(events.map(({ startsAt }) => startsAt)).toEqual(
    events.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
  )
  expect(
    ((await editor.ask(calls.listDeskEvents, { query: { q: '%' } })).body as { events: unknown[] }).events,
  ).toEqual([])
})
