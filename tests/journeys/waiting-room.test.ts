import { describe, expect, test } from 'vitest'
import { type Instant, hours, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, localTime } from '#tests/builders/event-file.ts'
import { type Visitor, browsing, waysToTake, wayByTurns } from '../support/browser/browser.ts'
import { otherSite } from '../support/browser/other-site.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { arrive, button, link } from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { ticketIds } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const other = otherBuyer(shop)
const organiser = await organiserOf(shop, 'Distance House')
/** Where the call is: another site, to which the form's answer may lead. */
const site = await otherSite()
site.show('<!doctype html><title>The call</title><h1>The call</h1>')
const THE_CALL = `${site.origin}/`

/** In two days from nine to ten, by a clock that says eight now; the room opens fifteen minutes before. */
async function opened(slug: string, now: Instant): Promise<string> {
  const local = (minute: number) => localTime(now, { days: 2, minutes: minute })
  return organiser.open(
    aFreeEventFile(now, {
      slug,
      title: 'Stars from the Sofa',
      description: ['en', 'de', 'it'].map(lang => ({ lang, body: '🌌' })),
      format: 'ONLINE',
      startDate: local(60),
      endDate: local(120),
      onlineCallLinks: [{ link: THE_CALL, validFrom: local(45), validTo: local(130) }],
      categories: [aCategoryFile(now, { name: 'Sofa', price: 0, endSellingDate: local(0) })],
    }),
  )
}

async function bought(event: string, email: string): Promise<string> {
  const reservation = await other.reserve(event, { Sofa: 1 })
  await other.fillIn(reservation, { firstName: 'Ada', lastName: 'Lovelace', email })
  await other.confirmFree(reservation)
  return (await ticketIds(shop, reservation)).get(email) ?? ''
}

const statusOf = async (id: string): Promise<string> =>
  (await shop.db.kysely.selectFrom('ticket').select('status').where('public_uuid', '=', id).executeTakeFirstOrThrow())
    .status

/** The room after the clock has moved: an attendee would wait without a reload, but this is days. */
async function find(visitor: Visitor, state: string): Promise<void> {
  await visitor.page.reload()
  await visitor.page.getByRole('status').getByText(visitor.say(state), { exact: true }).waitFor()
}

const WAYS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'it' },
] as const

describe.each(wayByTurns(waysToTake(WAYS), 1))('Online, $width px, $hand, $language', way => {
  test('I wait, the door opens by itself, I come in, and it is over', async () => {
    await shop.resetClock()
    const now = thisMoment()
    const event = await opened(`sofa-${way.language}`, now)
    const email = `ada.${way.language}@example.org`
    const id = await bought(event, email)
    const [mail] = await shop.mailsTo(email, 1)
    const [, address = ''] = /(\/event\/\S+\/waiting-room)\?lang=\w\w/.exec(mail?.text ?? '') ?? []

    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open(`${address}?lang=${way.language}`)
    await page.getByRole('heading', { level: 1, name: say('foyer.waiting-room.greeting', 'Ada') }).waitFor()
    await page.getByText(say('online.check-in.waiting-room.event-not-started'), { exact: true }).waitFor()
    const join = button(visitor, say('online.check-in.waiting-room.button'))
    expect(await page.getByRole('timer').count()).toBe(0)
    expect(await join.count()).toBe(0)
    await inspectPage(visitor, 'waiting-room-days-before')

    await shop.advance('P2D')
    await find(visitor, 'online.check-in.waiting-room.event-not-started')
    await page.getByRole('timer').waitFor()
    await inspectPage(visitor, 'waiting-room-soon')

    // The minute in which the room opens began when the event was made, or up to a minute before.
    const opensAt = Math.floor(now / minutes(1)) * minutes(1) + minutes(45)
    await shop.advance(`PT${Math.floor((opensAt - Date.now()) / 1000) - 6}S`)
    await find(visitor, 'online.check-in.waiting-room.event-not-started')
    await page.locator('html').evaluate(root => root.setAttribute('data-loaded', 'once'))
    await page.getByRole('status').getByText(say('foyer.waiting-room.open'), { exact: true }).waitFor()
    await join.waitFor()
    expect(await page.locator('html[data-loaded="once"]').count()).toBe(1)
    expect(await page.getByRole('timer').count()).toBe(0)
    await inspectPage(visitor, 'waiting-room-open')

    await shop.advance('PT15M')
    await find(visitor, 'online.check-in.waiting-room.event-started')
    await page.getByText(say('online.check-in.waiting-room.event-started.contact-organizers')).waitFor()
    await inspectPage(visitor, 'waiting-room-running')
    expect(await statusOf(id)).toBe('ACQUIRED')
    visitor.expectComplaint(/^elsewhere: http:\/\/localhost/)
    await does.press(join)
    await page.waitForURL(THE_CALL)
    expect(await page.evaluate('document.referrer')).toBe('')
    expect(await statusOf(id)).toBe('CHECKED_IN')

    await shop.advance('PT2H')
    await visitor.open(address)
    await page.getByText(say('online.check-in.waiting-room.event-ended'), { exact: true }).waitFor()
    expect(await join.count()).toBe(0)
    await inspectPage(visitor, 'waiting-room-ended')
  })
})

