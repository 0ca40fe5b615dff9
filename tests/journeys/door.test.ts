import { expect, test } from 'vitest'
import { deskDoorsPagePath, doorPagePath, pathTo } from '#contract/paths.ts'
import type { LabelSize } from '#domain/door/door-scan/label.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button } from './purchase.ts'
import { expectedCode } from './ticket-proof.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const buyer = otherBuyer(shop)
const organiser = await organiserOf(shop, 'Doors')
const slug = await organiser.open(aFreeEventFile(thisMoment(), { slug: 'doors', title: 'Doors', seats: 50 }))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()

/** What the holder of a ticket shows. */
async function aCode(firstName: string): Promise<string> {
  const id = await buyer.reserve(slug, { Everybody: 1 })
  await buyer.fillIn(id, { firstName, lastName: 'Lovelace', email: `${firstName.toLowerCase()}@example.org` })
  await buyer.confirmFree(id)
  const ofOrder = () =>
    shop.db.kysely
      .selectFrom('ticket')
      .select('public_uuid')
      .where('reservation_id', '=', id)
      .where('status', '=', 'ACQUIRED')
      .executeTakeFirst()
  await expect.poll(ofOrder).toBeDefined()
  return expectedCode(shop, (await ofOrder())?.public_uuid ?? '')
}

