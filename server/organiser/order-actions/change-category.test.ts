import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type OrderPlan, doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { type Instant, after, days, hours, minutes } from '#domain/foundation/instant.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { aCategoryFile, aHiddenCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import {
  PAY_BY,
  buy,
  cancel,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  statusOf,
} from '#tests/support/buyer/purchase.ts'
import { expectConsistentData, inconsistencies, mailsOf } from '#tests/support/database/consistency.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, clock, organiser, buyer, service, refundsOf, payOnline } = served
const finance = await aDeskMember(served, organiser.organizationId, 'FINANCE')

let number = 0
let event = ''
beforeEach(async () => {
  number += 1
  const { tickets, ...file } = anEventFile(clock.now(), {
    slug: `moves-${number}`,
    seats: 12,
    categories: [
      aCategoryFile(clock.now()),
      aCategoryFile(clock.now(), { name: 'Gallery', price: 120 }),
      aCategoryFile(clock.now(), { name: 'Balcony', price: 80, maxTickets: 2 }),
      aCategoryFile(clock.now(), { name: 'VIP', price: 200, maxTickets: 1 }),
      aHiddenCategoryFile(clock.now(), { price: 120, maxTickets: 2 }),
    ],
    settings: { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12', COUNTRY_OF_BUSINESS: 'CH' },
  })
  event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL', 'OFFLINE', 'ON_SITE'] } })
})

async function paid(counts: Record<string, number> = { Conference: 2 }): Promise<string> {
  service.next({ kind: 'settled' })
  const id = await hold(buyer, event, counts)
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE })
  expect((await payOnline(id)).status).toBe(200)
  return id
}

const categoryId = async (orderId: string, name: string): Promise<number> =>
  (await finance.order(orderId)).categories.find(one => one.name === name)?.id ?? 0

type Way = { readonly difference?: string; readonly until?: Instant }