test('the pages of my ticket lead to the waiting room, and its address with another hash leads home', async () => {
  await shop.resetClock()
  const event = await opened('sofa-ways', thisMoment())
  const id = await bought(event, 'ada.ways@example.org')
  const visitor = await enter({ width: 390, hand: 'touch' })
  const { page, does, say } = visitor
  const greeting = say('foyer.waiting-room.greeting', 'Ada')
  const enterRoom = link(visitor, say('foyer.waiting-room.enter'))
  const room = new RegExp(`/ticket/${id}/check-in/[0-9a-f]{64}/waiting-room$`)
  for (const name of ['view', 'update']) {
    await visitor.open(`/event/${event}/ticket/${id}/${name}`)
    await enterRoom.waitFor()
    await inspectPage(visitor, `ticket-${name}-online`)
    await does.press(enterRoom)
    await arrive(visitor, greeting, room)
  }

  visitor.expectComplaint(/404/)
  await visitor.open(page.url().replace(/[0-9a-f]{64}/, '0'.repeat(64)))
  await page.getByRole('heading', { level: 1, name: say('foyer.home.title') }).waitFor()
})

test('shows a break between two calls, and that the organiser has not opened the room', async () => {
  await shop.resetClock()
  const now = thisMoment()
  const local = (count: number) => localTime(now, { minutes: count * 60 })
  const days = aFreeEventFile(now, {
    slug: 'sofa-break',
    title: 'Two Evenings of Stars',
    format: 'ONLINE',
    startDate: local(1),
    endDate: local(30),
    onlineCallLinks: [
      { link: THE_CALL, validFrom: local(1), validTo: local(3) },
      { link: THE_CALL, validFrom: local(25), validTo: local(27) },
    ],
    categories: [aCategoryFile(now, { name: 'Sofa', price: 0, endSellingDate: local(1) })],
  })
  const id = await bought(await organiser.open(days), 'ada.break@example.org')
  const visitor = await enter({ width: 1280 })
  const { page, say, does } = visitor
  await visitor.open(`/event/sofa-break/ticket/${id}/update`)
  await does.press(link(visitor, say('foyer.waiting-room.enter')))
  await page.getByText(say('online.check-in.waiting-room.event-not-started'), { exact: true }).waitFor()
  await shop.advance(`PT${hours(4) / 1000}S`)
  await find(visitor, 'foyer.waiting-room.pause')
  await inspectPage(visitor, 'waiting-room-break')
  await shop.advance(`PT${hours(24) / 1000}S`)
  await find(visitor, 'foyer.waiting-room.closed')
  expect(await button(visitor, say('online.check-in.waiting-room.button')).count()).toBe(0)
  await inspectPage(visitor, 'waiting-room-closed')
})
