import { describe, expect, test } from 'vitest'
import { type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { anEventToPassOn } from './asking.ts'
import {
  arrive,
  button,
  changeFirst,
  contactField,
  expectFocusOn,
  getFree,
  link,
  reserve,
  take,
  writePerson,
} from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { proveTicketMail } from './ticket-proof.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Relay House')
const event = await organiser.open(anEventToPassOn(thisMoment()))

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'touch', language: 'en' },
]

describe.each(wayByTurns(WAYS, 1))('Names can wait, $width px, $hand, $language', way => {
  test('and be filled in by the link of the mail, with all that the organiser asks', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const mark = `${way.width}.${way.hand}`
    const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${mark}@example.org` }
    const guest = { firstName: 'Mary', lastName: 'Somerville', email: `mary.${mark}@example.org` }
    await visitor.open(`/event/${event}`)
    await take(visitor, 'Everybody', 2)
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), buyer)
    await page.getByText(say('foyer.book.later.others.one')).waitFor()
    await changeFirst(visitor)
    await does.press(button(visitor, new RegExp(`^${say('reservation-page.postpone-assignment')}`)))
    await page.getByText(say('foyer.book.later.all.other', 2)).waitFor()
    expect(await page.locator('form details').count()).toBe(0)
    await inspectPage(visitor, 'details-names-later')
    await getFree(visitor, say('foyer.success.title', 'Ada'))
    await inspectPage(visitor, 'success-names-later')

    const [confirmation] = await shop.mailsTo(buyer.email, 1)
    const address = /https?:\/\/\S+\/reservation\/\S+/.exec(confirmation?.text ?? '')?.[0] ?? ''
    await visitor.open(`${new URL(address).pathname}${new URL(address).search}`)
    const nameless = link(visitor, new RegExp(`^${say('reservation-page-complete.assign')}`))
    await expect.poll(() => nameless.count()).toBe(2)
    await does.press(nameless.first())
    await arrive(visitor, say('reservation-page-complete.ticket-not-assigned'), /\/ticket\/[^/]+\/update$/)
    await does.press(button(visitor, say('reservation-page-complete.update')))
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await expectFocusOn(summary)
    expect(await summary.getByRole('listitem').count()).toBe(5)
    await inspectPage(visitor, 'assignment-missing')
    await does.press(summary.getByRole('link', { name: way.language === 'de' ? 'Welches Essen?' : 'Which meal?' }))
    await expectFocusOn(page.locator('[id="additional.meal"]'))

    await does.write(page.locator('[id="additional.title"]'), 'Lady')
    await writePerson(visitor, part => contactField(visitor, part), guest)
    await does.choose(page.locator('[id="additional.meal"]'), 'vegan')
    await does.pick(page.getByRole('radio', { name: 'L', exact: true }))
    await does.press(button(visitor, say('reservation-page-complete.update')))
    const title = page.getByRole('heading', { level: 1, name: 'Mary Somerville' })
    await title.waitFor()
    await expectFocusOn(title)
    await inspectPage(visitor, 'assignment-done')
    const [mail] = await shop.mailsTo(guest.email, 1)
    const publicId = /\/ticket\/([^/]+)\/update/.exec(page.url())?.[1] ?? ''
    const subject = say('foyer.mail.ticket.subject', 'Relay Evening')
    if (mail) await proveTicketMail(shop, mail, { publicId, holder: 'Mary Somerville', subject })

    await does.press(link(visitor, say('show-ticket.go-back-to-reservation')))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    await page.getByRole('heading', { name: 'Mary Somerville' }).waitFor()
    await expect.poll(() => nameless.count()).toBe(1)
    await inspectPage(visitor, 'success-half-named')
  })
})
