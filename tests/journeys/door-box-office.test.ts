import { expect, test } from 'vitest'
import { deskBoxOfficePagePath, deskDoorsPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Box office')
const categories = [aCategoryFile(thisMoment()), aCategoryFile(thisMoment(), { name: 'Balcony', price: 45 })]
const file = anEventFile(thisMoment(), { slug: 'box-office', title: 'Concert', seats: 30, categories })
const slug = await organiser.open(file)
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
  await does.press(button(visitor, say('foyer.box.to-payment', 1)))
  await does.press(page.getByLabel(say('foyer.box.way.TERMINAL')))
  await does.write(page.locator('#receipt'), '4711')
  await does.press(page.getByRole('button', { name: /^Bezahlt/ }))
  await page.getByText(say('foyer.box.state.PAID'), { exact: true }).waitFor()
  await does.press(button(visitor, say('foyer.box.undo')))
  await page.getByText(say('foyer.box.undo.ticket')).waitFor()
  await inspectPage(visitor, 'box-office-undo')
  await does.press(button(visitor, say('foyer.box.undo.do')))
  await page.getByText(say('foyer.box.state.UNDONE'), { exact: true }).first().waitFor()

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
