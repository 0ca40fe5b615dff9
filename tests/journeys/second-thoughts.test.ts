import { describe, expect } from 'vitest'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import {
  arrive,
  button,
  contactField,
  continueToOverview,
  land,
  link,
  reservationIdOf,
  reserve,
  stubOf,
  take,
  ticketCard,
  writePerson,
} from './purchase.ts'

/** Buyers who change their minds: what they hold is theirs, wherever they go, and they never hold it twice. */
const shop = await runningShop()
const { enter } = await browsing(shop)

const EVENT = '/event/alpine-systems-days'
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'it' },
] as const

describe.each(inTurn(SCREENS))('Second thoughts, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('the last tickets can be taken, and then one less, by the same buyer', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(EVENT)
    const last = await takeAll(visitor, 'Student')
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ADA)

    await page.goBack()
    await expectChosen(visitor, 'Student', last)
    await stubOf(visitor, 'Student')
      .getByText(say('foyer.held.last-of', String(last)), { exact: true })
      .waitFor()
    await notice(visitor).getByText(`${last} × Student`).waitFor()
    await inspectPage(visitor, 'second-thoughts-event')
    await does.press(stubOf(visitor, 'Student').getByRole('button', { name: say('foyer.quantity.less') }))
    const id = await reserve(visitor)
    expect(await held()).toEqual([[id, last - 1]])
    await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe(ADA.email)

    await page.goBack()
    await expectChosen(visitor, 'Student', last - 1)
    await page.goForward()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(reservationIdOf(visitor)).toBe(id)
    await releaseAll(visitor)
  })

  journey('what is held is shown at home and in another tab, with the ways on', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(EVENT)
    await take(visitor, 'Conference', 2)
    const id = await reserve(visitor)
    const [name] = [say('foyer.held.continue')]
    await visitor.open('/')
    await notice(visitor).getByText('2 × Conference').waitFor()
    await inspectPage(visitor, 'second-thoughts-home')
    await does.press(notice(visitor).getByRole('link', { name, exact: true }))
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(reservationIdOf(visitor)).toBe(id)

    const tab = await page.context().newPage()
    await tab.goto(shop.url + EVENT)
    await tab
      .getByRole('list', { name: say('foyer.held.title') })
      .getByText('2 × Conference')
      .waitFor()
    await expect.poll(() => tab.locator('output').first().textContent()).not.toBe('')
    await tab.close()

    await visitor.open('/')
    await does.press(notice(visitor).getByRole('button', { name: say('foyer.held.give-back') }))
    const dialog = page.getByRole('dialog', { name: say('foyer.cancel.title') })
    await inspectPage(visitor, 'second-thoughts-give-back')
    await does.press(dialog.getByRole('button', { name: say('foyer.held.give-back') }))
    await expect.poll(() => notice(visitor).count()).toBe(0)
    expect(await held()).toEqual([])
  })

  journey('a page of an order stays where it is while the shop is asked what is held', async () => {
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open(EVENT)
    await take(visitor, 'Conference', 1)
    await reserve(visitor)
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/visit/reservations', async route => {
      await mayAnswer
      await route.continue()
    })
    const asked = page.waitForRequest('**/visit/reservations')
    await page.reload()
    await land(visitor, say('reservation-page.your-details'), /\/book$/)
    await asked
    const place = () => page.getByRole('heading', { level: 1 }).boundingBox()
    const before = await place()
    const answered = page.waitForResponse('**/visit/reservations')
    answer()
    await answered
    await expect.poll(() => page.evaluate(`document.documentElement.hasAttribute('data-holds')`)).toBe(false)
    expect(await place()).toEqual(before)
    await releaseAll(visitor)
  })

  journey('tickets and details can be changed from every step, and Back never bounces', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(EVENT)
    await take(visitor, 'Conference', 1)
    const first = await reserve(visitor)
    await inspectPage(visitor, 'second-thoughts-details')
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await continueToOverview(visitor, say('foyer.overview.title'))

    await page.goBack()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    // The order is back at booking: neither Forward nor a reload leads to Pay before the details are sent again.
    await page.goForward()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    await page.reload()
    await land(visitor, say('reservation-page.your-details'), /\/book$/)
    await continueToOverview(visitor, say('foyer.overview.title'))
    await page.goBack()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    // Forward has left the details a second time in the history.
    await page.goBack()
    await land(visitor, say('reservation-page.your-details'), /\/book$/)
    await page.goBack()
    await arrive(visitor, 'Alpine Systems Days', /^\/event\/alpine-systems-days$/)
    await page.goForward()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)

    await does.press(link(visitor, say('foyer.held.change-tickets')))
    await arrive(visitor, 'Alpine Systems Days', /^\/event\/alpine-systems-days$/)
    await expectChosen(visitor, 'Conference', 1)
    await take(visitor, 'Conference', 1, 1)
    const second = await reserve(visitor)
    expect(second).not.toBe(first)
    expect(await held()).toEqual([[second, 2]])
    await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe(ADA.email)
    await ticketCard(visitor, 0).getByText('Ada Lovelace').waitFor()

    visitor.expectComplaint(/404/)
    // Back through what was: the order that is gone leads to the one in its place.
    await page.goBack()
    await arrive(visitor, 'Alpine Systems Days', /^\/event\/alpine-systems-days$/)
    await page.goBack()
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(reservationIdOf(visitor)).toBe(second)
    await releaseAll(visitor)
  })

  journey('several orders that are held are one line until it is opened', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(EVENT)
    await take(visitor, 'Conference', 1)
    await reserve(visitor)
    await visitor.open('/event/four-rivers')
    await take(visitor, 'Weekend', 1)
    await reserve(visitor)
    await visitor.open('/')
    const line = page.locator('summary').filter({ hasText: say('foyer.held.several', 2) })
    await line.waitFor()
    expect(await notice(visitor).isVisible()).toBe(false)
    await inspectPage(visitor, 'held-several')
    await does.press(line)
    expect(await notice(visitor).getByRole('listitem').count()).toBe(2)
    await inspectPage(visitor, 'held-several-open')
    await releaseFirst(visitor)
    await expect.poll(() => line.count()).toBe(0)
    await releaseFirst(visitor)
  })

  journey('an order that was changed in another tab is not held twice', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(EVENT)
    await take(visitor, 'Conference', 1)
    await reserve(visitor)
    await page.goBack()
    await expectChosen(visitor, 'Conference', 1)
    const answer = await shop.db.kysely.selectFrom('reservation').select('id').where('status', '=', 'PENDING').execute()
    expect(answer).toHaveLength(1)
    const tab = await page.context().newPage()
    await tab.goto(shop.url + EVENT)
    await tab.getByRole('list', { name: say('foyer.held.title') }).waitFor()
    await tab
      .getByRole('article')
      .filter({ hasText: 'Conference' })
      .getByRole('button', { name: say('foyer.quantity.more') })
      .first()
      .click()
    await tab
      .getByRole('button', { name: say('show-event.continue') })
      .filter({ visible: true })
      .click()
    await tab.waitForURL(/\/book$/)
    await tab.close()

    await take(visitor, 'Conference', 2, 1)
    await does.press(button(visitor, say('show-event.continue')))
    await page.getByText(say('foyer.held.changed-elsewhere'), { exact: true }).waitFor()
    await notice(visitor).getByText('2 × Conference').waitFor()
    const id = await reserve(visitor)
    expect(await held()).toEqual([[id, 3]])
    await releaseAll(visitor)
  })
})

