import { describe, expect, test, vi } from 'vitest'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, expectFocusOn, land, link } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const other = otherBuyer(shop)
const organiser = await organiserOf(shop, 'Lost Property Office')

describe.each(wayByTurns(waysIn('de'), 1))('Finding my orders, $width px, $hand, $language', way => {
  test('I mistype my address, correct it, and open my order from the mail', async () => {
    const slug = `lost-${way.width}-${way.hand}`
    const email = `ada.${slug}@example.org`
    const event = await organiser.open(aFreeEventFile(thisMoment(), { slug, title: 'Umbrella Evening' }))
    const id = await other.reserve(event, { Everybody: 1 })
    await other.fillIn(id, { firstName: 'Ada', lastName: 'Lovelace', email })
    await other.confirmFree(id)

    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open('/')
    await does.press(link(visitor, say('foyer.find-orders.link')))
    await arrive(visitor, say('foyer.find-orders.title'), /^\/find-my-orders$/)
    await inspectPage(visitor, 'find-orders')

    const field = page.getByLabel(say('common.email'))
    await does.write(field, 'ada')
    await does.press(button(visitor, say('foyer.find-orders.submit')))
    await page.getByText(say('error.STEP_2_INVALID_EMAIL')).waitFor()
    await expectFocusOn(field)
    await inspectPage(visitor, 'find-orders-refused')
    await does.write(field, email.toUpperCase())
    await does.press(button(visitor, say('foyer.find-orders.submit')))
    await page.getByRole('heading', { name: say('foyer.find-orders.sent.title') }).waitFor()
    await inspectPage(visitor, 'find-orders-sent')

    await shop.runJobs()
    const subject = say('foyer.mail.order-links.subject')
    const mails = await vi.waitFor(async () => (await shop.mailsTo(email, 1)).filter(mail => mail.subject === subject))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`/event/${event}/reservation/${id}`)
    await visitor.open(`/event/${event}/reservation/${id}`)
    await land(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
  })
})
