import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { TEST_CARDS } from '#tests/fakes/mollie/pages.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import { CARD as SAFERPAY_CARD } from '#tests/fakes/saferpay/cards.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { type Visitor, browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { infoOf, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { agree, button, link, land, withAmount } from './purchase.ts'

let shopUrl = ''
const notify = () => shopUrl
const saferpay = await saferpayInTests({ notify })
const mollie = await mollieInTests({ notify })
const shop = await runningShop({ SAFERPAY_API_BASE: saferpay.url, MOLLIE_API_BASE: mollie.url })
shopUrl = shop.url
/** By the name it has in mails, to which providers lead back. */
const home = shop.url.replace('127.0.0.1', 'localhost')
const { enter } = await browsing({ url: home })
const buyer = aBuyer(shop.url)
const organiser = await organiserOf(shop, 'Redirects')

/** A provider whose page the buyer is sent to, and what to press there. */
type Redirecting = {
  readonly name: string
  readonly proxy: 'SAFERPAY' | 'MOLLIE'
  readonly fake: ProviderFake
  readonly option: string
  readonly action: string
  /** Its page can be opened once; another time ends the payment, and a new one begins. */
  readonly opensOnce?: true
  pay(page: Page): Promise<void>
}

/** Types a card and pays. */
const payBy = (number: string) => async (page: Page) => {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

const PROVIDERS: readonly Redirecting[] = [
  {
    name: 'Mollie',
    proxy: 'MOLLIE',
    fake: mollie,
    option: 'reservation-page.credit-card',
    action: 'foyer.overview.pay',
    pay: payBy(TEST_CARDS[0] ?? ''),
  },
  {
    name: 'Saferpay',
    proxy: 'SAFERPAY',
    fake: saferpay,
    option: 'reservation-page.credit-card',
    action: 'foyer.overview.pay',
    opensOnce: true,
    pay: payBy(SAFERPAY_CARD.pays),
  },
]

const events = new Map<string, string>()
for (const { proxy, fake } of PROVIDERS) {
  fake.messages.automatic(true)
  const { tickets, ...file } = anEventFile(thisMoment(), { slug: `by-${proxy.toLowerCase()}`, settings: fake.settings })
  const paymentMethods = [proxy, 'ON_SITE'] as const
  events.set(proxy, await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: [...paymentMethods] } }))
}

describe.each(PROVIDERS)('$name', provider => {
  describe.each(wayByTurns(waysIn('de'), PROVIDERS.indexOf(provider)))('$width px, $hand, $language', way => {
    const event = events.get(provider.proxy) ?? ''

    /** The provider's pages are of another site, which has no icon. */
    async function visit(): Promise<Visitor> {
      const visitor = await enter(way)
      visitor.expectComplaint(new RegExp(`^elsewhere: ${new URL(provider.fake.url).origin}`))
      visitor.expectComplaint(/favicon/)
      return visitor
    }
    async function atOverview(): Promise<{ visitor: Visitor; id: string }> {
      const visitor = await visit()
      const id = await readyToPay(buyer, event, { Conference: 1 })
      await visitor.page.goto(`${home}/event/${event}/reservation/${id}/overview`)
      return { visitor, id }
    }
    const overview = (visitor: Visitor) => land(visitor, visitor.say('foyer.overview.title'), /\/overview$/)

    /** Chooses the method, agrees and presses Pay; the provider's page is there. */
    async function goToProvider(visitor: Visitor, id: string, { isRemembered = false } = {}): Promise<void> {
      const { page, does, say } = visitor
      const total = (await infoOf(buyer, id)).orderSummary.totalPrice
      const option = page.getByRole('radio', { name: say(provider.option), exact: true })
      if (!isRemembered) await does.pick(option)
      expect(await option.isChecked()).toBe(true)
      await agree(visitor)
      await does.press(button(visitor, withAmount(visitor, provider.action, total)))
      await page.getByText('This is a test page of Foyer').waitFor()
    }

    test('refused, then paid', async () => {
      const { visitor, id } = await atOverview()
      const { page, say } = visitor
      await goToProvider(visitor, id)
      await page.getByRole('button', { name: 'Refuse', exact: true }).click()
      await overview(visitor)
      await page.getByText(say('foyer.payment.nothing-lost')).waitFor()
      await inspectPage(visitor, `redirect-refused-${provider.proxy.toLowerCase()}`)
      await goToProvider(visitor, id, { isRemembered: true })
      await provider.pay(page)
      await land(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
      expect(await statusOf(buyer, id)).toBe('COMPLETE')
    })

    test('left by the Back button and closed, found again by the link of the mail, gone on with, and paid', async () => {
      const { visitor, id } = await atOverview()
      const { page, say } = visitor
      await goToProvider(visitor, id)
      await page.goBack()
      await land(visitor, say('reservation.payment-in-progress'), /\/processing-payment$/)
      await page.close()

      const later = await visit()
      await later.page.goto(`${home}/event/${event}/reservation/${id}`)
      await land(later, say('reservation.payment-in-progress'), /\/processing-payment$/)
      await inspectPage(later, `redirect-processing-${provider.proxy.toLowerCase()}`)
      await later.does.press(link(later, say('foyer.payment.go-on')))
      if (provider.opensOnce) {
        await later.page.getByRole('link', { name: 'Back to the shop' }).click()
        await overview(later)
        await goToProvider(later, id)
      }
      await provider.pay(later.page)
      await land(later, say('foyer.success.title', 'Ada'), /\/success$/)
    })
  })
})
