import { beforeEach, describe, expect, test } from 'vitest'
import type { BodyOf } from '#contract/call.ts'
import * as calls from '#contract/member.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { anotherOwnerLink, firstOwnerLink } from '#server/access/member/links.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { PASSWORD, codes, enterDesk, openDesk, tokenMailedTo } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const alpine = await anOrganiser(url, apiKey)
const ORGANIZATION = { kind: 'organization', organizationId: alpine.organizationId } as const
const aDesk = (headers?: Readonly<Record<string, string>>) => openDesk(url, headers)
const aMember = (email: string, given: ScopedRole, name?: string) => enterDesk(served, { email, given, name })

/** Guesses are counted by the real time. */
beforeEach(() => shop.db.kysely.deleteFrom('request_count').execute())

const GOOD = PASSWORD
const OTHER = 'seven green bottles sing'
const SHOP = { kind: 'shop' } as const
const choir = await anOrganiser(url, apiKey, 'Choir')
const eventId = await idOf(await alpine.open(aFreeEventFile(clock.now(), { slug: 'alpine' })))

async function idOf(shortName: string): Promise<number> {
  const query = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName)
  return (await query.executeTakeFirstOrThrow()).id
}

describe('the first owner', () => {
  test('comes by a link that is good once, and is made for the first start alone', async () => {
    const token = (await firstOwnerLink(shop)) ?? ''
    expect(await firstOwnerLink(shop)).toBeUndefined()
    const desk = aDesk()
    expect((await desk.ask(calls.readDeskLink, { params: { token } })).body).toMatchObject({
      kind: 'OWNER',
      email: null,
    })
    const form = { email: 'Owner@Example.org', name: 'Ada', password: GOOD }
    expect(await desk.ask(calls.acceptDeskLink, { params: { token }, body: form })).toMatchObject({ status: 200 })
    expect((await desk.whoAmI()).body).toMatchObject({
      email: 'owner@example.org',
      roles: [{ role: 'OWNER', organizationId: null, eventId: null }],
    })
    const again = await aDesk().ask(calls.acceptDeskLink, {
      params: { token },
      body: { ...form, email: 'eve@example.org' },
    })
    expect(codes(again)).toEqual([[null, 'foyer.desk.link.gone']])
    expect((await aDesk().ask(calls.readDeskLink, { params: { token } })).status).toBe(404)
    expect(await firstOwnerLink(shop)).toBeUndefined()
  })

  test('reads what is missing, and keeps the link', async () => {
    const token = await anotherOwnerLink(shop)
    const send = (body: unknown) => aDesk().ask(calls.acceptDeskLink, { params: { token }, body })
    expect(codes(await send({}))).toEqual([
      ['email', 'error.STEP_2_EMPTY_EMAIL'],
      ['name', 'foyer.desk.name.missing'],
    ])
    expect(codes(await send({ email: 'a@example.org', name: 'A', password: 'short' }))).toEqual([
      ['password', 'foyer.desk.password.too-short'],
    ])
    expect(codes(await send({ email: 'owner@example.org', name: 'A', password: GOOD }))).toEqual([
      ['email', 'foyer.desk.link.address-taken'],
    ])
    expect((await send({ email: 'second@example.org', name: 'A', password: GOOD })).status).toBe(200)
  })

  test('of two who use the link at once, one becomes it', async () => {
    const token = await anotherOwnerLink(shop)
    const send = (email: string) =>
      aDesk().ask(calls.acceptDeskLink, { params: { token }, body: { email, name: 'A', password: GOOD } })
    const answers = await Promise.all(['x@example.org', 'y@example.org', 'z@example.org'].map(send))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })
})

