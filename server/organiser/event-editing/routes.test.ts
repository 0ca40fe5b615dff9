import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InjectOptions } from 'fastify'
import type { KeyRole } from '#domain/access/principal/principal.ts'
import { hashOfApiKey } from '#server/access/api-key/api-key.ts'
import { ensureSystemKey, issueKey } from '#server/access/api-key/issue-key.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { createOrganization } from '#server/organiser/organization/keep-organizations.ts'
import { configurationRoutes } from '#server/organiser/configuration/routes.ts'
import { eventStatisticsRoutes } from '#server/organiser/event-statistics/routes.ts'
import { organizationRoutes } from '#server/organiser/organization/routes.ts'
import { eventEditingRoutes } from './routes.ts'
import { aServer, aShop, anEventRequest, now } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const app = aServer()
const DENIED = '"Access to resource has been denied"'

let systemKey: string
let organizationId: number
let key: string

beforeAll(async () => {
  systemKey = (await ensureSystemKey(shop, undefined)) ?? ''
  await app.register(eventEditingRoutes(shop))
  await app.register(eventStatisticsRoutes(shop))
  await app.register(configurationRoutes(shop))
  await app.register(organizationRoutes(shop))
})
afterAll(() => app.close())

let number = 0
beforeEach(async () => {
  number += 1
  ;({ organizationId, key } = await anOrganization(`Alpine ${number}`))
})

async function anOrganization(name: string) {
  const created = await createOrganization(shop, { name, email: 'hello@alpine.example', description: 'Hosts' })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  return { organizationId: created.value.id, key: await aKey(created.value.id) }
}

const aKey = (organizationId: number, role: KeyRole = 'API_CLIENT'): Promise<string> =>
  issueKey(shop, { role, organizationId, description: '' })

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as: string | null = key) {
  const options: InjectOptions = { method, url: `/api/v1/admin${path}` }
  if (body !== undefined) options.payload = body as object
  if (as !== null) options.headers = { authorization: `ApiKey ${as}` }
  const { statusCode, payload, headers } = await app.inject(options)
  return { status: statusCode, body: payload, type: headers['content-type'] }
}

const create = (slug: string, changes: object = {}) =>
  call('POST', '/event/create', { ...anEventRequest(), slug, ...changes })

describe('who may call', () => {
  test.each([
    ['without a key', null, { status: 403, body: DENIED, type: 'application/json; charset=utf-8' }],
    ['with an unknown key', 'unknown', { status: 403, body: '', type: undefined }],
  ])('no caller %s', async (_, unknown, denial) => {
    for (const path of ['/event/list', '/system/organization/list']) {
      expect(await call('GET', path, undefined, unknown)).toEqual(denial)
    }
  })

  test('a key of another role, a disabled and an expired one are denied', async () => {
    expect(await call('GET', '/event/list', undefined, await aKey(organizationId, 'OPERATOR'))).toMatchObject({
      status: 403,
    })
    const [disabled, expired] = [await aKey(organizationId), await aKey(organizationId)]
    expect(await call('GET', '/event/list', undefined, disabled)).toMatchObject({ status: 200 })
    await db.kysely
      .updateTable('api_key')
      .set({ enabled: false })
      .where('key_hash', '=', hashOfApiKey(disabled))
      .execute()
    await db.kysely
      .updateTable('api_key')
      .set({ expires_at: new Date(now) })
      .where('key_hash', '=', hashOfApiKey(expired))
      .execute()
    expect(await call('GET', '/event/list', undefined, disabled)).toMatchObject({ status: 403 })
    expect(await call('GET', '/event/list', undefined, expired)).toMatchObject({ status: 403 })
  })

  test('the system key is for organisations only, keys of organisations are not', async () => {
    expect(await call('GET', '/event/list', undefined, systemKey)).toMatchObject({ status: 403, body: DENIED })
    expect(await call('GET', '/system/organization/list')).toMatchObject({ status: 403, body: DENIED })
    expect(await call('GET', '/system/organization/list', undefined, systemKey)).toMatchObject({ status: 200 })
  })

  test('the scheme may be written in any case', async () => {
    const headers = { authorization: `apikey ${key}` }
    expect((await app.inject({ url: '/api/v1/admin/event/list', headers })).statusCode).toBe(200)
  })

  test('what belongs to another organisation is denied, and so is what does not exist', async () => {
    await create(`own-${number}`)
    const other = await anOrganization(`Other ${number}`)
    const slugs = [`own-${number}`, 'nowhere']
    for (const slug of slugs) {
      expect(await call('GET', `/event/${slug}/stats`, undefined, other.key)).toMatchObject({
        status: 403,
        body: DENIED,
      })
      expect(await call('POST', `/event/update/${slug}`, {}, other.key)).toMatchObject({ status: 403, body: DENIED })
      expect(await call('DELETE', `/event/${slug}`, undefined, other.key)).toMatchObject({ status: 403, body: DENIED })
      expect(
        await call('PUT', `/configuration/organization/${organizationId}/event/${slug}`, {}, other.key),
      ).toMatchObject({
        status: 403,
        body: DENIED,
      })
    }
    expect(await call('PUT', `/configuration/organization/${organizationId}`, {}, other.key)).toMatchObject({
      status: 403,
    })
    expect(await call('GET', `/event/own-${number}/stats`)).toMatchObject({ status: 200 })
  })
})