const notice = ({ page, say }: Visitor) => page.getByRole('list', { name: say('foyer.held.title') })

async function takeAll(visitor: Visitor, category: string): Promise<number> {
  const more = stubOf(visitor, category).getByRole('button', { name: visitor.say('foyer.quantity.more') })
  let taken = 0
  while (await more.isEnabled()) {
    await visitor.does.press(more)
    taken += 1
  }
  return taken
}

async function expectChosen(visitor: Visitor, category: string, count: number): Promise<void> {
  await expect.poll(() => stubOf(visitor, category).locator('output').textContent()).toBe(String(count))
}

/** Open orders of the whole shop, each with its tickets. */
async function held(): Promise<[string, number][]> {
  const rows = await shop.db.kysely
    .selectFrom('reservation')
    .innerJoin('ticket', 'ticket.reservation_id', 'reservation.id')
    .where('reservation.status', '=', 'PENDING')
    .select(({ fn }) => ['reservation.id', fn.countAll<bigint>().as('tickets')])
    .groupBy('reservation.id')
    .execute()
  return rows.map(({ id, tickets }) => [id, Number(tickets)])
}

/** By the notice of what is held, outside the pages of an order. */
async function releaseFirst(visitor: Visitor): Promise<void> {
  const { does, say, page } = visitor
  await does.press(
    notice(visitor)
      .getByRole('button', { name: say('foyer.held.give-back') })
      .first(),
  )
  const dialog = page.getByRole('dialog', { name: say('foyer.cancel.title') })
  await does.press(dialog.getByRole('button', { name: say('foyer.held.give-back') }))
  await expect.poll(() => dialog.isVisible()).toBe(false)
}

async function releaseAll(visitor: Visitor): Promise<void> {
  const { does, say, page } = visitor
  await does.press(button(visitor, say('foyer.hold.give-back')).first())
  const dialog = page.getByRole('dialog', { name: say('foyer.cancel.title') })
  await does.press(dialog.getByRole('button', { name: say('foyer.held.give-back') }))
  await arrive(visitor, 'Alpine Systems Days', /^\/event\/alpine-systems-days$/)
}
