import { describe, expect, test } from 'vitest'
import { releaseTicket } from '#contract/ticket.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { qrTextOf } from '../support/browser/browser-qr.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { watchScreenLocks } from '../support/browser/screen-locks.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { ticketIdsOf } from '../support/buyer/ids-of-tickets.ts'
import { PAY_BY, hold, infoOf, pay, sendDetails, statusOf, ticketsOf } from '../support/buyer/purchase.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, expectFocusOn, link } from './purchase.ts'
import { expectedCode } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Doorways')
const event = await organiser.open(
  aFreeEventFile(thisMoment(), {
    slug: 'evening-at-the-door',
    title: 'Evening at the Door',
    settings: { ALLOW_FREE_TICKETS_CANCELLATION: 'true' },
  }),
)

/** A complete order, with a ticket for each first name. */
async function bought(...firstNames: readonly string[]): Promise<string> {
  const buyer = aBuyer(shop.url)
  const id = await hold(buyer, event, { Everybody: firstNames.length })
  const person = { lastName: 'Lovelace', email: 'ada@example.org', userLanguage: 'en' }
  const holders = ticketsOf(await infoOf(buyer, id)).map(({ uuid }, at) => [
    uuid,
    { ...person, firstName: firstNames[at] ?? '' },
  ])
  const details = { ...person, firstName: 'Ada', tickets: Object.fromEntries(holders) }
  expect((await sendDetails(buyer, id, details)).status).toBe(200)
  expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  // Until the order is finished the shop answers 404 for its tickets.
  await expect.poll(() => statusOf(buyer, id)).toBe('COMPLETE')
  return id
}

/** Opens the order, and from there its first ticket. */
async function openFirstTicket(visitor: Visitor, id: string): Promise<void> {
  const { say, does } = visitor
  await visitor.open(`/event/${event}/reservation/${id}/success?lang=${visitor.language}`)
  const show = link(visitor, new RegExp(`^${say('reservation-page-complete.show-ticket')}`)).first()
  // The one thing to do next.
  expect(await show.getAttribute('data-tone')).toBe('main')
  await does.press(show)
  await arrive(visitor, 'Ada Lovelace', /\/ticket\/[0-9a-f-]{36}\/view$/)
}

const shown = ({ page }: Visitor, name: string) =>
  expect.poll(() => page.getByRole('heading', { level: 1, name, exact: true }).count()).toBe(1)

/** A finger moves the tickets by one, slowly enough to be no throw. */
async function swipe({ page }: Visitor, direction: 1 | -1): Promise<void> {
  const hand = await page.context().newCDPSession(page)
  const at = (step: number) => [{ x: 195 - direction * (step * 14 - 140), y: 420 }]
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 20; step++) {
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** The worker that keeps tickets has kept this one. */
async function whenKept({ page }: Visitor, ticketId: string): Promise<void> {
  const isKept = () => page.evaluate<boolean>(`caches.match('/event/${event}/ticket/${ticketId}/view').then(Boolean)`)
  await expect.poll(isKept).toBe(true)
}

describe('My tickets at the door, 390 px, touch', () => {
  test('lie side by side, open without a connection once seen, and each shows its own code', async () => {
    const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
    visitor.expectComplaint(/ERR_(INTERNET_DISCONNECTED|FAILED)/)
    const { page, say, does } = visitor
    const id = await bought('Ada', 'Byron', 'Clara')
    const [first = '', second = '', third = ''] = await ticketIdsOf(shop, id)
    await openFirstTicket(visitor, id)
    await page.getByText(say('foyer.ticket.position', 1, 3)).waitFor()
    await inspectPage(visitor, 'ticket-1-of-3')
    await whenKept(visitor, first)

    await swipe(visitor, 1)
    await shown(visitor, 'Byron Lovelace')
    await expect.poll(() => page.url()).toContain(second)
    await page.getByText(say('foyer.ticket.position', 2, 3)).waitFor()
    await whenKept(visitor, second)
    expect(await qrTextOf(page.getByRole('img', { name: /Byron/ }))).toBe(await expectedCode(shop, second))

    const paper = await page.pdf({ format: 'Letter' })
    expect(paper.toString('latin1').match(/\/Type ?\/Page\b/g)).toHaveLength(1)

    await page.context().setOffline(true)
    await visitor.page.reload()
    await shown(visitor, 'Byron Lovelace')
    await page.getByText(say('foyer.ticket.kept', '').split(',')[0] ?? '').waitFor()
    expect(await qrTextOf(page.getByRole('img', { name: /Byron/ }))).toBe(await expectedCode(shop, second))
    await inspectPage(visitor, 'ticket-without-connection')
    await does.press(button(visitor, say('foyer.ticket.previous')))
    await shown(visitor, 'Ada Lovelace')
    expect(await qrTextOf(page.getByRole('img', { name: /Ada/ }))).toBe(await expectedCode(shop, first))
    await does.press(button(visitor, say('foyer.ticket.next')))
    await shown(visitor, 'Byron Lovelace')
    // The third was never opened on this telephone.
    expect(await page.evaluate(`caches.match('/event/${event}/ticket/${third}/view').then(Boolean)`)).toBe(false)

    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(say('foyer.ticket.kept', '').split(',')[0] ?? '').count()).toBe(0)
  })

  test('that was cancelled is not shown from what the telephone kept, and no longer kept', async () => {
    const visitor = await enter({ width: 390, hand: 'touch', language: 'en' })
    visitor.expectComplaint(/status of 404/)
    const { page, say } = visitor
    const id = await bought('Ada')
    const [ticketId = ''] = await ticketIdsOf(shop, id)
    await visitor.open(`/event/${event}/ticket/${ticketId}/view`)
    await whenKept(visitor, ticketId)
    const params = { eventName: event, ticketIdentifier: ticketId }
    expect((await aBuyer(shop.url).ask(releaseTicket, { params })).status).toBe(200)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: say('foyer.ticket.ended') }).waitFor()
    expect(await page.evaluate('caches.keys()')).toEqual([])
    await expect.poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then(all => all.length)')).toBe(0)
  })
})

describe('My tickets at the door, 1280 px, keyboard', () => {
  test('change by arrow keys and buttons, hold the screen on while they are seen, and leave nothing on a computer', async () => {
    const visitor = await enter({ width: 1280, hand: 'keyboard', language: 'en', replacesMouse: true })
    const { page, say, does } = visitor
    const locks = await watchScreenLocks(page)
    const id = await bought('Ada', 'Byron')
    await openFirstTicket(visitor, id)
    await inspectPage(visitor, 'ticket-1-of-2')
    expect(await locks()).toEqual(['screen'])
    await does.press(button(visitor, say('foyer.ticket.next')))
    await shown(visitor, 'Byron Lovelace')
    await expectFocusOn(button(visitor, say('foyer.ticket.next')))
    await page.getByText(say('foyer.ticket.position', 2, 2)).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await shown(visitor, 'Ada Lovelace')
    await does.press(link(visitor, say('show-ticket.go-back-to-reservation')))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    await expect.poll(locks).toEqual(['screen', 'released'])
    expect(await page.evaluate('caches.keys()')).toEqual([])
  })
})
