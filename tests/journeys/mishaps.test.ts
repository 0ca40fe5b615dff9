import { describe, expect, test } from 'vitest'
import { browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  getFree,
  pressContinue,
  reservationIdOf,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
] as const

describe.each(inTurn(SCREENS))('When things go wrong, $width px, $language', ({ journey, ...way }) => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${way.width}@example.org` }

  journey('pay pressed twice confirms once', async () => {
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open('/event/type-evening')
    await take(visitor, 'Seat', 1)
    const id = await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ada)
    await agree(visitor)
    let confirmations = 0
    page.on('request', request => {
      if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith(`/reservation/${id}`)) confirmations++
    })
    await button(visitor, say('foyer.overview.get-free')).dblclick()
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    expect(confirmations).toBe(1)
    expect(await shop.mailsTo(ada.email, 1)).toHaveLength(1)
  })

  journey('the overview says what is still missing, and where', async () => {
    const visitor = await enter({ ...way, language: way.language === 'de' ? 'it' : 'en' })
    const { page, say } = visitor
    const other = otherBuyer(shop)
    const id = await other.reserve('alpine-systems-days', { Conference: 1 })
    await other.fillIn(id, ada)
    await visitor.open(`/event/alpine-systems-days/reservation/${id}/overview`)
    const pay = page.locator('button[type=submit]').filter({ visible: true })
    await pay.waitFor()
    expect(await pay.getAttribute('aria-disabled')).toBe('true')
    await pay.dispatchEvent('click')
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await summary.getByText(say('error.STEP_2_MISSING_PAYMENT_METHOD')).waitFor()
    await summary.getByText(say('foyer.overview.terms-needed')).waitFor()
    await summary.getByText(say('foyer.overview.privacy-needed')).waitFor()
    await inspectPage(visitor, 'overview-missing')
    await other.release(id)
  })

  journey('a lost connection is reported, and what was typed stays', async () => {
    const visitor = await enter(way)
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
    const { page, say } = visitor
    await visitor.open('/event/type-evening')
    await take(visitor, 'Seat', 1)
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ada)
    await page.context().setOffline(true)
    await page.getByText(say('foyer.banner.offline')).waitFor()
    await pressContinue(visitor)
    await page.getByRole('group', { name: say('foyer.book.check') }).waitFor()
    await inspectPage(visitor, 'details-offline')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(say('foyer.banner.offline')).count()).toBe(0)
    await getFree(visitor, say('foyer.success.title', 'Ada'))
  })

  journey('a free order that is refused at the end is on the overview with the reason, and loses nothing', async () => {
    const visitor = await enter(way)
    const { page, say, does } = visitor
    await visitor.open('/event/type-evening')
    await take(visitor, 'Seat', 1)
    const id = await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), { ...ada, email: `refused.${ada.email}` })
    await agree(visitor)
    const confirmation = (url: URL) => url.pathname.endsWith(`/reservation/${id}`)
    await page.route(confirmation, async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fulfill({ status: 422, json: REFUSED })
    })
    await pressContinue(visitor)
    await page.waitForURL(/\/overview$/)
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await summary.getByText(say('error.STEP_2_PAYMENT_PROCESSING_ERROR', 'no money')).waitFor()
    expect(await page.locator('#terms').isChecked()).toBe(true)
    await inspectPage(visitor, 'free-refused')
    await page.unroute(confirmation)

    await page.reload()
    await page.getByRole('heading', { level: 1, name: say('foyer.overview.title.free') }).waitFor()
    await page.goBack()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(await contactField(visitor, 'firstName').inputValue()).toBe('Ada')
    await getFree(visitor, say('foyer.success.title', 'Ada'))
    await page.goBack()
    await page.waitForURL(/\/event\/type-evening$/)
    await does.press(button(visitor, say('show-event.continue')).first())
    await page.waitForURL(/\/book$/)
    expect(reservationIdOf(visitor)).not.toBe(id)
    // The next order of the same visit begins with its buyer.
    await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe(`refused.${ada.email}`)
  })

  journey('an order that another tab has finished leads to its tickets', async () => {
    const visitor = await enter(way)
    const { page, say, does } = visitor
    const other = otherBuyer(shop)
    const id = await other.reserve('type-evening', { Seat: 1 })
    await other.fillIn(id, { ...ada, email: `two.tabs.${way.width}@example.org` })
    await visitor.open(`/event/type-evening/reservation/${id}/overview`)
    await page.locator('h1:not(.unseen)').waitFor()
    await agree(visitor)
    await other.confirmFree(id)
    await does.press(button(visitor, say('foyer.overview.get-free')))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })
})

test('a payment under way is not left without a question, and one that was refused can be tried again', async () => {
  const visitor = await enter({ width: 390, hand: 'touch', language: 'it' })
  const { page, say, does } = visitor
  const other = otherBuyer(shop)
  const id = await other.reserve('alpine-systems-days', { Conference: 1 })
  await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'again@example.org' })
  await visitor.open(`/event/alpine-systems-days/reservation/${id}/overview`)
  await does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
  await agree(visitor)
  const answer = Promise.withResolvers<void>()
  const confirmation = (url: URL) => url.pathname.endsWith(`/reservation/${id}`)
  await page.route(confirmation, async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    await answer.promise
    await route.fulfill({ status: 422, json: REFUSED })
  })
  const pay = button(visitor, withAmount(visitor, 'foyer.overview.pay-on-site', '120.00'))
  await does.press(pay)
  await button(visitor, say('reservation.payment-in-progress')).waitFor()
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  answer.resolve()
  const summary = page.getByRole('group', { name: say('foyer.book.check') })
  await summary.getByText(say('error.STEP_2_PAYMENT_PROCESSING_ERROR', 'no money')).waitFor()
  await inspectPage(visitor, 'overview-refused')
  await page.unroute(confirmation)
  await does.press(pay)
  await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
})

/** The answer of the server to a payment that failed. */
const REFUSED = {
  success: false,
  errorCount: 1,
  validationErrors: [{ fieldName: '', code: 'error.STEP_2_PAYMENT_PROCESSING_ERROR', arguments: { 0: 'no money' } }],
  warnings: [],
  value: { success: false, redirect: false, redirectUrl: null, failure: true, gatewayIdOrNull: null },
}
