import { describe, expect, test } from 'vitest'
import { refundReservation } from '#contract/refund.ts'
import { anEventFile } from '../builders/event-file.ts'
import { type Visitor, type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy, infoOf, statusOf, ticketsOf } from '../support/buyer/purchase.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Ended House')
const { tickets, ...file } = anEventFile(thisMoment(), { slug: 'ended-evening', title: 'Ended Evening', seats: 50 })
const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['OFFLINE'] } })

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'touch', language: 'en' },
]

/** Paid by transfer, and then cancelled by the organiser. */
async function cancelled() {
  const buyer = aBuyer(shop.url)
  const id = await buy(buyer, event, { Conference: 2 }, { by: 'OFFLINE' })
  await organiser.confirm(id)
  await expect.poll(() => statusOf(buyer, id)).toBe('COMPLETE')
  const ids = ticketsOf(await infoOf(buyer, id)).map(({ uuid }) => uuid)
  const body = { what: 'ORDER' as const, money: false }
  await organiser.api.expect(refundReservation, 200, { params: { reservationId: id }, body })
  return { id, ids }
}

describe.each(wayByTurns(WAYS, 1))('An order that has ended, $width px, $hand, $language', way => {
  test('says what it was and what became of it, and gives its receipt; so does the link of a ticket', async () => {
    const { id, ids } = await cancelled()
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open(`/event/${event}/reservation/${id}?lang=${way.language}`)
    await page.getByRole('heading', { level: 1, name: say('foyer.ended.CANCELLED') }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/event/${event}/reservation/${id}/ended`)
    await page.getByText('2 × Conference').waitFor()
    await page.getByText(id.slice(0, 8).toUpperCase()).waitFor()
    await expectHowItEnded(visitor)
    const receipt = page.getByRole('link', { name: say('foyer.ended.document.RECEIPT') })
    const answer = await fetch(new URL((await receipt.getAttribute('href')) ?? '', shop.url))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await inspectPage(visitor, 'order-ended')

    visitor.expectComplaint(/404/)
    for (const part of ['view', 'update']) {
      await visitor.open(`/event/${event}/ticket/${ids[0]}/${part}?lang=${way.language}`)
      await page.getByRole('heading', { level: 1, name: say('foyer.ticket.ended') }).waitFor()
      await page.getByText(say('foyer.ticket.ended.text', 'Ended Evening')).waitFor()
      await page.getByRole('link', { name: 'hello@ended-house.example' }).waitFor()
    }
    await inspectPage(visitor, 'ticket-ended')

    await visitor.open(`/event/${event}/reservation/${crypto.randomUUID()}/ended?lang=${way.language}`)
    await page.getByRole('heading', { level: 1, name: say('reservation-page-not-found.header.title') }).waitFor()
  })
})

/** By whom, when, what it cost, and what became of the money. */
async function expectHowItEnded({ page, say }: Visitor): Promise<void> {
  const [on = ''] = say('foyer.ended.on', '\0').split('\0')
  const how = page.getByText(say('foyer.ended.CANCELLED.text', 'Ended House'))
  expect(await how.textContent()).toContain(on)
  await page.getByRole('heading', { name: say('foyer.ended.money') }).waitFor()
  const money = page.locator('section').filter({ has: page.getByRole('heading', { name: say('foyer.ended.money') }) })
  expect(await money.last().textContent()).toMatch(/240[.,]00.*Ended House|Ended House.*240[.,]00/)
}
