import { describe, expect, test } from 'vitest'
import { type OrderPlan, doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { PAY_BY, pay, readyToPay } from '#tests/support/buyer/purchase.ts'
import { mailsOf } from '#tests/support/database/consistency.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { type AtDesk, aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, url, apiKey, clock, organiser, buyer, payOnline, orderReady, refundsOf, service } = served
const finance = await aDeskMember(served, organiser.organizationId, 'FINANCE')
const other = await aDeskMember(served, organiser.organizationId, 'OWNER')
const atDesk = await aDeskMember(served, organiser.organizationId, 'DESK')
const choir = await anOrganiser(url, apiKey, 'Choir')
const stranger = await aDeskMember(served, choir.organizationId, 'OWNER')
const byTransfer = await organiser.open(anEventFile(clock.now(), { slug: 'by-transfer' }))

async function paid(): Promise<string> {
  service.next({ kind: 'settled' })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  return id
}

async function awaited(): Promise<string> {
  const id = await readyToPay(buyer, byTransfer, { Conference: 2 })
  await pay(buyer, id, PAY_BY.OFFLINE)
  return id
}

type Form = { readonly action: string } & Readonly<Record<string, unknown>>

const plan = (orderId: string, body: Form, desk: AtDesk = finance) =>
  desk.ask(planOrderAction, { params: { orderId }, body })
async function planned(orderId: string, body: Form): Promise<OrderPlan> {
  const answer = await plan(orderId, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as OrderPlan
}
const act = (orderId: string, body: Form, { seen, requestId = crypto.randomUUID(), desk = finance }: Act) =>
  desk.ask(doOrderAction, { params: { orderId }, body: { ...body, seen, requestId } })
type Act = { readonly seen: string; readonly requestId?: string; readonly desk?: AtDesk }
const done = async (orderId: string, body: Form) => act(orderId, body, { seen: (await planned(orderId, body)).seen })

const DONE = { status: 200, body: { isRepeated: false } }
const REPEATED = { status: 200, body: { isRepeated: true } }
const REFUND = { action: 'refund', what: 'ORDER' }

describe('a plan', () => {
  test('says what a refund will do, and changes nothing', async () => {
    const id = await paid()
    const before = [await finance.order(id), await mailsOf(shop.db, id)]
    const { money, mails, documents, sentences } = await planned(id, REFUND)
    expect([money, documents.map(({ type }) => type)]).toEqual(['240.00', []])
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ada@example.org'])
    expect(sentences.map(({ message }) => message).slice(0, 2)).toEqual([
      'CHF 240.00 goes back by PayPal.',
      'The order ends: its tickets stop working, and its seats are free.',
    ])
    expect([await finance.order(id), await mailsOf(shop.db, id)]).toEqual(before)
    expect(await refundsOf(id)).toEqual([])
  })

  test('is done as it was said; the reply to a stale one is what would happen now', async () => {
    const id = await paid()
    const { seen } = await planned(id, REFUND)
    expect(await done(id, { action: 'refund', what: 'AMOUNT', amount: '40' })).toEqual(DONE)
    const stale = await act(id, REFUND, { seen })
    expect(stale).toMatchObject({ status: 409, body: { money: '200.00' } })
    expect((await finance.order(id)).group).toBe('COMPLETE')
    expect(await act(id, REFUND, { seen: (stale.body as OrderPlan).seen })).toEqual(DONE)
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([4000n, 20_000n])
  })
})

describe('a refund', () => {
  test('is made once, however often it is pressed, and by whom is in the history', async () => {
    const id = await paid()
    const { seen } = await planned(id, REFUND)
    const requestId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => act(id, REFUND, { seen, requestId })))
    expect(answers.filter(({ body }) => JSON.stringify(body) === JSON.stringify(DONE.body))).toHaveLength(1)
    expect(answers.filter(({ body }) => JSON.stringify(body) === JSON.stringify(REPEATED.body))).toHaveLength(2)
    expect(await refundsOf(id)).toHaveLength(1)
    const { history, group, money } = await finance.order(id)
    expect([group, money?.refunded]).toEqual(['ENDED', '240.00'])
    expect(history).toContainEqual(
      expect.objectContaining({
        message: 'Refund or cancellation requested',
        by: 'Member FINANCE',
        detail: 'CHF 240.00',
      }),
    )
    const log = await shop.db.kysely.selectFrom('change_log').select('action').where('kind', '=', 'ORDER').execute()
    expect(log).toContainEqual({ action: 'REFUND' })
  })

  test('of two members at once is made by one: the other sees what is so now', async () => {
    const id = await paid()
    const { seen } = await planned(id, REFUND)
    const answers = await Promise.all([act(id, REFUND, { seen }), act(id, REFUND, { seen, desk: other })])
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422])
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([24_000n])
  })

  test('of a ticket takes it out, of an amount leaves the order, and of more than is left is refused', async () => {
    const id = await paid()
    const [ticket] = (await finance.order(id)).seats
    const ofTicket = { action: 'refund', what: 'TICKETS', tickets: [ticket?.id] }
    expect(await planned(id, ofTicket)).toMatchObject({ money: '120.00', tickets: 1 })
    expect(await done(id, ofTicket)).toEqual(DONE)
    expect((await finance.order(id)).seats).toHaveLength(1)
    const refused = async (body: Form) => codes(await plan(id, body))
    expect(await refused({ action: 'refund', what: 'AMOUNT', amount: '120.01' })).toEqual([
      ['amount', 'foyer.desk.order.refused.refund.more-than-left'],
    ])
    expect(await refused({ action: 'refund', what: 'AMOUNT', amount: '-1' })).toEqual([
      ['amount', 'foyer.desk.order.refused.refund.no-amount'],
    ])
    expect(await refused(ofTicket)).toEqual([['tickets', 'foyer.desk.order.refused.refund.unknown-ticket']])
    expect(await done(id, { action: 'refund', what: 'AMOUNT', amount: '120.00' })).toEqual(DONE)
    expect(await refused({ action: 'refund', what: 'AMOUNT', amount: '1' })).toEqual([
      ['amount', 'foyer.desk.order.refused.refund.nothing-left'],
    ])
  })

  test('is for members who may see money, of this organisation', async () => {
    const id = await paid()
    const { seen } = await planned(id, REFUND)
    for (const desk of [atDesk, stranger]) {
      expect((await plan(id, REFUND, desk)).status).toBe(404)
      expect((await act(id, REFUND, { seen, desk })).status).toBe(404)
    }
    expect((await plan(id, { action: 'resend' }, atDesk)).status).toBe(200)
    expect((await plan(id, { action: 'resend' }, stranger)).status).toBe(404)
    expect(await refundsOf(id)).toEqual([])
  })
})

