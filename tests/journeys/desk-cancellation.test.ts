import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { initPayment } from '#contract/payment-calls.ts'
import { deskEventPagePath, deskOrdersPagePath, pathTo } from '#contract/paths.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { type Visitor, browsing, wayByTurns, waysIn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { enterAsOwner } from './desk.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { button, expectFocusOn, link } from './purchase.ts'
import { shopWithStripe } from './stripe-shop.ts'

const { stripe, shop } = await shopWithStripe()
const { enter } = await browsing(shop)
const buyer = aBuyer(shop.url)
/** Orders by card, by transfer, at the door and free; in the long run 300 in all. */
const ORDERS_OF_EACH = isLongRun() ? 75 : 1
/** Beside other tests 300 orders take more than two minutes. */
const LIMIT = { timeout: isLongRun() ? 360_000 : 120_000 }

/** An order of two tickets that its buyer has paid by card. */
async function byCard(event: string): Promise<string> {
  const id = await readyToPay(buyer, event, { Seat: 2 })
  await buyer.ask(initPayment, { body: {}, params: { reservationId: id, method: 'CREDIT_CARD' } })
  const { reference } = await shop.db.kysely
    .selectFrom('payment_transaction')
    .select('reference')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  await stripe.buyer(reference ?? '', 'pay')
  await expect.poll(() => statusOf(buyer, id)).toBe('COMPLETE')
  return id
}

/** An event with orders that were paid in four ways. */
async function soldEvent(key: string) {
  const organiser = await organiserOf(shop, `Flooded Hall ${key}`)
  const { tickets, ...file } = anEventFile(thisMoment(), {
    slug: `flooded-${key}`,
    title: 'Flooded hall',
    seats: ORDERS_OF_EACH * 7,
    settings: { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH9300762011623852957', ON_SITE_ENABLED: 'true' },
    categories: [
      aCategoryFile(thisMoment(), { name: 'Seat', price: 40 }),
      aCategoryFile(thisMoment(), { name: 'Helper', price: 0 }),
    ],
  })
  const slug = await organiser.open({
    ...file,
    tickets: { ...tickets, paymentMethods: ['STRIPE', 'OFFLINE', 'ON_SITE'] },
  })
  const cards: string[] = []
  for (let order = 0; order < ORDERS_OF_EACH; order += 1) {
    cards.push(await byCard(slug))
    await organiser.confirm(await buy(buyer, slug, { Seat: 2 }, { by: 'OFFLINE' }))
    await buy(buyer, slug, { Seat: 2 }, { by: 'ON_SITE' })
    await buy(buyer, slug, { Helper: 1 }, { by: 'NONE' })
  }
  await shop.runJobs()
  const { id: eventId } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', slug)
    .executeTakeFirstOrThrow()
  return { slug, eventId, card: cards[0] ?? '' }
}

/** Opens an order beside the list, corrects its buyer, and refunds a part of what was paid by card. */
async function refundInPart(visitor: Visitor, orderId: string): Promise<void> {
  const { page, does, say } = visitor
  await visitor.open(`${deskOrdersPagePath}?order=${orderId}`)
  const drawer = page.getByRole('complementary', { name: say('foyer.desk.order'), exact: true })
  const correct = drawer.getByRole('button', { name: say('foyer.desk.order.act.correct-buyer.short') })
  await does.press(correct)
  const dialog = page.getByRole('dialog')
  await does.write(dialog.locator('#act-lastName'), 'Byron')
  await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.what') }))
  await dialog.getByText(say('foyer.desk.order.plan.buyer')).waitFor()
  await inspectPage(visitor, 'desk-order-rename')
  await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.correct-buyer.do') }))
  await drawer.getByRole('heading', { name: 'Ada Byron' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await expectFocusOn(correct)

  await does.press(drawer.getByRole('button', { name: say('foyer.desk.order.act.refund.short') }))
  await does.choose(dialog.locator('#act-what'), say('foyer.desk.order.act.refund.amount'))
  await does.write(dialog.locator('#act-amount'), '81')
  await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.what') }))
  await dialog.locator('#act-amount-error').waitFor()
  await does.write(dialog.locator('#act-amount'), '15')
  await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.what') }))
  await dialog.getByText(/CHF.15\.00/).waitFor()
  await inspectPage(visitor, 'desk-order-refund-part')
  const before = stripe.books().length
  await does.press(dialog.getByRole('button', { name: say('foyer.desk.order.act.refund.do') }))
  await dialog.waitFor({ state: 'detached' })
  await shop.runJobs()
  expect(refundsSince(before)).toEqual([1500])
}

/** What went back at the provider since its books had so many entries, the least first. */
const refundsSince = (entries: number): number[] =>
  stripe
    .books()
    .slice(entries)
    .flatMap(({ kind, amount }) => (kind === 'refund' ? [Number(amount)] : []))
    .toSorted((one, other) => one - other)

describe.each(wayByTurns(waysIn('en'), 1))('A cancelled event, $width px, $hand, $language', LIMIT, way => {
  test('says first what will happen, then ends its orders paid in four ways with a report, and its page says so', async () => {
    const { slug, eventId, card } = await soldEvent(`${way.width}-${way.hand}`)
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await enterAsOwner(shop, visitor, `cancels-${way.width}-${way.hand}@example.org`)
    const before = stripe.books().length
    await refundInPart(visitor, card)

    await visitor.open(pathTo(deskEventPagePath, { eventId }))
    await does.press(page.getByText(say('foyer.desk.more-acts'), { exact: true }))
    await inspectPage(visitor, 'desk-event-more')
    await does.press(link(visitor, say('foyer.desk.act.cancel')))
    await page.getByText(say('foyer.desk.cancel.orders', ORDERS_OF_EACH * 4, ORDERS_OF_EACH * 7)).waitFor()
    for (const way of ['BY_PROVIDER', 'BY_HAND', 'NONE'])
      await page
        .getByText(say(`foyer.desk.cancel.way.${way}`))
        .first()
        .waitFor()
    await inspectPage(visitor, 'desk-cancel')
    await does.write(page.locator('#text'), 'There is water in the hall.')
    await does.press(button(visitor, say('foyer.desk.cancel.do')))
    await page.getByText(say('foyer.desk.cancel.sure.missing')).first().waitFor()
    await does.press(page.locator('#sure'))
    await does.press(button(visitor, say('foyer.desk.cancel.do')))
    await page.getByText(say('foyer.desk.bulk.status.ENDED'), { exact: true }).waitFor({ timeout: 120_000 })
    // Those that a person has to pay back come first.
    await page
      .getByText(/80\.00/)
      .first()
      .waitFor()
    await inspectPage(visitor, 'desk-bulk-job')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say('foyer.desk.bulk.download') }).click(),
    ])
    const report = Buffer.concat(await (await download.createReadStream()).toArray()).toString()
    const { data } = Papa.parse<string[]>(report, { skipEmptyLines: true })
    expect(data).toHaveLength(1 + ORDERS_OF_EACH * 4)
    // What is left of the card's money goes back.
    await shop.runJobs()
    expect(refundsSince(before)).toEqual([1500, 6500, ...Array.from({ length: ORDERS_OF_EACH - 1 }, () => 8000)])

    await visitor.open(`/event/${slug}`)
    await page.getByText('There is water in the hall.').waitFor()
    await inspectPage(visitor, 'event-cancelled')
  })
})
