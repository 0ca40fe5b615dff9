import { describe, expect, test } from 'vitest'
import { type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { button } from './purchase.ts'
import { ticketIds } from './ticket-proof.ts'

// The event ended a month ago, and the shop erases the attendees.

const shop = await runningShop({ RETENTION_DAYS: '30' })
const { enter } = await browsing(shop)
const EVENT = '/event/type-evening'

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
]

describe.each(wayByTurns(WAYS, 0))('An order, $width px, $language', way => {
  test('is sent again until it is enough, and belongs to no person once their data is erased', async () => {
    await shop.resetClock()
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const person = { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${way.width}@example.org` }
    const buyer = otherBuyer(shop)
    const id = await buyer.reserve('type-evening', { Seat: 1 })
    await buyer.fillIn(id, person)
    await buyer.confirmFree(id)
    const ticket = (await ticketIds(shop, id)).get(person.email) ?? ''
    await shop.mailsTo(person.email, 1)

    await visitor.open(`${EVENT}/reservation/${id}/success`)
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    const again = button(visitor, say('reservation-page-complete.resend-reservation-email'))
    const enough = page.getByText(say('foyer.resend.wait-minutes', 10))
    for (let round = 0; round < 3; round += 1) {
      await does.press(again)
      await page.getByText(say('email.confirmation-email-sent')).last().waitFor()
      expect(await enough.count()).toBe(0)
    }
    visitor.expectComplaint(/429/)
    await does.press(again)
    await enough.waitFor()
    await inspectPage(visitor, 'resend-enough')

    await visitor.open(`${EVENT}/ticket/${ticket}/view`)
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    await visitor.open(`${EVENT}/ticket/${ticket}/update`)
    const sendTicket = button(visitor, say('reservation-page-complete.send-ticket-by-email-to'))
    const sendTicketOf = button(visitor, new RegExp(say('reservation-page-complete.send-ticket-by-email-to')))
    await sendTicket.waitFor()

    // The event has ended by now. (The token of the page has run out as well.)
    await shop.advance('P20D')
    visitor.expectComplaint(/403/)
    await does.press(sendTicket)
    await page.getByText(say('email.ticket-email-sent')).last().waitFor()
    await visitor.open(`${EVENT}/reservation/${id}/success`)
    await sendTicketOf.waitFor()
    await does.press(again)
    await page.getByText(say('email.confirmation-email-sent')).last().waitFor()
    await inspectPage(visitor, 'success-over')

    await shop.advance('P380D')
    await shop.runJobs()

    visitor.expectComplaint(/404/)
    await visitor.open(`${EVENT}/reservation/${id}/success`)
    await page.getByRole('heading', { level: 1, name: say('reservation-page-not-found.header.title') }).waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/Ada|Lovelace/)
    await inspectPage(visitor, 'forgotten-order')
    await visitor.open(`${EVENT}/ticket/${ticket}/view`)
    // A visitor who asks for a ticket that isn't there is led home.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expect(await page.locator('body').textContent()).not.toMatch(/Ada|Lovelace/)
  })
})
