import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InjectOptions } from 'fastify'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import { issueKey } from '#server/access/api-key/issue-key.ts'
import { configurationRoutes } from '#server/organiser/configuration/routes.ts'
import { eventEditingRoutes } from '#server/organiser/event-editing/routes.ts'
import { createOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { storeBoughtPass } from '#tests/builders/bought-passes.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { aServer, aShop, anEventRequest } from '#tests/support/organiser/editing-shop.ts'
import { passEditingRoutes } from './routes.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const app = aServer()

let key: string
let organizationId: number

beforeAll(async () => {
  await app.register(passEditingRoutes(shop))
  await app.register(eventEditingRoutes(shop))
  await app.register(configurationRoutes(shop))
})
afterAll(() => app.close())

let number = 0
beforeEach(async () => {
  number += 1
  ;({ organizationId, key } = await anOrganization(`Club ${number}`))
})

async function anOrganization(name: string) {
  const created = await createOrganization(shop, { name, email: 'hello@club.example', description: 'Hosts' })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  const owner = created.value.id
  return {
    organizationId: owner,
    key: await issueKey(shop, { role: 'API_CLIENT', organizationId: owner, description: '' }),
  }
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as: string | null = key) {
  const options: InjectOptions = { method, url: `/api/v1/admin${path}` }
  if (body !== undefined) options.payload = body as object
  if (as !== null) options.headers = { authorization: `ApiKey ${as}` }
  const { statusCode, payload } = await app.inject(options)
  return { status: statusCode, body: payload, value: payload === '' ? undefined : (JSON.parse(payload) as unknown) }
}

async function create(changes: SubscriptionRequest = {}): Promise<string> {
  const { status, value, body } = await call('POST', '/subscription/create', aPassFile(changes))
  if (status !== 200 || typeof value !== 'string') throw new Error(body)
  return value
}

const shownOf = async (id: string) => (await call('GET', `/subscription/${id}`)).value
const described = async (id: string) => ((await shownOf(id)) as { descriptor: unknown }).descriptor

/** Fieldname, code and sentence of the one problem, as text inside of JSON text. */
function onlyProblem({ value }: { value: unknown }): { fieldName: string; code: string; description: string } {
  const problems = JSON.parse(String(value)) as { fieldName: string; code: string; description: string }[]
  expect(problems).toHaveLength(1)
  return problems[0] ?? { fieldName: '', code: '', description: '' }
}

test('a pass is created, shown with its figures, and changed', async () => {
  const id = await create({ maxAvailable: 20, onSaleTo: '2027-09-01T00:00' })
  const shown = {
    id,
    title: { en: 'Season pass', it: 'Abbonamento' },
    status: 'DRAFT',
    public: false,
    usageType: 'UNLIMITED',
    validityType: 'STANDARD',
    validityTimeUnit: 'MONTHS',
    validityUnits: 6,
    validityFrom: null,
    maxEntries: -1,
    maxAvailable: 20,
    onSaleFrom: '2027-01-01T00:00:00+01:00',
    onSaleTo: '2027-09-01T00:00:00+02:00',
    price: 12_000,
    formattedPrice: '120.00',
    currency: 'CHF',
    vatStatus: 'INCLUDED',
    vat: 8.1,
    withdrawal: { days: 14, reason: {} },
  }
  const counts = { soldCount: 0, pendingCount: 0, availableCount: 20, usageCount: 0, linkedEventsCount: 0 }
  expect(await shownOf(id)).toMatchObject({ descriptor: shown, unitPrice: 120, ...counts })
  const answer = await call('POST', `/subscription/${id}/update`, { price: 90, isPublic: true, maxAvailable: -1 })
  expect(answer).toMatchObject({ status: 200, value: id })
  const changed = { ...shown, price: 9_000, formattedPrice: '90.00', status: 'PUBLIC', public: true, maxAvailable: -1 }
  expect(await shownOf(id)).toMatchObject({ descriptor: changed, availableCount: null })
  expect((await call('GET', '/subscription/list')).value).toMatchObject([{ descriptor: { id } }])
})

test('a pass by dates and one by entries are shown as they were stated', async () => {
  const dated = await create({
    termType: 'custom',
    term: { validityFrom: '2027-04-01T00:00', validityTo: '2027-10-31T23:59:59' },
    maxEntries: 10,
  })
  expect(await described(dated)).toMatchObject({
    validityType: 'CUSTOM',
    validityFrom: '2027-04-01T00:00:00+02:00',
    validityTo: '2027-10-31T23:59:59+01:00',
    maxEntries: 10,
  })
  const counted = await create({ termType: 'numEntries', term: { numEntries: 3 } })
  expect(await described(counted)).toMatchObject({ validityType: 'NOT_SET', maxEntries: 3 })
})

test('of all that is wrong the first is reported, in the order of the reference, and without a field', async () => {
  const refused = await call('POST', '/subscription/create', {})
  expect(refused.status).toBe(400)
  expect(onlyProblem(refused)).toEqual({
    fieldName: '',
    code: 'timezone',
    description: '"" is no time zone; use a name such as Europe/Zurich.',
  })
})

test.each<[string, SubscriptionRequest]>([
  ['timezone', { timezone: 'Mars/Olympus', usageType: null }],
  ['usageType', { usageType: null, term: null }],
  ['term', { term: null, title: [] }],
  ['term', { termType: 'custom', term: { validityFrom: 'soon' }, title: [] }],
  ['title', { title: [], description: [] }],
  ['description', { description: [], currencyCode: null }],
  ['locale-mismatch', { description: [{ lang: 'en', body: 'x' }], termsAndConditionsUrl: null }],
  ['terms', { termsAndConditionsUrl: null, imageUrl: 'http://127.0.0.1:1/none.png' }],
  ['logo', { imageUrl: 'http://127.0.0.1:1/none.png', currencyCode: 'NONE' }],
  ['currency', { currencyCode: 'NONE', taxPolicy: null }],
  ['taxPolicy', { taxPolicy: null, onSaleFrom: null }],
  ['taxes', { taxPercentage: -1, onSaleFrom: null }],
  ['onSaleFrom', { onSaleFrom: null, paymentMethods: [] }],
  ['paymentMethods', { paymentMethods: [], price: -1 }],
  ['price', { price: -1, maxAvailable: -7 }],
])('%s is reported before what comes after it', async (code, changes) => {
  const refused = await call('POST', '/subscription/create', aPassFile(changes))
  expect(onlyProblem(refused)).toMatchObject({ fieldName: '', code })
})

test('an unknown kind of term is a bad request', async () => {
  const refused = await call('POST', '/subscription/create', { ...aPassFile(), termType: 'forever' })
  expect(refused.status).toBe(400)
})

describe('once it has been sold', () => {
  test('there cannot be fewer than are taken, and the currency stays', async () => {
    const id = await create({ maxAvailable: 5 })
    for (const status of ['ACQUIRED', 'PENDING', 'CANCELLED'] as const) await storeBoughtPass(shop.db, id, { status })
    const update = (changes: SubscriptionRequest) => call('POST', `/subscription/${id}/update`, changes)
    expect(onlyProblem(await update({ maxAvailable: 1 }))).toMatchObject({
      code: 'maxAvailable',
      description: '2 are sold or held: there cannot be fewer.',
    })
    expect(onlyProblem(await update({ currencyCode: 'EUR', price: 100 }))).toMatchObject({ code: 'currency' })
    expect((await update({ maxAvailable: 2 })).status).toBe(200)
    expect(await shownOf(id)).toMatchObject({ soldCount: 1, pendingCount: 1, cancelledCount: 1, availableCount: 0 })
  })

  test('another price leaves those that were sold alone, another number of entries reaches them', async () => {
    const id = await create({ maxEntries: 10, price: 100 })
    const bought = await storeBoughtPass(shop.db, id, { status: 'ACQUIRED', price: 10_000n, maxEntries: 10 })
    const back = await storeBoughtPass(shop.db, id, { status: 'CANCELLED', maxEntries: 10 })
    const entries = async (boughtId: string) =>
      db.kysely
        .selectFrom('bought_pass')
        .select(['max_entries', 'source_price'])
        .where('id', '=', boughtId)
        .executeTakeFirstOrThrow()
    await call('POST', `/subscription/${id}/update`, { price: 200, maxEntries: 12 })
    expect(await entries(bought)).toEqual({ max_entries: 12, source_price: 10_000n })
    expect(await entries(back)).toMatchObject({ max_entries: 10 })
    await call('POST', `/subscription/${id}/update`, { maxEntries: -1 })
    expect(await entries(bought)).toMatchObject({ max_entries: null })
  })
})

test('a pass that is deactivated is off sale, and comes back where that is said', async () => {
  const id = await create({ isPublic: true })
  expect(await shop.catalog.offeredPass(id)).toBeDefined()
  expect(await call('DELETE', `/subscription/${id}/deactivate`)).toMatchObject({ status: 200, body: '' })
  expect(await shop.catalog.offeredPass(id)).toBeUndefined()
  expect(await described(id)).toMatchObject({ status: 'DISABLED', public: false })
  await call('POST', `/subscription/${id}/update`, { price: 1 })
  expect(await described(id)).toMatchObject({ status: 'DISABLED' })
  await call('POST', `/subscription/${id}/update`, { isPublic: true })
  expect(await shop.catalog.offeredPass(id)).toBeDefined()
})

test('questions and own texts come with a pass', async () => {
  const id = await create({
    additionalInfo: [{ name: 'size', type: 'GENERIC_TEXT', label: [{ lang: 'en', body: 'Size' }], required: true }],
    i18nOverride: { en: { 'show-event.by': 'with' } },
    settings: { RESERVATION_TIMEOUT: 7 },
  })
  const offer = await shop.catalog.offeredPass(id)
  expect(offer?.fields).toMatchObject([{ name: 'size', subject: { kind: 'owner' }, isRequired: true }])
  expect(offer?.settings.number('RESERVATION_TIMEOUT')).toBe(7)
  expect(offer?.ownTexts.stated).toEqual(new Map([['en', { 'show-event.by': 'with' }]]))
})

test('an unknown setting is refused', async () => {
  const refused = await call('POST', '/subscription/create', aPassFile({ settings: { NO_SUCH: 1 } }))
  expect(onlyProblem(refused)).toMatchObject({ code: 'settings', description: 'There is no setting NO_SUCH.' })
})

test('settings are stated at the level of a pass', async () => {
  const id = await create()
  const configure = (organization: number, as = key) =>
    call('PUT', `/configuration/organization/${organization}/subscription/${id}`, { RESERVATION_TIMEOUT: '9' }, as)
  expect(await configure(organizationId)).toMatchObject({ status: 200, value: 'OK' })
  expect((await shop.catalog.offeredPass(id))?.settings.number('RESERVATION_TIMEOUT')).toBe(9)
  const stranger = await anOrganization(`Stranger ${number}`)
  expect(await configure(stranger.organizationId, stranger.key)).toMatchObject({ status: 403, body: '' })
})

describe('events that take a pass', () => {
  async function anEvent(slug: string, as = key) {
    const created = await call('POST', '/event/create', { ...anEventRequest(), slug }, as)
    if (created.status !== 200) throw new Error(created.body)
    const rows = await db.kysely
      .selectFrom('ticket_category')
      .innerJoin('event', 'event.id', 'ticket_category.event_id')
      .select(['ticket_category.id', 'name'])
      .where('short_name', '=', slug)
      .execute()
    return (name: string) => rows.find(row => row.name === name)?.id
  }

  test('are said from either side, and each side replaces all of its own', async () => {
    const [one, two] = [await create(), await create()]
    const slug = `spring-${number}`
    const other = `summer-${number}`
    const categoryOf = await anEvent(slug)
    await anEvent(other)
    const student = categoryOf('Student')
    const put = await call('PUT', `/event/${slug}/subscriptions`, [
      { descriptorId: one.toUpperCase(), categories: [student] },
      { descriptorId: two, categories: [] },
    ])
    expect(put).toMatchObject({ status: 200 })
    expect(put.value).toEqual({ eventSlug: slug, subscriptions: { [one]: [student], [two]: [] } })
    expect((await call('GET', `/event/${slug}/subscriptions`)).value).toEqual(put.value)
    const posted = await call('POST', `/subscription/${one}/events`, [{ slug: other }])
    expect(posted.value).toEqual([{ slug: other, enabledCategories: [] }])
    expect((await call('GET', `/subscription/${one}/events`)).value).toEqual(posted.value)
    expect((await call('GET', `/event/${slug}/subscriptions`)).value).toEqual({
      eventSlug: slug,
      subscriptions: { [two]: [] },
    })
    expect(await shownOf(one)).toMatchObject({ linkedEventsCount: 1 })
    await call('PUT', `/event/${slug}/subscriptions`, [])
    expect((await call('GET', `/subscription/${two}/events`)).value).toEqual([])
  })

  test('are offered with the passes they take', async () => {
    const slug = `tide-${number}`
    await anEvent(slug)
    const pass = await create()
    expect((await shop.catalog.offeredEvent(slug))?.passLinks).toEqual([])
    await call('POST', `/subscription/${pass}/events`, [{ slug }])
    expect((await shop.catalog.offeredEvent(slug))?.passLinks).toHaveLength(1)
    await call('POST', `/subscription/${pass}/events`, [])
    expect((await shop.catalog.offeredEvent(slug))?.passLinks).toEqual([])
  })

  test('and their categories are of the same organisation', async () => {
    const mine = `mine-${number}`
    const theirs = `theirs-${number}`
    const stranger = await anOrganization(`Other ${number}`)
    await anEvent(mine)
    const foreignCategory = (await anEvent(theirs, stranger.key))('Student')
    const pass = await create()
    const strange = await call('POST', '/subscription/create', aPassFile(), stranger.key)
    const link = (body: object) => call('PUT', `/event/${mine}/subscriptions`, [body])
    for (const descriptorId of [strange.value, 'nonsense']) expect((await link({ descriptorId })).status).toBe(403)
    expect(onlyProblem(await link({ descriptorId: pass, categories: [foreignCategory] }))).toMatchObject({
      description: `There is no category "${foreignCategory}" for "${pass}".`,
    })
    expect((await call('POST', `/subscription/${pass}/events`, [{ slug: theirs }])).status).toBe(403)
    expect((await call('GET', `/event/${mine}/subscriptions`)).value).toEqual({ eventSlug: mine, subscriptions: {} })
  })
})
