import { expect, test } from 'vitest'
import { makeDeskDoor } from '#contract/desk-door.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { cameraFilm } from '../support/browser/camera-film.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { watchScreenLocks } from '../support/browser/screen-locks.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { crackedPhone, dimPhone, lightPhone } from '../support/documents/phone-pictures.ts'
import { aKey } from '../support/organiser/door.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button } from './purchase.ts'
import { expectedCode } from './ticket-proof.ts'

const shop = await sharedShop()
const film = await cameraFilm()
const withCamera = await browsing(shop, { film })
const withoutCamera = await browsing(shop)
const buyer = otherBuyer(shop)
const organiser = await organiserOf(shop, 'Camera doors')
const slug = await organiser.open(
  aFreeEventFile(thisMoment(), { slug: 'camera-doors', title: 'Camera doors', seats: 20 }),
)
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()

/** A door by its link, as the API makes it. */
async function makeDoor(name: string): Promise<string> {
  const systemKey = shop.environment['FOYER_API_KEY'] ?? ''
  const key = await aKey(shop.url, { systemKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
  const atDesk = aBuyer(shop.url, { authorization: `ApiKey ${key}` })
  const { link } = await atDesk.expect(makeDeskDoor, 201, { params: { eventId: String(eventId) }, body: { name } })
  return link.slice(link.indexOf('/door#'))
}

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

const inside = async () =>
  (
    await shop.db.kysely
      .selectFrom('ticket')
      .select('first_name')
      .where('event_id', '=', eventId)
      .where('status', '=', 'CHECKED_IN')
      .orderBy('first_name')
      .execute()
  ).map(row => row.first_name)

const startCamera = (visitor: Visitor) => visitor.does.press(button(visitor, visitor.say('foyer.door.camera.start')))
const stopCamera = (visitor: Visitor) => visitor.does.press(button(visitor, visitor.say('foyer.door.camera.stop')))

/** The answer over the whole screen, with its words and who it is about. */
async function seeAnswer({ page, say }: Visitor, outcome: string, name: string): Promise<void> {
  const answer = page.getByRole('region', { name: say('foyer.door.answer') })
  await answer.getByRole('heading', { name: say(`foyer.door.${outcome}`), exact: true }).waitFor()
  await answer.getByText(name).waitFor()
}

async function openDoor(visitor: Visitor, link: string): Promise<void> {
  await visitor.open(link)
  await button(visitor, visitor.say('foyer.door.camera.start')).waitFor()
}

test('the camera of a telephone reads tickets from screens that are light, cracked and dim, also when it is first started without a connection', async () => {
  const link = await makeDoor('Camera door')
  const [ada, grace, alan] = [await aCode('Ada'), await aCode('Grace'), await aCode('Alan')]
  const visitor = await withCamera.enter({
    width: 390,
    hand: 'touch',
    language: 'de',
    context: { permissions: ['camera'] },
  })
  visitor.expectComplaint(/ERR_(INTERNET_DISCONNECTED|FAILED)/)
  const { page, say } = visitor
  const answer = page.getByRole('region', { name: say('foyer.door.answer') })
  await openDoor(visitor, link)
  // The page, what reads codes and the list come to the telephone.
  const isKept = (path: string) => page.evaluate<boolean>(`caches.match('${path}').then(Boolean)`)
  await expect.poll(() => isKept('/door')).toBe(true)
  await page.waitForTimeout(1500)
  await page.context().setOffline(true)
  await page.reload()
  await film.show(await lightPhone(ada))
  await startCamera(visitor)
  await seeAnswer(visitor, 'LET_IN', 'Ada Lovelace')
  await inspectPage(visitor, 'door-camera-answer')
  // The code is still there, and it is the same showing of it.
  await answer.waitFor({ state: 'detached' })
  await inspectPage(visitor, 'door-camera')
  await stopCamera(visitor)
  await page.context().setOffline(false)
  await expect.poll(inside, { timeout: 20_000 }).toEqual(['Ada'])

  // Held in several ways: a crack over the wrong place hides a code.
  await film.show(...(await Promise.all([grace, grace, grace, grace].map(crackedPhone))))
  await startCamera(visitor)
  await seeAnswer(visitor, 'LET_IN', 'Grace Lovelace')
  await answer.waitFor({ state: 'detached' })
  await stopCamera(visitor)
  await film.show(await dimPhone(alan))
  await startCamera(visitor)
  await seeAnswer(visitor, 'LET_IN', 'Alan Lovelace')
  await expect.poll(inside).toEqual(['Ada', 'Alan', 'Grace'])
})

test('a camera that the browser refuses, and one that is missing, are named with another way to scan', async () => {
  const link = await makeDoor('Refused door')
  // Whatever is allowed, the camera is not among it.
  const refused = await withCamera.enter({
    width: 390,
    hand: 'touch',
    language: 'fr',
    context: { permissions: ['clipboard-read'] },
  })
  await openDoor(refused, link)
  await startCamera(refused)
  await refused.page.getByText(refused.say('foyer.door.camera.denied')).waitFor()
  await inspectPage(refused, 'door-camera-refused')
  const missing = await withoutCamera.enter({
    width: 1280,
    hand: 'keyboard',
    language: 'en',
    context: { permissions: ['camera'] },
  })
  const locks = await watchScreenLocks(missing.page)
  await openDoor(missing, link)
  await expect.poll(locks).toEqual(['screen'])
  await startCamera(missing)
  await missing.page.getByText(missing.say('foyer.door.camera.none')).waitFor()
  await missing.page.locator('#find').fill(await aCode('Hedy'))
  await missing.page.keyboard.press('Enter')
  await seeAnswer(missing, 'LET_IN', 'Hedy Lovelace')
})