describe('an order that is cancelled', () => {
  test('ends without money, and again does nothing', async () => {
    const id = await paid()
    const { seen, money, sentences } = await planned(id, { action: 'cancel' })
    expect(money).toBeNull()
    expect(sentences.map(({ code }) => code)).toContain('foyer.desk.order.plan.no-money')
    expect(await act(id, { action: 'cancel' }, { seen })).toEqual(DONE)
    expect(await act(id, { action: 'cancel' }, { seen })).toEqual(REPEATED)
    expect((await finance.order(id)).group).toBe('ENDED')
    // The money is still there, and can be refunded afterwards.
    expect(await planned(id, REFUND)).toMatchObject({ money: '240.00', tickets: 0 })
  })

  test('while its transfer is awaited stays as ended with its history, its buyer gets a mail, and no transfer is taken', async () => {
    const id = await awaited()
    const plan = await planned(id, { action: 'cancel' })
    expect(plan.mails.map(({ recipient }) => recipient)).toEqual(['ada@example.org'])
    expect(await act(id, { action: 'cancel' }, { seen: plan.seen })).toEqual(DONE)
    expect(await act(id, { action: 'cancel' }, { seen: plan.seen })).toEqual(REPEATED)
    const { group, history, tickets } = await finance.order(id)
    expect([group, tickets]).toEqual(['ENDED', 0])
    expect(history.map(({ code }) => code)).toContain('foyer.desk.order.happened.cancel-reservation')
    expect(codes(await act(id, { action: 'confirm-transfer' }, { seen: 'x' }))).toEqual([
      [null, 'foyer.desk.order.refused.confirm.status'],
    ])
    // Its seats are free for others.
    const next = await readyToPay(buyer, byTransfer, { Conference: 2 })
    expect(next).not.toBe(id)
  })
})

