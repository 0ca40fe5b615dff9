import { generate } from 'otplib'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/member.ts'
import { days } from '#domain/foundation/instant.ts'
import { PASSWORD, codes, enterDesk, openDesk, tokenMailedTo } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// What people try who are not the member (../../../docs/threat-model.md).

const clock = manualClock()
const BASE_URL = 'https://tickets.example.org'
const served = await testShop({ clock, environment: { FOYER_BASE_URL: BASE_URL, FOYER_MODE: 'development' } })
const { url, apiKey, shop, app } = served
const alpine = await anOrganiser(url, apiKey)
const ORGANIZATION = { kind: 'organization', organizationId: alpine.organizationId } as const
const OTHER = 'seven green bottles sing'

/** Guesses are counted by the real time. */
beforeEach(() => shop.db.kysely.deleteFrom('request_count').execute())

let people = 0
async function aMember(role: 'OWNER' | 'EDITOR' = 'EDITOR') {
  const email = `person-${(people += 1)}@example.org`
  return { email, desk: await enterDesk(served, { email, given: { role, scope: ORGANIZATION } }) }
}

const lost = (email: string, headers?: Record<string, string>) =>
  openDesk(url, { 'sec-fetch-site': 'same-origin', ...headers }).ask(calls.deskLostPassword, { body: { email } })
const reset = (token: string, password = OTHER) =>
  openDesk(url).ask(calls.acceptDeskLink, { params: { token }, body: { password } })
const GONE = [[null, 'foyer.desk.link.gone']]

test('a session that was planted before signing in is not the one that signing in begins', async () => {
  const { email } = await aMember()
  const planted = 'A'.repeat(43)
  const answer = await app.inject({
    method: 'POST',
    url: calls.deskSignIn.path,
    headers: { cookie: `foyer_desk=${planted}` },
    payload: { email, password: PASSWORD },
  })
  const [, given] = /^foyer_desk=([^;]+);/.exec(String(answer.headers['set-cookie'])) ?? []
  expect(given).toMatch(/^[\w-]{43}$/)
  expect(given).not.toBe(planted)
  const thief = openDesk(url, { cookie: `foyer_desk=${planted}` })
  expect((await thief.whoAmI()).status).toBe(401)
})

test('the cookie of a shop with https goes over https alone', async () => {
  const { email } = await aMember()
  const payload = { email, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: calls.deskSignIn.path, payload })
  expect(answer.headers['set-cookie']).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
})

