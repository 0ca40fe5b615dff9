import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { tabTo } from '../support/browser/browser-hand.ts'
import { BUSINESS_INVOICE } from '../support/organiser/invoice.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { anEventWithInvoices, anEventWithItalianInvoices } from './asking.ts'
import { writeAddress } from './billing.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { signInOf } from './signing-in.ts'
import {
  contactField,
  continueToOverview,
  expectFocusOn,
  getFree,
  land,
  link,
  nameHolder,
  nameNow,
  reservationIdOf,
  reserve,
  take,
  ticketCard,
  writePerson,
} from './purchase.ts'

/** Buyers who sign in, with a provider that is a server of its own. */
const shop = await runningShop()
const { provider, people, comes, offerSignIn } = await signInOf(shop)
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Ledger House')
const event = await organiser.open(anEventWithInvoices(thisMoment()))

const otherEvent = await organiser.open(anEventWithItalianInvoices(thisMoment()))

const FREE = '/event/type-evening'
const SCREENS = [
  { width: 1280, hand: 'keyboard', language: 'en', replacesMouse: true },
  { width: 390, hand: 'touch', language: 'de' },
] as const

test('where sign-in is off, nothing of it shows, and no account is asked for', async () => {
  const visitor = await enter()
  const paths: string[] = []
  visitor.page.on('request', request => paths.push(new URL(request.url()).pathname))
  await visitor.open(`/event/${event}`)
  await take(visitor, 'Conference', 1)
  await reserve(visitor)
  await visitor.page.waitForLoadState('networkidle')
  expect(await visitor.page.getByText(visitor.say('user.menu.login')).count()).toBe(0)
  expect(paths.filter(path => /\/user\/|account/.test(path))).toEqual([])
})

