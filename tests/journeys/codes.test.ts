import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, inTurn, waysToTake, wayByTurns } from '../support/browser/browser.ts'
import { bundleOf } from '../support/browser/bundle-of.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aCategoryFile, aHiddenCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { button, expectFocusOn, expectTotal, openCode, reserve, stubOf, take } from './purchase.ts'
import { anEventWithCodes, anEventWithDiscount, organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Lake House')
await organiser.open(anEventWithCodes(thisMoment()))
await organiser.open(anEventWithDiscount(thisMoment()))

const PAGE = '/event/lake-days'
const BOOK_PAGE = /\/reservation\/[\w-]+\/book/

/** Of one ticket, which another buyer has begun to order. */
const HELD_LINK = '/event/last-row/code/LAST-ROW'
await organiser.open(
  anEventFile(thisMoment(), {
    slug: 'last-row',
    title: 'Last Row',
    categories: [
      aCategoryFile(thisMoment()),
      aHiddenCategoryFile(thisMoment(), { name: 'Last row', maxTickets: 1, accessCode: 'LAST-ROW' }),
    ],
  }),
)
const taken = await fetch(shop.url + HELD_LINK, { method: 'POST', redirect: 'manual' })
if (!BOOK_PAGE.test(taken.headers.get('location') ?? '')) throw new Error('the last seat could not be taken')

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'en' },
] as const

describe.each(inTurn(waysToTake(SCREENS)))('A code, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('that is typed in lowers prices and the sum, keeps what is chosen, and can be taken off', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(PAGE)
    await take(visitor, 'Conference', 2)
    await expectTotal(visitor, '240.00')
    await openCode(visitor)
    await expectFocusOn(codeField(visitor))
    expect(await applyButton(visitor).getAttribute('aria-disabled')).toBe('true')
    await inspectPage(visitor, 'event-code-box')

    await openCode(visitor)
    await does.write(codeField(visitor), 'summer 27')
    expect(await codeField(visitor).inputValue()).toBe('SUMMER 27')
    await page.keyboard.press('Enter')
    const chip = page.getByText('SUMMER 27').first()
    await chip.waitFor()
    await page.getByText(say('show-event.promo-code-percentage-discount', '10%'), { exact: true }).waitFor()
    await expectTotal(visitor, '216.00')
    await stubOf(visitor, 'Conference').getByText(say('foyer.price.before')).waitFor({ state: 'attached' })
    await inspectPage(visitor, 'event-code-applied')

    await does.press(button(visitor, new RegExp(`^${say('foyer.code.remove')}`)))
    await expectFocusOn(page.locator('details:has(#promo-code) > summary'))
    await expectTotal(visitor, '240.00')
  })

  journey('in a link shows its ticket, reserves it by the button, and leads back to the order', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open('/event/lake-days/code/LAKE-FRIENDS')
    await page.getByRole('heading', { name: 'Friends' }).waitFor()
    await inspectPage(visitor, 'code-link')
    await does.press(button(visitor, say('foyer.code-link.reserve')))
    await page.waitForURL(BOOK_PAGE)
    const { pathname } = new URL(page.url())
    await visitor.open('/event/lake-days/code/LAKE-FRIENDS')
    await page.waitForURL(url => url.pathname === pathname)
  })

  journey('in a link says until when its ticket is held, and stays there', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(HELD_LINK)
    await page.getByText(say('foyer.code-link.held.text')).waitFor()
    await inspectPage(visitor, 'code-link-held')
    await does.press(button(visitor, say('foyer.code-link.held.action')))
    await page.waitForURL(url => url.pathname === HELD_LINK && url.search === '')
    await page.getByText(say('foyer.code-link.held.text')).waitFor()
  })

  journey('that is unknown is cleared, and reported beside the field', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(PAGE)
    await openCode(visitor)
    await does.write(codeField(visitor), 'NO-SUCH-CODE')
    await does.press(applyButton(visitor))
    const why = say('foyer.code.refused', 'NO-SUCH-CODE', say('error.STEP_1_CODE_NOT_FOUND'))
    await page.getByText(why, { exact: true }).waitFor()
    await expectFocusOn(codeField(visitor))
    expect(await codeField(visitor).inputValue()).toBe('')
    expect(await codeField(visitor).getAttribute('aria-invalid')).toBe('true')
    await inspectPage(visitor, 'event-code-refused')
  })

  journey(
    'opens its hidden category, which comes first; without it, what was chosen there is out of the order',
    async () => {
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open(PAGE)
      await stubOf(visitor, 'Conference').waitFor()
      expect(await stubOf(visitor, 'Friends').count()).toBe(0)
      await openCode(visitor)
      await does.write(codeField(visitor), 'FRIENDS-27')
      await does.press(applyButton(visitor))
      await stubOf(visitor, 'Friends').getByText(say('foyer.code.opened')).waitFor()
      expect(await page.getByRole('article').first().getByRole('heading').textContent()).toBe('Friends')
      await take(visitor, 'Friends', 2)
      await expectTotal(visitor, '120.00')
      await inspectPage(visitor, 'event-code-hidden-category')

      await does.press(button(visitor, new RegExp(`^${say('foyer.code.remove')}`)))
      await page.getByText(say('foyer.order.gone', 'Friends')).waitFor()
      expect(await stubOf(visitor, 'Friends').count()).toBe(0)
      await inspectPage(visitor, 'event-code-removed')

      await openCode(visitor)
      await does.write(codeField(visitor), 'FRIENDS-27')
      await page.keyboard.press('Enter')
      await expectTotal(visitor, '120.00')
      const id = await reserve(visitor)
      await otherBuyer(shop).release(id)
    },
  )

  journey('from the address is applied, stays over a reload, and is gone once it is taken off', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`${PAGE}?code=voucher-50`)
    await page.getByText('VOUCHER-50').first().waitFor()
    await take(visitor, 'Conference', 1)
    await expectTotal(visitor, '70.00')
    await page.reload()
    await expectTotal(visitor, '70.00')
    await does.press(button(visitor, new RegExp(`^${say('foyer.code.remove')}`)))
    await expectTotal(visitor, '120.00')
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await expectTotal(visitor, '120.00')
    await codeField(visitor).waitFor({ state: 'attached' })
  })

  journey('that is over, brought by the address, says so beside the field', async () => {
    const visitor = await enter(way)
    await visitor.open(`${PAGE}?code=OLD-CODE`)
    const why = visitor.say('foyer.code.refused', 'OLD-CODE', visitor.say('error.STEP_1_CODE_NOT_FOUND'))
    await visitor.page.getByText(why, { exact: true }).waitFor()
    await stubOf(visitor, 'Conference').waitFor()
  })
})