test('the link for a new password leads to the shop, whatever host a request names', async () => {
  const { email } = await aMember()
  await lost(email, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' })
  await app.inject({
    method: 'POST',
    url: calls.deskLostPassword.path,
    headers: { host: 'evil.example' },
    payload: { email },
  })
  const mails = await shop.db.kysely.selectFrom('mail').select('text_body').where('recipient', '=', email).execute()
  expect(mails).toHaveLength(2)
  for (const { text_body } of mails) {
    expect(text_body).toContain(`${BASE_URL}/desk/link/`)
    expect(text_body).not.toContain('evil')
  }
})

test('a link for a new password ends with the next one, and with a change of the password', async () => {
  const { email, desk } = await aMember()
  await lost(email)
  const first = await tokenMailedTo(served, email)
  await lost(email)
  const second = await tokenMailedTo(served, email)
  expect(codes(await reset(first))).toEqual(GONE)
  expect((await desk.ask(calls.changeDeskPassword, { body: { current: PASSWORD, next: OTHER } })).status).toBe(204)
  expect(codes(await reset(second))).toEqual(GONE)
})

test('of two who use a link for a new password at once, one sets it', async () => {
  const { email } = await aMember()
  await lost(email)
  const token = await tokenMailedTo(served, email)
  const both = await Promise.all([reset(token, `${OTHER} one`), reset(token, `${OTHER} two`)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a step towards the second factor that was begun under an old password is not good under the new one', async () => {
  const { email, desk } = await aMember()
  const { secret } = (await desk.ask(calls.proposeDeskFactor)).body as { secret: string }
  const codeNow = () => generate({ secret, epoch: Math.floor(clock.now() / 1000) })
  await desk.ask(calls.setDeskFactor, { body: { secret, code: await codeNow(), password: PASSWORD } })
  const thief = openDesk(url)
  const { ticket } = (await thief.signIn(email)).body as { ticket: string }
  await desk.ask(calls.changeDeskPassword, { body: { current: PASSWORD, next: OTHER } })
  clock.move(60_000)
  const answer = await thief.ask(calls.deskSecondFactor, { body: { ticket, code: await codeNow() } })
  expect(codes(answer)).toEqual([[null, 'foyer.desk.sign-in.begin-again']])
})

test('a new password is no way around the second factor', async () => {
  const { email, desk } = await aMember()
  const { secret } = (await desk.ask(calls.proposeDeskFactor)).body as { secret: string }
  const code = await generate({ secret, epoch: Math.floor(clock.now() / 1000) })
  await desk.ask(calls.setDeskFactor, { body: { secret, code, password: PASSWORD } })
  await lost(email)
  const thief = openDesk(url)
  const params = { token: await tokenMailedTo(served, email) }
  expect(await thief.ask(calls.acceptDeskLink, { params, body: { password: OTHER } })).toEqual({
    status: 200,
    body: { signedIn: false },
  })
  expect((await thief.whoAmI()).status).toBe(401)
  expect((await thief.signIn(email, OTHER)).body).toEqual({ ticket: expect.any(String) })
  expect((await thief.whoAmI()).status).toBe(401)
})

test('a stolen session finds out the password no faster than a stranger, whichever call it tries', async () => {
  const { desk } = await aMember()
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1) {
    const wrong = `${OTHER} ${guess}`
    const tried =
      guess % 2 === 0
        ? desk.ask(calls.changeDeskPassword, { body: { current: wrong, next: OTHER } })
        : desk.ask(calls.removeDeskFactor, { body: { password: wrong } })
    statuses.push((await tried).status)
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
})

test('a role that is taken away counts no longer at the next call, and its member is gone with the last one', async () => {
  const owner = (await aMember('OWNER')).desk
  const { email, desk } = await aMember('OWNER')
  const query = { organizationId: String(alpine.organizationId) }
  expect((await desk.ask(calls.listMembers, { query })).status).toBe(200)
  const { id } = (await desk.whoAmI()).body as { id: number }
  const editor = { role: 'EDITOR', organizationId: alpine.organizationId, eventId: null }
  expect((await owner.ask(calls.putRole, { params: { id: String(id) }, body: editor })).status).toBe(204)
  expect((await desk.ask(calls.listMembers, { query })).status).toBe(403)
  expect((await owner.ask(calls.deleteRole, { params: { id: String(id) }, query })).status).toBe(204)
  expect((await desk.whoAmI()).status).toBe(401)
  expect((await openDesk(url).signIn(email)).status).toBe(422)
})

test('what was changed about members is listed with before and after, for owners alone', async () => {
  const { desk: owner } = await aMember('OWNER')
  const { desk: editor } = await aMember()
  const query = { organizationId: String(alpine.organizationId) }
  const { body, status } = await owner.ask(calls.listMemberChanges, { query })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({
        by: 'Grace Hopper',
        action: 'MEMBER_ROLE_GIVEN',
        before: { role: 'OWNER', organizationId: alpine.organizationId, eventId: null },
        after: { role: 'EDITOR', organizationId: alpine.organizationId, eventId: null },
        of: 'Alpine Systems',
      }),
    ]),
    nextCursor: null,
  })
  expect((await editor.ask(calls.listMemberChanges, { query })).status).toBe(403)
  expect((await owner.ask(calls.listMemberChanges)).status).toBe(403)
  const now = clock.now()
  await shop.db.kysely
    .insertInto('change_log')
    .values(
      Array.from({ length: 60 }, (_, index) => ({
        at: new Date(now + days(1)),
        actor: 'Ada',
        organization_id: alpine.organizationId,
        kind: 'MEMBER',
        action: 'MEMBER_INVITED',
        subject: `x${index}@example.org`,
      })),
    )
    .execute()
  const first = (await owner.ask(calls.listMemberChanges, { query })).body as { changes: unknown[]; nextCursor: string }
  expect(first.changes).toHaveLength(50)
  const next = await owner.ask(calls.listMemberChanges, { query: { ...query, cursor: first.nextCursor } })
  expect((next.body as { changes: { subject: string }[] }).changes[0]?.subject).toBe('x9@example.org')
})

test('name and language are the member’s own to change', async () => {
  const { desk } = await aMember()
  expect(codes(await desk.ask(calls.changeMe, { body: { name: ' ', language: 'xx' } }))).toEqual([
    ['name', 'foyer.desk.name.missing'],
    ['language', 'foyer.desk.language.unknown'],
  ])
  expect((await desk.ask(calls.changeMe, { body: { name: ' Rear Admiral ', language: 'fr' } })).status).toBe(204)
  expect((await desk.whoAmI()).body).toMatchObject({ name: 'Rear Admiral', language: 'fr' })
})
