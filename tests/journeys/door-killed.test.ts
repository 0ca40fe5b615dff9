import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDeskDoor } from '#contract/desk-door.ts'
import { instant } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { freePort } from '../../tools/free-port.ts'
import { type KillableBrowser, startKillableBrowser } from '../support/browser/killed-browser.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy } from '../support/buyer/purchase.ts'
import { testDatabase } from '../support/database/test-database.ts'
import { TEST_SECRET_KEY } from '../support/database/test-sealing.ts'
import { aKey } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { expectedCode } from './ticket-proof.ts'

const API_KEY = 'the-system-key-of-a-shop-with-a-door'
const PATIENCE = { timeout: 30_000 }

const { db, url: databaseUrl } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'foyer-door-'))
const profile = await mkdtemp(join(tmpdir(), 'foyer-telephone-'))
const port = await freePort()
let shop: ShopProcess | undefined
let telephone: KillableBrowser | undefined

afterAll(async () => {
  await telephone?.kill()
  await shop?.stop()
  for (const each of [folder, profile]) await rm(each, { recursive: true, force: true, maxRetries: 10 })
})

/** Always at the same address. */
const open = () =>
  startShopProcess({
    DATABASE_URL: databaseUrl,
    FOYER_DATA: folder,
    FOYER_API_KEY: API_KEY,
    FOYER_SECRET_KEY: TEST_SECRET_KEY,
    FOYER_MODE: 'development',
    PORT: String(port),
  })

/** An event with so many tickets sold: their codes, and the link of a door. */
async function anEventWithDoor(url: string, tickets: number): Promise<{ codes: string[]; link: string }> {
  const organiser = await anOrganiser(url, API_KEY)
  const slug = await organiser.open(aFreeEventFile(instant(Date.now()), { slug: 'night', seats: 20 }))
  await buy(aBuyer(url), slug, { Everybody: tickets }, { by: 'NONE' })
  const sold = () =>
    db.kysely.selectFrom('ticket').select(['public_uuid', 'event_id']).where('status', '=', 'ACQUIRED').execute()
  await expect.poll(async () => (await sold()).length, PATIENCE).toBe(tickets)
  const rows = await sold()
  const { organizationId } = organiser
  const key = await aKey(url, { systemKey: API_KEY, organizationId, role: 'OPERATOR' })
  const params = { eventId: String(rows[0]?.event_id) }
  const atDoor = aBuyer(url, { authorization: `ApiKey ${key}` })
  const { link } = await atDoor.expect(makeDeskDoor, 201, { params, body: { name: 'North' } })
  return { codes: await Promise.all(rows.map(row => expectedCode({ db }, row.public_uuid))), link }
}

/** Scans a code as a hand scanner types it, and waits for the sign of the answer. */
async function scan({ page }: KillableBrowser, code: string, sign: 'in' | 'talk'): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.locator(`section[data-sign="${sign}"]`).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('section[data-sign]').waitFor({ state: 'detached' })
}

const letIn = () =>
  db.kysely.selectFrom('check_in_scan').select('ticket_uuid').where('outcome', '=', 'LET_IN').execute()

test('scans survive a shop and a telephone that are killed, and each ticket is let in once', async () => {
  shop = await open()
  const { codes, link } = await anEventWithDoor(shop.url, 5)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = codes
  telephone = await startKillableBrowser(profile)
  await telephone.page.goto(link)
  await telephone.page.getByRole('heading', { level: 1, name: 'North' }).waitFor()
  await scan(telephone, first, 'in')
  // The page and the list are on the telephone.
  await expect.poll(() => telephone?.page.evaluate(`caches.match('/door').then(Boolean)`), PATIENCE).toBe(true)
  await telephone.page.waitForTimeout(1500)

  await shop.kill()
  await scan(telephone, second, 'in')
  await scan(telephone, third, 'in')
  await telephone.kill()

  telephone = await startKillableBrowser(profile)
  await telephone.page.goto(new URL('/door', link).href)
  await telephone.page.getByRole('heading', { level: 1, name: 'North' }).waitFor()
  await scan(telephone, second, 'talk')
  await scan(telephone, fourth, 'in')
  expect(await letIn()).toHaveLength(1)

  shop = await open()
  await expect.poll(async () => (await letIn()).length, PATIENCE).toBe(4)
  await scan(telephone, fifth, 'in')
  await expect.poll(async () => (await letIn()).length, PATIENCE).toBe(5)
  expect(new Set((await letIn()).map(row => row.ticket_uuid)).size).toBe(5)
})