test('what is reserved with a code costs what the page has shown', async () => {
  const visitor = await enter()
  await visitor.open(`${PAGE}?code=SUMMER-27`)
  await visitor.page.getByText('SUMMER-27').first().waitFor()
  await take(visitor, 'Conference', 1)
  await take(visitor, 'Student', 3)
  await take(visitor, 'Dinner by the lake', 2)
  await expectTotal(visitor, '270.00')
  const id = await reserve(visitor)
  const { final_price: charged } = await shop.db.kysely
    .selectFrom('reservation')
    .select('final_price')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(charged).toBe(27_000n)
  await otherBuyer(shop).release(id)
})

test('a code that has gone meanwhile is taken off, and the page says so', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  await visitor.open(`${PAGE}?code=STUDENT-5`)
  await page.getByText('STUDENT-5').first().waitFor()
  await take(visitor, 'Student', 1)
  await expectTotal(visitor, '25.00')
  const code = shop.db.kysely.updateTable('promo_code').where('code', '=', 'STUDENT-5')
  await code.set({ valid_to: new Date(thisMoment()) }).execute()
  await does.press(button(visitor, say('show-event.continue')))
  const summary = page.getByRole('group', { name: say('foyer.event.problem') })
  await summary.getByText(say('error.STEP_1_CODE_NOT_FOUND')).waitFor()
  await expectFocusOn(summary)
  await expectTotal(visitor, '30.00')
  await inspectPage(visitor, 'event-code-gone')
})

test('a code that is typed before the page can use it is not lost, nor is the place of the keyboard', async () => {
  const visitor = await enter()
  const { page, say } = visitor
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route(`**${bundleOf('client/shop/catalog/event/code/code-box.tsx')}`, async route => {
    await isAllowed
    await route.continue()
  })
  await visitor.open(PAGE)
  await openCode(visitor)
  await codeField(visitor).click()
  await page.keyboard.type('summer-27')
  allow()
  await expect.poll(() => codeField(visitor).inputValue()).toBe('SUMMER-27')
  await expectFocusOn(codeField(visitor))
  await page.keyboard.press('Enter')
  await page.getByText(say('show-event.promo-code-percentage-discount', '10%'), { exact: true }).waitFor()
})

test('codes tried too often have to wait, and what was typed stays', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  visitor.expectComplaint(/429/)
  await page.route('**/validate-code?*', route => route.fulfill({ status: 429, headers: { 'retry-after': '30' } }))
  await visitor.open(PAGE)
  await openCode(visitor)
  await does.write(codeField(visitor), 'SUMMER-27')
  await page.keyboard.press('Enter')
  await page.getByText(say('foyer.error.too-many', 30)).waitFor()
  expect(await codeField(visitor).inputValue()).toBe('SUMMER-27')
})

describe.each(wayByTurns(waysToTake(SCREENS), 1))('An automatic discount, $width px, $hand, $language', way => {
  test('comes with enough tickets, is shown beside the sum, and goes with them', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open('/event/choir-weekend')
    await take(visitor, 'Voice', 2)
    await expectTotal(visitor, '100.00')
    await take(visitor, 'Voice', 1, 2)
    const notice = page
      .getByRole('status')
      .filter({ hasText: way.language === 'de' ? 'Ab drei Stimmen' : 'Three and more' })
    await notice.waitFor()
    await expectTotal(visitor, '135.00')
    await inspectPage(visitor, 'event-dynamic-discount')
    await does.press(stubOf(visitor, 'Voice').getByRole('button', { name: say('foyer.quantity.less') }))
    await expectTotal(visitor, '100.00')
    await expect.poll(() => notice.count()).toBe(0)
  })
})

test('an organiser may call it a partner code, and may hide the field; a link with the code still counts', async () => {
  const visitor = await enter()
  const { page, say } = visitor
  const settings = { USE_PARTNER_CODE_INSTEAD_OF_PROMOTIONAL: true }
  await organiser.change('lake-days', { settings })
  await visitor.open(PAGE)
  await page
    .getByText(say('show-event.promo-code', say('show-event.promo-code-type.partner')))
    .first()
    .waitFor()

  await organiser.change('lake-days', { settings: { ...settings, DISPLAY_DISCOUNT_CODE_BOX: false } })
  await visitor.open(PAGE)
  await stubOf(visitor, 'Conference').waitFor()
  expect(await codeField(visitor).count()).toBe(0)
  await visitor.open(`${PAGE}?code=SUMMER-27`)
  await page.getByText(say('show-event.promo-code-applied', say('show-event.promo-code-type.partner'))).waitFor()
})

function codeField({ page }: Visitor): Locator {
  return page.locator('#promo-code')
}

function applyButton(visitor: Visitor): Locator {
  return button(visitor, visitor.say('show-event.promo-code.apply'))
}
