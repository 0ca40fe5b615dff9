import { expect, test } from 'vitest'
import { createSubscription } from '#contract/organiser-subscription.ts'
import { aCategoryFile, aPromoCodeFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { cardForm, writeCard } from './card-form.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import {
  agree,
  arrive,
  attendeeField,
  button,
  contactField,
  land,
  link,
  openCode,
  pressContinue,
  stubOf,
  withAmount,
  writePerson,
} from './purchase.ts'
import { shopWithStripe } from './stripe-shop.ts'

const { stripe, shop } = await shopWithStripe()
const { enter } = await browsing(shop)

const INVOICES_ARE_OFFERED = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }

const now = thisMoment()
const house = await organiserOf(shop, 'Press House')
const open = (slug: string, title: string, changes: Parameters<typeof anEventFile>[1] = {}) =>
  house.open(anEventFile(now, { slug, title, ...changes }))
await open('press-free', 'Free Evening', { categories: [aCategoryFile(now, { price: 0 })] })
await open('press-card', 'Card Night')
await house.change('press-card', { tickets: { paymentMethods: ['STRIPE'] } })
await open('press-desk', 'Desk Night', { promoCodes: [aPromoCodeFile()], settings: INVOICES_ARE_OFFERED })
await open('press-names', 'Named Night', {
  categories: [aCategoryFile(now, { price: 0 })],
  settings: { FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: true },
})
await house.api.expect(createSubscription, 200, {
  body: aPassFile({ isPublic: true, onSaleFrom: localTime(now, { days: -1 }), paymentMethods: ['STRIPE'] }),
})

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

type Order = (visitor: Visitor) => Promise<void>

const another: Order = visitor =>
  visitor.does.press(stubOf(visitor, 'Conference').getByRole('button', { name: visitor.say('foyer.quantity.more') }))

/** From the card of the event on the home page to its details; `choose`: what is chosen besides the one ticket. */
async function reserve(visitor: Visitor, title: string, choose: Order = async () => {}): Promise<void> {
  const { does, say } = visitor
  await does.press(link(visitor, title))
  await arrive(visitor, title, /^\/event\//)
  await expect.poll(() => stubOf(visitor, 'Conference').locator('output').textContent()).toBe('1')
  await choose(visitor)
  await does.press(button(visitor, say('show-event.continue')))
  await writeDetails(visitor)
}

async function writeDetails(visitor: Visitor): Promise<void> {
  await land(visitor, visitor.say('reservation-page.your-details'), /\/book$/)
  await writePerson(visitor, part => contactField(visitor, part), ADA)
}

const finish: Order = async visitor => {
  await agree(visitor)
  await pressContinue(visitor)
}

/** Pays by card, where that is the only way: nothing is to be chosen. */
async function payByCard(visitor: Visitor, amount: string): Promise<void> {
  await pressContinue(visitor)
  await land(visitor, visitor.say('foyer.overview.title'), /\/overview$/)
  await cardForm(visitor).locator('#number').waitFor()
  await writeCard(visitor, CARD.pays)
  await agree(visitor)
  await visitor.does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay', amount)))
}

/** Pays at the door, one of two ways. */
async function payAtDoor(visitor: Visitor, amount: string): Promise<void> {
  const { page, does, say } = visitor
  await pressContinue(visitor)
  await land(visitor, say('foyer.overview.title'), /\/overview$/)
  await does.pick(page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
  await agree(visitor)
  await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-on-site', amount)))
}

/** Seven usual orders, from the home page to success: presses, and fields besides those of the card (docs/features.md). */
const ORDERS: readonly (readonly [name: string, presses: number, fields: number, order: Order])[] = [
  [
    'one free ticket',
    4,
    3,
    async visitor => {
      await reserve(visitor, 'Free Evening')
      await finish(visitor)
    },
  ],
  [
    'two tickets by card, the only way to pay',
    6,
    3,
    async visitor => {
      await reserve(visitor, 'Card Night', another)
      await payByCard(visitor, '240.00')
    },
  ],
  [
    'two tickets that are paid at the door, or by transfer',
    7,
    3,
    async visitor => {
      await reserve(visitor, 'Desk Night', another)
      await payAtDoor(visitor, '240.00')
    },
  ],
  [
    'one ticket with a code',
    8,
    4,
    async visitor => {
      await reserve(visitor, 'Desk Night', async ({ page, does, say }) => {
        await openCode(visitor)
        await does.write(page.locator('#promo-code'), 'TENOFF10')
        await does.press(button(visitor, say('show-event.promo-code.apply')))
        await page.getByText('TENOFF10').first().waitFor()
      })
      await payAtDoor(visitor, '108.00')
    },
  ],
  [
    'one ticket for a company, with an invoice',
    8,
    9,
    async visitor => {
      const { page, does, say } = visitor
      await reserve(visitor, 'Desk Night')
      await does.press(page.getByRole('checkbox', { name: say('reservation-page.i-need-an-invoice') }))
      await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))
      await does.write(page.locator('#billingAddressCompany'), 'Analytical Engines')
      await does.choose(page.locator('#vatCountryCode'), 'Switzerland')
      await does.write(page.locator('#vatNr'), 'CHE-109.322.551')
      await does.write(page.locator('#billingAddressLine1'), 'Hauptgasse 1')
      await does.write(page.locator('#billingAddressZip'), '3000')
      await does.write(page.locator('#billingAddressCity'), 'Bern')
      await payAtDoor(visitor, '120.00')
    },
  ],
  [
    'a pass by card',
    5,
    3,
    async visitor => {
      const { page, does, say } = visitor
      await does.press(link(visitor, 'Season pass'))
      await page.waitForURL(/\/subscription\//)
      await does.press(button(visitor, say('subscription-list.link')))
      await writeDetails(visitor)
      await payByCard(visitor, '120.00')
    },
  ],
  [
    'three free tickets whose names may not come later',
    6,
    7,
    async visitor => {
      await reserve(visitor, 'Named Night', async () => {
        await another(visitor)
        await another(visitor)
      })
      for (const position of [1, 2]) {
        await visitor.does.write(attendeeField(visitor, position, 'firstName'), 'Grace')
        await visitor.does.write(attendeeField(visitor, position, 'lastName'), 'Hopper')
      }
      await finish(visitor)
    },
  ],
]

test.each(ORDERS)('%s takes %i presses and %i fields', async (_name, presses, fields, order) => {
  const visitor = await enter({ width: 1280, hand: 'mouse', language: 'en' })
  visitor.expectComplaint(new RegExp(`^elsewhere: ${stripe.url}`))
  visitor.expectComplaint(/status of 404 .*force-check/)
  const counted = { presses: 0, fields: 0 }
  const { press, pick, write, choose } = visitor.does
  const does: Visitor['does'] = {
    press: target => (counted.presses++, press(target)),
    pick: radio => (counted.presses++, pick(radio)),
    write: (field, text) => (counted.fields++, write(field, text)),
    choose: (list, entry) => (counted.fields++, choose(list, entry)),
  }
  await visitor.open('/o/press-house')
  await order({ ...visitor, does })
  await arrive(visitor, visitor.say('foyer.success.title', 'Ada'), /\/success$/)
  expect(counted).toEqual({ presses, fields })
})