async function moveTo(orderId: string, name: string, way: Way = {}, place = 0) {
  const { seats } = await finance.order(orderId)
  const ticketId = seats[place]?.id ?? ''
  return { action: 'change-category', ticketId, categoryId: await categoryId(orderId, name), ...way }
}
type Form = Awaited<ReturnType<typeof moveTo>>
const plan = (orderId: string, body: Form) => finance.ask(planOrderAction, { params: { orderId }, body })
async function planned(orderId: string, body: Form): Promise<OrderPlan> {
  const answer = await plan(orderId, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as OrderPlan
}
const act = (orderId: string, body: Form, seen: string, requestId: string = crypto.randomUUID()) =>
  finance.ask(doOrderAction, { params: { orderId }, body: { ...body, seen, requestId } })
const done = async (orderId: string, body: Form) => act(orderId, body, (await planned(orderId, body)).seen)
afterAll(async () => {
  const faults = await inconsistencies(shop.db)
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

const DONE = { status: 200, body: { isRepeated: false } }
const REPEATED = { status: 200, body: { isRepeated: true } }

const categoriesOf = async (orderId: string) => (await finance.order(orderId)).seats.map(({ category }) => category)
const sentencesOf = ({ sentences }: OrderPlan) => sentences.map(({ message }) => message)
const payingOf = async (orderId: string) => (await finance.order(orderId)).linked.find(({ isPaying }) => isPaying)

async function codeOf(publicId: string): Promise<unknown> {
  const row = await shop.db.kysely
    .selectFrom('ticket')
    .select('uuid')
    .where('public_uuid', '=', publicId)
    .executeTakeFirst()
  return row?.uuid
}

describe('a category of the same price', () => {
  test('is changed at once: ticket, code and seat count stay, and the seat of the old one is free', async () => {
    const id = await paid({ Balcony: 2 })
    await organiser.change(event, {})
    const before = (await finance.order(id)).seats[0]?.id ?? ''
    const code = await codeOf(before)
    const body = await moveTo(id, 'Conference', { difference: 'WAIVE' })
    const preview = await planned(id, body)
    expect(sentencesOf(preview)[0]).toBe('The ticket moves from Balcony to Conference. Its code stays good.')
    expect(await categoriesOf(id)).toEqual(['Balcony', 'Balcony'])
    expect(await act(id, body, preview.seen)).toEqual(DONE)
    expect(await act(id, body, preview.seen)).toEqual(REPEATED)
    expect((await categoriesOf(id)).toSorted()).toEqual(['Balcony', 'Conference'])
    expect(await codeOf(before)).toBe(code)
    // Balcony has two seats: the one that was left is sold again.
    await buy(buyer, event, { Balcony: 1 })
    await expectConsistentData(shop.db, event, { sold: 3 })
  })

  test('of one pool needs no free seat', async () => {
    const id = await paid({ Conference: 2 })
    await paid({ Conference: 5 })
    const body = await moveTo(id, 'Gallery')
    const { documents, money } = await planned(id, body)
    expect([documents, money]).toEqual([[], null])
    expect(await done(id, body)).toEqual(DONE)
    expect((await categoriesOf(id)).toSorted()).toEqual(['Conference', 'Gallery'])
  })

  test('that is hidden takes one of its codes, and releases it with its seat', async () => {
    const id = await paid()
    expect(await done(id, await moveTo(id, 'Backstage'))).toEqual(DONE)
    expect(await done(id, await moveTo(id, 'Backstage', {}, 1))).toEqual(DONE)
    expect(await categoriesOf(id)).toEqual(['Backstage', 'Backstage'])
    const other = await paid()
    expect(codes(await plan(other, await moveTo(other, 'Backstage')))).toEqual([
      ['categoryId', 'foyer.desk.order.refused.category.sold-out'],
    ])
    expect(await done(id, await moveTo(id, 'Conference'))).toEqual(DONE)
    expect((await categoriesOf(id)).toSorted()).toEqual(['Backstage', 'Conference'])
  })
})

describe('a cheaper category', () => {
  test('returns the difference the way it was paid, and its invoice is credited by it', async () => {
    const id = await paid()
    expect(codes(await plan(id, await moveTo(id, 'Balcony')))).toEqual([
      ['difference', 'foyer.desk.order.refused.category.cheaper'],
    ])
    const body = await moveTo(id, 'Balcony', { difference: 'REFUND' })
    const preview = await planned(id, body)
    expect([preview.money, preview.documents]).toEqual(['40.00', [{ type: 'CREDIT_NOTE', total: '40.00' }]])
    expect(sentencesOf(preview)).toContain('CHF 40.00 goes back by PayPal.')
    expect(await act(id, body, preview.seen)).toEqual(DONE)
    expect(await act(id, body, preview.seen)).toEqual(REPEATED)
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([4000n])
    const { money, history, seats } = await finance.order(id)
    expect([money?.total, money?.refunded]).toEqual(['200.00', '40.00'])
    expect(seats.map(({ category, price }) => `${category} ${price}`).toSorted()).toEqual([
      'Balcony 80.00',
      'Conference 120.00',
    ])
    expect(history).toContainEqual(
      expect.objectContaining({ by: 'Member FINANCE', detail: 'Conference → Balcony, CHF 40.00' }),
    )
  })

  test('keeps its price where the difference is kept', async () => {
    const id = await paid()
    expect(await done(id, await moveTo(id, 'Balcony', { difference: 'WAIVE' }))).toEqual(DONE)
    expect(await refundsOf(id)).toEqual([])
    expect((await finance.order(id)).money?.total).toBe('240.00')
  })

  test('of an order that was paid by transfer is returned by the organiser', async () => {
    const id = await readyToPay(buyer, event, { Conference: 1 })
    await pay(buyer, id, PAY_BY.OFFLINE)
    expect(codes(await plan(id, await moveTo(id, 'Balcony', { difference: 'REFUND' })))).toEqual([
      ['categoryId', 'foyer.desk.order.refused.category.status'],
    ])
    const confirm = { action: 'confirm-transfer' }
    const { body } = await finance.ask(planOrderAction, { params: { orderId: id }, body: confirm })
    await finance.ask(doOrderAction, {
      params: { orderId: id },
      body: { ...confirm, seen: (body as OrderPlan).seen, requestId: 'x' },
    })
    const preview = await planned(id, await moveTo(id, 'Balcony', { difference: 'REFUND' }))
    expect(sentencesOf(preview)).toContain('The order costs CHF 40.00 less. What was paid of it you return yourself.')
  })
})

describe('a dearer category', () => {
  const LINK = () => ({ difference: 'LINK', until: after(clock.now(), hours(2)) })

  test('is said with its price, and moves at once where that is waived', async () => {
    const id = await paid()
    const refusal = await plan(id, await moveTo(id, 'VIP'))
    expect(codes(refusal)).toEqual([['difference', 'foyer.desk.order.refused.category.dearer']])
    expect(JSON.stringify(refusal.body)).toContain('CHF 80.00')
    expect(await done(id, await moveTo(id, 'VIP', { difference: 'WAIVE' }))).toEqual(DONE)
    const { money, seats } = await finance.order(id)
    expect(money?.total).toBe('240.00')
    expect(seats.map(({ category }) => category).toSorted()).toEqual(['Conference', 'VIP'])
  })

  test('is held for the buyer, who pays by the link; then the ticket moves, and keeps its code', async () => {
    const id = await paid()
    const ticket = (await finance.order(id)).seats[0]?.id ?? ''
    const code = await codeOf(ticket)
    const body = await moveTo(id, 'VIP', LINK())
    const preview = await planned(id, body)
    expect(preview.mails.map(({ recipient }) => recipient)).toEqual(['ada@example.org'])
    expect(await act(id, body, preview.seen)).toEqual(DONE)
    expect(await categoriesOf(id)).toEqual(['Conference', 'Conference'])
    expect(codes(await act(id, body, preview.seen))).toEqual([
      ['ticketId', 'foyer.desk.order.refused.category.pending'],
    ])
    const paying = (await payingOf(id))?.id ?? ''
    const info = await infoOf(buyer, paying)
    expect(info).toMatchObject({ firstName: 'Ada', orderSummary: { totalPrice: '80.00' } })
    // Nothing could be paid at the desk once the ticket has moved.
    expect(Object.keys(info.activePaymentMethods ?? {})).not.toContain('ON_SITE')
    await sendDetails(buyer, paying, { ...filledIn(info), ...PRIVATE_INVOICE })
    service.next({ kind: 'settled' })
    expect((await payOnline(paying)).status).toBe(200)
    expect(await statusOf(buyer, paying)).toBe('COMPLETE')
    const { seats, money, history } = await finance.order(id)
    expect(seats.find(seat => seat.id === ticket)?.category).toBe('VIP')
    expect(await codeOf(ticket)).toBe(code)
    expect(money?.total).toBe('240.00')
    expect(history.map(({ code: key }) => key)).toContain('foyer.desk.order.happened.category-changed')
    const bought = await finance.order(paying)
    expect([bought.seats, bought.money?.total, bought.documents.map(({ type }) => type)]).toEqual([
      [],
      '80.00',
      ['INVOICE'],
    ])
    const { orderSummary } = await infoOf(buyer, paying)
    expect(orderSummary.summary.map(({ name }) => name)).toEqual(['Change of a ticket’s category'])
    await expectConsistentData(shop.db, event, { sold: 2 })
  })

  test('that is not paid in time is free again, and the ticket stays', async () => {
    const id = await paid()
    expect(await done(id, await moveTo(id, 'VIP', LINK()))).toEqual(DONE)
    const paying = (await payingOf(id))?.id ?? ''
    clock.move(hours(2) + minutes(11))
    await expireReservations(shop)
    expect(await statusOf(buyer, paying)).toBeUndefined()
    expect(await payingOf(id)).toBeUndefined()
    expect(await categoriesOf(id)).toEqual(['Conference', 'Conference'])
    await served.runJobs()
    await buy(buyer, event, { VIP: 1 })
  })

  test('is not paid for once its ticket is gone: the buyer reads why, and money that comes later goes back', async () => {
    const id = await paid({ Conference: 1 })
    expect(await done(id, await moveTo(id, 'VIP', LINK()))).toEqual(DONE)
    const paying = (await payingOf(id))?.id ?? ''
    await sendDetails(buyer, paying, filledIn(await infoOf(buyer, paying)))
    const whole = { action: 'cancel' }
    const { body } = await finance.ask(planOrderAction, { params: { orderId: id }, body: whole })
    const seen = (body as OrderPlan).seen
    await finance.ask(doOrderAction, { params: { orderId: id }, body: { ...whole, seen, requestId: 'x' } })
    service.next({ kind: 'settled' })
    const answer = await payOnline(paying)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer)).toContain('The ticket that this payment would move')
    expect(await refundsOf(paying)).toEqual([])
    await cancel(buyer, paying)
  })

  test('is withdrawn by a member, who cancels the order that pays for it', async () => {
    const id = await paid()
    expect(await done(id, await moveTo(id, 'VIP', LINK()))).toEqual(DONE)
    const paying = (await payingOf(id))?.id ?? ''
    const { body } = await finance.ask(planOrderAction, { params: { orderId: paying }, body: { action: 'cancel' } })
    const seen = (body as OrderPlan).seen
    const answer = await finance.ask(doOrderAction, {
      params: { orderId: paying },
      body: { action: 'cancel', seen, requestId: 'x' },
    })
    expect(answer).toEqual(DONE)
    expect(await done(id, await moveTo(id, 'VIP', { difference: 'WAIVE' }))).toEqual(DONE)
  })

  test('whose difference the organiser has is booked as an order of its own, and moves at once', async () => {
    const id = await paid()
    const body = await moveTo(id, 'VIP', { difference: 'RECEIVED' })
    const preview = await planned(id, body)
    expect(sentencesOf(preview)).toContain('CHF 80.00 is booked as paid to you, as an order of its own.')
    expect(preview.documents).toEqual([{ type: 'INVOICE', total: '80.00' }])
    expect(await act(id, body, preview.seen)).toEqual(DONE)
    expect((await categoriesOf(id)).toSorted()).toEqual(['Conference', 'VIP'])
    const paying = await payingOf(id)
    expect(paying?.status).toBe('COMPLETE')
    expect(await mailsOf(shop.db, paying?.id ?? '')).toEqual([])
  })

  test('is refused with a link into the past or behind the event, and where the seats are gone', async () => {
    const id = await paid()
    const past = { difference: 'LINK', until: after(clock.now(), -1) }
    const late = { difference: 'LINK', until: after(clock.now(), days(400)) }
    expect(codes(await plan(id, await moveTo(id, 'VIP', past)))).toEqual([
      ['until', 'foyer.desk.order.refused.category.past'],
    ])
    expect(codes(await plan(id, await moveTo(id, 'VIP', late)))).toEqual([
      ['until', 'foyer.desk.order.refused.category.after-event'],
    ])
    await buy(buyer, event, { VIP: 1 })
    expect(codes(await plan(id, await moveTo(id, 'VIP', LINK())))).toEqual([
      ['categoryId', 'foyer.desk.order.refused.category.sold-out'],
    ])
  })
})
