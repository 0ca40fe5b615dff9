import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, waysIn, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { qrTextOf } from '../support/browser/browser-qr.ts'
import { aKey, aScanner } from '../support/organiser/door.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import {
  agree,
  arrive,
  button,
  changeFirst,
  contactField,
  continueToOverview,
  expectFocusOn,
  link,
  nameHolder,
  nameNow,
  reserve,
  take,
  ticketCard,
  withAmount,
  writePerson,
} from './purchase.ts'
import { expectedCode, proveTicketMail, ticketIds } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const { organization_id: organizationId } = await shop.db.kysely
  .selectFrom('event')
  .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
  .select('organization_id')
  .where('short_name', '=', 'alpine-systems-days')
  .executeTakeFirstOrThrow()
const systemKey = shop.environment['FOYER_API_KEY'] ?? ''
const key = await aKey(shop.url, { systemKey, organizationId, role: 'OPERATOR' })
const door = aScanner(shop.url, key, 'alpine-systems-days')

describe.each(wayByTurns(waysIn('it'), 0))('Two tickets paid at the door, $width px, $hand, $language', way => {
  test('go each to their holder, and say that they are to be paid', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const mark = `${way.width}.${way.hand}`
    const buyer = { firstName: 'Grace', lastName: 'Hopper', email: `grace.${mark}@example.org` }
    const guest = { firstName: 'Mary', lastName: 'Shaw', email: `mary.${mark}@example.org` }

    await visitor.open('/event/alpine-systems-days')
    await take(visitor, 'Conference', 1)
    await take(visitor, 'Workshop only', 1)
    await inspectPage(visitor, 'paid-1-event')
    const reservationId = await reserve(visitor)

    await writePerson(visitor, part => contactField(visitor, part), buyer)
    await buyerAgain(visitor)
    await nameNow(visitor)
    await nameHolder(visitor, 1, guest)
    await inspectPage(visitor, 'paid-2-details')
    await continueToOverview(visitor, say('foyer.overview.title'))
    await inspectPage(visitor, 'paid-3-overview')

    await does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
    // Nothing comes between the two after the page, or goes when the box is ticked: a press on Pay would miss it.
    const toPay = () => heightBetween(page.locator('#terms'), page.locator('form button[type=submit]:visible').last())
    const before = way.width === 1280 && (await toPay())
    await agree(visitor)
    expect(way.width === 1280 && (await toPay())).toBe(before)
    await inspectPage(visitor, 'paid-3-overview-on-site')
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-on-site', '185.00')))
    await arrive(visitor, say('foyer.success.title', 'Grace'), /\/success$/)
    await page.getByRole('heading', { name: 'Mary Shaw' }).waitFor()
    await page.getByText(say('ticket.payment-required')).first().waitFor()
    await inspectPage(visitor, 'paid-4-success')

    const ids = await ticketIds(shop, reservationId)
    const publicId = ids.get(guest.email) ?? ''
    await does.press(
      link(visitor, `${say('reservation-page-complete.show-ticket')} ${say('foyer.success.of', 'Mary Shaw')}`),
    )
    await arrive(visitor, 'Mary Shaw', new RegExp(`/ticket/${publicId}/view$`))
    // Beside each other: the ticket of the buyer, and the one of the guest.
    await expect.poll(() => page.getByText(say('ticket.payment-required')).count()).toBe(2)
    const picture = page.getByRole('img', { name: say('foyer.ticket.code', 'Mary Shaw') })
    const code = await expectedCode(shop, publicId)
    await expect.poll(() => qrTextOf(picture)).toBe(code)
    await inspectPage(visitor, 'ticket-to-be-paid')
    await scan(code)

    const subject = say('foyer.mail.ticket.subject', 'Alpine Systems Days')
    const [toGuest, ...others] = await shop.mailsTo(guest.email, 1)
    expect(others).toEqual([])
    if (toGuest) await proveTicketMail(shop, toGuest, { publicId, holder: 'Mary Shaw', subject })
    const toBuyer = await shop.mailsTo(buyer.email, 2)
    const shortId = reservationId.slice(0, 8).toUpperCase()
    expect(toBuyer.map(mail => mail.subject).toSorted()).toEqual(
      [subject, say('foyer.mail.order.subject', 'Alpine Systems Days', shortId)].toSorted(),
    )
  })
})

/** At the door: no ticket is let in unpaid, nor twice; when it was a mistake, all of it is reverted. */
async function scan(code: string): Promise<void> {
  const ticket = { identifier: code.split('/')[0] ?? '', code }
  expect(await door.scan(ticket)).toBe('MUST_PAY')
  expect(await door.pay(ticket)).toBe('SUCCESS')
  expect(await door.scan(ticket)).toBe('ALREADY_CHECK_IN')
  expect(await door.revert(ticket)).toBe(true)
  expect(await door.scan(ticket)).toBe('MUST_PAY')
}

/** The first ticket is for another person after all, and then for the buyer again. */
async function buyerAgain(visitor: Visitor): Promise<void> {
  await changeFirst(visitor)
  const title = visitor.say('foyer.book.ticket', 'Conference', 1)
  await visitor.does.press(button(visitor, new RegExp(`^${visitor.say('foyer.book.same-as-above')} ?: ${title}$`)))
  await ticketCard(visitor, 0).getByText(visitor.say('foyer.book.is-you', 'Grace Hopper')).waitFor()
  await expectFocusOn(ticketCard(visitor, 0).getByRole('button', { name: visitor.say('foyer.held.change') }))
}

async function heightBetween(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
  if (!above || !below) throw new Error('one of the two is not shown')
  return Math.round(below.y - above.y)
}