describe.each(inTurn(SCREENS))('Signing in, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('leads back to the page, and the bar has a menu until one signs out', async () => {
    const visitor = await arrivesAt(FREE, way)
    const { page, does, say } = visitor
    comes('Ada', 'Rossi')
    await inspectPage(visitor, 'sign-in-1-offered')
    await does.press(link(visitor, say('user.menu.login')))
    await land(visitor, 'Type Evening', /^\/event\/type-evening$/)
    await page.getByRole('status').getByText(say('my-profile.sign-up.success')).waitFor()
    const menu = page.locator('header details')
    const opener = menu.locator('summary')
    await opener.waitFor()
    await page.getByText(say('my-profile.sign-up.success')).waitFor({ state: 'detached' })

    await does.press(opener)
    const ways = menu.getByRole('link')
    expect(await ways.evaluateAll(all => all.map(one => one.getAttribute('href')))).toEqual([
      '/my-profile',
      '/my-orders',
    ])
    await inspectPage(visitor, 'sign-in-2-menu')
    await page.keyboard.press('Escape')
    await expectFocusOn(opener)
    expect(await ways.first().isVisible()).toBe(false)
    await does.press(opener)
    if (way.hand === 'touch') await page.touchscreen.tap(4, 640)
    else await tabTo(page, page.locator('header select'))
    await expect.poll(() => ways.first().isVisible()).toBe(false)

    await does.press(opener)
    await does.press(menu.getByRole('button', { name: say('user.menu.logout') }))
    await page.getByRole('status').getByText(say('foyer.account.signed-out')).waitFor()
    await link(visitor, say('user.menu.login')).waitFor()
    await page.reload()
    await link(visitor, say('user.menu.login')).waitFor()
    expect(await page.getByText(say('foyer.account.signed-out')).count()).toBe(0)
  })

  journey(
    'from details that are half filled in loses nothing and fills in the rest, and the next order as a whole',
    async () => {
      const visitor = await arrivesAt(`/event/${event}`, way)
      const { page, does, say } = visitor
      await take(visitor, 'Conference', 2)
      const id = await reserve(visitor)
      await page.getByText(say('reservation-page.login.message')).waitFor()
      await inspectPage(visitor, 'sign-in-3-details')
      await does.write(contactField(visitor, 'firstName'), 'Augusta')
      const signIn = page.locator('form').getByRole('button', { name: say('user.menu.login') })

      visitor.expectComplaint(/ERR_FAILED/)
      await page.route('**/validate-to-overview*', route => route.abort(), { times: 1 })
      await does.press(signIn)
      await page.getByRole('alert').getByText(say('reservation-page.cannot-login.error')).waitFor()

      provider.comes('refuses')
      visitor.expectComplaint(/status of 403/)
      await does.press(signIn)
      // A plain page, which no script brings to life.
      await page.getByRole('heading', { level: 1, name: say('foyer.sign-in.refused.title'), exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/openid/callback')
      await does.press(link(visitor, say('foyer.sign-in.without')))
      await land(visitor, say('reservation-page.your-details'), /\/book$/)
      expect(await contactField(visitor, 'firstName').inputValue()).toBe('Augusta')

      const me = comes('Ada', 'Rossi')
      await does.press(signIn)
      await land(visitor, say('reservation-page.your-details'), /\/book$/)
      expect(reservationIdOf(visitor)).toBe(id)
      await page.getByText(say('foyer.account.signed-in', 'Ada Rossi')).waitFor()
      expect(await person(visitor, contactField)).toEqual({ ...me, firstName: 'Augusta' })
      await ticketCard(visitor, 0).getByText('Augusta Rossi').waitFor()
      await inspectPage(visitor, 'sign-in-4-filled')

      await does.press(page.getByRole('checkbox', { name: say('reservation-page.i-need-an-invoice') }))
      await does.pick(page.getByRole('radio', { name: say('invoice.type.private') }))
      await writeAddress(visitor, BUSINESS_INVOICE)
      await nameNow(visitor)
      await nameHolder(visitor, 1, { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' })
      await continueToOverview(visitor, say('foyer.overview.title'))

      const stranger = await visits(way)
      stranger.expectComplaint(/status of 401/)
      await stranger.open(`/event/${event}/reservation/${id}`)
      await land(stranger, say('foyer.account.order.title'), /\/overview$/)
      await inspectPage(stranger, 'sign-in-5-somebodys')
      comes('Charles', 'Babbage')
      await stranger.does.press(stranger.page.locator('main').getByRole('link', { name: say('user.menu.login') }))
      await stranger.page.getByText(say('foyer.account.order.of-another', people.at(-1)?.email ?? '')).waitFor()

      await visitor.open(`/event/${otherEvent}`)
      await take(visitor, 'Conference', 1)
      await reserve(visitor)
      await expect.poll(() => person(visitor, contactField)).toEqual(me)
      await ticketCard(visitor, 0).getByText('Ada Rossi').waitFor()
      const { billingAddressLine1, vatCountryCode } = BUSINESS_INVOICE
      expect(await page.locator('#billingAddressLine1').inputValue()).toBe(billingAddressLine1)
      expect(await page.locator('#vatCountryCode').inputValue()).toBe(vatCountryCode)
      await inspectPage(visitor, 'sign-in-7-next')
    },
  )

  journey('is offered after an order, which needs no account', async () => {
    const visitor = await arrivesAt(FREE, way)
    const { page, does, say } = visitor
    await take(visitor, 'Seat', 1)
    await reserve(visitor)
    const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
    await writePerson(visitor, part => contactField(visitor, part), buyer)

    // What is complete is not accepted by signing in: it is given by the buyer who comes back.
    comes('Ada', 'Rossi')
    await does.press(page.locator('form').getByRole('button', { name: say('user.menu.login') }))
    await land(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(await person(visitor, contactField)).toEqual(buyer)
    await does.press(page.locator('header summary'))
    await does.press(page.getByRole('button', { name: say('user.menu.logout') }))
    await page.getByText(say('foyer.account.signed-out')).waitFor()

    await visitor.open(FREE)
    await take(visitor, 'Seat', 1)
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), buyer)
    await getFree(visitor, say('foyer.success.title', 'Ada'))
    await page
      .locator('main')
      .getByRole('link', { name: say('user.menu.login') })
      .waitFor()
    await inspectPage(visitor, 'sign-in-6-success')
    await does.press(page.locator('main').getByRole('link', { name: say('user.menu.login') }))
    await land(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    await page.locator('header summary').waitFor()
    expect(
      await page
        .locator('main')
        .getByRole('link', { name: say('user.menu.login') })
        .count(),
    ).toBe(0)
  })
})

async function arrivesAt(path: string, way: Parameters<typeof enter>[0]): Promise<Visitor> {
  await offerSignIn()
  const visitor = await visits(way)
  await visitor.open(path)
  await link(visitor, visitor.say('user.menu.login')).waitFor()
  return visitor
}

/** A visitor who may leave the shop for the provider of sign-in. */
async function visits(way: Parameters<typeof enter>[0]): Promise<Visitor> {
  const visitor = await enter(way)
  visitor.expectComplaint(new RegExp(`^elsewhere: ${provider.issuer}/`))
  return visitor
}

type Part = 'firstName' | 'lastName' | 'email'

async function person(visitor: Visitor, field: (visitor: Visitor, part: Part) => ReturnType<typeof contactField>) {
  const value = (part: Part) => field(visitor, part).inputValue()
  return { firstName: await value('firstName'), lastName: await value('lastName'), email: await value('email') }
}