describe('a transfer', () => {
  test('that has arrived makes the order good, once', async () => {
    const id = await awaited()
    const { seen, sentences, documents } = await planned(id, { action: 'confirm-transfer' })
    expect(sentences[0]?.message).toBe('The order is confirmed, and its tickets are good.')
    expect(documents.map(({ type }) => type)).toEqual(['RECEIPT'])
    expect(await act(id, { action: 'confirm-transfer' }, { seen })).toEqual(DONE)
    expect(await act(id, { action: 'confirm-transfer' }, { seen })).toEqual(REPEATED)
    expect(codes(await plan(await paid(), { action: 'extend-transfer', until: after(clock.now(), days(1)) }))).toEqual([
      ['until', 'foyer.desk.order.refused.extend.status'],
    ])
  })

  test('is put off to a moment to come, before the event is over', async () => {
    const id = await awaited()
    const at = (day: number) => ({ action: 'extend-transfer', until: after(clock.now(), days(day)) })
    expect(codes(await plan(id, at(-1)))).toEqual([['until', 'foyer.desk.order.refused.extend.past']])
    expect(codes(await plan(id, at(400)))).toEqual([['until', 'foyer.desk.order.refused.extend.after-event']])
    const { dueAt } = await finance.order(id)
    expect(await done(id, at(20))).toEqual(DONE)
    expect((await finance.order(id)).dueAt).toBe(after(clock.now(), days(20)))
    expect(dueAt).not.toBe(after(clock.now(), days(20)))
  })
})

describe('a correction', () => {
  const name = { firstName: 'Augusta', lastName: 'King', email: 'augusta@example.org' }

  test('of the buyer changes who is written to, and no ticket', async () => {
    const id = await paid()
    const correct = { action: 'correct-buyer', ...name, writeAgain: true }
    const { mails, seen } = await planned(id, correct)
    expect(mails.map(({ recipient }) => recipient)).toEqual([name.email])
    expect(await act(id, correct, { seen, desk: atDesk })).toEqual(DONE)
    expect(await act(id, correct, { seen, desk: atDesk })).toEqual(REPEATED)
    const { buyer: corrected, seats, history } = await finance.order(id)
    expect([corrected.email, seats[0]?.email]).toEqual([name.email, 'ada1@example.org'])
    expect(history[0]).toMatchObject({ by: 'Member DESK', code: 'foyer.desk.order.happened.buyer-corrected' })
    expect(codes(await plan(id, { ...correct, email: 'x' }))).toEqual([['email', 'error.STEP_2_INVALID_EMAIL']])
    expect(codes(await plan(id, correct))).toEqual([[null, 'foyer.desk.order.refused.same']])
  })

  test('of a holder gives the ticket a new code, and writes to both; a ticket of another order is none', async () => {
    const [id, foreign] = [await paid(), await paid()]
    const ticketId = (await finance.order(id)).seats[0]?.id
    const correct = { action: 'correct-holder', ticketId, ...name }
    const { mails, sentences, seen } = await planned(id, correct)
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['ada1@example.org', name.email])
    expect(sentences.map(({ code }) => code)).toContain('foyer.desk.order.plan.new-code')
    expect(await act(id, correct, { seen })).toEqual(DONE)
    const [seat] = (await finance.order(id)).seats
    expect([seat?.email, seat?.id === ticketId]).toEqual([name.email, false])
    const elsewhere = (await finance.order(foreign)).seats[0]?.id
    expect(codes(await plan(id, { ...correct, ticketId: elsewhere }))).toEqual([
      [null, 'foyer.desk.order.refused.correct.ticket'],
    ])
  })
})

test('the mails of an order go again, and not twice at once', async () => {
  const id = await paid()
  const { mails, seen } = await planned(id, { action: 'resend' })
  expect(mails).toHaveLength(1)
  expect(await act(id, { action: 'resend' }, { seen })).toEqual(DONE)
  const again = await Promise.all([1, 2, 3, 4, 5].map(() => act(id, { action: 'resend' }, { seen })))
  expect(again.filter(({ status }) => status === 422).length).toBeGreaterThan(0)
})
