import { describe, expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { type Visitor, browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { infoOf, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { agree, arrive, button, land, withAmount } from './purchase.ts'

// The buyer agrees at PayPal and comes back: Pay takes the money.

let shopUrl = ''
const paypal = await paypalInTests({ notify: () => shopUrl })
const shop = await runningShop({ PAYPAL_API_BASE: paypal.url })
shopUrl = shop.url
paypal.messages.automatic(true)
/** By the name it has in mails, to which providers lead back. */
const home = shop.url.replace('127.0.0.1', 'localhost')
const { enter } = await browsing({ url: home })
const buyer = aBuyer(shop.url)
const organiser = await organiserOf(shop, 'PayPal')
const { tickets, ...file } = anEventFile(thisMoment(), { slug: 'by-paypal', settings: paypal.settings })
const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL', 'ON_SITE'] } })

describe.each(wayByTurns(waysIn('it'), 1))('PayPal, $width px, $hand, $language', way => {
  async function visit(): Promise<Visitor> {
    const visitor = await enter(way)
    visitor.expectComplaint(new RegExp(`^elsewhere: ${new URL(paypal.url).origin}`))
    visitor.expectComplaint(/favicon|status of 422/)
    return visitor
  }

  async function atPayPal(): Promise<{ visitor: Visitor; id: string; total: string }> {
    const visitor = await visit()
    const { page, does, say } = visitor
    const id = await readyToPay(buyer, event, { Conference: 1 })
    const total = (await infoOf(buyer, id)).orderSummary.totalPrice
    await page.goto(`${home}/event/${event}/reservation/${id}/overview`)
    await does.pick(page.getByRole('radio', { name: say('reservation-page.paypal'), exact: true }))
    await agree(visitor)
    await inspectPage(visitor, 'paypal-3-overview')
    await does.press(button(visitor, say('reservation-page.paypal.confirm-button')))
    await page.getByText('This is a test page of Foyer').waitFor()
    return { visitor, id, total }
  }
  const atOverview = (visitor: Visitor) => land(visitor, visitor.say('foyer.overview.title'), /\/overview$/)
  const takeMoney = (visitor: Visitor, total: string) =>
    visitor.does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay', total)))

  test('declined, agreed to by something else, and paid', async () => {
    const { visitor, id, total } = await atPayPal()
    const { page, say } = visitor
    await page.getByRole('button', { name: 'Agree with a card that is declined' }).click()
    await atOverview(visitor)
    await page.getByText(say('reservation-page.paypal.confirm')).waitFor()
    // A buyer who comes back with an approved payment has agreed already.
    for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true)
    await inspectPage(visitor, 'paypal-3-agreed')
    await takeMoney(visitor, total)
    await page.getByText(say('error.STEP_2_PAYPAL_INSTRUMENT_DECLINED')).first().waitFor()
    expect(await statusOf(buyer, id)).toBe('PENDING')

    await page.reload()
    await atOverview(visitor)
    await agree(visitor)
    await visitor.does.press(button(visitor, say('reservation-page.paypal.confirm-button')))
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await atOverview(visitor)
    await takeMoney(visitor, total)
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })

  test('agreed to, and then paid in another way', async () => {
    const { visitor, total } = await atPayPal()
    const { page, does, say } = visitor
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await atOverview(visitor)
    await does.press(button(visitor, say('foyer.payment.another-way')))
    await does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-on-site', total)))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })

  test('left by the Back button: the order is open, and Pay leads there again', async () => {
    const { visitor, total } = await atPayPal()
    const { page, say } = visitor
    await page.goBack()
    await atOverview(visitor)
    await agree(visitor)
    await visitor.does.press(button(visitor, say('reservation-page.paypal.confirm-button')))
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await atOverview(visitor)
    await takeMoney(visitor, total)
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })
})
