import { describe, expect, test } from 'vitest'
import { discardPayment, forceCheck, initPayment } from '#contract/payment-calls.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { type Visitor, browsing, inTurn, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { infoOf, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { cardForm, writeCard } from './card-form.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  expectFocusOn,
  land,
  pressContinue,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'
import { shopWithStripe } from './stripe-shop.ts'

const { stripe, shop } = await shopWithStripe()
const { enter } = await browsing(shop)
const buyer = aBuyer(shop.url)

const EVENT = 'alpine-systems-days'
const CATEGORY = 'Conference'

/** The frames of the provider are of another site. */
async function visit(way: Parameters<typeof enter>[0]): Promise<Visitor> {
  const visitor = await enter(way)
  visitor.expectComplaint(new RegExp(`^elsewhere: ${stripe.url}`))
  // Nothing is open any more where the provider's message came first.
  visitor.expectComplaint(/status of 404 .*force-check/)
  return visitor
}

/** An order whose details are filled in, open in the browser. */
async function atOverview(visitor: Visitor): Promise<string> {
  const id = await readyToPay(buyer, EVENT, { [CATEGORY]: 2 })
  await visitor.open(`/event/${EVENT}/reservation/${id}/overview`)
  return id
}

const payButton = (visitor: Visitor, amount = '240') =>
  button(visitor, withAmount(visitor, 'foyer.overview.pay', `${amount}.00`))
const cardOption = ({ page, say }: Visitor) =>
  page.getByRole('radio', { name: say('reservation-page.credit-card'), exact: true })

/** From top to bottom: the card, open with its form in it, and then the shop's own ways. */
async function expectListOfWays({ page }: Visitor): Promise<void> {
  const ways = await page
    .getByRole('radio')
    .evaluateAll(all => all.map(it => [it.getAttribute('value'), it.getBoundingClientRect().top] as const))
  expect(ways.map(([method]) => method)).toEqual(['CREDIT_CARD', 'BANK_TRANSFER', 'ON_SITE'])
  const form = await page.locator('#form').evaluate(it => it.getBoundingClientRect().top)
  const [card = 0, ...own] = ways.map(([, top]) => top)
  const inOrder = [card, form, ...own]
  expect(inOrder).toEqual([...new Set(inOrder)].toSorted((a, b) => a - b))
}

