import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getChallenge } from '#contract/challenge.ts'
import { getEvent } from '#contract/event.ts'
import { getInfo } from '#contract/info.ts'
import { pathTo, reserveTicketsPath } from '#contract/paths.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { type SettingEntries, putSettings } from '#server/foundation/setting/stated-settings.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { robotCheckService } from '#tests/fakes/robot-check-service.ts'
import { type Reply, aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  PAY_BY,
  categoryIds,
  codesOf,
  hold,
  infoOf,
  pay,
  readyToPay,
  selection,
  statusOf,
} from '../support/buyer/purchase.ts'
import { solvedAltcha } from '../support/buyer/solve-altcha.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const service = await robotCheckService()
const clock = manualClock()
const { url, apiKey, shop } = await testShop({
  clock,
  environment: { TURNSTILE_API_BASE: service.url, RECAPTCHA_API_BASE: service.url, TRUST_PROXY: 'yes' },
})
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 200 }))
const ids = await categoryIds(aBuyer(url), shortName)
const buyer = aBuyer(url)

const KEYS = {
  off: [['ROBOT_CHECK', 'off']],
  altcha: [
    ['ROBOT_CHECK', 'altcha'],
    ['ROBOT_CHECK_EFFORT', '5'],
  ],
  turnstile: [
    ['ROBOT_CHECK', 'turnstile'],
    ['CF_TURNSTILE_SITE_KEY', service.siteKey],
    ['CF_TURNSTILE_SECRET_KEY', service.secret],
  ],
  recaptcha: [
    ['ROBOT_CHECK', 'recaptcha'],
    ['RECAPTCHA_API_KEY', service.siteKey],
    ['RECAPTCHA_SECRET', service.secret],
  ],
} as const satisfies Record<string, SettingEntries>

function ask(token?: string, counts: Readonly<Record<string, number>> = { Conference: 1 }): Promise<Reply> {
  return buyer.ask(reserveTickets, {
    params: { shortName },
    query: { lang: 'en' },
    body: selection(ids, counts),
    ...(token !== undefined && { headers: { 'alfio-verification': token } }),
  })
}

const missing = ({ headers }: Reply) => headers.get('alfio-verification-missing')

/** Settings are read anew within a second. */
async function inForce(check: keyof typeof KEYS): Promise<void> {
  await putSettings(shop.db, { level: 'system' }, KEYS[check])
  await vi.waitFor(async () => expect(missing(await ask(undefined, {}))).toBe(check === 'off' ? null : check), 5_000)
  const inInfo = async () => (await buyer.expect(getInfo, 200, {})).challengeConfiguration.providerId
  await vi.waitFor(async () => expect(await inInfo()).toBe(check === 'off' ? null : check), 5_000)
}

const PATHS = { turnstile: 'turnstile/v0', recaptcha: 'recaptcha' }

/** The answer of a visitor who has passed. */
const PASS = {
  altcha: async () => solvedAltcha(await buyer.expect(getChallenge, 200, {})),
  turnstile: async () => service.issue(),
  recaptcha: async () => service.issue(),
}

test('without a check visitors are not asked', async () => {
  await inForce('off')
  expect((await ask()).status).toBe(200)
  expect((await buyer.expect(getInfo, 200, {})).challengeConfiguration).toEqual({
    apiKey: null,
    enabled: false,
    providerId: null,
  })
})

