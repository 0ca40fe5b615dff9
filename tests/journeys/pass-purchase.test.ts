import { describe, expect, test } from 'vitest'
import { createSubscription, linkEvents } from '#contract/organiser-subscription.ts'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import { aCategoryFile, aQuestionFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { type Visitor, browsing, inTurn, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { cardForm, writeCard } from './card-form.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  expectFocusOn,
  land,
  link,
  pressContinue,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'
import { shopWithStripe } from './stripe-shop.ts'

const { stripe, shop } = await shopWithStripe()
const { enter } = await browsing(shop)

const now = thisMoment()
const club = await organiserOf(shop, 'Reel Club')
const AUTOCOMPLETE = { ENABLE_ATTENDEE_AUTOCOMPLETE: true }
const categories = [aCategoryFile(now, { price: 40 })]
const night = await club.open(
  anEventFile(now, { slug: 'reel-night', title: 'Reel Night', seats: 300, categories, settings: AUTOCOMPLETE }),
)

const both = (en: string, de: string) => [
  { lang: 'en', body: en },
  { lang: 'de', body: de },
]

const year = await passOnSale({
  title: both('A year of films', 'Ein Jahr Kino'),
  description: both('Every Friday.', 'Jeden Freitag.'),
  term: { timeUnit: 'YEARS', units: 1 },
  maxEntries: 10,
  paymentMethods: ['STRIPE', 'OFFLINE'],
  additionalInfo: [
    aQuestionFile({
      name: 'film',
      type: 'GENERIC_TEXT',
      required: true,
      label: both('Favourite film', 'Lieblingsfilm'),
    }),
  ],
})

async function passOnSale(changes: SubscriptionRequest): Promise<string> {
  const settings = { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }
  const body = aPassFile({ isPublic: true, onSaleFrom: localTime(now, { days: -1 }), settings, ...changes })
  const id = await club.api.expect(createSubscription, 200, { body })
  await club.api.expect(linkEvents, 200, { params: { id }, body: [{ slug: night }] })
  return id
}

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'keyboard', language: 'en' },
] as const

const ownerField = ({ page }: Visitor, part: keyof typeof GRACE) => page.locator(`[id="owner.${part}"]`)

/** The frames of the provider are of another site, and nothing is open any more where its message came first. */
async function visit(way: Parameters<typeof enter>[0]): Promise<Visitor> {
  const visitor = await enter(way)
  visitor.expectComplaint(new RegExp(`^elsewhere: ${stripe.url}`))
  visitor.expectComplaint(/status of 404 .*force-check/)
  return visitor
}

/** From the page of the pass to its details. */
async function holdOne(visitor: Visitor): Promise<void> {
  const { does, say } = visitor
  await visitor.open(`/subscription/${year}`)
  await does.press(button(visitor, say('subscription-list.link')))
  await land(visitor, say('reservation-page.your-details'), /\/subscription\/[^/]+\/reservation\/[^/]+\/book$/)
  await writePerson(visitor, part => contactField(visitor, part), ADA)
}