describe.each(inTurn(waysIn('de')))('A card, $width px, $hand, $language', ({ journey, ...way }) => {
  test('is refused, another one pays, and nothing was lost', async () => {
    const visitor = await visit(way)
    const { page, does, say } = visitor
    const typedInto = cardsIn(visitor)
    const person = {
      firstName: 'Rosalind',
      lastName: 'Franklin',
      email: `rosalind.${way.width}.${way.hand}@example.org`,
    }
    await visitor.open(`/event/${EVENT}`)
    await take(visitor, CATEGORY, 1)
    await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), person)
    await pressContinue(visitor)
    await land(visitor, say('foyer.overview.title'), /\/overview$/)
    await does.pick(cardOption(visitor))
    await cardForm(visitor).locator('#number').waitFor()
    expect(await payButton(visitor, '120').getAttribute('aria-disabled')).toBe('true')
    await expectListOfWays(visitor)
    await inspectPage(visitor, 'card-3-overview')
    await writeCard(visitor, CARD.withoutFunds)
    await agree(visitor)
    await does.press(payButton(visitor, '120'))
    const message = page.getByText('insufficient funds')
    await message.waitFor()
    await expectAtForm(visitor)
    await inspectPage(visitor, 'card-3-refused')
    expect(await cardOption(visitor).isChecked()).toBe(true)

    await writeCard(visitor, CARD.pays)
    await does.press(payButton(visitor, '120'))
    await arrive(visitor, say('foyer.success.title', 'Rosalind'), /\/success$/)
    const [mail] = await shop.mailsTo(person.email, 1)
    expect(mail?.attachments).not.toEqual([])
    expect([...typedInto]).toEqual([stripe.url])

    await page.goBack()
    await expect.poll(() => page.url()).toMatch(/\/success$/)
  })

  journey('is asked about by the bank: failed, then passed', async () => {
    const visitor = await visit(way)
    const { page, does, say } = visitor
    const id = await atOverview(visitor)
    await does.pick(cardOption(visitor))
    await writeCard(visitor, CARD.authenticates)
    await agree(visitor)
    await does.press(payButton(visitor))
    const bank = page.frameLocator('iframe[title="Authentication by the bank"]')
    await bank.getByRole('button', { name: 'Fail authentication' }).click()
    await refusalOf(visitor).getByText(say('foyer.payment.not-confirmed')).waitFor()
    await expectAtForm(visitor)
    await inspectPage(visitor, 'card-3-not-confirmed')
    expect((await infoOf(buyer, id)).paymentRefusal).toBe('foyer.payment.not-confirmed')
    await does.press(payButton(visitor))
    await bank.getByRole('button', { name: 'Complete authentication' }).click()
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })

  journey('is left with the bank: a buyer who comes back finds the payment, and may choose another way', async () => {
    const visitor = await visit(way)
    const { page, does, say } = visitor
    const id = await atOverview(visitor)
    await does.pick(cardOption(visitor))
    await writeCard(visitor, CARD.authenticates)
    await agree(visitor)
    await does.press(payButton(visitor))
    await page.frameLocator('iframe[title="Authentication by the bank"]').getByRole('button').first().waitFor()
    await page.close({ runBeforeUnload: false })

    const later = await visit(way)
    await later.open(`/event/${EVENT}/reservation/${id}`)
    await land(later, say('reservation.payment-in-progress'), /\/processing-payment$/)
    await inspectPage(later, 'card-4-processing')
    await later.does.press(button(later, say('foyer.payment.another-way')))
    await land(later, say('foyer.overview.title'), /\/overview$/)
    await later.does.pick(later.page.getByRole('radio', { name: say('reservation-page.on-site'), exact: true }))
    await agree(later)
    await later.does.press(button(later, withAmount(later, 'foyer.overview.pay-on-site', '240.00')))
    await arrive(later, say('foyer.success.title', 'Ada'), /\/success$/)
  })

  journey('pays while the page is closed: the link of the mail leads to the tickets', async () => {
    const visitor = await visit(way)
    const id = await readyToPay(buyer, EVENT, { [CATEGORY]: 2 })
    await buyer.expect(initPayment, 200, { body: {}, params: { reservationId: id, method: 'CREDIT_CARD' } })
    const [payment] = await paymentsOf(id)
    await stripe.buyer(String(payment?.reference), 'pay')
    await expect.poll(() => statusOf(buyer, id)).toBe('COMPLETE')
    await visitor.open(`/event/${EVENT}/reservation/${id}`)
    await land(visitor, visitor.say('foyer.success.title', 'Ada'), /\/success$/)
  })
})

test('the page of the overview lets in the provider of the cards, and no other page does', async () => {
  const id = await readyToPay(buyer, EVENT, { [CATEGORY]: 1 })
  const free = await readyToPay(buyer, 'type-evening', { Seat: 1 })
  const policyOf = async (path: string) =>
    (await fetch(`${shop.url}${path}`)).headers.get('content-security-policy') ?? ''
  const overview = await policyOf(`/event/${EVENT}/reservation/${id}/overview`)
  expect(overview).toContain(`frame-src 'self' ${stripe.url};`)
  expect(overview).toContain(`connect-src 'self' ${stripe.url};`)
  for (const path of [
    '/',
    `/event/${EVENT}`,
    `/event/${EVENT}/reservation/${id}/book`,
    `/event/${EVENT}/reservation/${id}/success`,
    `/event/type-evening/reservation/${free}/overview`,
    `/event/${EVENT}/reservation/00000000-0000-4000-8000-000000000000/overview`,
  ]) {
    expect(await policyOf(path), path).not.toContain(stripe.url)
  }
})

