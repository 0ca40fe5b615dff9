import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Locator } from 'playwright-core'
import { getEvent } from '#contract/event.ts'
import { getInfo } from '#contract/info.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { type SettingEntries, putSettings } from '#server/foundation/setting/stated-settings.ts'
import { robotCheckService } from '#tests/fakes/robot-check-service.ts'
import { type Visitor, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { agree, arrive, button, reserve, stubOf, take } from './purchase.ts'

const service = await robotCheckService()
const shop = await runningShop({ TURNSTILE_API_BASE: service.url, RECAPTCHA_API_BASE: service.url })
const { enter } = await browsing(shop)
const buyer = aBuyer(shop.url)

const EVENT = 'alpine-systems-days'
const CATEGORY = 'Conference'

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'it' },
  { width: 1280, hand: 'keyboard', language: 'en' },
] as const

type Check = 'altcha' | 'turnstile' | 'recaptcha' | 'off'

/** As an operator does it. Every part of the shop knows within a second. */
async function setUp(check: Check, effort = 100): Promise<void> {
  const settings: SettingEntries = [
    ['ROBOT_CHECK', check],
    ['ROBOT_CHECK_EFFORT', String(effort)],
    ['CF_TURNSTILE_SITE_KEY', service.siteKey],
    ['CF_TURNSTILE_SECRET_KEY', service.secret],
    ['RECAPTCHA_API_KEY', service.siteKey],
    ['RECAPTCHA_SECRET', service.secret],
  ]
  await putSettings(shop.db, { level: 'system' }, settings)
  const inForce = async () => {
    const { headers } = await buyer.ask(reserveTickets, {
      params: { shortName: EVENT },
      query: { lang: 'en' },
      body: {},
    })
    return headers.get('alfio-verification-missing') ?? 'off'
  }
  const inInfo = async () => (await buyer.expect(getInfo, 200, {})).challengeConfiguration.providerId ?? 'off'
  await vi.waitFor(async () => expect([await inForce(), await inInfo()]).toEqual([check, check]), 5_000)
}

/** Refusals of reserving are answers; the frames of a service are of another site. */
async function choose(visitor: Visitor): Promise<void> {
  visitor.expectComplaint(/status of 403/)
  visitor.expectComplaint(new RegExp(`^elsewhere: ${service.url}`))
  await visitor.open(`/event/${EVENT}`)
  await take(visitor, CATEGORY, 2)
}

const pressContinue = (visitor: Visitor) => visitor.does.press(button(visitor, visitor.say('show-event.continue')))

const dialogOf = ({ page, say }: Visitor) => page.getByRole('dialog', { name: say('challenge.modal.title') })

/** The box for a code, the check, and the way on are one below the other, with nothing between them (specification, browsing 2). */
async function expectInOrder({ page, say }: Visitor): Promise<void> {
  const onward = page.getByRole('button', { name: say('show-event.continue') }).filter({ visible: true })
  const parts = [page.locator('input[name="promoCode"]'), page.locator('iframe[title^="reCAPTCHA"]'), onward]
  const tops = await Promise.all(parts.map(async part => (await part.boundingBox())?.y ?? Number.NaN))
  expect(tops.toSorted((one, two) => one - two)).toEqual(tops)
}

const frameButton = ({ page }: Visitor, frame: string): Locator =>
  page.frameLocator(`iframe[title^="${frame}"]`).getByRole('button', { name: 'I am a person' })

/**
 * Presses inside a frame of another site, by the means that the visitor has, and waits for the request of the frame to
 * the service: only the frame knows whether a press has reached it.
 */
async function pressInFrame(visitor: Visitor, frame: string): Promise<void> {
  const before = service.issued()
  await pressOnce(visitor, frame)
  await expect.poll(service.issued, { timeout: 5_000, message: `answers after a press in ${frame}` }).toBe(before + 1)
}

/**
 * Space presses when the key comes up: with Enter the frame may be gone before that, and the browser never answers for a
 * key in a frame that is gone.
 */
