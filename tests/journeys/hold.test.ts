import type { Locator } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, contactField, expectFocusOn, reservationIdOf, reserve, take, writePerson } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Last Chairs')
afterEach(() => shop.resetClock())

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 390, hand: 'keyboard', language: 'en' },
] as const

describe.each(inTurn(waysToTake(SCREENS)))(
  'The time the tickets are held, $width px, $hand, $language',
  ({ journey, ...way }) => {
    journey('is counted down, pointed out at five minutes and at one, and spoken once each time', async () => {
      const visitor = await enterWithSeat(way)
      await expect.poll(() => urgencyOf(visitor)).toBe('calm')
      await passTime(visitor, 'PT20M10S', '20:10')
      await expect.poll(() => urgencyOf(visitor)).toBe('soon')
      await expectAnnounced(visitor, 5)
      await inspectPage(visitor, 'hold-five-minutes')
      await passTime(visitor, 'PT4M', '04:00')
      await expect.poll(() => urgencyOf(visitor)).toBe('last')
      await expectAnnounced(visitor, 1)
      await inspectPage(visitor, 'hold-one-minute')
    })

    journey('can be extended until the organiser says that it is enough', async () => {
      const visitor = await enterWithSeat(way)
      const { page, does, say } = visitor
      const more = button(visitor, say('foyer.countdown.more-time'))
      const quiet = page.locator('[data-urgency][data-quiet]')
      expect([await more.count(), await quiet.count()]).toEqual([0, 1])
      await passTime(visitor, 'PT15M10S', '15:10')
      await expect.poll(() => quiet.count()).toBe(0)
      await inspectPage(visitor, 'hold-ten-minutes')
      await does.press(more)
      await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/(19|20):\d\d/)
      await passTime(visitor, 'PT10M10S', '10:10')
      await does.press(more)
      await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/(19|20):\d\d/)
      await passTime(visitor, 'PT10M10S', '10:10')
      await expect.poll(() => more.count()).toBe(0)
    })

    journey('ends with a dialog that only leads on, and what was typed is offered again', async () => {
      const visitor = await enterWithSeat(way)
      const { page, does, say } = visitor
      await writePerson(visitor, part => contactField(visitor, part), ADA)
      await passTime(visitor, 'PT26M', '26:00')
      const dialog = page.getByRole('dialog', { name: say('session-expired.header.title') })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      expect(await dialog.isVisible()).toBe(true)
      await inspectPage(visitor, 'hold-over')
      await does.press(dialog.getByRole('button', { name: say('foyer.expired.again') }))
      await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)

      await take(visitor, 'Seat', 1)
      await reserve(visitor)
      await page.getByText(say('foyer.book.earlier'), { exact: true }).waitFor()
      await inspectPage(visitor, 'details-earlier')
      await does.press(button(visitor, say('foyer.book.earlier.use')))
      await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe(ADA.email)
    })

    journey('can be begun again with the same order in one press, with what was typed', async () => {
      const visitor = await enterWithSeat(way)
      const { page, does, say } = visitor
      const id = reservationIdOf(visitor)
      await writePerson(visitor, part => contactField(visitor, part), ADA)
      await passTime(visitor, 'PT26M', '26:00')
      const dialog = page.getByRole('dialog', { name: say('session-expired.header.title') })
      await does.press(dialog.getByRole('button', { name: say('foyer.expired.same-again') }))
      await page.waitForURL(url => url.pathname.endsWith('/book') && !url.pathname.includes(id))
      await expect.poll(() => contactField(visitor, 'email').inputValue()).toBe(ADA.email)
      expect(await ticketsOf(reservationIdOf(visitor))).toHaveLength(1)
      expect(await ticketsOf(id)).toEqual([])
    })

    journey('can not be begun again where the seats are gone, and says why', async () => {
      const slug = `last-chair-${way.width}-${way.hand}`
      await organiser.open(aFreeEventFile(thisMoment(), { slug, title: 'Last Chair', seats: 1 }))
      const visitor = await enter({ ...way, hasFakeClock: true })
      const { page, does, say } = visitor
      await visitor.open(`/event/${slug}`)
      await reserveToTheLastAnswer(visitor)
      await passTime(visitor, 'PT26M', '26:00')
      const dialog = page.getByRole('dialog', { name: say('session-expired.header.title') })
      const again = dialog.getByRole('button', { name: say('foyer.expired.same-again') })
      await again.waitFor()
      // An order that is over keeps its seats for a while.
      await shop.advance('PT30M')
      await shop.runJobs()
      const taken = await otherBuyer(shop).reserve(slug, { Everybody: 1 })
      // The order that is over has been deleted.
      visitor.expectComplaint(/status of 404/)
      await does.press(again)
      await expect.poll(() => again.count()).toBe(0)
      expect(await dialog.getByRole('alert').textContent()).toMatch(/\S/)
      await inspectPage(visitor, 'hold-over-gone')
      await does.press(dialog.getByRole('button', { name: say('foyer.expired.again') }))
      await arrive(visitor, 'Last Chair', new RegExp(`^/event/${slug}$`))
      await otherBuyer(shop).release(taken)
    })

    journey('ends on the overview too', async () => {
      const visitor = await enterWithSeat(way)
      const { page, does, say } = visitor
      const id = reservationIdOf(visitor)
      await otherBuyer(shop).fillIn(id, ADA)
      await visitor.open(`/event/type-evening/reservation/${id}/overview`)
      await page.getByRole('heading', { level: 1, name: say('foyer.overview.title.free') }).waitFor()
      await passTime(visitor, 'PT26M', '26:00')
      const dialog = page.getByRole('dialog', { name: say('session-expired.header.title') })
      await dialog.waitFor()
      await inspectPage(visitor, 'overview-over')
      await does.press(dialog.getByRole('button', { name: say('foyer.expired.again') }))
      await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
    })

    journey('can be released, after a question', async () => {
      const visitor = await enterWithSeat(way)
      const { page, does, say } = visitor
      const reservationId = reservationIdOf(visitor)
      expect(await ticketsOf(reservationId)).toHaveLength(1)
      const releaseButton = button(visitor, say('foyer.hold.give-back')).first()
      await does.press(releaseButton)
      const dialog = page.getByRole('dialog', { name: say('foyer.cancel.title') })
      await dialog.waitFor()
      await expectQuietWayOut(visitor, releaseButton, dialog)
      await inspectPage(visitor, 'give-back')
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.isVisible()).toBe(false)
      await expectFocusOn(releaseButton)
      await does.press(releaseButton)
      await does.press(dialog.getByRole('button', { name: say('foyer.held.give-back') }))
      await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
      expect(await ticketsOf(reservationId)).toEqual([])
    })
  },
)

