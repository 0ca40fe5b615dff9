import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { qrTextOf } from '../support/browser/browser-qr.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { arrive, button, contactField, getFree, link, reserve, take, writePerson } from './purchase.ts'
import { expectedCode, provePdf, proveTicketMail, ticketIds } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

describe.each(waysIn('de'))('A free ticket, $width px, $hand, $language', way => {
  test('is found, ordered, shown, downloaded, and comes by mail', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const person = { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${way.width}.${way.hand}@example.org` }

    await visitor.open('/')
    await page.getByRole('heading', { level: 1, name: say('foyer.home.title') }).waitFor()
    await inspectPage(visitor, 'home')
    await does.press(link(visitor, say('home.view.all.events')))
    await arrive(visitor, say('event-list.title'), /^\/events-all$/)
    await inspectPage(visitor, 'events')
    await does.press(link(visitor, 'Type Evening'))
    await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
    await take(visitor, 'Seat', 1)
    await inspectPage(visitor, 'free-1-event')

    const reservationId = await reserve(visitor)
    await inspectPage(visitor, 'free-2-details-empty')
    await writePerson(visitor, part => contactField(visitor, part), person)
    await inspectPage(visitor, 'free-2-details-filled')
    await getFree(visitor, say('foyer.success.title', 'Ada'))
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    const publicId = (await ticketIds(shop, reservationId)).get(person.email) ?? ''
    const code = page.getByRole('img', { name: say('foyer.ticket.code', 'Ada Lovelace') })
    await expect.poll(() => qrTextOf(code)).toBe(await expectedCode(shop, publicId))
    await inspectPage(visitor, 'free-4-success')
    await expectShare(visitor)
    // What is done seldom is a link.
    const again = button(visitor, say('reservation-page-complete.resend-reservation-email'))
    expect(await again.getAttribute('data-tone')).toBeNull()
    const calendars = ['Apple', 'Google', 'Outlook'].map(name => link(visitor, new RegExp(`^${name}`)))
    for (const calendar of calendars) expect(await calendar.getAttribute('href')).toContain('/type-evening/calendar/')

    await does.press(link(visitor, new RegExp(`^${say('reservation-page-complete.show-ticket')}`)))
    await arrive(visitor, 'Ada Lovelace', new RegExp(`^/event/type-evening/ticket/${publicId}/view$`))
    await expect.poll(() => qrTextOf(code)).toBe(await expectedCode(shop, publicId))
    await inspectPage(visitor, 'ticket')

    const downloading = page.waitForEvent('download')
    await does.press(link(visitor, say('foyer.success.pdf')))
    const pdf = await readFile(await (await downloading).path())
    await provePdf(shop, pdf, { publicId, holder: 'Ada Lovelace' })

    const [mail, ...others] = await shop.mailsTo(person.email, 1)
    expect(others).toEqual([])
    expect(mail?.to).toBe(person.email)
    const subject = say('foyer.mail.ticket.subject', 'Type Evening')
    if (mail) await proveTicketMail(shop, mail, { publicId, holder: 'Ada Lovelace', subject })
  })
})

/** Shares the event by the device's own dialog, where there is none by a link that is copied, and without a clipboard by one that is shown. */
async function expectShare(visitor: Visitor): Promise<void> {
  const { page, does, say } = visitor
  const url = `${shop.url}/event/type-evening`
  const share = '{ configurable: true, value: async data => void (window.shared = data) }'
  await page.evaluate(`void Object.defineProperty(navigator, 'share', ${share})`)
  await does.press(button(visitor, say('foyer.share.event')))
  await expect.poll(() => page.evaluate('window.shared')).toEqual({ title: 'Type Evening', url })
  await page.evaluate('delete navigator.share')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await does.press(button(visitor, say('foyer.share.event')))
  await button(visitor, say('foyer.share.copied')).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
  await page.evaluate("void Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await does.press(button(visitor, say('foyer.share.copied')))
  await expect.poll(() => page.getByLabel(say('foyer.share.link')).inputValue()).toBe(url)
}
