import { generate } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/member.ts'
import { type Call, type BodyOf } from '#contract/call.ts'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { anotherOwnerLink, firstOwnerLink, makeLink } from '#server/access/member/links.ts'
import { deleteEnded } from '#server/access/member/members.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, app } = await testShop({ clock })
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const eventId = await idOf(await alpine.open(aFreeEventFile(clock.now(), { slug: 'alpine' })))

async function idOf(shortName: string): Promise<number> {
  const query = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName)
  return (await query.executeTakeFirstOrThrow()).id
}

/** Guesses are counted by the real time. */
beforeEach(() => shop.db.kysely.deleteFrom('request_count').execute())

const GOOD = 'correct horse battery staple'
const OTHER = 'seven green bottles sing'

type Sent = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}
type Answer = { readonly status: number; readonly body: unknown }

/** A browser at the desk, with its cookie. */
function aDesk(headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' }) {
  let cookie: string | undefined
  const ask = async (call: Call, { params = {}, query = {}, body }: Sent = {}): Promise<Answer> => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      method: call.method,
      headers: {
        ...headers,
        ...(cookie !== undefined && { cookie: `foyer_desk=${cookie}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const [set] = answer.headers.getSetCookie()
    if (set) cookie = /^foyer_desk=([^;]*)/.exec(set)?.[1] || undefined
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    ask,
    cookie: () => cookie,
    signIn: (email: string, password = GOOD) => ask(calls.deskSignIn, { body: { email, password } }),
    whoAmI: () => ask(calls.readMe),
  }
}

/** A member with a role, who has accepted an invitation and is signed in. */
async function aMember(email: string, given: ScopedRole, name = 'Grace Hopper') {
  const invitation = { kind: 'INVITATION', email, language: 'en', given } as const
  const token = await transaction(shop.db, tx => makeLink(tx, invitation, clock.now()))
  const desk = aDesk()
  const accepted = await desk.ask(calls.acceptDeskLink, { params: { token }, body: { name, password: GOOD } })
  expect(accepted).toEqual({ status: 200, body: { signedIn: true } })
  return desk
}

const codes = ({ body }: Answer) =>
  (body as { errors: { field: string | null; code: string }[] }).errors.map(({ field, code }) => [field, code])
const ORGANIZATION = { kind: 'organization', organizationId: alpine.organizationId } as const
const SHOP = { kind: 'shop' } as const

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

  test('is told what is missing, and keeps the link', async () => {
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
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  })
})

describe('sign-in', () => {
  test('needs address and password, and says of neither which is wrong', async () => {
    await aMember('signing@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const desk = aDesk()
    const [wrong, unknown] = [await desk.signIn('signing@example.org', OTHER), await desk.signIn('none@example.org')]
    expect(wrong).toEqual(unknown)
    expect(codes(wrong)).toEqual([[null, 'foyer.desk.sign-in.wrong']])
    expect((await desk.whoAmI()).status).toBe(401)
    expect(await desk.signIn(' SIGNING@example.org ')).toEqual({ status: 200, body: { ticket: null } })
    expect((await desk.whoAmI()).body).toMatchObject({ name: 'Grace Hopper', hasSecondFactor: false })
  })

  test('is refused after ten guesses at one address, whatever address they come from', async () => {
    await aMember('guessed@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const desk = aDesk()
    const statuses = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await desk.signIn('guessed@example.org', `${OTHER} ${guess}`)).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422))
    expect(statuses.at(-1)).toBe(429)
    expect((await desk.signIn('guessed@example.org')).status).toBe(429)
  })

  test('ends by signing out, and what was stolen is of no use then', async () => {
    const desk = await aMember('leaving@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const thief = aDesk({ 'sec-fetch-site': 'same-origin', cookie: `foyer_desk=${desk.cookie()}` })
    expect((await thief.whoAmI()).status).toBe(200)
    expect((await desk.ask(calls.deskSignOut)).status).toBe(204)
    expect((await desk.whoAmI()).status).toBe(401)
    expect((await thief.whoAmI()).status).toBe(401)
  })

  test('ends twelve hours after the last call, and after thirty days', async () => {
    const desk = await aMember('idle@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    clock.move(hours(11))
    expect((await desk.whoAmI()).status).toBe(200)
    clock.move(hours(11))
    expect((await desk.whoAmI()).status).toBe(200)
    clock.move(hours(13))
    expect((await desk.whoAmI()).status).toBe(401)
    await desk.signIn('idle@example.org')
    for (let half = 0; half < 60; half++) {
      clock.move(hours(11))
      await desk.whoAmI()
    }
    clock.move(days(3))
    expect((await desk.whoAmI()).status).toBe(401)
    expect(await deleteEnded(shop.db, clock.now())).toBeGreaterThan(0)
  })

  test('of another site writes nothing', async () => {
    const desk = await aMember('forged@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const forged = aDesk({ ...headers, cookie: `foyer_desk=${desk.cookie()}` })
      expect((await forged.ask(calls.deskSignOut)).status).toBe(403)
      expect((await forged.signIn('forged@example.org')).status).toBe(403)
    }
    expect((await desk.whoAmI()).status).toBe(200)
  })

  test('keeps its cookie from scripts and other sites', async () => {
    await aMember('cookie@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const answer = await app.inject({
      method: 'POST',
      url: calls.deskSignIn.path,
      payload: { email: 'cookie@example.org', password: GOOD },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^foyer_desk=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('the second factor', () => {
  async function withFactor(email: string) {
    const desk = await aMember(email, { role: 'FINANCE', scope: ORGANIZATION })
    const { secret } = (await desk.ask(calls.proposeDeskFactor)).body as { secret: string }
    const codeAt = (moment: number) => generate({ secret, epoch: Math.floor(moment / 1000) })
    const body = { secret, code: await codeAt(clock.now()), password: GOOD }
    const answer = await desk.ask(calls.setDeskFactor, { body })
    const { recoveryCodes } = answer.body as { recoveryCodes: string[] }
    return { desk, secret, codeAt, recoveryCodes }
  }

  const show = (desk: ReturnType<typeof aDesk>, ticket: string, code: string) =>
    desk.ask(calls.deskSecondFactor, { body: { ticket, code } })
  const ticketOf = ({ body }: Answer) => (body as { ticket: string }).ticket

  test('is asked for after the password, and each code is good once', async () => {
    const { codeAt } = await withFactor('factor@example.org')
    clock.move(minutes(2))
    const desk = aDesk()
    const ticket = ticketOf(await desk.signIn('factor@example.org'))
    expect((await desk.whoAmI()).status).toBe(401)
    expect(codes(await show(desk, ticket, '000000'))).toEqual([['code', 'foyer.desk.sign-in.wrong-code']])
    const code = await codeAt(clock.now())
    expect((await show(desk, ticket, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect((await desk.whoAmI()).body).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 })
    const other = aDesk()
    const second = ticketOf(await other.signIn('factor@example.org'))
    expect(codes(await show(other, second, code))).toEqual([['code', 'foyer.desk.sign-in.wrong-code']])
    clock.move(minutes(0.5))
    expect((await show(other, second, await codeAt(clock.now()))).status).toBe(200)
  })

  test('lets the same code in once, however often it is sent at once', async () => {
    const { codeAt } = await withFactor('race@example.org')
    clock.move(minutes(2))
    const desk = aDesk()
    const ticket = ticketOf(await desk.signIn('race@example.org'))
    const code = await codeAt(clock.now())
    const answers = await Promise.all([1, 2, 3, 4].map(() => show(desk, ticket, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is replaced by a recovery code, once', async () => {
    const { recoveryCodes } = await withFactor('lost@example.org')
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = ''] = recoveryCodes
    const desk = aDesk()
    const written = first.toLowerCase().replaceAll('-', ' ')
    expect((await show(desk, ticketOf(await desk.signIn('lost@example.org')), written)).status).toBe(200)
    expect((await desk.whoAmI()).body).toMatchObject({ recoveryCodesLeft: 9 })
    const other = aDesk()
    const again = await show(other, ticketOf(await other.signIn('lost@example.org')), first)
    expect(codes(again)).toEqual([['code', 'foyer.desk.sign-in.wrong-code']])
  })

  test('is guessed five times a minute at most, and its ticket ends after ten', async () => {
    await withFactor('codes@example.org')
    const desk = aDesk()
    const ticket = ticketOf(await desk.signIn('codes@example.org'))
    const statuses = []
    for (let guess = 0; guess < 7; guess++) statuses.push((await show(desk, ticket, `11111${guess}`)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    await shop.db.kysely.deleteFrom('request_count').execute()
    const late = aDesk()
    const second = ticketOf(await late.signIn('codes@example.org'))
    clock.move(minutes(10))
    expect(codes(await show(late, second, '111111'))).toEqual([[null, 'foyer.desk.sign-in.begin-again']])
  })

  test('is set and taken away by who knows the password, and every other session ends', async () => {
    const { desk } = await withFactor('taken@example.org')
    const wrong = await desk.ask(calls.removeDeskFactor, { body: { password: OTHER } })
    expect(codes(wrong)).toEqual([['password', 'foyer.desk.password.wrong']])
    expect((await desk.ask(calls.removeDeskFactor, { body: { password: GOOD } })).status).toBe(204)
    expect(await aDesk().signIn('taken@example.org')).toMatchObject({ body: { ticket: null } })
  })

  test('is sealed in the database', async () => {
    const { secret } = await withFactor('sealed@example.org')
    const rows = await shop.db.kysely.selectFrom('member').select('totp_secret').execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('a password', () => {
  test('is changed by who knows it, and ends every other session', async () => {
    const desk = await aMember('changing@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const other = aDesk()
    await other.signIn('changing@example.org')
    const change = (current: string, next: string) => desk.ask(calls.changeDeskPassword, { body: { current, next } })
    expect(codes(await change(OTHER, GOOD))).toEqual([['current', 'foyer.desk.password.wrong']])
    expect(codes(await change(GOOD, 'short'))).toEqual([['next', 'foyer.desk.password.too-short']])
    expect((await change(GOOD, OTHER)).status).toBe(204)
    expect([(await desk.whoAmI()).status, (await other.whoAmI()).status]).toEqual([200, 401])
    expect((await aDesk().signIn('changing@example.org')).status).toBe(422)
    expect((await aDesk().signIn('changing@example.org', OTHER)).status).toBe(200)
  })

  test('that is lost is set anew by a mailed link, once, within the hour; every session ends', async () => {
    const desk = await aMember('lost-password@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const ask = (email: string) => aDesk().ask(calls.deskLostPassword, { body: { email } })
    expect([await ask('lost-password@example.org'), await ask('unknown@example.org')]).toEqual([
      { status: 204, body: undefined },
      { status: 204, body: undefined },
    ])
    const token = await tokenMailedTo('lost-password@example.org')
    expect(await tokenMailedTo('unknown@example.org')).toBe('')
    const set = (password: string) => aDesk().ask(calls.acceptDeskLink, { params: { token }, body: { password } })
    expect(await set(OTHER)).toEqual({ status: 200, body: { signedIn: false } })
    expect((await desk.whoAmI()).status).toBe(401)
    expect(codes(await set(GOOD))).toEqual([[null, 'foyer.desk.link.gone']])
    expect((await aDesk().signIn('lost-password@example.org', OTHER)).status).toBe(200)
  })

  test('is kept as a digest of Argon2id', async () => {
    await aMember('digest@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const rows = await shop.db.kysely.selectFrom('member').select('password').execute()
    for (const { password } of rows)
      expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })
})

async function tokenMailedTo(recipient: string): Promise<string> {
  const mails = await shop.db.kysely
    .selectFrom('mail')
    .select('text_body')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .execute()
  return /\/desk\/link\/([\w-]+)/.exec(mails[0]?.text_body ?? '')?.[1] ?? ''
}

describe('members of an organisation', () => {
  const OF = { organizationId: String(alpine.organizationId) }

  test('are invited by mail, and are what the invitation says', async () => {
    const owner = await aMember('alpine-owner@example.org', { role: 'OWNER', scope: ORGANIZATION }, 'Olga Owner')
    const body = { email: 'Door@example.org', role: 'DOOR', organizationId: null, eventId, language: 'de' }
    expect((await owner.ask(calls.invite, { body })).status).toBe(204)
    const token = await tokenMailedTo('door@example.org')
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
    const token = await tokenMailedTo('both@example.org')
    expect((await aDesk().ask(calls.readDeskLink, { params: { token } })).body).toMatchObject({ isMember: true })
    const taken = await aDesk().ask(calls.acceptDeskLink, { params: { token }, body: { name: 'Eve', password: OTHER } })
    expect(codes(taken)).toEqual([['email', 'foyer.desk.link.address-taken']])
    expect((await owner.ask(calls.acceptDeskLinkAsMember, { params: { token } })).status).toBe(404)
    expect((await both.ask(calls.acceptDeskLinkAsMember, { params: { token } })).status).toBe(204)
    expect(((await both.whoAmI()).body as { roles: unknown[] }).roles).toHaveLength(2)
    expect((await both.ask(calls.acceptDeskLinkAsMember, { params: { token } })).status).toBe(404)
  })

  test('are seen and changed by their owners, and by nobody of another organisation', async () => {
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
      .selectFrom('member_audit')
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

  test('lose an invitation that is withdrawn', async () => {
    const owner = await aMember('fifth-owner@example.org', { role: 'OWNER', scope: ORGANIZATION })
    const body = { email: 'withdrawn@example.org', role: 'DESK', organizationId: alpine.organizationId, eventId: null }
    await owner.ask(calls.invite, { body })
    const token = await tokenMailedTo('withdrawn@example.org')
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