async function pressOnce(visitor: Visitor, frame: string): Promise<void> {
  const { page, hand } = visitor
  const target = frameButton(visitor, frame)
  await target.waitFor()
  if (hand === 'mouse') return target.click()
  if (hand === 'touch') return target.tap()
  const isThere = () =>
    target.evaluate(element => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus())
  for (let steps = 0; !(await isThere()); steps += 1) {
    if (steps > 40) throw new Error(`no way to ${frame} by keyboard`)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
}

const arriveAtDetails = (visitor: Visitor) =>
  arrive(visitor, visitor.say('reservation-page.your-details'), /\/reservation\/[0-9a-f-]{36}\/book$/)

/** Back on the page, which says why, and the choice is as it was. */
async function expectRefusal(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  await dialogOf(visitor).waitFor({ state: 'detached' })
  await page.getByText(say('error.STEP_2_CAPTCHA_VALIDATION_FAILED')).first().waitFor()
  expect(await stubOf(visitor, CATEGORY).locator('output').textContent()).toBe('2')
}

const tokensSentBy = ({ page }: Visitor): readonly (string | undefined)[] => {
  const tokens: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().includes('/reserve-tickets')) tokens.push(request.headers()['alfio-verification'])
  })
  return tokens
}

afterEach(() => service.behave('usual'))

describe.each(inTurn(waysToTake(SCREENS)))('The robot check, $width px, $hand', ({ journey, ...way }) => {
  journey('of our own passes without a word when it is quick', async () => {
    await setUp('altcha')
    const visitor = await enter(way)
    await choose(visitor)
    const tokens = tokensSentBy(visitor)
    await pressContinue(visitor)
    await arriveAtDetails(visitor)
    expect(tokens).toEqual([undefined, expect.any(String)])
  })

  journey('of our own says what it does when it takes longer, and can be left', async () => {
    await setUp('altcha', 20_000)
    const visitor = await enter(way)
    const { page, say, does } = visitor
    await choose(visitor)
    await pressContinue(visitor)
    const dialog = dialogOf(visitor)
    await dialog.getByRole('status').getByText(say('foyer.robot-check.working')).waitFor()
    await inspectPage(visitor, 'robot-check-altcha')
    await does.press(dialog.getByRole('button', { name: say('foyer.robot-check.skip') }))
    await expectRefusal(visitor)
    // The other way out; nothing is left of the first try.
    await pressContinue(visitor)
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await expectRefusal(visitor)
    // By way of `off`: from outside nothing shows how much effort is asked for by now.
    await setUp('off')
    await setUp('altcha')
    await pressContinue(visitor)
    await arriveAtDetails(visitor)
  })

  for (const check of ['turnstile', 'recaptcha'] as const)
    journey(`of ${check} shows its widget and goes on where one was`, async () => {
      await setUp(check)
      const visitor = await enter(way)
      await choose(visitor)
      const name = check === 'turnstile' ? 'Turnstile' : 'reCAPTCHA'
      expect(await visitor.page.locator(`script[src^="${service.url}"]`).count()).toBe(0)
      await pressContinue(visitor)
      await frameButton(visitor, name).waitFor()
      await inspectPage(visitor, `robot-check-${check}`)
      await pressInFrame(visitor, name)
      if (check === 'recaptcha') await pressInFrame(visitor, 'Pictures')
      await arriveAtDetails(visitor)
      expect(service.requests.at(-1)).toMatchObject({ service: check, secret: service.secret })
    })

  journey('that fails is not tried twice, and asked for anew the next time', async () => {
    await setUp('turnstile')
    service.behave('declining')
    const visitor = await enter(way)
    await choose(visitor)
    const tokens = tokensSentBy(visitor)
    await pressContinue(visitor)
    await pressInFrame(visitor, 'Turnstile')
    await expectRefusal(visitor)
    service.behave('usual')
    await pressContinue(visitor)
    await pressInFrame(visitor, 'Turnstile')
    await arriveAtDetails(visitor)
    expect(tokens).toEqual([undefined, expect.any(String), undefined, expect.any(String)])
  })

  journey('that does not load says who is missing, and can be tried again', async () => {
    await setUp('turnstile')
    const visitor = await enter(way)
    const { page, say, does } = visitor
    visitor.expectComplaint(/ERR_FAILED|ERR_BLOCKED/)
    await page.route(`${service.url}/turnstile/**`, route => route.abort())
    await choose(visitor)
    await pressContinue(visitor)
    const host = new URL(service.url).host
    const alert = dialogOf(visitor).getByRole('alert')
    await alert.getByText(say('foyer.robot-check.blocked', host)).waitFor()
    await inspectPage(visitor, 'robot-check-blocked')
    await page.unroute(`${service.url}/turnstile/**`)
    await does.press(alert.getByRole('button', { name: say('foyer.unreachable.retry') }))
    await pressInFrame(visitor, 'Turnstile')
    await arriveAtDetails(visitor)
  })
})

