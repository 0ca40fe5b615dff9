import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskSponsorsPagePath, pathTo } from '#contract/paths.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const buyer = otherBuyer(shop)
const organiser = await organiserOf(shop, 'Sponsors')
const slug = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'sponsored', title: 'Sponsored', seats: 50 }))
const { kysely } = shop.db
const { id: eventId } = await kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()

/** What is on the badge of a person who is inside. */
async function aBadge(firstName: string): Promise<string> {
  const id = await buyer.reserve(slug, { Everybody: 1 })
  await buyer.fillIn(id, { firstName, lastName: 'Lovelace', email: `${firstName.toLowerCase()}@example.org` })
  await buyer.confirmFree(id)
  const letIn = () =>
    kysely
      .updateTable('ticket')
      .set({ status: 'CHECKED_IN' })
      .where('reservation_id', '=', id)
      .where('status', 'in', ['ACQUIRED', 'CHECKED_IN'])
      .returning('uuid')
      .executeTakeFirst()
  await expect.poll(letIn).toBeDefined()
  return (await letIn())?.uuid ?? ''
}

async function type({ page, does, say }: Visitor, code: string): Promise<void> {
  await does.write(page.locator('#code'), code)
  await does.press(page.getByRole('button', { name: say('foyer.sponsor.code.do'), exact: true }))
}

/** The button that does this with a person or a sponsor. */
const of = ({ page, say }: Visitor, act: string, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${say(act)}\\W*${name}$`) })

const noted = () => kysely.selectFrom('sponsor_scan').select(['notes', 'lead_status']).orderBy('id').execute()

test('a sponsor gets its link at the desk, scans, notes, loses its connection, and downloads its list', async () => {
  const [ada, grace] = [await aBadge('Ada'), await aBadge('Grace')]
  const desk = await enter({ width: 1280, hand: 'mouse', language: 'de' })
  await enterAsOwner(shop, desk, `${crypto.randomUUID()}@example.org`)
  await desk.open(pathTo(deskSponsorsPagePath, { eventId }))
  await desk.page.getByText(desk.say('foyer.desk.sponsors.none')).waitFor()
  // The last of the tabs is in sight as a whole.
  const tabs = desk.page.locator('main nav').filter({ has: desk.page.locator('a[aria-current]') })
  const endOf = async (box: Locator) => {
    const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 }
    return Math.round(x + width)
  }
  await expect.poll(async () => (await endOf(tabs.locator('a[aria-current]'))) <= (await endOf(tabs))).toBe(true)
  await desk.does.write(desk.page.locator('#name'), 'Brunner Kaffee')
  await desk.does.press(button(desk, desk.say('foyer.desk.sponsors.add')))
  await desk.page.getByRole('img', { name: desk.say('foyer.desk.sponsors.link', 'Brunner Kaffee') }).waitFor()
  await inspectPage(desk, 'desk-sponsors')
  const shown = (await desk.page.getByText('/sponsor#').first().textContent()) ?? ''

  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  visitor.expectComplaint(/ERR_(INTERNET_DISCONNECTED|FAILED)|status of 401/)
  const { page, say, does } = visitor
  await visitor.open(shown.slice(shown.indexOf('/sponsor#')))
  await page.getByRole('heading', { level: 1, name: 'Brunner Kaffee' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await inspectPage(visitor, 'sponsor')
  await type(visitor, 'nonsense')
  await page.getByText(say('foyer.sponsor.refused.unknown')).waitFor()
  await type(visitor, ada)
  await page.getByText(say('foyer.sponsor.new', 'Ada Lovelace')).waitFor()

  // The connection goes while a note is typed and the next badge is scanned: neither is lost.
  const calls = '**/api/sponsor/v1/**'
  await page.route(calls, async route => route.abort())
  const notes = page.getByLabel(say('foyer.sponsor.notes'))
  await does.write(notes, 'Mag Espresso')
  await does.press(of(visitor, 'foyer.sponsor.save', 'Ada Lovelace'))
  await page.getByText(say('foyer.sponsor.not-done')).waitFor()
  await type(visitor, grace)
  await page.getByText(say('foyer.sponsor.unsent.one')).waitFor()
  await inspectPage(visitor, 'sponsor-not-reached')
  expect(await notes.inputValue()).toBe('Mag Espresso')
  await page.unroute(calls)
  await does.press(button(visitor, say('foyer.sponsor.again')))
  await page.getByText(say('foyer.sponsor.new', 'Grace Lovelace')).waitFor()
  expect(await notes.last().inputValue()).toBe('Mag Espresso')
  await does.press(of(visitor, 'foyer.sponsor.save', 'Ada Lovelace'))
  await page.getByText('Mag Espresso', { exact: true }).waitFor()
  await inspectPage(visitor, 'sponsor-list')
  expect(await noted()).toEqual([
    { notes: 'Mag Espresso', lead_status: 'WARM' },
    { notes: '', lead_status: 'WARM' },
  ])
  await type(visitor, ada)
  await page.getByText(say('foyer.sponsor.known', 'Ada Lovelace')).waitFor()
  expect(await noted()).toHaveLength(2)
  const downloading = page.waitForEvent('download')
  await does.press(button(visitor, say('foyer.sponsor.download')))
  expect((await downloading).suggestedFilename()).toBe('Brunner Kaffee.csv')

  // Ada was a mistake: her notes are deleted with her, also in the list of another phone once it is in sight again.
  const other = await enter({ width: 390, hand: 'touch', language: 'de' })
  await other.open(shown.slice(shown.indexOf('/sponsor#')))
  await other.page.getByText('Mag Espresso', { exact: true }).waitFor()
  await does.press(of(visitor, 'foyer.sponsor.remove', 'Ada Lovelace'))
  await page.getByText(say('foyer.sponsor.remove.what', 'Ada Lovelace')).waitFor()
  await inspectPage(visitor, 'sponsor-removing')
  await does.press(of(visitor, 'foyer.sponsor.remove.do', 'Ada Lovelace'))
  await page.getByText('Ada Lovelace').first().waitFor({ state: 'detached' })
  await page.getByText('Grace Lovelace', { exact: true }).waitFor()
  expect(await noted()).toEqual(Array.from({ length: 2 }, () => ({ notes: '', lead_status: 'WARM' })))
  await other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await other.page.getByText('Ada Lovelace').first().waitFor({ state: 'detached' })
  await other.page.getByText('Grace Lovelace', { exact: true }).waitFor()

  await desk.page.reload()
  await desk.does.press(of(desk, 'foyer.desk.sponsors.end', 'Brunner Kaffee'))
  await desk.page.getByText(desk.say('foyer.desk.sponsors.ended')).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: say('foyer.sponsor.closed.title') }).waitFor()
  await inspectPage(visitor, 'sponsor-closed')
})