describe('events', () => {
  test('a created event answers its short name as a JSON string', async () => {
    expect(await create(`made-${number}`)).toEqual({
      status: 200,
      body: `"made-${number}"`,
      type: 'application/json; charset=utf-8',
    })
  })

  test('a refused one answers all problems, as JSON inside a JSON string', async () => {
    const { status, body } = await create('a b', { title: '', tickets: { max: 1 } })
    expect(status).toBe(400)
    const errors = JSON.parse(JSON.parse(body) as string) as { code: string }[]
    expect(errors.map(({ code }) => code)).toEqual([
      'invalid.title',
      'invalid.slug',
      'tickets.currency',
      'tickets.paymentMethods',
      'invalid.categories',
    ])
    expect(errors[0]).toEqual({ fieldName: 'title', code: 'invalid.title', description: 'The event needs a title.' })
  })

  test('so does one with a member of a group twice, under the code of the contract', async () => {
    const groups = [{ name: 'Crew', members: ['ada@example.org', 'Ada@example.org'] }]
    const { status, body } = await create(`group-${number}`, { groups })
    expect(status).toBe(400)
    expect(JSON.parse(JSON.parse(body) as string)).toEqual([
      {
        fieldName: 'groups[0].members[1]',
        code: 'value.duplicate',
        description: '"ada@example.org" comes twice in the group.',
      },
    ])
  })

  test('so does one of the wrong shape', async () => {
    const { status, body } = await create(`shape-${number}`, { tickets: { categories: [{ price: 'free' }] } })
    expect(status).toBe(400)
    expect(JSON.parse(JSON.parse(body) as string)).toEqual([
      { fieldName: 'tickets.categories[0].price', code: 'tickets.categories[0].price', description: 'must be number' },
    ])
  })

  test('an update, the list and the statistics show the same event', async () => {
    await create(`kept-${number}`)
    expect(await call('POST', `/event/update/kept-${number}`, { title: 'Renamed', status: 'PUBLIC' })).toMatchObject({
      status: 200,
      body: `"kept-${number}"`,
    })
    const refused = await call('POST', `/event/update/kept-${number}`, { format: 'ONLINE' })
    expect(JSON.parse(JSON.parse(refused.body) as string)).toMatchObject([{ fieldName: 'format', code: 'format' }])
    const stats = JSON.parse((await call('GET', `/event/kept-${number}/stats`)).body) as object
    expect(stats).toMatchObject({
      shortName: `kept-${number}`,
      displayName: 'Renamed',
      status: 'PUBLIC',
      notSoldTickets: 20,
    })
    expect(JSON.parse((await call('GET', '/event/list')).body)).toEqual([stats])
  })

  test('a deleted event answers "Ok" and is gone', async () => {
    await create(`gone-${number}`)
    expect(await call('DELETE', `/event/gone-${number}`)).toMatchObject({ status: 200, body: '"Ok"' })
    expect(JSON.parse((await call('GET', '/event/list')).body)).toEqual([])
  })
})

