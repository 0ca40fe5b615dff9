import { describe, expect, test } from 'vitest'
import { type Visitor, browsing } from '#tests/support/browser.ts'
import { look } from '#tests/support/browser-look.ts'
import { runningShop } from '#tests/support/running-shop.ts'
import { otherBuyer } from '#tests/support/running-shop-buyer.ts'
import { link } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

const PAGES = [
  'book',
  'overview',
  'waiting-payment',
  'deferred-payment',
  'processing-payment',
  'success',
  'not-found',
  'error',
] as const

/** The page of each status (specification, booking 2). */
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
  CANCELLED: 'not-found',
  CREDIT_NOTE_ISSUED: 'not-found',
} as const satisfies Record<string, (typeof PAGES)[number]>

type Status = keyof typeof TARGETS

const EVERYWHERE = Object.entries(TARGETS) as readonly (readonly [Status, (typeof PAGES)[number]])[]
const EVENT = '/event/alpine-systems-days'

describe('A reservation', () => {
  test.each(EVERYWHERE)('that is %s is shown on the page %s, whatever the address says', async (status, target) => {
    const visitor = await enter()
    const id = await aReservationThatIs(status)
    await expectAllToEndAt(visitor, `${EVENT}/reservation/${id}`, target)
  })

  test('with accepted details is shown on the overview', async () => {
    const visitor = await enter()
    const id = await aReservationThatIs('PENDING', { isValidated: true })
    await expectAllToEndAt(visitor, `${EVENT}/reservation/${id}`, 'overview')
  })

  test('is found under the old address of the waiting page and under its own', async () => {
    const visitor = await enter()
    const id = await aReservationThatIs('OFFLINE_PAYMENT')
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/waitingPayment?lang=it`, 'waiting-payment')
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}`, 'waiting-payment')
  })

  test('that does not exist is not found', async () => {
    const visitor = await enter()
    visitor.expectComplaint(/404/)
    await expectAllToEndAt(visitor, `${EVENT}/reservation/00000000-0000-4000-8000-000000000000`, 'not-found')
    await expectToEndAt(visitor, `${EVENT}/reservation/nonsense/book`, 'not-found')
  })
})

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'it' },
] as const

describe.each(SCREENS)('Pages that only a payment leads to, $width px, $language', way => {
  test.each([
    'OFFLINE_FINALIZING',
    'DEFERRED_OFFLINE_PAYMENT',
    'EXTERNAL_PROCESSING_PAYMENT',
    'STUCK',
    'FINALIZING',
    'CANCELLED',
  ] as const)('%s', async status => {
    const visitor = await enter(way)
    const id = await aReservationThatIs(status, { isValidated: true })
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/book`, TARGETS[status])
    await look(visitor, `status-${status.toLowerCase().replaceAll('_', '-')}`)
  })

  test('the payment page offers to ask the provider, and warns when it takes long', async () => {
    const visitor = await enter({ ...way, hasFakeClock: true })
    const { page, say } = visitor
    const id = await aReservationThatIs('EXTERNAL_PROCESSING_PAYMENT', { isValidated: true })
    await expectToEndAt(visitor, `${EVENT}/reservation/${id}/processing-payment`, 'processing-payment')
    const offer = page.getByRole('button', { name: say('reservation.payment-processing.force-check') })
    await waitBySteps(visitor, offer)
    await look(visitor, 'processing-offers-check')
  })
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

  test.each(SCREENS)('that nobody knows says so and leads on, $width px', async way => {
    const visitor = await enter(way)
    visitor.expectComplaint(/404/)
    await visitor.open('/a/place/nobody/knows')
    await visitor.page.getByRole('heading', { level: 1, name: visitor.say('foyer.not-found.title') }).waitFor()
    await look(visitor, 'not-found')
    await visitor.does.press(link(visitor, visitor.say('home.view.all.events')))
    await expect.poll(() => new URL(visitor.page.url()).pathname).toBe('/')
  })
})

async function aReservationThatIs(status: Status, { isValidated = false } = {}): Promise<string> {
  const other = otherBuyer(shop)
  const id = await other.reserve('alpine-systems-days', { Conference: 1 })
  if (isValidated) await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' })
  await shop.db.kysely.updateTable('reservation').set({ status }).where('id', '=', id).execute()
  return id
}

/** The first page that is shown at this address; while none is, the heading says so unseen. */
async function expectToEndAt({ page }: Visitor, address: string, target: string): Promise<void> {
  await page.goto(address)
  await page.locator('h1:not(.unseen)').waitFor()
  expect({ address, page: new URL(page.url()).pathname.split('/').at(-1) }).toEqual({ address, page: target })
}

/** Every page of a reservation: the first as an address that is opened, the others as steps through the tab's history. */
async function expectAllToEndAt(visitor: Visitor, reservation: string, target: string): Promise<void> {
  const [first, ...others] = PAGES
  await expectToEndAt(visitor, `${reservation}/${first}`, target)
  for (const other of others) {
    const address = `${reservation}/${other}`
    const looked = visitor.page.waitForResponse(response => response.url().endsWith('/status'))
    await visitor.page.locator('html').evaluate((root, to) => {
      const view = root.ownerDocument.defaultView
      const state = { key: to, idx: 0, usr: null }
      view.history.pushState(state, '', to)
      view.dispatchEvent(new view.PopStateEvent('popstate', { state }))
    }, address)
    await looked
    await visitor.page.locator('h1:not(.unseen)').waitFor()
    await expect.poll(() => new URL(visitor.page.url()).pathname, { message: address }).toBe(`${reservation}/${target}`)
  }
}

/** Lets the page look at the status again and again, two seconds each. */
async function waitBySteps({ page }: Visitor, offer: ReturnType<Visitor['page']['locator']>): Promise<void> {
  const looked = () => page.waitForResponse(response => response.url().endsWith('/status'))
  for (let looks = 0; looks < 10; looks++) {
    const answer = looked()
    await page.clock.runFor(2_000)
    await answer
  }
  await offer.waitFor()
}
