import { describe, expect, test } from 'vitest'
import { FINALIZING_POLL_MS } from '#contract/limits.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { type Visitor, browsing, inTurn, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { setStatus } from '../support/database/set-status.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { holdPass } from '../support/buyer/pass-purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { link } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

const PAGES = [
  'book',
  'overview',
  'waiting-payment',
  'deferred-payment',
  'processing-payment',
  'success',
  'ended',
  'not-found',
  'error',
] as const

/** The page of each status (specification, booking 2), and of an order that has ended (lifecycle A.2). */
const TARGETS = {
  PENDING: 'book',
  COMPLETE: 'success',
  FINALIZING: 'success',
  OFFLINE_PAYMENT: 'waiting-payment',
  OFFLINE_FINALIZING: 'waiting-payment',
  DEFERRED_OFFLINE_PAYMENT: 'deferred-payment',
  EXTERNAL_PROCESSING_PAYMENT: 'processing-payment',
  WAITING_EXTERNAL_CONFIRMATION: 'processing-payment',
  IN_PAYMENT: 'error',
  STUCK: 'error',
  CANCELLED: 'ended',
  CREDIT_NOTE_ISSUED: 'ended',
} as const satisfies Record<string, (typeof PAGES)[number]>

/** An order whose status alone was set has no way to pay, and may have another status when its page reads its changes. */
const NOT_AS_SHOWN = /status of 404 .*\/(?:transfer|changes)\)/

type Status = keyof typeof TARGETS

const STATUSES = Object.keys(TARGETS).filter((status): status is Status => Object.hasOwn(TARGETS, status))
const EVENT = '/event/alpine-systems-days'

