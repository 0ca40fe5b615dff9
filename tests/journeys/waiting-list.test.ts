import { describe, expect, test } from 'vitest'
import { joinWaitingListHere } from '#contract/waiting-list.ts'
import { type Visitor, browsing, waysToTake, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { aWaitingListForm } from '../support/buyer/waiting-people.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { button, expectFocusOn, link } from './purchase.ts'
import {
  anEventBeforeItsSale,
  anEventWithoutList,
  anEventWithWaitingList,
  organiserOf,
  thisMoment,
} from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Attic House')
await organiser.open(anEventWithWaitingList(thisMoment()))
await organiser.open(anEventBeforeItsSale(thisMoment()))
await organiser.open(anEventWithoutList(thisMoment()))
await otherBuyer(shop).reserveAll('attic-concert', 'Chair')
await aBuyer(shop.url).expect(joinWaitingListHere, 200, {
  params: { shortName: 'attic-concert' },
  body: aWaitingListForm('Earlier', { privacyPolicyAccepted: true }),
})

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en', email: 'ada@example.org' },
  { width: 390, hand: 'touch', language: 'de', email: 'berta@example.org' },
  { width: 390, hand: 'keyboard', language: 'en', email: 'clara@example.org' },
] as const

describe.each(wayByTurns(waysToTake(SCREENS), 0))(
  'The waiting list, $width px, $hand, $language',
  ({ email, ...way }) => {
    test('of an event whose last tickets are reserved says so, is filled in, mended, and joined', async () => {
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open('/event/attic-concert')
      await page.getByRole('heading', { name: say('foyer.waiting.reserved.title') }).waitFor()
      await field(visitor, 'firstName').waitFor()
      await does.press(link(visitor, say('show-event.sold-out.subscribe')).first())
      await inspectPage(visitor, 'waiting-list')

      await does.press(submitButton(visitor))
      const summary = page.getByRole('group', { name: say('foyer.waiting.problem') })
      await expectFocusOn(summary)
      expect(await summary.getByRole('listitem').count()).toBe(5)
      await inspectPage(visitor, 'waiting-list-missing')
      await does.press(summary.getByRole('link').nth(1))
      await expectFocusOn(field(visitor, 'lastName'))

      await does.write(field(visitor, 'firstName'), 'Ada')
      await does.write(field(visitor, 'lastName'), 'Lovelace')
      await does.write(field(visitor, 'email'), 'nowhere')
      await does.choose(field(visitor, 'selectedCategory'), 'Cushion')
      await does.choose(field(visitor, 'quantity'), '2')
      expect(await field(visitor, 'orFewer').isChecked()).toBe(true)
      await does.press(field(visitor, 'privacyPolicyAccepted'))
      await does.press(field(visitor, 'termAndConditionsAccepted'))
      await does.press(submitButton(visitor))
      await summary.getByRole('link', { name: say('error.email') }).waitFor()
      expect(await field(visitor, 'email').getAttribute('aria-invalid')).toBe('true')
      await inspectPage(visitor, 'waiting-list-refused')

      await page.reload()
      await expect.poll(() => field(visitor, 'firstName').inputValue()).toBe('Ada')
      await expect.poll(() => field(visitor, 'email').inputValue()).toBe('nowhere')
      await does.write(field(visitor, 'email'), 'ada@gmial.com')
      await field(visitor, 'email').blur()
      const question = button(visitor, say('foyer.book.did-you-mean', 'ada@gmail.com'))
      await question.waitFor()
      await inspectPage(visitor, 'waiting-list-did-you-mean')
      await does.press(question)
      await expectFocusOn(field(visitor, 'email'))
      expect(await field(visitor, 'email').inputValue()).toBe('ada@gmail.com')
      await does.write(field(visitor, 'email'), email)
      await does.press(field(visitor, 'privacyPolicyAccepted'))
      await does.press(field(visitor, 'termAndConditionsAccepted'))
      await does.press(submitButton(visitor))
      const joined = page.getByRole('status').filter({ hasText: say('show-event.sold-out.subscription-complete') })
      await joined.waitFor()
      await expectFocusOn(joined)
      await page.getByText(say('foyer.waiting.before', 1)).filter({ visible: true }).first().waitFor()
      const shown = page.getByText(say('foyer.waiting.on-list')).filter({ visible: true })
      await shown.first().waitFor()
      await inspectPage(visitor, 'waiting-list-joined')

      const entry = await shop.db.kysely
        .selectFrom('waiting_list_entry')
        .innerJoin('ticket_category', 'ticket_category.id', 'category_id')
        .select(['first_name', 'last_name', 'kind', 'language', 'ticket_category.name'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(entry).toEqual({
        first_name: 'Ada',
        last_name: 'Lovelace',
        kind: 'SOLD_OUT',
        language: way.language,
        name: 'Cushion',
      })

      await page.reload()
      await page.getByText(say('foyer.waiting.before', 1)).filter({ visible: true }).first().waitFor()
      // In the bar of a phone, in the card of a wide screen.
      await does.press(button(visitor, say('foyer.waiting.leave')).first())
      await submitButton(visitor).waitFor()
      await link(visitor, say('show-event.sold-out.subscribe')).first().waitFor()
      const left = shop.db.kysely.selectFrom('waiting_list_entry').select('id').where('email', '=', email)
      expect(await left.execute()).toEqual([])
    })

    test('gives way, before a sale without one, to a mail when it begins, which is cancelled in one press', async () => {
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open('/event/spring-lights')
      const address = page.locator('#sale-notice-email')
      const kept = page.getByText(say('foyer.sale-notice.kept', email))
      await does.press(link(visitor, say('foyer.sale-notice.action')).first())
      await does.write(address, 'nowhere')
      await does.press(button(visitor, say('foyer.sale-notice.action')))
      await expectFocusOn(address)
      expect(await address.getAttribute('aria-invalid')).toBe('true')
      await inspectPage(visitor, 'sale-notice-refused')
      await does.write(address, email)
      await does.press(button(visitor, say('foyer.sale-notice.action')))
      await kept.waitFor()
      await inspectPage(visitor, 'sale-notice-kept')
      await page.reload()
      await kept.waitFor()
      await does.press(button(visitor, say('foyer.sale-notice.cancel')))
      await address.waitFor()
      const left = shop.db.kysely.selectFrom('sale_notice').select('id').where('email', '=', email)
      expect(await left.execute()).toEqual([])
    })

    test('of an event before its sale has its own words', async () => {
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open('/event/winter-lights')
      await page
        .getByRole('heading', { name: say('show-event.pre-sales.header') })
        .first()
        .waitFor()
      await page.getByText(say('show-event.pre-sales.message')).waitFor()
      await field(visitor, 'firstName').waitFor()
      expect(await field(visitor, 'selectedCategory').count()).toBe(0)
      expect(await field(visitor, 'privacyPolicyAccepted').count()).toBe(0)
      await inspectPage(visitor, 'waiting-list-pre-sales')
      await does.write(field(visitor, 'firstName'), 'Ada')
      await does.write(field(visitor, 'lastName'), 'Lovelace')
      await does.write(field(visitor, 'email'), email)
      await does.press(field(visitor, 'termAndConditionsAccepted'))
      await does.press(submitButton(visitor))
      await page.getByText(say('show-event.sold-out.subscription-complete')).waitFor()
    })
  },
)

test('the summary of a refusal lists what is wrong with the form now, and does not interrupt typing', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  await visitor.open('/event/attic-concert')
  await field(visitor, 'firstName').waitFor()
  await does.press(submitButton(visitor))
  const summary = page.getByRole('group', { name: say('foyer.waiting.problem') })
  await expectFocusOn(summary)
  await summary.getByRole('link', { name: say('foyer.empty.email') }).waitFor()
  const listed = (count: number) => expect.poll(() => summary.getByRole('listitem').count()).toBe(count)
  await listed(5)

  const terms = field(visitor, 'termAndConditionsAccepted')
  await does.press(terms)
  await listed(4)
  await does.press(terms)
  await listed(5)
  const email = field(visitor, 'email')
  await does.write(email, 'ada@example.org')
  await listed(4)
  await does.write(email, '')
  await listed(5)
  await expectFocusOn(email)

  for (const name of ['firstName', 'lastName', 'email']) await does.write(field(visitor, name), 'ada@example.org')
  for (const name of ['privacyPolicyAccepted', 'termAndConditionsAccepted']) await does.press(field(visitor, name))
  await expect.poll(() => summary.count()).toBe(0)
})

test('a list that is closed says so, and keeps what was typed', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  await visitor.open('/event/winter-lights')
  await does.write(field(visitor, 'firstName'), 'Ada')
  await does.write(field(visitor, 'lastName'), 'Lovelace')
  await does.write(field(visitor, 'email'), 'dora@example.org')
  await does.press(field(visitor, 'termAndConditionsAccepted'))
  await organiser.change('winter-lights', { settings: { STOP_WAITING_QUEUE_SUBSCRIPTIONS: true } })
  await does.press(submitButton(visitor))
  const summary = page.getByRole('group', { name: say('foyer.waiting.problem') })
  await summary.getByText(say('show-event.sold-out.subscription-error')).waitFor()
  await expectFocusOn(summary)
  expect(await field(visitor, 'email').inputValue()).toBe('dora@example.org')
  await inspectPage(visitor, 'waiting-list-closed')
})

function field({ page }: Visitor, name: string) {
  return page.locator(`#waiting-${name}`)
}

function submitButton(visitor: Visitor) {
  return button(visitor, visitor.say('show-event.sold-out.subscribe'))
}
