import { describe, expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { robotCheckService } from '#tests/fakes/robot-check-service.ts'
import { solvedAltcha } from '#tests/support/buyer/solve-altcha.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { isCaptchaGood } from './captcha.ts'
import type { RobotCheck } from './robot-check.ts'
import { openRobots } from './robots.ts'
import { settingsOf } from '#server/foundation/setting/settings.ts'

const service = await robotCheckService()
const clock = manualClock()
const { shop, runJobs } = await testShop({
  clock,
  environment: { TURNSTILE_API_BASE: service.url, RECAPTCHA_API_BASE: service.url, FOYER_LOG: 'silent' },
})
const complaints: string[] = []
const log = { ...shop.log, robotCheckUnreachable: (address: string) => void complaints.push(address) }
const robots = await openRobots({ ...shop, log })

const visitor = '203.0.113.7'
const keys = { siteKey: service.siteKey, secret: service.secret }
const proof = (token: string) => ({ token, visitor, isPreCleared: false })

describe('our own check', () => {
  const altcha: RobotCheck = { kind: 'altcha', effort: 5, replaces: null }
  const solve = async () => proof(await solvedAltcha(await robots.newChallenge()))

  test('lets the one through who has done the work, and once', async () => {
    const solved = await solve()
    expect(await robots.admits(altcha, solved)).toBe(true)
    expect(await robots.admits(altcha, solved)).toBe(false)
  })

  test('of several who come with the same solution at once lets one through', async () => {
    const solved = await solve()
    const all = await Promise.all(Array.from({ length: 8 }, () => robots.admits(altcha, solved)))
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  test('is the same in every process', async () => {
    const elsewhere = await openRobots(shop)
    const solved = await solve()
    expect(await elsewhere.admits(altcha, solved)).toBe(true)
    expect(await robots.admits(altcha, solved)).toBe(false)
  })

  test('refuses a late solution, and deletes the used ones then', async () => {
    const rows = () => shop.db.kysely.selectFrom('spent_challenge').select('digest').execute()
    const solved = await solve()
    await robots.admits(altcha, await solve())
    await runJobs()
    expect((await rows()).length).toBeGreaterThan(0)
    clock.move(minutes(10))
    expect(await robots.admits(altcha, solved)).toBe(false)
    await runJobs()
    expect(await rows()).toEqual([])
  })

  test.each(['', 'nonsense', 'x'.repeat(9000)])('refuses who brings none (%#)', async token => {
    expect(await robots.admits(altcha, proof(token))).toBe(false)
  })
})

describe.each<RobotCheck & { kind: 'turnstile' | 'recaptcha' }>([
  { kind: 'turnstile', ...keys, isPreClearanceTrusted: false },
  { kind: 'recaptcha', ...keys },
])('$kind', check => {
  test('is asked with the secret, the answer and the address of the visitor; an answer is good once', async () => {
    const answer = service.issue()
    expect(await robots.admits(check, proof(answer))).toBe(true)
    expect(service.requests.at(-1)).toEqual({
      service: check.kind,
      secret: service.secret,
      response: answer,
      remoteip: visitor,
    })
    expect(await robots.admits(check, proof(answer))).toBe(false)
  })

  test('is not asked about no answer, nor about one that can be none', async () => {
    const before = service.requests.length
    expect(await robots.admits(check, proof(''))).toBe(false)
    expect(await robots.admits(check, proof('x'.repeat(9000)))).toBe(false)
    expect(service.requests).toHaveLength(before)
  })

  test('may find that the answer is too old, or given by a robot', async () => {
    const old = service.issue()
    service.expireAnswers()
    expect(await robots.admits(check, proof(old))).toBe(false)
    service.behave('declining')
    expect(await robots.admits(check, proof(service.issue()))).toBe(false)
    service.behave('usual')
  })

  test('that is out of order admits no visitor, and the log states it', async () => {
    for (const mood of ['broken', 'strange'] as const) {
      service.behave(mood)
      expect(await robots.admits(check, proof(service.issue()))).toBe(false)
    }
    service.behave('usual')
    expect(complaints.splice(0)).toEqual([expect.stringContaining(service.url)])
  })

  test('refuses us with a wrong secret', async () => {
    expect(await robots.admits({ ...check, secret: 'wrong' }, proof(service.issue()))).toBe(false)
  })
})

test('a service that can not be reached admits no visitor', async () => {
  const nowhere = { verify: 'http://127.0.0.1:9/siteverify', script: '' }
  const config = { ...shop.config, robotChecks: { turnstile: nowhere, recaptcha: nowhere } }
  const cutOff = await openRobots({ ...shop, log, config })
  expect(await cutOff.admits({ kind: 'recaptcha', ...keys }, proof(service.issue()))).toBe(false)
  expect(complaints.splice(0)).toEqual([nowhere.verify])
})

test('a visitor whom the proxy has checked passes without a token, where that is trusted', async () => {
  const cleared = { token: '', visitor, isPreCleared: true }
  expect(await robots.admits({ kind: 'turnstile', ...keys, isPreClearanceTrusted: true }, cleared)).toBe(true)
  expect(await robots.admits({ kind: 'turnstile', ...keys, isPreClearanceTrusted: false }, cleared)).toBe(false)
  expect(await robots.admits({ kind: 'recaptcha', ...keys }, cleared)).toBe(false)
  expect(
    await robots.admits({ kind: 'turnstile', ...keys, isPreClearanceTrusted: true }, { ...cleared, token: 'bad' }),
  ).toBe(false)
})

describe('the captcha of an event', () => {
  const place = 'ENABLE_CAPTCHA_FOR_TICKET_SELECTION'
  const settingsWith = (secret: string) =>
    settingsOf(
      [],
      new Map([
        [place, 'true'],
        ['RECAPTCHA_API_KEY', 'site'],
        ['RECAPTCHA_SECRET', secret],
      ]),
    )
  const good = (answer: string, settings = settingsWith(service.secret)) =>
    isCaptchaGood({ config: shop.config, log }, { settings, place }, { answer, visitor })

  test('is good once', async () => {
    const answer = service.issue()
    expect([await good(answer), await good(answer), await good('')]).toEqual([true, false, false])
  })

  test('is not asked for elsewhere, and passes where there is no secret', async () => {
    const elsewhere = { settings: settingsWith(service.secret), place: 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS' } as const
    expect(await isCaptchaGood({ config: shop.config, log }, elsewhere, { answer: '', visitor })).toBe(true)
    expect(await good('', settingsWith(''))).toBe(true)
  })

  test('is never asked about inside a transaction', async () => {
    await expect(transaction(shop.db, () => good(service.issue()))).rejects.toThrow(/transaction/)
  })
})
