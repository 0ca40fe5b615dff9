import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, waysIn } from '#tests/support/browser.ts'
import { look } from '#tests/support/browser-look.ts'
import { qrTextOf } from '#tests/support/browser-qr.ts'
import { runningShop } from '#tests/support/running-shop.ts'
import {
  agree,
  arrive,
  attendeeField,
  button,
  contactField,
  continueToOverview,
  link,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'
import { expectedCode, proveTicketMail, ticketIds } from './ticket-proof.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

describe.each(waysIn('it'))('Two tickets paid at the door, $width px, $hand, $language', way => {
  test('go each to their holder, and say that they are to be paid', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const mark = `${way.width}.${way.hand}`
    const buyer = { firstName: 'Grace', lastName: 'Hopper', email: `grace.${mark}@example.org` }
    const guest = { firstName: 'Mary', lastName: 'Shaw', email: `mary.${mark}@example.org` }

    await visitor.open('/event/alpine-systems-days')
    await take(visitor, 'Conference', 1)
    await take(visitor, 'Workshop only', 1)
    await look(visitor, 'paid-1-event')
    const reservationId = await reserve(visitor)

    await writePerson(visitor, part => contactField(visitor, part), buyer)
    await copyContact(visitor)
    await does.press(page.locator('summary').nth(1))
    await writePerson(visitor, part => attendeeField(visitor, 1, part), guest)
    await look(visitor, 'paid-2-details')
    await continueToOverview(visitor, say('foyer.overview.title'))
    await look(visitor, 'paid-3-overview')

    await does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
    await agree(visitor)
    await look(visitor, 'paid-3-overview-on-site')
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-on-site', '185.00')))
    await arrive(visitor, say('foyer.success.title', 'Grace'), /\/success$/)
    await page.getByRole('heading', { name: 'Mary Shaw' }).waitFor()
    await page.getByText(say('ticket.payment-required')).first().waitFor()
    await look(visitor, 'paid-4-success')

    const ids = await ticketIds(shop, reservationId)
    const publicId = ids.get(guest.email) ?? ''
    await does.press(
      link(visitor, `${say('reservation-page-complete.show-ticket')} ${say('foyer.success.of', 'Mary Shaw')}`),
    )
    await arrive(visitor, 'Mary Shaw', new RegExp(`/ticket/${publicId}/view$`))
    await page.getByText(say('ticket.payment-required')).waitFor()
    const code = page.getByRole('img', { name: say('foyer.ticket.code', 'Mary Shaw') })
    await expect.poll(() => qrTextOf(code)).toBe(await expectedCode(shop, publicId))
    await look(visitor, 'ticket-to-be-paid')

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

/** The first ticket is for the buyer. */
async function copyContact(visitor: Visitor): Promise<void> {
  const title = visitor.say('foyer.book.ticket', 'Conference', 1)
  await visitor.does.press(button(visitor, new RegExp(`^${visitor.say('foyer.book.same-as-above')} ?: ${title}$`)))
  await expect.poll(() => attendeeField(visitor, 0, 'firstName').inputValue()).toBe('Grace')
}