test('where the provider can’t be reached, the form says so, and another way is open', async () => {
  const visitor = await visit({})
  const { page, does, say } = visitor
  visitor.expectComplaint(/ERR_FAILED|ERR_BLOCKED/)
  await page.route(`${stripe.url}/**`, route => route.abort())
  await atOverview(visitor)
  await does.pick(cardOption(visitor))
  await page
    .getByRole('alert')
    .filter({ hasText: say('foyer.overview.form-blocked') })
    .waitFor()
  await inspectPage(visitor, 'card-3-blocked')
  await page.unroute(`${stripe.url}/**`)
  await does.press(page.getByRole('button', { name: say('foyer.unreachable.retry') }))
  await cardForm(visitor).locator('#number').waitFor()
})

test('the order can be paid again at once after a refusal, and says why it was not paid', async () => {
  const id = await readyToPay(buyer, EVENT, { [CATEGORY]: 2 })
  await buyer.expect(initPayment, 200, { body: {}, params: { reservationId: id, method: 'CREDIT_CARD' } })
  const [payment] = await paymentsOf(id)
  await stripe.buyer(String(payment?.reference), 'decline-stolen')
  await buyer.ask(forceCheck, { params: { reservationId: id } })
  expect((await infoOf(buyer, id)).paymentRefusal).toBe('error.STEP2_STRIPE_card_declined')
  const visitor = await visit({})
  await visitor.open(`/event/${EVENT}/reservation/${id}/overview`)
  await visitor.page
    .getByRole('alert')
    .filter({ hasText: visitor.say('error.STEP2_STRIPE_card_declined') })
    .waitFor()
  await inspectPage(visitor, 'card-3-refused-elsewhere')
})

test('a buyer who leaves the question of the bank after a declined card does not read of that card any more', async () => {
  const id = await readyToPay(buyer, EVENT, { [CATEGORY]: 2 })
  const order = { params: { reservationId: id } }
  const begin = () => buyer.expect(initPayment, 200, { body: {}, params: { reservationId: id, method: 'CREDIT_CARD' } })
  await begin()
  const [payment] = await paymentsOf(id)
  await stripe.buyer(String(payment?.reference), 'decline-stolen')
  await buyer.ask(forceCheck, order)
  await begin()
  expect((await buyer.ask(discardPayment, order)).status).toBe(200)
  expect((await infoOf(buyer, id)).paymentRefusal).toBe('foyer.payment.cancelled')
})

const paymentsOf = (id: string) =>
  shop.db.kysely
    .selectFrom('payment_transaction')
    .select('reference')
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

const refusalOf = ({ page, say }: Visitor) => page.getByRole('group', { name: say('foyer.book.check') })

/** Why it was not paid is read where it is paid: beside the form, both in view, above the bar at the thumb. */
async function expectAtForm(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const refusal = refusalOf(visitor)
  await expectFocusOn(refusal)
  const places = async () => {
    const [words, form] = [await refusal.boundingBox(), await page.locator('#form').boundingBox()]
    if (!words || !form) return 'not on the page'
    const end = words.y + words.height
    const height = page.viewportSize()?.height ?? 0
    return { isInView: words.y >= 0 && form.y + 200 < height, isBeside: end <= form.y && form.y - end < 50 }
  }
  await expect.poll(places).toEqual({ isInView: true, isBeside: true })
}

/** To whom the numbers of cards were sent. */
function cardsIn({ page }: Visitor): Set<string> {
  const typedInto = new Set<string>()
  page.on('request', request => {
    const message = `${request.url()} ${request.postData() ?? ''}`
    if (Object.values(CARD).some(number => message.includes(number))) typedInto.add(new URL(request.url()).origin)
  })
  return typedInto
}
