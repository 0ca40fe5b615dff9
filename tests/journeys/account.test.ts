import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { signInPath } from '#contract/paths.ts'
import { NO_BILLING } from '#domain/order/reservation/billing.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { keyboardHand } from '../support/browser/browser-hand.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { PAY_BY, buy, hold, pay, readyToPay } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button, expectFocusOn, land, link } from './purchase.ts'
import { AFTER_LOGOUT, signInOf } from './signing-in.ts'

/** The pages of buyers who have signed in. */
const shop = await runningShop()
const { provider, comes, offerSignIn } = await signInOf(shop)
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Paper Mill')
const now = thisMoment()
const paid = await organiser.open(anEventFile(now, { slug: 'paper-days', title: 'Paper Days' }))
const free = await organiser.open(aFreeEventFile(now, { slug: 'open-mill', title: 'Open Mill' }))
const pass = await storePass(
  { db: shop.db, clock: { now: () => now } },
  { organizationId: organiser.organizationId, title: { en: 'A year at the mill', de: 'Ein Jahr in der Mühle' } },
)

const SCREENS = [
  { width: 1280, hand: 'keyboard', language: 'en', replacesMouse: true },
  { width: 390, hand: 'touch', language: 'de' },
] as const

/** Signs a new visitor in, who comes to this page. */
async function signedIn(way: Parameters<typeof enter>[0], page: string): Promise<{ visitor: Visitor; email: string }> {
  await offerSignIn()
  const { email } = comes('Ada', 'Rossi')
  const visitor = await enter(way)
  visitor.expectComplaint(new RegExp(`^elsewhere: ${provider.issuer}/`))
  await visitor.open(`${signInPath}?from=${page}`)
  await expect.poll(() => new URL(visitor.page.url()).pathname).toBe(page)
  await visitor.page.locator('header summary').waitFor()
  return { visitor, email }
}

/** An order in each state that a buyer sees; returns their ids. */
async function ordersOf(email: string) {
  const [one, two, three, four] = [aBuyer(shop.url), aBuyer(shop.url), aBuyer(shop.url), aBuyer(shop.url)]
  const orders = {
    complete: await buy(one, free, { Everybody: 2 }),
    transfer: await readyToPay(two, paid, { Conference: 1 }),
    open: await hold(three, paid, { Conference: 1 }),
    pass: await buyPass(four, pass.publicId),
  }
  await pay(two, orders.transfer, PAY_BY.OFFLINE)
  await shop.db.kysely
    .updateTable('reservation')
    .set(({ selectFrom }) => ({ account_id: selectFrom('account').select('id').where('email', '=', email) }))
    .where('id', 'in', Object.values(orders))
    .execute()
  return orders
}

const shortId = (id: string): string => id.slice(0, 8).toUpperCase()