describe.each(waysToTake(SCREENS))('A pass, $width px, $hand, $language', way => {
  test('is bought by card, and tickets are taken with it from its page', async () => {
    const visitor = await visit(way)
    const { page, does, say } = visitor
    await holdOne(visitor)
    await inspectPage(visitor, 'pass-2-details')
    await does.write(page.locator('[id="owner.additional.film"]'), 'Metropolis')
    await pressContinue(visitor)

    await land(visitor, say('foyer.overview.title'), /\/overview$/)
    await does.pick(page.getByRole('radio', { name: say('reservation-page.credit-card'), exact: true }))
    await cardForm(visitor).locator('#number').waitFor()
    await writeCard(visitor, CARD.pays)
    await agree(visitor)
    await inspectPage(visitor, 'pass-3-overview')
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay', '120.00')))

    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/subscription\/.*\/success$/)
    const pin = page.getByText(/^[ACDEFGHJKLMNPQRTUVWXY34679]{8}$/)
    await pin.waitFor()
    await page.getByText('Metropolis').waitFor()
    await page.getByText(say('foyer.pass.entries.other', 10), { exact: true }).waitFor()
    await link(visitor, say('foyer.withdrawal.link')).waitFor()
    await inspectPage(visitor, 'pass-4-bought')
    await page.context().grantPermissions(['clipboard-write'])
    await does.press(page.getByRole('button', { name: say('foyer.copy') }).first())
    await page
      .getByRole('status')
      .getByText(say('reservation-page-complete.subscription.copy.success'), { exact: true })
      .waitFor()
    for (const [name, type] of [
      [say('foyer.pass-order.pdf'), 'application/pdf'],
      ['iCalendar', 'text/calendar'],
    ] as const) {
      const answer = await page.request.get((await link(visitor, name).getAttribute('href')) ?? '')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringContaining(type)])
    }

    const all = link(visitor, say('reservation-page-complete.subscription.buy-tickets'))
    expect(await all.getAttribute('href')).toMatch(/^\/events-all\?subscription=[0-9a-f-]{36}/)
    await does.press(link(visitor, 'Reel Night'))
    await arrive(visitor, 'Reel Night', /^\/event\/reel-night$/)
    expect(new URL(page.url()).searchParams.get('subscription')).toMatch(/^[0-9a-f-]{36}$/)
    await inspectPage(visitor, 'pass-5-used')
    await take(visitor, 'Conference', 1)
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await continueToOverview(visitor, say('foyer.overview.title.free'))
    await agree(visitor)
    await does.press(button(visitor, say('foyer.overview.get-free')))
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/event\/reel-night\/.*\/success$/)
  })
})

describe.each(inTurn(waysToTake(SCREENS)))('A pass, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('is for another person, who is named and gets it', async () => {
    const visitor = await visit(way)
    const { page, does, say } = visitor
    const owner = { ...GRACE, email: `grace.${way.width}.${way.hand}@example.org` }
    await holdOne(visitor)
    await does.press(page.locator('[id="owner.isSomebodyElse"]'))
    await pressContinue(visitor)
    await expectFocusOn(page.getByRole('group', { name: say('foyer.book.check') }))
    expect(await ownerField(visitor, 'email').getAttribute('aria-invalid')).toBe('true')
    await inspectPage(visitor, 'pass-2-owner-missing')

    await does.write(ownerField(visitor, 'email'), 'grace@gmial.com')
    await ownerField(visitor, 'email').blur()
    await does.press(button(visitor, say('foyer.book.did-you-mean', 'grace@gmail.com')))
    await expect.poll(() => ownerField(visitor, 'email').inputValue()).toBe('grace@gmail.com')
    for (const part of ['firstName', 'lastName', 'email'] as const) {
      await does.write(ownerField(visitor, part), owner[part])
    }
    await does.write(page.locator('[id="owner.additional.film"]'), 'Metropolis')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => ownerField(visitor, 'email').inputValue()).toBe(owner.email)
    await pressContinue(visitor)
    await land(visitor, say('foyer.overview.title'), /\/overview$/)
    await page.getByText(owner.email, { exact: true }).waitFor()
    await does.pick(page.getByRole('radio', { name: say('reservation-page.offline'), exact: true }))
    await agree(visitor)
    await inspectPage(visitor, 'pass-3-for-another')
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-by-transfer', '120.00')))
    await page.waitForURL(/\/waiting-payment$/)
    await page.getByText('CH93 0076 2011 6238 5295 7').first().waitFor()
    await inspectPage(visitor, 'pass-4-waiting')

    const [, id = ''] = /reservation\/([^/]+)/.exec(page.url()) ?? []
    await club.confirm(id)
    await page.reload()
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    await page.getByText(owner.email).first().waitFor()
    await inspectPage(visitor, 'pass-5-for-another')
    const [mail] = await shop.mailsTo(owner.email, 1)
    expect(mail?.text).toMatch(/[ACDEFGHJKLMNPQRTUVWXY34679]{8}/)
  })

  journey('can be released before it is paid', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await holdOne(visitor)
    await does.press(button(visitor, say('foyer.pass-order.give-back')))
    const dialog = page.getByRole('dialog', { name: say('foyer.pass-order.cancel.title') })
    await dialog.waitFor()
    await inspectPage(visitor, 'pass-2-give-back')
    await does.press(dialog.getByRole('button', { name: say('foyer.held.give-back') }))
    await page.waitForURL(new RegExp(`/subscription/${year}$`))
  })
})
