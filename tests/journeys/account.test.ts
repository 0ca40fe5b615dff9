import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { signInPath } from '#contract/paths.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { look } from '../support/browser/browser-look.ts'
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
  { width: 1280, hand: 'keyboard', language: 'en', standsInForMouse: true },
  { width: 390, hand: 'touch', language: 'de' },
] as const

/** Signs somebody new in, who comes to this page. */
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

/** An order in each state that somebody meets; returns their ids. */
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
    await look(visitor, 'my-orders-none')

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
    await look(visitor, 'my-orders')

    await does.press(rowOf(orders.complete).getByRole('link'))
    await land(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })

  journey('has my profile, which is saved, taken along, and deleted', async () => {
    const { visitor, email } = await signedIn(way, '/my-profile')
    const { page, does, say } = visitor
    await page.getByRole('heading', { level: 1, name: say('user.menu.my-profile') }).waitFor()
    const [first, last] = [page.locator('#firstName'), page.locator('#lastName')]
    expect([await first.inputValue(), await last.inputValue()]).toEqual(['Ada', 'Rossi'])
    expect(await page.locator('#email').inputValue()).toBe(email)
    await page.getByText(say('my-profile.sign-up.success')).waitFor({ state: 'detached' })
    await look(visitor, 'my-profile')

    await does.write(first, '')
    const save = button(visitor, say('reservation-page-complete.update'))
    await does.press(save)
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await expectFocusOn(summary)
    await summary.getByText(say('error.STEP_2_EMPTY_FIRSTNAME')).waitFor()
    await look(visitor, 'my-profile-refused')
    await does.write(first, 'Augusta')
    await does.press(save)
    await page.getByRole('status').getByText(say('my-profile.update.success')).waitFor()
    await page.reload()
    await expect.poll(() => first.inputValue()).toBe('Augusta')

    const downloading = page.waitForEvent('download')
    await does.press(link(visitor, say('foyer.my-profile.data.download')))
    const kept = await (await downloading).path()
    expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ account: { email } })

    const remove = page.getByRole('main').getByRole('button', { name: say('my-profile.delete-profile') })
    await does.press(remove.first())
    const dialog = page.getByRole('dialog')
    await look(visitor, 'my-profile-delete')
    const confirm = dialog.getByRole('button', { name: say('my-profile.delete-profile') })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByText(say('foyer.my-profile.tick-first')).waitFor()
    await does.press(dialog.getByRole('checkbox'))
    await does.press(confirm)
    await expect.poll(() => new URL(page.url()).pathname).toBe(AFTER_LOGOUT)
    await page.getByRole('status').getByText(say('my-profile.delete.success')).waitFor()
    await visitor.open('/my-profile')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })
})

test('whoever is not signed in is led home', async () => {
  await offerSignIn()
  const visitor = await enter()
  for (const page of ['/my-orders', '/my-profile']) {
    await visitor.page.goto(page)
    await expect.poll(() => new URL(visitor.page.url()).pathname).toBe('/')
  }
})