describe('members of an organisation', () => {
  const OF = { organizationId: String(alpine.organizationId) }

  test('are invited by mail, and are what the invitation says', async () => {
    const owner = await aMember('alpine-owner@example.org', { role: 'OWNER', scope: ORGANIZATION }, 'Olga Owner')
    const body = { email: 'Door@example.org', role: 'DOOR', organizationId: null, eventId, language: 'de' }
    expect((await owner.ask(calls.invite, { body })).status).toBe(204)
    const token = await tokenMailedTo(served, 'door@example.org')
    const query = { eventId: String(eventId) }
    expect((await owner.ask(calls.listMembers, { query })).body).toMatchObject({
      members: [],
      invitations: [{ email: 'door@example.org', role: 'DOOR' }],
    })
    expect((await aDesk().ask(calls.readDeskLink, { params: { token } })).body).toMatchObject({
      kind: 'INVITATION',
      email: 'door@example.org',
      role: { role: 'DOOR', eventId },
      isMember: false,
    })
    const door = aDesk()
    await door.ask(calls.acceptDeskLink, { params: { token }, body: { name: 'Dora', password: GOOD } })
    expect((await door.whoAmI()).body).toMatchObject({ roles: [{ role: 'DOOR', organizationId: null, eventId }] })
    expect((await owner.ask(calls.listMembers, { query })).body).toMatchObject({
      members: [{ email: 'door@example.org', role: 'DOOR' }],
      invitations: [],
    })
    expect((await door.ask(calls.listMembers, { query })).status).toBe(403)
  })

  test('who are members already take a further role with their own session alone', async () => {
    const both = await aMember('both@example.org', {
      role: 'EDITOR',
      scope: { kind: 'organization', organizationId: choir.organizationId },
    })
    const owner = await aMember('second-owner@example.org', { role: 'OWNER', scope: ORGANIZATION })
    await owner.ask(calls.invite, {
      body: { email: 'both@example.org', role: 'FINANCE', organizationId: alpine.organizationId, eventId: null },
    })
    const token = await tokenMailedTo(served, 'both@example.org')
    expect((await aDesk().ask(calls.readDeskLink, { params: { token } })).body).toMatchObject({ isMember: true })
    const taken = await aDesk().ask(calls.acceptDeskLink, { params: { token }, body: { name: 'Eve', password: OTHER } })
    expect(codes(taken)).toEqual([['email', 'foyer.desk.link.address-taken']])
    expect((await owner.ask(calls.acceptDeskLinkAsMember, { params: { token } })).status).toBe(404)
    expect((await both.ask(calls.acceptDeskLinkAsMember, { params: { token } })).status).toBe(204)
    expect(((await both.whoAmI()).body as { roles: unknown[] }).roles).toHaveLength(2)
    expect((await both.ask(calls.acceptDeskLinkAsMember, { params: { token } })).status).toBe(404)
  })

  test('are seen and changed by their owners, and by no member of another organisation', async () => {
    const owner = await aMember('third-owner@example.org', { role: 'OWNER', scope: ORGANIZATION })
    const editor = await aMember('editor@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const foreign = await aMember('foreign@example.org', {
      role: 'OWNER',
      scope: { kind: 'organization', organizationId: choir.organizationId },
    })
    const { id } = (await editor.whoAmI()).body as { id: number }
    const role = { role: 'FINANCE', organizationId: alpine.organizationId, eventId: null }
    const params = { id: String(id) }
    expect((await editor.ask(calls.putRole, { params, body: { ...role, role: 'OWNER' } })).status).toBe(403)
    expect((await foreign.ask(calls.listMembers, { query: OF })).status).toBe(403)
    expect((await foreign.ask(calls.listMembers)).status).toBe(403)
    expect((await foreign.ask(calls.putRole, { params, body: role })).status).toBe(403)
    expect((await foreign.ask(calls.deleteRole, { params, query: OF })).status).toBe(403)
    expect((await foreign.ask(calls.invite, { body: { email: 'x@example.org', ...role } })).status).toBe(403)
    expect((await owner.ask(calls.putRole, { params, body: role })).status).toBe(204)
    expect((await editor.whoAmI()).body).toMatchObject({ roles: [{ role: 'FINANCE' }] })
    expect((await owner.ask(calls.deleteRole, { params, query: OF })).status).toBe(204)
    expect((await editor.whoAmI()).status).toBe(401)
    expect((await owner.ask(calls.deleteRole, { params, query: OF })).status).toBe(404)
    const trail = await shop.db.kysely
      .selectFrom('change_log')
      .select(['action', 'actor', 'subject'])
      .where('subject', '=', 'editor@example.org')
      .orderBy('id')
      .execute()
    expect(trail.map(({ action, actor }) => [action, actor])).toEqual([
      ['MEMBER_CREATED', 'Grace Hopper'],
      ['MEMBER_ROLE_GIVEN', 'Grace Hopper'],
      ['MEMBER_ROLE_TAKEN', 'Grace Hopper'],
    ])
  })

  test('give no role of the shop, and no key gives any', async () => {
    const owner = await aMember('fourth-owner@example.org', { role: 'OWNER', scope: ORGANIZATION })
    const body = { email: 'x@example.org', role: 'OWNER', organizationId: null, eventId: null }
    expect((await owner.ask(calls.invite, { body })).status).toBe(403)
    const { status } = await alpine.api.ask(calls.invite, { body: body as BodyOf<typeof calls.invite> })
    expect(status).toBe(403)
  })

  test('are not invited to an event whose number the database cannot hold', async () => {
    const owner = await aMember('sixth-owner@example.org', { role: 'OWNER', scope: { kind: 'shop' } })
    const body = { email: 'x@example.org', role: 'DESK', organizationId: null, eventId: 2 ** 31 }
    expect((await owner.ask(calls.invite, { body })).status).toBe(400)
    expect((await owner.ask(calls.listMembers, { query: { eventId: String(2 ** 31) } })).status).toBe(400)
  })

  test('lose an invitation that is withdrawn', async () => {
    const owner = await aMember('fifth-owner@example.org', { role: 'OWNER', scope: ORGANIZATION })
    const body = { email: 'withdrawn@example.org', role: 'DESK', organizationId: alpine.organizationId, eventId: null }
    await owner.ask(calls.invite, { body })
    const token = await tokenMailedTo(served, 'withdrawn@example.org')
    const { invitations } = (await owner.ask(calls.listMembers, { query: OF })).body as {
      invitations: { id: number; email: string }[]
    }
    const params = { id: String(invitations.find(({ email }) => email === body.email)?.id) }
    expect((await owner.ask(calls.withdrawInvitation, { params, query: OF })).status).toBe(204)
    expect((await owner.ask(calls.withdrawInvitation, { params, query: OF })).status).toBe(404)
    expect((await aDesk().ask(calls.readDeskLink, { params: { token } })).status).toBe(404)
  })
})

describe('the owners of the shop', () => {
  test('are never none, even if two remove each other at once', async () => {
    await shop.db.kysely
      .deleteFrom('member_role')
      .where('organization_id', 'is', null)
      .where('event_id', 'is', null)
      .execute()
    const one = await aMember('one@example.org', { role: 'OWNER', scope: SHOP })
    const two = await aMember('two@example.org', { role: 'OWNER', scope: SHOP })
    const idOfMember = async (desk: ReturnType<typeof aDesk>) =>
      String(((await desk.whoAmI()).body as { id: number }).id)
    const [first, second] = [await idOfMember(one), await idOfMember(two)]
    const answers = await Promise.all([
      one.ask(calls.deleteRole, { params: { id: second } }),
      two.ask(calls.deleteRole, { params: { id: first } }),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = await shop.db.kysely
      .selectFrom('member_role')
      .select('id')
      .where('organization_id', 'is', null)
      .where('event_id', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
  })
})
