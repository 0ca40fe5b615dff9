import { generate } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/member.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import { deleteEnded } from '#server/access/member/members.ts'
import { authenticator } from '#tests/fakes/authenticator.ts'
import { type Answer, PASSWORD, codes, enterDesk, openDesk, tokenMailedTo } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop, app } = served
const alpine = await anOrganiser(url, apiKey)
const ORGANIZATION = { kind: 'organization', organizationId: alpine.organizationId } as const
const aDesk = (headers?: Readonly<Record<string, string>>) => openDesk(url, headers)
const aMember = (email: string, given: ScopedRole, name?: string) => enterDesk(served, { email, given, name })

/** Guesses are counted by the real time. */
beforeEach(() => shop.db.kysely.deleteFrom('request_count').execute())

const GOOD = PASSWORD
const OTHER = 'seven green bottles sing'

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

describe('a passkey', () => {
  const { origin } = new URL(shop.config.baseUrl)
  const challengeOf = ({ body }: Answer) => body as { challenge: string }

  async function withPasskey(email: string) {
    const desk = await aMember(email, { role: 'EDITOR', scope: ORGANIZATION })
    const device = authenticator(origin)
    const response = device.make(challengeOf(await desk.ask(calls.proposePasskey)))
    const added = await desk.ask(calls.addPasskey, { body: { name: 'My phone', response } })
    expect(added.status).toBe(204)
    return { desk, device, response }
  }

  test('signs in without password and second factor, and is named among the own ones', async () => {
    const { device } = await withPasskey('passkey@example.org')
    const desk = aDesk()
    const response = device.sign(challengeOf(await desk.ask(calls.proposePasskeySignIn)))
    expect(await desk.ask(calls.passkeySignIn, { body: { response } })).toEqual({ status: 200, body: { ticket: null } })
    expect((await desk.whoAmI()).body).toMatchObject({
      email: 'passkey@example.org',
      passkeys: [{ name: 'My phone', usedAt: clock.now() }],
    })
  })

  test('is refused for a challenge that was used, is over, was for another purpose or of another origin, or without its owner', async () => {
    const { desk, device, response: made } = await withPasskey('refused@example.org')
    const enter = async (response: unknown) => codes(await aDesk().ask(calls.passkeySignIn, { body: { response } }))
    const propose = async () => challengeOf(await aDesk().ask(calls.proposePasskeySignIn))
    const used = await propose()
    expect((await aDesk().ask(calls.passkeySignIn, { body: { response: device.sign(used) } })).status).toBe(200)
    const over = await propose()
    clock.move(minutes(6))
    const refused = [[null, 'foyer.desk.passkey.refused']]
    expect(await enter(device.sign(used))).toEqual(refused)
    expect(await enter(device.sign(over))).toEqual(refused)
    expect(await enter(device.sign(challengeOf(await desk.ask(calls.proposePasskey))))).toEqual(refused)
    expect(await enter(device.sign(await propose(), { from: 'https://evil.example' }))).toEqual(refused)
    expect(await enter(device.sign(await propose(), { isVerified: false }))).toEqual(refused)
    expect(await enter(authenticator(origin).sign(await propose()))).toEqual(refused)
    expect(
      await enter({
        ...device.sign(await propose()),
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
      }),
    ).toEqual(refused)
    const other = await aMember('other-device@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    expect(codes(await other.ask(calls.addPasskey, { body: { name: 'x', response: made } }))).toEqual(refused)
    const foreign = authenticator(origin).make(challengeOf(await desk.ask(calls.proposePasskey)))
    expect(codes(await other.ask(calls.addPasskey, { body: { name: 'x', response: foreign } }))).toEqual(refused)
  })

  test('that is taken away signs no member in', async () => {
    const { desk, device } = await withPasskey('removed@example.org')
    const [{ id } = { id: 0 }] = ((await desk.whoAmI()).body as { passkeys: { id: number }[] }).passkeys
    const other = await aMember('not-mine@example.org', { role: 'EDITOR', scope: ORGANIZATION })
    const params = { id: String(id) }
    expect((await other.ask(calls.removePasskey, { params })).status).toBe(404)
    expect((await desk.ask(calls.removePasskey, { params })).status).toBe(204)
    const response = device.sign(challengeOf(await aDesk().ask(calls.proposePasskeySignIn)))
    expect((await aDesk().ask(calls.passkeySignIn, { body: { response } })).status).toBe(422)
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
    const token = await tokenMailedTo(served, 'lost-password@example.org')
    expect(await tokenMailedTo(served, 'unknown@example.org')).toBe('')
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
