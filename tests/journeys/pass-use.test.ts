import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { type Visitor, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { readyToPay } from '../support/buyer/purchase.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  expectFocusOn,
  reserve,
  take,
  writePerson,
} from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Reel Club')
const now = thisMoment()
const categories = [
  aCategoryFile(now, { price: 40 }),
  aCategoryFile(now, { name: 'Balcony', price: 12, maxTickets: 60 }),
]
const event = await organiser.open(
  anEventFile(now, { slug: 'reel-night', seats: 300, categories, settings: { ENABLE_ATTENDEE_AUTOCOMPLETE: true } }),
)
const pass = await storePassOf(shop.db, event, { title: 'A year at the club', usage: 'ONCE_PER_EVENT' })
const unlimited = await storePassOf(shop.db, event, { title: 'Everything', usage: 'UNLIMITED' })

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'en' },
] as const

describe.each(inTurn(waysToTake(SCREENS)))('A pass, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('pays for a part of the order, can be removed and applied again', async () => {
    const code = await storeBoughtPass(shop.db, pass)
    const visitor = await enter(way)
    const { does, say, page } = visitor
    await visitor.open(await anOverview(event, { Conference: 1, Balcony: 1 }))
    await does.press(opener(visitor))
    await expectFocusOn(field(visitor))
    await inspectPage(visitor, 'overview-pass')

    await does.write(field(visitor), 'AAAAAAAA')
    await does.press(applyButton(visitor))
    await page.getByText(say('subscription.pin.not.found', 'AAAAAAAA'), { exact: true }).waitFor()
    await expectFocusOn(field(visitor))
    expect(await field(visitor).getAttribute('aria-invalid')).toBe('true')
    await inspectPage(visitor, 'overview-pass-refused')

    // As people read it out.
    const pin = passPin(code as BoughtPassId).toLowerCase()
    await does.write(field(visitor), `${pin.slice(0, 4)} ${pin.slice(4, 6)}-${pin.slice(6)}`)
    await page.keyboard.press('Enter')
    await page.getByText(say('summary.table.subscription', 'A year at the club'), { exact: true }).waitFor()
    await expectSum(visitor, '40.00')
    await inspectPage(visitor, 'overview-pass-applied')

    await does.press(button(visitor, say('summary.table.remove-applied-subscription-from-order')))
    await expectSum(visitor, '52.00')
    await does.write(field(visitor), code)
    await page.keyboard.press('Enter')
    await expectSum(visitor, '40.00')
  })

  journey('from the address pays for the whole order, which then costs nothing', async () => {
    const code = await storeBoughtPass(shop.db, unlimited)
    const visitor = await enter(way)
    const { does, say } = visitor
    await visitor.open(`/event/${event}?subscription=${code}`)
    await take(visitor, 'Balcony', 1)
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await continueToOverview(visitor, say('foyer.overview.title.free'))
    await visitor.page.getByText(say('summary.table.subscription', 'Everything'), { exact: true }).waitFor()
    await agree(visitor)
    await inspectPage(visitor, 'overview-pass-pays-all')
    await does.press(button(visitor, say('foyer.overview.get-free')))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })
})

test('where no pass is taken, none is asked for', async () => {
  await organiser.open(anEventFile(now, { slug: 'no-passes', seats: 30 }))
  const visitor = await enter()
  await visitor.open(await anOverview('no-passes', { Conference: 1 }))
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await opener(visitor).count()).toBe(0)
})

async function anOverview(slug: string, counts: Readonly<Record<string, number>>): Promise<string> {
  return `/event/${slug}/reservation/${await readyToPay(aBuyer(shop.url), slug, counts)}/overview`
}

const opener = (visitor: Visitor): Locator =>
  button(visitor, visitor.say('reservation-page.overview.pay-with-subscription'))
const field = ({ page, say }: Visitor): Locator =>
  page.getByLabel(say('reservation-page.overview.insert-subscription-code'))
const applyButton = (visitor: Visitor): Locator =>
  button(visitor, visitor.say('reservation-page.overview.apply-subscription-code'))

async function expectSum({ page, say }: Visitor, amount: string): Promise<void> {
  const total = page.locator('dl > div').filter({ hasText: say('reservation-page.total') })
  await expect.poll(async () => (await total.first().textContent()) ?? '').toContain(amount)
}
