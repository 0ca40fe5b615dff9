import { describe, expect, test } from 'vitest'
import { confirmTransferByReference, listAwaitedTransfers } from '#contract/organiser-payments.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Late Payers')
const event = await organiser.open(
  anEventFile(thisMoment(), {
    slug: 'by-arrangement',
    title: 'By Arrangement',
    description: [
      { lang: 'en', body: 'Companies pay later.' },
      { lang: 'de', body: 'Firmen zahlen später.' },
    ],
    settings: { DEFERRED_BANK_TRANSFER_ENABLED: true, ON_SITE_ENABLED: false },
  }),
)

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
]

describe.each(wayByTurns(WAYS, 1))('A deferred transfer, $width px, $hand, $language', way => {
  test('is promised, waits for word from the organiser, and shows the tickets once it has arrived', async () => {
    const visitor = await enter({ ...way, hasFakeClock: true })
    const { page, does, say } = visitor
    const person = { firstName: 'Emmy', lastName: 'Noether', email: `emmy.${way.width}@example.org` }
    await visitor.open(`/event/${event}`)
    await take(visitor, 'Conference', 1)
    const id = await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), person)
    await continueToOverview(visitor, say('foyer.overview.title'))
    await page.getByText(say('reservation-page.offline.deferred.description')).waitFor()
    await agree(visitor)
    await inspectPage(visitor, 'deferred-1-overview')
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-by-transfer', '120.00')))
    const title = say('reservation-page.offline.deferred.success.title').replaceAll(/<[^>]*>/g, '')
    await arrive(visitor, title, /\/deferred-payment$/)
    await page.getByText(say('reservation-page.offline.deferred.success.message')).waitFor()
    await inspectPage(visitor, 'deferred-2-waiting')

    const [promise] = await shop.mailsTo(person.email, 1)
    expect(promise?.text).toContain(say('foyer.mail.deferred.intro'))
    expect(promise?.text).not.toContain('CH93')
    await visitor.open(`/event/${event}/reservation/${id}/waiting-payment`)
    await arrive(visitor, title, /\/deferred-payment$/)

    const [awaited] = await organiser.api.expect(listAwaitedTransfers, 200, { query: { event } })
    expect(awaited).toMatchObject({ reservationId: id, status: 'DEFERRED_OFFLINE_PAYMENT', amount: '120.00' })
    const body = { reference: awaited?.shortId ?? '', amount: '120.00', currency: 'CHF' }
    await organiser.api.expect(confirmTransferByReference, 200, { body })
    await page.clock.fastForward('00:31')
    await arrive(visitor, say('foyer.success.title', 'Emmy'), /\/success$/)
    await inspectPage(visitor, 'deferred-3-success')
    expect(await shop.mailsTo(person.email, 3)).toHaveLength(3)
  })
})