/** A hand scanner types it. */
async function scan({ page }: Visitor, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** In place of the browser's dialog: what is on paper when it opens. */
const countPrints = ({ page }: Visitor) =>
  page.addInitScript(`globalThis.printed = []; globalThis.print = () => {
    const label = [...document.body.children].at(-1)
    printed.push(label.querySelector('svg path') ? label.textContent : 'no code')
    dispatchEvent(new Event('afterprint'))
  }`)

const prints = async ({ page }: Visitor): Promise<string[]> => {
  const texts = await page.evaluate<string[]>('globalThis.printed')
  return texts
}

const answer = ({ page, say }: Visitor, outcome: string) =>
  page
    .getByRole('region', { name: say('foyer.door.answer') })
    .getByRole('heading', { name: say(`foyer.door.${outcome}`), exact: true })

/** Makes a door at the desk; its link is opened by the telephone. */
async function makeDoor(name: string, label?: LabelSize): Promise<string> {
  const visitor = await enter({ width: 1280, hand: 'mouse', language: 'de' })
  const { page, does, say } = visitor
  await enterAsOwner(shop, visitor, `${crypto.randomUUID()}@example.org`)
  await visitor.open(pathTo(deskDoorsPagePath, { eventId }))
  await does.write(page.locator('#name'), name)
  if (label) {
    await does.choose(page.locator('#labelSize'), say(`foyer.desk.badge.size.${label}`))
    await does.press(page.getByLabel(say('foyer.door.badge.itself')))
  }
  await does.press(button(visitor, say('foyer.desk.door.make')))
  await page.getByRole('img', { name: say('foyer.desk.door.code', name) }).waitFor()
  await inspectPage(visitor, 'desk-doors')
  const link = (await page.getByText('/door#').first().textContent()) ?? ''
  return link.slice(link.indexOf('/door#'))
}

test('a phone at the door scans on without a connection, is closed and opened again, and merges', async () => {
  const link = await makeDoor('Haupteingang', '62x29')
  const [ada, grace, alan] = [await aCode('Ada'), await aCode('Grace'), await aCode('Alan')]
  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  visitor.expectComplaint(/ERR_(INTERNET_DISCONNECTED|FAILED)/)
  const { page, say, does } = visitor
  await countPrints(visitor)
  await visitor.open(link)
  await page.getByRole('heading', { level: 1, name: 'Haupteingang' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await inspectPage(visitor, 'door')
  await scan(visitor, ada)
  await answer(visitor, 'LET_IN').waitFor()
  await page.getByText('Ada Lovelace').first().waitFor()
  await expect.poll(() => prints(visitor)).toEqual(['DoorsAda LovelaceEverybody'])
  await inspectPage(visitor, 'door-let-in')
  await answer(visitor, 'LET_IN').waitFor({ state: 'detached' })
  await scan(visitor, ada)
  await answer(visitor, 'ALREADY_IN').waitFor()
  await inspectPage(visitor, 'door-already-in')
  await does.press(button(visitor, say('foyer.door.next')))
  await scan(visitor, 'https://somewhere.example/else')
  await answer(visitor, 'UNKNOWN').waitFor()
  await inspectPage(visitor, 'door-unknown')
  await does.press(button(visitor, say('foyer.door.next')))
  const lastScans = page.getByRole('region', { name: say('foyer.door.last') }).getByRole('listitem')
  await expect.poll(() => lastScans.count()).toBe(3)
  await page.getByText(say('foyer.door.here', 1)).waitFor()
  await page.getByText(say('foyer.door.of', 3)).waitFor()

  // The list and the page are here.
  await expect.poll(() => page.evaluate<boolean>(`caches.match('/door').then(Boolean)`)).toBe(true)
  await page.waitForTimeout(1000)
  await page.context().setOffline(true)
  await scan(visitor, grace)
  await answer(visitor, 'LET_IN').waitFor()
  await page.getByText('Grace Lovelace').first().waitFor()
  await answer(visitor, 'LET_IN').waitFor({ state: 'detached' })
  await page.getByText(say('foyer.door.away')).waitFor()
  // The label of a person is printed from the list, too, and again when it is pressed.
  await expect.poll(() => prints(visitor)).toHaveLength(2)
  await does.press(button(visitor, new RegExp(`^${say('foyer.door.badge.print')}.*Grace`)))
  await expect
    .poll(() => prints(visitor))
    .toEqual(['DoorsAda LovelaceEverybody', 'DoorsGrace LovelaceEverybody', 'DoorsGrace LovelaceEverybody'])
  await inspectPage(visitor, 'door-offline')

  // A code has any letter in it: none of them does anything by itself.
  await scan(visitor, 'abcdefghijklmnopqrstuvwxyz0123456789+/=')
  await answer(visitor, 'UNKNOWN').waitFor()
  await does.press(button(visitor, say('foyer.door.next')))
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Haupteingang' }).waitFor()
  await page.getByText('Grace Lovelace').first().waitFor()
  await scan(visitor, grace)
  await answer(visitor, 'ALREADY_IN').waitFor()
  await does.press(button(visitor, say('foyer.door.next')))
  await scan(visitor, alan)
  await answer(visitor, 'LET_IN').waitFor()
  // What prints was kept with the page.
  await expect.poll(() => prints(visitor)).toEqual(['DoorsAlan LovelaceEverybody'])

  const inside = async () =>
    (await shop.db.kysely.selectFrom('ticket').select('first_name').where('status', '=', 'CHECKED_IN').execute()).map(
      row => row.first_name,
    )
  expect(await inside()).toEqual(['Ada'])
  await page.context().setOffline(false)
  await expect.poll(inside, { timeout: 20_000 }).toHaveLength(3)
  await page.getByText(say('foyer.door.away')).waitFor({ state: 'detached' })
  await page.getByText(say('foyer.door.here', 3)).waitFor()
})

test('at a desk a person is found by name and let in, undone by a key, and sent away when the door is revoked', async () => {
  const link = await makeDoor('Side door')
  await aCode('Hedy')
  const visitor = await enter({ width: 1280, hand: 'keyboard', language: 'en' })
  visitor.expectComplaint(/status of 401/)
  const { page, say } = visitor
  // The link is opened where the page is open without a key.
  await visitor.open(doorPagePath)
  await page.getByRole('heading', { level: 1, name: say('foyer.door.none.title') }).waitFor()
  await page.goto(link)
  await page.locator('#find').fill('hedy')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Hedy Lovelace/ }).click()
  await answer(visitor, 'LET_IN').waitFor()
  await page.keyboard.press('Delete')
  await page.getByText(say('foyer.door.undone')).first().waitFor()
  await inspectPage(visitor, 'door-desk')
  const desk = await enter({ width: 390, hand: 'touch', language: 'en' })
  await enterAsOwner(shop, desk, `${crypto.randomUUID()}@example.org`)
  await desk.open(pathTo(deskDoorsPagePath, { eventId }))
  const revoke = new RegExp(`^${desk.say('foyer.desk.door.revoke')}\\W*Side door$`)
  await desk.does.press(button(desk, revoke))
  await desk.page.getByText(desk.say('foyer.desk.door.revoked'), { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: say('foyer.door.closed.title') }).waitFor()
  await inspectPage(visitor, 'door-closed')
})