test('A robot check that a proxy asks for is met in the same way', async () => {
  await setUp('turnstile')
  const visitor = await enter()
  await choose(visitor)
  let isFirst = true
  await visitor.page.route('**/reserve-tickets*', route => {
    if (!isFirst) return route.continue()
    isFirst = false
    return route.fulfill({ status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '' })
  })
  await pressContinue(visitor)
  await pressInFrame(visitor, 'Turnstile')
  await arriveAtDetails(visitor)
})

test('A check that was switched on a moment ago is met by a page that does not know of it', async () => {
  await setUp('off')
  const visitor = await enter()
  await choose(visitor)
  await setUp('altcha')
  await pressContinue(visitor)
  await arriveAtDetails(visitor)
})

test('Where no check is set up, pages may load nothing from elsewhere', async () => {
  await setUp('altcha')
  await putSettings(shop.db, { level: 'system' }, [['RECAPTCHA_API_KEY', ' ']])
  const policyOf = async () => (await fetch(`${shop.url}/event/${EVENT}`)).headers.get('content-security-policy') ?? ''
  await vi.waitFor(async () => expect(await policyOf()).not.toContain(service.url), 5_000)
  await setUp('turnstile')
  await vi.waitFor(async () => expect(await policyOf()).toContain(`frame-src 'self' ${service.url}`), 5_000)
})

describe.each(inTurn(waysToTake(SCREENS)))('The captcha of an event, $width px, $hand', ({ journey, ...way }) => {
  afterEach(async () => {
    await onEvent('ENABLE_CAPTCHA_FOR_TICKET_SELECTION', false)
    await onEvent('ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS', false)
  })

  journey('is on its page, and is needed once a try', async () => {
    await setUp('off')
    await onEvent('ENABLE_CAPTCHA_FOR_TICKET_SELECTION', true)
    const visitor = await enter(way)
    await choose(visitor)
    await frameButton(visitor, 'reCAPTCHA').waitFor()
    await inspectPage(visitor, 'captcha-event')
    await expectInOrder(visitor)
    await pressContinue(visitor)
    await expectRefusal(visitor)
    await pressInFrame(visitor, 'reCAPTCHA')
    await pressInFrame(visitor, 'Pictures')
    await visitor.page.frameLocator('iframe[title^="reCAPTCHA"]').getByText('Done').waitFor()
    await reserve(visitor)
  })

  journey('comes before an order that no bank checks', async () => {
    await setUp('off')
    await onEvent('ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS', true)
    const other = otherBuyer(shop)
    const id = await other.reserve(EVENT, { [CATEGORY]: 1 })
    await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
    const visitor = await enter(way)
    const { page, say, does } = visitor
    visitor.expectComplaint(new RegExp(`^elsewhere: ${service.url}`))
    await visitor.open(`/event/${EVENT}/reservation/${id}/overview`)
    await does.pick(page.getByRole('radio', { name: new RegExp(say('reservation-page.on-site')) }))
    await agree(visitor)
    await pressInFrame(visitor, 'reCAPTCHA')
    await pressInFrame(visitor, 'Pictures')
    await page.frameLocator('iframe[title^="reCAPTCHA"]').getByText('Done').waitFor()
    await inspectPage(visitor, 'captcha-overview')
    await does.press(page.locator('button[type=submit]').filter({ visible: true }))
    await page.waitForURL(/\/success/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(service.requests.at(-1)).toMatchObject({ service: 'recaptcha' })
  })
})

const CONFIGURATION_KEYS = {
  ENABLE_CAPTCHA_FOR_TICKET_SELECTION: 'captchaForTicketSelection',
  ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS: 'captchaForOfflinePaymentAndFree',
} as const

/** As the organiser does it. The event shows it within a second. */
async function onEvent(key: keyof typeof CONFIGURATION_KEYS, isOn: boolean): Promise<void> {
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', EVENT)
    .executeTakeFirstOrThrow()
  await putSettings(shop.db, { level: 'context', contextId: id }, [[key, String(isOn)]])
  const inInfo = async () => {
    const { captchaConfiguration } = await buyer.expect(getEvent, 200, { params: { shortName: EVENT } })
    return captchaConfiguration[CONFIGURATION_KEYS[key]]
  }
  await vi.waitFor(async () => expect(await inInfo()).toBe(isOn), 5_000)
}
