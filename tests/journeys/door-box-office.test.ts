import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QR_OPTIONS } from '#client/door/camera/qr-options.ts'
import { deskBoxOfficePagePath, deskDoorsPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, aQuestionFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { filledIn, infoOf, sendDetails } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { agree, arrive, button, land, withAmount } from './purchase.ts'

let shopUrl = ''
const paypal = await paypalInTests({ notify: () => shopUrl })
const shop = await runningShop({ PAYPAL_API_BASE: paypal.url })
shopUrl = shop.url
paypal.messages.automatic(true)
const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
const buyer = aBuyer(shop.url)
const { enter } = await browsing(shop)
/** By the name it has in links, to which providers lead back. */
const home = shop.url.replace('127.0.0.1', 'localhost')
const { enter: enterByLink } = await browsing({ url: home })
const organiser = await organiserOf(shop, 'Box office')
const categories = [aCategoryFile(thisMoment()), aCategoryFile(thisMoment(), { name: 'Balcony', price: 45 })]
const titled = (body: string) => [{ lang: 'en', body }]
const inception = localTime(thisMoment(), { days: -1 })
const { tickets, ...file } = anEventFile(thisMoment(), {
  slug: 'box-office',
  title: 'Concert',
  seats: 30,
  categories,
  settings: paypal.settings,
  additionalServices: [
    aServiceFile({ title: titled('Programme'), maxQtyPerOrder: 1, inception }),
    { type: 'DONATION', title: titled('For the orchestra'), fixPrice: false, inception },
  ],
  additionalInfo: [aQuestionFile({ required: true })],
})
const slug = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL', 'ON_SITE'] } })
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()

/** Makes a door that sells at the desk; its link is opened by the telephone. */
async function makeDoor(visitor: Visitor): Promise<string> {
  const { page, does, say } = visitor
  await visitor.open(pathTo(deskDoorsPagePath, { eventId }))
  await does.write(page.locator('#name'), 'Foyer')
  await does.press(page.locator('#maySell'))
  await does.press(button(visitor, say('foyer.desk.door.make')))
  await page.getByRole('img', { name: say('foyer.desk.door.code', 'Foyer') }).waitFor()
  await inspectPage(visitor, 'desk-door-that-sells')
  const link = (await page.getByText('/door#').first().textContent()) ?? ''
  return link.slice(link.indexOf('/door#'))
}

/** What a phone of the buyer reads from the code on the page of the door. */
async function linkOn({ page, say }: Visitor): Promise<string> {
  const picture = await page.getByRole('img', { name: say('foyer.box.link.code') }).screenshot({ scale: 'device' })
  const [found] = await readBarcodes(new Uint8Array(picture), QR_OPTIONS)
  return found?.text ?? ''
}

/** Pays on a phone of their own, which was led there by a code. */
async function payByLink(link: string): Promise<void> {
  const visitor = await enterByLink({ width: 390, hand: 'touch', language: 'de' })
  const { page, does, say } = visitor
  visitor.expectComplaint(new RegExp(`^elsewhere: ${new URL(paypal.url).origin}`))
  visitor.expectComplaint(/favicon|status of 422/)
  await page.goto(link)
  await page.waitForURL(/\/reservation\//)
  const id = /reservation\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  await page.goto(`${home}/event/${slug}/reservation/${id}/overview`)
  await does.pick(page.getByRole('radio', { name: say('reservation-page.paypal'), exact: true }))
  await agree(visitor)
  await does.press(button(visitor, say('reservation-page.paypal.confirm-button')))
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await land(visitor, say('foyer.overview.title'), /\/overview$/)
  const total = (await infoOf(buyer, id)).orderSummary.totalPrice
  await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay', total)))
  await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
}

const more = ({ page, say }: Visitor, category: string) =>
  page.getByRole('group', { name: category }).getByRole('button', { name: say('foyer.quantity.more') })

const sold = () => shop.db.kysely.selectFrom('box_sale').select(['way', 'amount', 'undone_at']).orderBy('id').execute()

test('a phone at the door opens a drawer, sells for cash and by terminal, lets in, undoes, and counts its money', async () => {
  const atDesk = await enter({ width: 1280, hand: 'mouse', language: 'de' })
  await enterAsOwner(shop, atDesk, `${crypto.randomUUID()}@example.org`)
  const link = await makeDoor(atDesk)

  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  visitor.expectComplaint(/ERR_(INTERNET_DISCONNECTED|FAILED)/)
  const { page, say, does } = visitor
  await visitor.open(link)
  await does.press(button(visitor, say('foyer.door.view.sell')))
  await does.write(page.locator('#person'), 'Mia')
  await does.write(page.locator('#float'), '200')
  await inspectPage(visitor, 'box-office-drawer')
  await does.press(button(visitor, say('foyer.box.drawer.do')))
  await does.press(more(visitor, 'Balcony'))
  await does.press(more(visitor, 'Balcony'))
  await inspectPage(visitor, 'box-office-cart')
  await does.press(button(visitor, say('foyer.box.to-payment', 2)))
  await does.write(page.locator('#given'), '100')
  await page.getByText('10.00').first().waitFor()
  await inspectPage(visitor, 'box-office-payment')

  // The connection goes with the press; pressed again, it is one sale.
  await page.route('**/api/door/v1/sales', async route => {
    await route.fetch()
    await route.abort()
  })
  const pay = page.getByRole('button', { name: /^Bezahlt/ })
  await does.press(pay)
  await page.getByText(say('foyer.box.not-done')).waitFor()
  await expect.poll(sold).toHaveLength(1)
  await page.unroute('**/api/door/v1/sales')
  await does.press(pay)
  await page.getByText(say('foyer.box.state.PAID'), { exact: true }).waitFor()
  expect(await sold()).toMatchObject([{ way: 'CASH', amount: 9000n }])
  await page
    .getByRole('img', { name: /^Ticket von/ })
    .first()
    .waitFor()
  await inspectPage(visitor, 'box-office-sold')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' })
  expect(await page.locator('body > ul > li').count()).toBe(2)
  await page.locator('body > ul > li').first().waitFor()
  await page.emulateMedia({ media: 'screen' })
  await does.press(button(visitor, say('foyer.box.let-in', 2)))
  await button(visitor, say('foyer.box.let-in', 2)).waitFor({ state: 'detached' })
  const inside = shop.db.kysely.selectFrom('ticket').select('id').where('status', '=', 'CHECKED_IN')
  expect(await inside.execute()).toHaveLength(2)

  await does.press(button(visitor, say('foyer.box.next')))
  await does.press(more(visitor, 'Conference'))
  await does.press(more(visitor, 'Programme'))
  await does.write(page.getByLabel('For the orchestra'), '5,50')
  await inspectPage(visitor, 'box-office-extras')
  await does.press(button(visitor, say('foyer.box.to-payment', 1)))
  await page
    .getByText(/135\.50/)
    .first()
    .waitFor()
  await does.press(page.getByText(say('foyer.door.counter.questions', 1)))
  const meal = page.getByLabel('Which meal?')
  await meal.waitFor()
  await does.choose(meal, 'vegan')
  await inspectPage(visitor, 'box-office-questions')
  await does.press(page.getByLabel(say('foyer.box.way.TERMINAL')))
  await does.write(page.locator('#receipt'), '4711')
  await does.press(page.getByRole('button', { name: /^Bezahlt/ }))
  await page.getByText(say('foyer.box.state.PAID'), { exact: true }).waitFor()
  await page.getByText(/1 × Programme, 1 × For the orchestra/).waitFor()
  const answers = await shop.db.kysely.selectFrom('field_value').select('value').execute()
  expect(answers).toEqual([{ value: 'vegan' }])
  await does.press(button(visitor, say('foyer.box.undo')))
  await page.getByText(say('foyer.box.undo.ticket')).waitFor()
  await inspectPage(visitor, 'box-office-undo')
  await does.press(button(visitor, say('foyer.box.undo.do')))
  await page.getByText(say('foyer.box.state.UNDONE'), { exact: true }).first().waitFor()

  // The buyer reads the code off the page of the door, and pays on a phone of their own.
  await does.press(button(visitor, say('foyer.box.next')))
  await does.press(more(visitor, 'Balcony'))
  await does.press(button(visitor, say('foyer.box.to-payment', 1)))
  // What the person at the door has asked is no question to the buyer any more.
  await does.press(page.getByText(say('foyer.door.counter.questions', 1)))
  await does.choose(meal, 'meat')
  await does.press(page.getByLabel(say('foyer.box.way.LINK')))
  await does.press(button(visitor, say('foyer.box.sell.LINK')))
  await page.getByText(say('foyer.box.awaiting.LINK')).waitFor()
  await inspectPage(visitor, 'box-office-link')
  await payByLink(await linkOn(visitor))
  await page.getByText(say('foyer.box.state.PAID'), { exact: true }).waitFor()
  expect(await sold()).toMatchObject([{}, {}, { way: 'LINK', amount: 4500n, undone_at: null }])

  await does.press(button(visitor, say('foyer.box.count')))
  await does.write(page.locator('[id="piece-100"]'), '2')
  await does.write(page.locator('[id="piece-20"]'), '4')
  await inspectPage(visitor, 'box-office-count')
  await does.press(button(visitor, say('foyer.box.count.do')))
  await page.getByText(say('foyer.box.sheet', 'Mia')).first().waitFor()
  await inspectPage(visitor, 'box-office-counted')

  await atDesk.open(pathTo(deskBoxOfficePagePath, { eventId }))
  await atDesk.page.getByText('Mia').first().waitFor()
  await inspectPage(atDesk, 'desk-box-office')
  await atDesk.page
    .getByText(/10\.00/)
    .first()
    .waitFor()

  await page.context().setOffline(true)
  await page.getByText(say('foyer.box.drawer.open')).first().waitFor()
})