describe('settings', () => {
  test('of an organisation and of an event are stored', async () => {
    await create(`set-${number}`)
    expect(
      await call('PUT', `/configuration/organization/${organizationId}`, { BANK_TRANSFER_ENABLED: true }),
    ).toMatchObject({
      status: 200,
      body: '"OK"',
    })
    expect(
      await call('PUT', `/configuration/organization/${organizationId}/event/set-${number}`, {
        RESERVATION_TIMEOUT: '12',
      }),
    ).toMatchObject({
      status: 200,
      body: '"OK"',
    })
    const { settings } = (await shop.catalog.offeredEvent(`set-${number}`)) ?? {}
    expect(settings?.flag('BANK_TRANSFER_ENABLED')).toBe(true)
    expect(settings?.number('RESERVATION_TIMEOUT')).toBe(12)
  })

  test('that are unknown, internal or unreadable are refused with the reason, and none is stored', async () => {
    const values = { NO_SUCH_KEY: 'x', ON_SITE_ENABLED: 'perhaps', BANK_ACCOUNT_NR: 'CH00' }
    const put = (settings: object) => call('PUT', `/configuration/organization/${organizationId}`, settings)
    expect(await put(values)).toMatchObject({
      status: 400,
      body: JSON.stringify('There is no setting NO_SUCH_KEY. ON_SITE_ENABLED must be true or false.'),
    })
    expect(await put({ ...values, MAIL_ATTEMPTS_COUNT: '3' })).toMatchObject({
      status: 400,
      body: JSON.stringify('Request contains internal settings'),
    })
    const stored = await db.kysely
      .selectFrom('setting')
      .select('key')
      .where('organization_id', '=', organizationId)
      .execute()
    expect(stored).toEqual([])
  })
})

describe('organisations', () => {
  const system = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    call(method, `/system/organization${path}`, body, systemKey)

  test('are created, read, changed and deleted', async () => {
    const form = { name: `New ${number}`, email: 'a@b.example', description: 'New', slug: `new-${number}` }
    const created = JSON.parse((await system('POST', '/create', form)).body) as { id: number }
    expect(created).toEqual({ ...form, id: created.id, externalId: null })
    expect(JSON.parse((await system('GET', `/${created.id}`)).body)).toEqual(created)
    const changed = { ...form, id: created.id, description: 'Changed', externalId: 'x-1' }
    expect(JSON.parse((await system('POST', `/${created.id}`, changed)).body)).toEqual(changed)
    expect((await system('GET', '/list')).body).toContain(`"New ${number}"`)
    expect(await system('DELETE', `/${created.id}`)).toMatchObject({ status: 200, body: '"OK"' })
    expect(await system('GET', `/${created.id}`)).toMatchObject({ status: 404, body: '' })
  })

  test('need name, e-mail and description, and a name of their own', async () => {
    const form = { name: `Alpine ${number}`, email: 'a@b.example', description: 'x' }
    expect(await system('POST', '/create', form)).toMatchObject({
      status: 400,
      body: '"bad request: another organisation has this name"',
    })
    expect(await system('POST', '/create', { name: ' ', email: 'nobody', description: '' })).toMatchObject({
      status: 400,
      body: '"bad request: name is missing; description is missing; email is no e-mail address"',
    })
  })

  test('stay as long as they have events', async () => {
    await create(`stays-${number}`)
    expect(await system('DELETE', `/${organizationId}`)).toMatchObject({ status: 400 })
  })

  test('get keys that work until they are withdrawn', async () => {
    const answer = await system('PUT', `/${organizationId}/api-key`)
    const made = JSON.parse(answer.body) as { apiKey: string }
    expect(made).toMatchObject({ organizationId, apiKeyType: 'API_CLIENT' })
    expect(await call('GET', '/event/list', undefined, made.apiKey)).toMatchObject({ status: 200 })
    expect(await system('DELETE', `/${organizationId}/api-key/${made.apiKey}`)).toMatchObject({
      status: 200,
      body: 'true',
    })
    expect(await call('GET', '/event/list', undefined, made.apiKey)).toMatchObject({ status: 403 })
    expect(await system('DELETE', `/${organizationId}/api-key/${made.apiKey}`)).toMatchObject({ status: 404 })
    const form = { type: 'SPONSOR', description: 'badges' } as const
    expect(JSON.parse((await system('PUT', `/${organizationId}/api-key`, form)).body)).toMatchObject({
      apiKeyType: 'SPONSOR',
    })
    expect(await system('PUT', '/999999/api-key', form)).toMatchObject({ status: 404 })
    expect(await system('PUT', `/${organizationId}/api-key`, { apiKeyType: 'SPONSOR' })).toMatchObject({ status: 400 })
  })
})

test('the system key is made once; a configured one takes its place', async () => {
  expect(await ensureSystemKey(shop, undefined)).toBeUndefined()
  expect(await ensureSystemKey(shop, 'a-configured-key')).toBeUndefined()
  expect(await call('GET', '/system/organization/list', undefined, systemKey)).toMatchObject({ status: 403 })
  expect(await call('GET', '/system/organization/list', undefined, 'a-configured-key')).toMatchObject({ status: 200 })
  expect(await ensureSystemKey(shop, systemKey)).toBeUndefined()
  expect(await call('GET', '/system/organization/list', undefined, systemKey)).toMatchObject({ status: 200 })
})
