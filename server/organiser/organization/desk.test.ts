import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/desk-organizations.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { shop, url, apiKey } = served
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const { organizationId } = alpine
const enter = (email: string, given: ScopedRole) => enterDesk(served, { email, given })
const owner = await enter('owner@example.org', { role: 'OWNER', scope: { kind: 'shop' } })
const OF_ALPINE = { kind: 'organization', organizationId } as const
const alpineOwner = await enter('alpine@example.org', { role: 'OWNER', scope: OF_ALPINE })
const editor = await enter('editor@example.org', { role: 'EDITOR', scope: OF_ALPINE })
const params = { id: String(organizationId) }
const ofChoir = { id: String(choir.organizationId) }

beforeEach(() => shop.db.kysely.deleteFrom('change_log').execute())
const audited = async () =>
  (await shop.db.kysely.selectFrom('change_log').select(['action', 'subject']).orderBy('id').execute()).map(
    ({ action, subject }) => [action, subject],
  )
const FORM = { name: 'Drama Club', email: 'hello@drama.example', description: 'Plays, mostly sad ones', slug: 'drama' }

describe('an organisation', () => {
  test('is created, changed and deleted by an owner of the shop, and each is audited', async () => {
    const created = await owner.ask(calls.createDeskOrganization, { body: FORM })
    expect(created).toMatchObject({ status: 200, body: { ...FORM, externalId: null } })
    const id = { id: String((created.body as { id: number }).id) }
    const changed = await owner.ask(calls.putDeskOrganization, { params: id, body: { ...FORM, name: 'Drama' } })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Drama' } })
    expect(await audited()).toEqual([
      ['ORGANIZATION_CREATED', 'Drama Club'],
      ['ORGANIZATION_CHANGED', 'Drama'],
    ])
    expect((await owner.ask(calls.deleteDeskOrganization, { params: id })).status).toBe(204)
    expect((await owner.ask(calls.readDeskOrganization, { params: id })).status).toBe(404)
    // What was done about it goes with it.
    expect(await audited()).toEqual([['ORGANIZATION_DELETED', 'Drama']])
  })

  test('is refused by field', async () => {
    const put = (form: object) => alpineOwner.ask(calls.putDeskOrganization, { params, body: { ...FORM, ...form } })
    expect(codes(await put({ name: ' ', email: 'x', slug: 'A b' }))).toEqual([
      ['name', 'foyer.desk.organization.field-missing.name'],
      ['email', 'foyer.desk.organization.email-unreadable'],
      ['slug', 'foyer.desk.organization.slug-malformed'],
    ])
    expect(codes(await put({ name: 'Choir' }))).toEqual([['name', 'foyer.desk.organization.taken.name']])
    expect(codes(await put({ slug: 'choir' }))).toEqual([['slug', 'foyer.desk.organization.taken.slug']])
    expect(await audited()).toEqual([])
  })

  test('with events is not deleted', async () => {
    await choir.open(aFreeEventFile(clock.now(), { slug: 'song' }))
    expect(codes(await owner.ask(calls.deleteDeskOrganization, { params: ofChoir }))).toEqual([
      [null, 'foyer.desk.organization.has-events'],
    ])
  })

  test('is shown to those who work for it, and changed by its owners', async () => {
    const names = async (desk: typeof owner) => {
      const { body } = await desk.ask(calls.listDeskOrganizations)
      const { organizations, mayCreate } = body as { organizations: { name: string }[]; mayCreate: boolean }
      return [organizations.map(({ name }) => name), mayCreate]
    }
    expect(await names(owner)).toEqual([['Alpine Systems', 'Choir'], true])
    expect(await names(editor)).toEqual([['Alpine Systems'], false])
    expect((await editor.ask(calls.readDeskOrganization, { params })).body).toMatchObject({ mayChange: false })
    expect((await alpineOwner.ask(calls.readDeskOrganization, { params })).body).toMatchObject({ mayChange: true })
    expect((await editor.ask(calls.readDeskOrganization, { params: ofChoir })).status).toBe(404)
    expect((await editor.ask(calls.putDeskOrganization, { params, body: FORM })).status).toBe(403)
    expect((await alpineOwner.ask(calls.putDeskOrganization, { params: ofChoir, body: FORM })).status).toBe(403)
    expect((await alpineOwner.ask(calls.createDeskOrganization, { body: FORM })).status).toBe(403)
  })
})

describe('a key', () => {
  const list = async () => (await alpineOwner.ask(calls.listKeys, { params })).body as Record<string, unknown>[]

  test('is shown once, says when it was used to the minute, and opens nothing once it is taken away', async () => {
    const made = await alpineOwner.ask(calls.createKey, {
      params,
      body: { role: 'API_CLIENT', description: ' Box office ' },
    })
    const { id, key } = made.body as { id: number; key: string }
    const use = () => fetch(url + calls.listDeskOrganizations.path, { headers: { authorization: `ApiKey ${key}` } })
    const row = async () => (await list()).find(one => one['id'] === id)
    const createdAt = clock.now()
    expect(await row()).toEqual({ id, role: 'API_CLIENT', description: 'Box office', createdAt, usedAt: null })
    expect((await use()).status).toBe(200)
    expect(await row()).toMatchObject({ usedAt: createdAt })
    clock.move(minutes(1) - 1)
    await use()
    expect(await row()).toMatchObject({ usedAt: createdAt })
    clock.move(1)
    await use()
    expect(await row()).toMatchObject({ usedAt: createdAt + minutes(1) })
    const revoke = () => alpineOwner.ask(calls.revokeKey, { params: { ...params, keyId: String(id) } })
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404])
    expect((await use()).status).toBe(401)
    expect(await audited()).toEqual([
      ['KEY_CREATED', 'Box office'],
      ['KEY_REVOKED', 'Box office'],
    ])
    const audit = await shop.db.kysely.selectFrom('change_log').select(['before', 'after']).execute()
    expect(JSON.stringify([audit, await list()])).not.toContain(key)
  })

  test('says for whom it is, and has a role that there is', async () => {
    const make = (body: object) => alpineOwner.ask(calls.createKey, { params, body })
    expect(codes(await make({ role: 'SPONSOR', description: ' ' }))).toEqual([
      ['description', 'foyer.desk.key.description-missing'],
    ])
    expect((await make({ role: 'SYSTEM_API_CLIENT', description: 'x' })).status).toBe(400)
  })

  test('of another organisation is neither seen, made nor taken away', async () => {
    const [other] = (await owner.ask(calls.listKeys, { params: ofChoir })).body as { id: number }[]
    const keyId = String(other?.id)
    expect((await alpineOwner.ask(calls.listKeys, { params: ofChoir })).status).toBe(403)
    expect(
      (await alpineOwner.ask(calls.createKey, { params: ofChoir, body: { role: 'SPONSOR', description: 'x' } })).status,
    ).toBe(403)
    expect((await alpineOwner.ask(calls.revokeKey, { params: { ...ofChoir, keyId } })).status).toBe(403)
    expect((await alpineOwner.ask(calls.revokeKey, { params: { ...params, keyId } })).status).toBe(404)
    expect((await editor.ask(calls.listKeys, { params })).status).toBe(403)
  })
})