function ticketsOf(reservationId: string) {
  return shop.db.kysely.selectFrom('ticket').select('id').where('reservation_id', '=', reservationId).execute()
}

/** Release is a link where its line begins; what the dialog leads to first is to keep the tickets. */
async function expectQuietWayOut({ say }: Visitor, release: Locator, dialog: Locator): Promise<void> {
  const [toneOf, nameOf] = [(it: Locator) => it.getAttribute('data-tone'), (key: string) => ({ name: say(key) })]
  expect(await toneOf(release)).toBeNull()
  const indent = await release.evaluate(
    it => it.getBoundingClientRect().left - it.closest('form').getBoundingClientRect().left,
  )
  expect(Math.abs(indent)).toBeLessThan(4)
  expect(await toneOf(dialog.getByRole('button', nameOf('foyer.cancel.keep')))).toBe('main')
  expect(await toneOf(dialog.getByRole('button', nameOf('foyer.held.give-back')))).toBe('quiet')
}

/** A buyer who holds a seat, on the page for the details, whose browser's clock can be moved. */
async function enterWithSeat(way: Parameters<typeof enter>[0]): Promise<Visitor> {
  const visitor = await enter({ ...way, hasFakeClock: true })
  await visitor.open('/event/type-evening')
  await take(visitor, 'Seat', 1)
  await reserveToTheLastAnswer(visitor)
  return visitor
}

/** The page sets its clock by the answers of the shop: one that comes after the clock was moved would set it back. */
async function reserveToTheLastAnswer(visitor: Visitor): Promise<void> {
  const last = visitor.page.waitForResponse(answer => answer.url().endsWith('/draft'))
  await reserve(visitor)
  await (await last).finished()
}

/** For the shop and for the browser: `26:00` is the browser's way to say PT26M. */
async function passTime({ page }: Visitor, duration: string, minutesAndSeconds: string): Promise<void> {
  await shop.advance(duration)
  await page.clock.fastForward(minutesAndSeconds)
}

function urgencyOf({ page }: Visitor): Promise<string | null> {
  return page.locator('[data-urgency]').getAttribute('data-urgency')
}

async function expectAnnounced({ page, say }: Visitor, minutes: number): Promise<void> {
  const [before, after] = say('foyer.countdown.spoken', '#').split('#')
  const sentence = page.locator('[data-urgency]').getByRole('status')
  await expect.poll(() => sentence.textContent()).toMatch(new RegExp(`^${before}${minutes}\\D+${after}$`))
}