describe.each(inTurn(SCREENS))('My account, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('has my orders, each with its state, and leads to them', async () => {
    const { visitor, email } = await signedIn(way, '/my-orders')
    const { page, does, say } = visitor
    await page.getByRole('heading', { level: 1, name: say('foyer.my-orders.none.title') }).waitFor()
    await inspectPage(visitor, 'my-orders-none')

    const orders = await ordersOf(email)
    await visitor.open('/my-orders')
    await page.getByRole('heading', { level: 1, name: say('user.menu.my-orders') }).waitFor()
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(3)
    const rowOf = (id: string) =>
      page
        .getByRole(way.width === 390 ? 'listitem' : 'row')
        .filter({ has: page.getByRole('link', { name: shortId(id) }) })
    const states = {
      complete: 'my-orders.status.complete',
      transfer: 'foyer.my-orders.transfer',
      open: 'my-orders.status.pending',
      pass: 'foyer.my-orders.transfer',
    } as const
    for (const kind of ['complete', 'transfer', 'open', 'pass'] as const) {
      await rowOf(orders[kind]).getByText(say(states[kind]), { exact: true }).waitFor()
    }
    await rowOf(orders.complete).getByText('Ada 2 Lovelace').waitFor()
    await rowOf(orders.complete).getByText(say('common.free'), { exact: true }).waitFor()
    await rowOf(orders.transfer).getByText(/120/).waitFor()
    await inspectPage(visitor, 'my-orders')
    await expectOtherShape(visitor)

    await does.press(rowOf(orders.complete).getByRole('link'))
    await land(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })

  journey('has my profile, which is saved, taken along, and deleted', async () => {
    const { visitor, email } = await signedIn(way, '/my-profile')
    const { page, does, say } = visitor
    await page.getByText(say('my-profile.sign-up.success')).waitFor({ state: 'detached' })
    await keepOfOrder(email)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: say('user.menu.my-profile') }).waitFor()
    const [first, last] = [page.locator('#firstName'), page.locator('#lastName')]
    expect([await first.inputValue(), await last.inputValue()]).toEqual(['Ada', 'Rossi'])
    expect(await page.locator('#email').inputValue()).toBe(email)
    const [city, meal] = [page.locator('#billingAddressCity'), page.getByLabel('Meal')]
    expect([await city.inputValue(), await meal.inputValue()]).toEqual(['Lugano', 'vegan'])
    await inspectPage(visitor, 'my-profile')

    await does.write(first, '')
    const save = button(visitor, say('reservation-page-complete.update'))
    await does.press(save)
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await expectFocusOn(summary)
    await summary.getByText(say('error.STEP_2_EMPTY_FIRSTNAME')).waitFor()
    await inspectPage(visitor, 'my-profile-refused')
    await does.write(first, 'Augusta')
    await does.write(city, 'Chiasso')
    // Two taps in a row are a double tap, which opens a menu.
    await meal.fill('anything')
    await whileInvoicesAreItalian(async () => {
      await does.press(save)
      await page.getByRole('status').getByText(say('my-profile.update.success')).waitFor()
      await page.getByRole('status').getByText(say('warning.fiscal-code-name-mismatch')).waitFor()
    })
    await inspectPage(visitor, 'my-profile-saved')

    const session = await page.context().cookies()
    visitor.expectComplaint(/40[13] .*user\/me/)
    await page.context().clearCookies()
    await does.press(save)
    await summary.getByText(say('foyer.account.session-over')).waitFor()
    await page.context().addCookies(session)
    await page.reload()
    await expect.poll(() => first.inputValue()).toBe('Augusta')
    expect([await city.inputValue(), await meal.inputValue()]).toEqual(['Chiasso', 'anything'])

    const downloading = page.waitForEvent('download')
    await does.press(link(visitor, say('foyer.my-profile.data.download')))
    const kept = await (await downloading).path()
    expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ account: { email } })

    // Whatever it is visited with, a profile can be deleted by keyboard.
    const keys = keyboardHand(page)
    const remove = page.getByRole('main').getByRole('button', { name: say('my-profile.delete-profile') })
    await keys.press(remove)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocusOn(remove)
    await keys.press(remove)
    await inspectPage(visitor, 'my-profile-delete')
    const confirm = dialog.getByRole('button', { name: say('my-profile.delete-profile') })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByText(say('foyer.my-profile.tick-first')).waitFor()
    await keys.press(dialog.getByRole('checkbox'))
    await keys.press(confirm)
    await expect.poll(() => new URL(page.url()).pathname).toBe(AFTER_LOGOUT)
    await page.getByRole('status').getByText(say('my-profile.delete.success')).waitFor()
    await visitor.open('/my-profile')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })
})

test('a visitor who is not signed in is led home, once that is known for certain', async () => {
  await offerSignIn()
  const visitor = await enter()
  const { page, say } = visitor
  for (const address of ['/my-orders', '/my-profile']) {
    const { 'x-robots-tag': robots, 'cache-control': caching } = (await page.goto(address))?.headers() ?? {}
    expect([robots, caching]).toEqual(['noindex', 'private, no-cache'])
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  }
  visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await page.route('**/user/me', route => route.abort('internetdisconnected'))
  await page.goto('/my-profile')
  const again = button(visitor, say('foyer.unreachable.retry'))
  await again.waitFor()
  expect(new URL(page.url()).pathname).toBe('/my-profile')
  await page.unroute('**/user/me')
  await again.click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

/** What an order has left in the profile. */
async function keepOfOrder(email: string): Promise<void> {
  const italian = {
    fiscalCode: CODE_OF_MARIO,
    referenceType: 'NONE',
    addresseeCode: null,
    pec: null,
    isSplitPayment: false,
  }
  const billing = { ...NO_BILLING, city: 'Lugano', country: 'IT', italian }
  const profile = { billing, answers: { meal: { label: { en: 'Meal' }, values: ['vegan'] } } }
  await shop.db.kysely
    .updateTable('account')
    .set({ profile: JSON.stringify(profile) })
    .where('email', '=', email)
    .execute()
}

const CODE_OF_MARIO = 'RSSMRA85T10A562S'

const ITALIAN = { VAT_NR: 'IT01234567897', INVOICE_ADDRESS: 'Via Roma 1', ENABLE_ITALY_E_INVOICING: 'true' }

async function whileInvoicesAreItalian(work: () => Promise<void>): Promise<void> {
  const rows = Object.entries(ITALIAN).map(([key, value]) => ({ key, value }))
  const added = await shop.db.kysely
    .insertInto('setting')
    .values(rows)
    .onConflict(on => on.doNothing())
    .returning('id')
    .execute()
  await work()
  const ids = added.map(({ id }) => id)
  await shop.db.kysely.deleteFrom('setting').where('id', 'in', ids).execute()
}

/** Turned, or in a window of another width, the orders take the other shape. */
async function expectOtherShape(visitor: Visitor): Promise<void> {
  const { page, width } = visitor
  const before = page.viewportSize()
  await page.setViewportSize({ width: width === 390 ? 1280 : 390, height: 800 })
  const table = page.getByRole('main').getByRole('table').first()
  await table.waitFor({ state: width === 390 ? 'visible' : 'detached' })
  await inspectPage(visitor, 'my-orders-turned')
  if (before) await page.setViewportSize(before)
  await table.waitFor({ state: width === 390 ? 'detached' : 'visible' })
}