/** One visitor and one reservation for all statuses: what is asked is where each of them leads, again and again. */
describe('A reservation', () => {
  test('is shown on the page of its status, whatever the address says', async () => {
    const visitor = await enter()
    visitor.expectComplaint(NOT_AS_SHOWN)
    const id = await aReservation()
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/success`, 'book')
    for (const [index, status] of STATUSES.entries()) {
      await setStatus(shop.db, id, status)
      const pages = everyThird(index)
      const ends = await endsOf(visitor, `${EVENT}/reservation/${id}`, pages)
      expect({ status, ends }).toEqual({ status, ends: allAt(TARGETS[status], pages) })
    }
  })

  test('with accepted details is shown on the overview, until the buyer comes back to the details', async () => {
    const visitor = await enter()
    const id = await aReservation({ isValidated: true })
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/book`, 'overview')
    const others = PAGES.filter(page => page !== 'book')
    expect(await endsOf(visitor, `${EVENT}/reservation/${id}`, others)).toEqual(allAt('overview', others))
    // Coming back within the shop returns the order to booking (lifecycle A.3.3): no address leads forward any more.
    expect(await endsOf(visitor, `${EVENT}/reservation/${id}`)).toEqual(allAt('book'))
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/overview`, 'book')
  })

  test('is found under the old address of the waiting page and under its own', async () => {
    const visitor = await enter()
    const id = await aReservation()
    await setStatus(shop.db, id, 'OFFLINE_PAYMENT')
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/waitingPayment?lang=it`, 'waiting-payment')
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}`, 'waiting-payment')
  })

  test('that does not exist is not found', async () => {
    const visitor = await enter()
    visitor.expectComplaint(/404/)
    const unknown = `${EVENT}/reservation/00000000-0000-4000-8000-000000000000`
    await expectToEndAt(visitor, `${EVENT}/reservation/nonsense/book`, 'not-found')
    expect(await endsOf(visitor, unknown)).toEqual(allAt('not-found'))
  })
})

/** What tickets are called in the languages of the pages. */
const TICKETS = { en: /ticket/i, de: /ticket|karte/i, fr: /billet/i, it: /bigliett/i } as const
const TITLE_OF_PASS = { en: 'Film club', de: 'Filmclub', fr: 'Ciné-club', it: 'Cineclub' }

/** Each status in each language in `npm run test:long`, otherwise each in one of them. */
test('an order of a pass is shown on the page of its status, and none of them mentions tickets', async () => {
  const visitor = await enter()
  visitor.expectComplaint(NOT_AS_SHOWN)
  const { organizationId } = await organiserOf(shop, 'Statuses of passes')
  const clock = { now: thisMoment }
  const offer = { organizationId, title: TITLE_OF_PASS, languages: Object.keys(TITLE_OF_PASS) }
  const pass = await storePass({ db: shop.db, clock }, offer)
  const id = await holdPass(aBuyer(shop.url), pass.publicId)
  const languages = Object.entries(TICKETS)
  for (const [index, status] of STATUSES.entries()) {
    await setStatus(shop.db, id, status)
    for (const [language, tickets] of wayByTurns(languages, index)) {
      // The address of a page: that of the order alone drops the language.
      const address = `/subscription/${pass.publicId}/reservation/${id}/book?lang=${language}`
      await expectToEndAt(visitor, address, TARGETS[status])
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language)
      const text = await visitor.page.getByRole('main').innerText()
      expect({ status, text }).toEqual({ status, text: expect.not.stringMatching(tickets) })
    }
  }
})

/** The same elements on both screens: one of them is enough for the rules of accessibility, which take the most time. */
const SCREENS = [
  { width: 1280, hand: 'keyboard', language: 'en' },
  { width: 390, hand: 'touch', language: 'it' },
] as const

const AFTER_PAYMENT = [
  'OFFLINE_FINALIZING',
  'DEFERRED_OFFLINE_PAYMENT',
  'EXTERNAL_PROCESSING_PAYMENT',
  'STUCK',
  'FINALIZING',
  'CANCELLED',
] as const satisfies readonly Status[]

describe.each(inTurn(SCREENS))('Pages that only a payment leads to, $width px, $language', ({ journey, ...way }) => {
  for (const status of AFTER_PAYMENT) {
    journey(`${status} is complete, and looked at`, async () => {
      const visitor = await enter(way)
      const id = await aReservation({ isValidated: true })
      await setStatus(shop.db, id, status)
      await expectToEndAt(visitor, `${EVENT}/reservation/${id}/book`, TARGETS[status])
      await inspectPage(visitor, `status-${status.toLowerCase().replaceAll('_', '-')}`)
    })
  }
})

test('the payment page offers to ask the provider at the tenth look, and warns after 120', async () => {
  const visitor = await enter({ width: 390, hand: 'touch', hasFakeClock: true })
  const { page, say } = visitor
  visitor.expectComplaint(/404/)
  const id = await aReservation({ isValidated: true })
  await setStatus(shop.db, id, 'EXTERNAL_PROCESSING_PAYMENT')
  await expectToEndAt(visitor, `${EVENT}/reservation/${id}/processing-payment`, 'processing-payment')
  const offer = page.getByRole('button', { name: say('reservation.payment-processing.force-check') })
  await pollStatus(visitor, 9)
  expect(await offer.count()).toBe(0)
  await pollStatus(visitor, 1)
  await offer.waitFor()
  await inspectPage(visitor, 'processing-offers-check')
  await pollStatus(visitor, 111)
  await page.getByText(say('reservation.payment-processing.warning.message')).waitFor()
  await inspectPage(visitor, 'processing-warns')
})

test('an order that completes between the two answers about it is shown as complete in the end', async () => {
  const visitor = await enter({ hasFakeClock: true })
  const { page, say } = visitor
  const id = await aReservation({ isValidated: true })
  await setStatus(shop.db, id, 'FINALIZING')
  const early = await page.request.get(`${shop.url}/api/v2/public/reservation/${id}`)
  const answer = { body: await early.body(), contentType: 'application/json' }
  await page.route(`**/reservation/${id}`, route => route.fulfill(answer), { times: 1 })
  await setStatus(shop.db, id, 'COMPLETE')
  await expectToEndAt(visitor, `${EVENT}/reservation/${id}/success`, 'success')
  const waits = page.getByText(say('reservation-page-complete.reservation.finalization-in-progress'))
  await waits.waitFor()
  await page.clock.runFor(FINALIZING_POLL_MS)
  await waits.waitFor({ state: 'hidden' })
})

test('a buyer who does not know how a payment ended can look again', async () => {
  const visitor = await enter()
  const { page, say, does } = visitor
  const id = await aReservation({ isValidated: true })
  await setStatus(shop.db, id, 'IN_PAYMENT')
  await expectToEndAt(visitor, `${EVENT}/reservation/${id}/error`, 'error')
  await setStatus(shop.db, id, 'OFFLINE_PAYMENT')
  await does.press(page.getByRole('button', { name: say('common.refresh') }))
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/waiting-payment$/)
})

describe('An address', () => {
  test('of a ticket that does not exist leads home', async () => {
    const { page, expectComplaint } = await enter()
    expectComplaint(/404/)
    await page.goto('/event/type-evening/ticket/00000000-0000-4000-8000-000000000000/view')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expectComplaint(/status of 400/)
    await page.goto('/event/type-evening/ticket/nonsense/view')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test.each(SCREENS)('that does not exist says so and leads on, $width px', async way => {
    const visitor = await enter(way)
    visitor.expectComplaint(/404/)
    await visitor.open('/a/place/nobody/knows')
    await visitor.page.getByRole('heading', { level: 1, name: visitor.say('foyer.not-found.title') }).waitFor()
    await inspectPage(visitor, 'not-found')
    await visitor.does.press(link(visitor, visitor.say('home.view.all.events')))
    await expect.poll(() => new URL(visitor.page.url()).pathname).toBe('/')
  })
})

async function aReservation({ isValidated = false } = {}): Promise<string> {
  const other = otherBuyer(shop)
  const id = await other.reserve('alpine-systems-days', { Conference: 1 })
  if (isValidated) await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
  return id
}

/** The first page that is shown at this address; while none is, the heading says so unseen. */
async function expectToEndAt({ page }: Visitor, address: string, target: string): Promise<void> {
  await page.goto(address)
  await page.locator('h1:not(.unseen)').waitFor()
  expect({ address, page: new URL(page.url()).pathname.split('/').at(-1) }).toEqual({ address, page: target })
}

type End = { readonly from: string; readonly to: string }

const allAt = (target: string, pages: readonly string[] = PAGES): readonly End[] =>
  pages.map(from => ({ from, to: target }))

/** In `npm test` by turns, so that every page is tried with some statuses; all in the long run. */
const everyThird = (turn: number): readonly string[] =>
  isLongRun() ? PAGES : PAGES.filter((_, index) => index % 3 === turn % 3)

/**
 * Where every page of a reservation leads, as steps through the tab's history. The page itself waits for each of them,
 * which spares a conversation about every one.
 */
function endsOf({ page }: Visitor, reservation: string, pages: readonly string[] = PAGES): Promise<readonly End[]> {
  return page.locator('html').evaluate(
    async (root, { base, pages }) => {
      const view = root.ownerDocument.defaultView
      const polls = () =>
        view.performance.getEntriesByType('resource').filter(({ name }: { name: string }) => name.endsWith('/status'))
      const isShown = () => polls().length > 0 && root.querySelector('h1:not(.unseen)') !== null
      const ends = []
      for (const from of pages) {
        view.performance.clearResourceTimings()
        const state = { key: `${from}-${view.performance.now()}`, idx: 0, usr: null }
        view.history.pushState(state, '', `${base}/${from}`)
        view.dispatchEvent(new view.PopStateEvent('popstate', { state }))
        // Shown, and still at the same address a moment later.
        let at = ''
        do {
          at = view.location.pathname
          await new Promise(resolve => view.setTimeout(resolve, 10))
        } while (!isShown() || at !== view.location.pathname)
        ends.push({ from, to: view.location.pathname.split('/').at(-1) })
      }
      return ends
    },
    { base: reservation, pages },
  )
}

/** Lets the page look at the status so many times, two seconds each. */
async function pollStatus({ page }: Visitor, times: number): Promise<void> {
  for (let polls = 0; polls < times; polls++) {
    const answer = page.waitForResponse(response => response.url().endsWith('/status'))
    await page.clock.runFor(2_000)
    await answer
  }
}