describe.each(['altcha', 'turnstile', 'recaptcha'] as const)('with %s', check => {
  beforeEach(async () => inForce(check))

  test('info names the check', async () => {
    const { challengeConfiguration, robotCheckWidgets } = await buyer.expect(getInfo, 200, {})
    const apiKey = check === 'altcha' ? null : service.siteKey
    expect(challengeConfiguration).toEqual({ apiKey, enabled: true, providerId: check })
    const script = check === 'altcha' ? undefined : `${service.url}/${PATHS[check]}/api.js`
    expect(check === 'altcha' ? undefined : robotCheckWidgets[check]?.script).toBe(script)
    expect(JSON.stringify({ challengeConfiguration, robotCheckWidgets })).not.toContain(service.secret)
  })

  test('a reservation needs a proof, and each proof is good for one', async () => {
    const proof = await PASS[check]()
    const answers = [await ask(), await ask('bad'), await ask(proof), await ask(proof)]
    expect(answers.map(answer => [answer.status, missing(answer)])).toEqual([
      [403, check],
      [403, check],
      [200, null],
      [403, check],
    ])
    expect(answers[0]?.value).toBe('a robot check is needed')
  })

  test('the anti-forgery token comes first, then the form, and neither costs a proof', async () => {
    const proof = await PASS[check]()
    const forged = await fetch(url + pathTo(reserveTicketsPath, { shortName }) + '?lang=en', {
      method: 'POST',
      headers: { 'alfio-verification': proof, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([forged.status, forged.headers.get('alfio-verification-missing')]).toEqual([403, null])
    const malformed = await buyer.ask(reserveTickets, {
      params: { shortName },
      query: { lang: 'en' },
      body: { reservation: [{ quantity: 1.5 }] },
      headers: { 'alfio-verification': proof },
    })
    expect(malformed.status).toBe(400)
    expect((await ask(proof)).status).toBe(200)
  })

  test('nothing but reserving asks for it, with a token or without', async () => {
    await inForce('off')
    const id = await hold(buyer, shortName, { Conference: 1 })
    await inForce(check)
    for (const token of ['', 'bad']) {
      const headers = { 'alfio-verification': token }
      expect((await buyer.ask(getEvent, { params: { shortName }, headers })).status).toBe(200)
    }
    expect(await statusOf(buyer, id)).toBe('PENDING')
    expect((await infoOf(buyer, id)).id).toBe(id)
  })

  test('a refusal for another reason is answered as ever', async () => {
    expect(codesOf(await ask(await PASS[check](), {}))).toEqual(['error.STEP_1_SELECT_AT_LEAST_ONE'])
  })
})

describe('with a service', () => {
  test.each(['turnstile', 'recaptcha'] as const)('%s that is out of order, every order is refused', async check => {
    await inForce(check)
    service.behave('broken')
    expect(missing(await ask(service.issue()))).toBe(check)
    service.behave('usual')
    expect((await ask(service.issue())).status).toBe(200)
  })

  test('that has declined or no longer knows the answer, every order is refused', async () => {
    await inForce('turnstile')
    const old = service.issue()
    service.expireAnswers()
    expect(missing(await ask(old))).toBe('turnstile')
    service.behave('declining')
    expect(missing(await ask(service.issue()))).toBe('turnstile')
    service.behave('usual')
  })

  test('that is Cloudflare, whom its proxy has cleared passes where the operator trusts it', async () => {
    await inForce('turnstile')
    const cleared = (headers: Record<string, string>) =>
      buyer.ask(reserveTickets, {
        params: { shortName },
        query: { lang: 'en' },
        body: selection(ids, { Conference: 1 }),
        headers,
      })
    const cookie = { cookie: 'cf_clearance=yes' }
    const proxied = { ...cookie, 'x-forwarded-for': '203.0.113.9' }
    expect((await cleared(proxied)).status).toBe(403)
    await putSettings(shop.db, { level: 'system' }, [['CF_TURNSTILE_PRE_CLEARANCE', 'true']])
    await vi.waitFor(async () => expect((await cleared(proxied)).status).toBe(200), 5_000)
    expect((await cleared(cookie)).status).toBe(403)
    expect((await cleared({ ...proxied, cookie: 'cf_clearance=' })).status).toBe(403)
  })
})

describe('the captcha of an event', () => {
  test('is asked for with the choice of tickets, refused before the rest, and read from form or query', async () => {
    await inForce('recaptcha')
    await inForce('off')
    const settings = { ENABLE_CAPTCHA_FOR_TICKET_SELECTION: true }
    const name = await organiser.open(anEventFile(clock.now(), { slug: 'choice', settings }))
    const { captchaConfiguration } = await buyer.expect(getEvent, 200, { params: { shortName: name } })
    expect(captchaConfiguration).toEqual({
      captchaForTicketSelection: true,
      captchaForOfflinePaymentAndFree: false,
      recaptchaApiKey: service.siteKey,
    })
    const own = await categoryIds(buyer, name)
    const send = (
      counts: Readonly<Record<string, number>>,
      captcha: string | null,
      query: Record<string, string> = {},
    ) =>
      buyer.ask(reserveTickets, {
        params: { shortName: name },
        query: { lang: 'en', ...query },
        body: { ...selection(own, counts), captcha, promoCode: counts['Conference'] ? null : 'UNKNOWN' },
      })
    expect(codesOf(await send({}, 'bad'))).toEqual([
      'error.STEP_1_CODE_NOT_FOUND',
      'error.STEP_2_CAPTCHA_VALIDATION_FAILED',
      'error.STEP_1_SELECT_AT_LEAST_ONE',
    ])
    expect(codesOf(await send({ Conference: 1 }, null))).toEqual(['error.STEP_2_CAPTCHA_VALIDATION_FAILED'])
    expect((await send({ Conference: 1 }, service.issue())).status).toBe(200)
    expect((await send({ Conference: 1 }, null, { 'g-recaptcha-response': service.issue() })).status).toBe(200)
  })

  test('is asked for before an order that no bank looks at', async () => {
    const settings = { ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS: true }
    const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Guest', price: 0 })]
    const name = await organiser.open(anEventFile(clock.now(), { slug: 'payment', categories, settings }))
    const { captchaConfiguration } = await buyer.expect(getEvent, 200, { params: { shortName: name } })
    expect(captchaConfiguration).toEqual({
      captchaForTicketSelection: false,
      captchaForOfflinePaymentAndFree: true,
      recaptchaApiKey: null,
    })
    const parameters = { captchaRequestedForOffline: true, recaptchaApiKey: service.siteKey }
    const first = await readyToPay(buyer, name, { Conference: 1 })
    const { activePaymentMethods } = await infoOf(buyer, first)
    expect(activePaymentMethods.BANK_TRANSFER?.parameters).toMatchObject(parameters)
    expect(activePaymentMethods.ON_SITE?.parameters).toEqual(parameters)
    for (const [form, category] of [
      [PAY_BY.OFFLINE, 'Conference'],
      [PAY_BY.ON_SITE, 'Conference'],
      [PAY_BY.NONE, 'Guest'],
    ] as const) {
      const id = await readyToPay(buyer, name, { [category]: 1 })
      for (const captcha of [null, 'bad']) {
        expect(codesOf(await pay(buyer, id, { ...form, captcha }))).toEqual(['error.STEP_2_CAPTCHA_VALIDATION_FAILED'])
      }
      expect((await pay(buyer, id, { ...form, captcha: service.issue() })).status).toBe(200)
      // What is confirmed already needs no captcha.
      expect((await pay(buyer, id, { ...form, captcha: null })).status).toBe(200)
    }
  })
})
