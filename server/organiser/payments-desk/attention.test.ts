import { beforeEach, expect, test } from 'vitest'
import type { ContractCall } from '#contract/all-calls.ts'
import { type Home, endDeskReview, readHome } from '#contract/desk-home.ts'
import {
  type AttentionItem,
  checkDeskPayment,
  confirmPaymentByHand,
  listPaymentAttention,
} from '#contract/desk-money.ts'
import { type OrderPlan, doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { uploadBankStatement } from '#contract/desk-transfers.ts'
import { refundReservation } from '#contract/refund.ts'
import { days, hours, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { camt, camtEntry } from '#tests/builders/bank-statement.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { buy, statusOf } from '#tests/support/buyer/purchase.ts'
import { countAudit } from '#tests/support/database/consistency.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop({ seats: 200 })
const { url, apiKey, shop, service, organiser, buyer, clock, orderReady, payOnline, runJobs } = served
const { organizationId } = organiser
const foreign = await anOrganiser(url, apiKey, 'Other Club')

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
  service.reports({ fee: null, refunds: [], disputes: [] })
})

type Sent = {
  readonly query?: Record<string, string>
  readonly params?: Record<string, string>
  readonly body?: unknown
}
/** By a key, whose session never ends, however the clock moves. */
const ask = (call: ContractCall, sent: Sent = {}, by = organiser) => by.api.ask(call, sent as never)

async function attention(by = organiser): Promise<readonly AttentionItem[]> {
  const { status, value } = await ask(listPaymentAttention, {}, by)
  expect(status).toBe(200)
  return (value as { items: AttentionItem[] }).items
}
const itemOf = async (orderId: string): Promise<AttentionItem | undefined> =>
  (await attention()).find(item => item.orderId === orderId)

async function homeCount(kind: string): Promise<number> {
  const { value } = await ask(readHome, { query: { timeZone: 'UTC' } })
  return (value as Home).needs.find(need => need.kind === kind)?.count ?? 0
}

const paymentOf = async (orderId: string): Promise<string> => String((await served.paymentsOf(orderId)).at(-1)?.id)
const check = async (orderId: string, by = organiser) =>
  ask(checkDeskPayment, { params: { paymentId: await paymentOf(orderId) } }, by)
const byHand = async (orderId: string, note = 'Seen on the account', by = organiser) =>
  ask(confirmPaymentByHand, { params: { paymentId: await paymentOf(orderId) }, body: { note } }, by)

test('an order of which another sum has come is confirmed by hand, once, with a note', async () => {
  const id = await orderReady()
  service.next({ kind: 'settled', amount: '100' })
  await payOnline(id)
  expect(await itemOf(id)).toMatchObject({
    reason: 'OTHER_SUM',
    why: 'Another sum or currency has come than was due. The order is not complete.',
    remedies: ['by-hand', 'check', 'open-order', 'done'],
    person: 'Ada Lovelace',
    orderReference: id.slice(0, 8).toUpperCase(),
  })
  expect(await homeCount('payments-to-review')).toBe(1)
  expect((await byHand(id, 'x', foreign)).status).toBe(403)
  expect(await statusOf(buyer, id)).toBe('STUCK')
  const both = await Promise.all([byHand(id), byHand(id)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 422]))
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await itemOf(id)).toBeUndefined()
  expect(await countAudit(shop.db, id, 'RESERVATION_COMPLETE')).toBe(1)
  const { modifications } = await shop.db.kysely
    .selectFrom('audit')
    .select('modifications')
    .where('reservation_id', '=', id)
    .where('type', '=', 'PAYMENT_REVIEWED')
    .executeTakeFirstOrThrow()
  expect(modifications).toMatchObject({ note: 'Seen on the account' })
})

test('a payment without an answer is listed after a while, and settled by asking again', async () => {
  const id = await orderReady()
  service.next('unreachable')
  await payOnline(id)
  expect(await itemOf(id)).toBeUndefined()
  clock.move(minutes(11))
  expect(await itemOf(id)).toMatchObject({ reason: 'RESULT_UNKNOWN', remedies: ['check', 'open-order'] })
  expect(await homeCount('payments-waiting')).toBe(1)
  expect((await check(id, foreign)).status).toBe(403)
  service.next({ kind: 'settled' })
  expect(await check(id)).toMatchObject({ status: 200, value: { state: 'paid' } })
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await itemOf(id)).toBeUndefined()
})

test('a provider that stays silent leaves a payment where it is', async () => {
  const id = await orderReady()
  service.next('unreachable')
  await payOnline(id)
  clock.move(minutes(11))
  expect(await check(id)).toMatchObject({ status: 200, value: { state: 'unknown' } })
  expect(await itemOf(id)).toMatchObject({ reason: 'RESULT_UNKNOWN' })
})

test('a refund that waits for more than a day is asked about at once', async () => {
  const id = await orderReady()
  await payOnline(id)
  service.answers({ refund: { kind: 'unknown', reason: 'down' } })
  const body = { what: 'AMOUNT', amount: '5.00', requestId: 'a' }
  expect((await ask(refundReservation, { params: { reservationId: id }, body })).status).toBe(200)
  await sendRefunds(shop)
  expect(await itemOf(id)).toBeUndefined()
  clock.move(days(1) + minutes(1))
  expect(await itemOf(id)).toMatchObject({
    reason: 'REFUND_WAITING',
    amount: '5.00',
    remedies: ['check', 'open-order'],
  })
  service.answers({ refund: { kind: 'refunded', reference: 're_late' } })
  expect(await check(id)).toMatchObject({ status: 200, value: { state: 'paid' } })
  expect(await itemOf(id)).toBeUndefined()
})

test('a refund that failed and a dispute are listed until they are dealt with', async () => {
  const id = await orderReady()
  await payOnline(id)
  service.answers({ refund: { kind: 'refused', reason: 'The account is empty.' } })
  const body = { what: 'AMOUNT', amount: '5.00', requestId: 'b' }
  await ask(refundReservation, { params: { reservationId: id }, body })
  await sendRefunds(shop)
  service.reports({
    fee: null,
    refunds: [],
    disputes: [{ reference: 'dp_9', amount: minor(700n), state: 'open', dueBy: null }],
  })
  clock.move(hours(1))
  expect(await check(id)).toMatchObject({ status: 200, value: { state: 'paid' } })
  const own = async () => (await attention()).filter(({ orderId }) => orderId === id)
  expect(await own()).toMatchObject([
    { reason: 'REFUND_FAILED', amount: '5.00', detail: 'The account is empty.' },
    { reason: 'DISPUTE_OPEN', amount: '7.00', providerReference: 'dp_9' },
  ])
  for (const { id: review } of await own()) await ask(endDeskReview, { params: { id: review } })
  expect(await own()).toEqual([])
})

test('transfers that are overdue, and money on a statement for an order that has ended', async () => {
  const { tickets, ...file } = anEventFile(clock.now(), { slug: 'by-transfer' })
  const settings = {
    BANK_TRANSFER_ENABLED: 'true',
    BANK_ACCOUNT_NR: 'CH9300762011623852957',
    AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: 'false',
  }
  const event = await organiser.open({ ...file, settings, tickets: { ...tickets, paymentMethods: ['OFFLINE'] } })
  const overdue = await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' })
  const ended = await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' })
  const params = { orderId: ended }
  const { value: plan } = await ask(planOrderAction, { params, body: { action: 'cancel' } })
  const { seen } = plan as OrderPlan
  const body = { action: 'cancel', seen, requestId: 'c' }
  expect((await ask(doOrderAction, { params, body })).status).toBe(200)
  clock.move(days(30))
  expect(await itemOf(overdue)).toMatchObject({
    reason: 'TRANSFER_OVERDUE',
    remedies: ['confirm-transfer', 'open-order'],
  })
  expect(await homeCount('transfers-overdue')).toBe(1)

  const desk = await enterDesk(served, {
    email: 'finance@example.org',
    given: { role: 'FINANCE', scope: { kind: 'organization', organizationId } },
  })
  await fetch(`${url}${uploadBankStatement.path}?organizationId=${organizationId}`, {
    method: 'POST',
    headers: { cookie: `foyer_desk=${desk.cookie() ?? ''}`, 'sec-fetch-site': 'same-origin' },
    body: camt([camtEntry([{ amount: '120.00', text: ended.slice(0, 8), payer: 'Ada' }])]),
  })
  expect(await itemOf(ended)).toMatchObject({
    reason: 'ARRIVED_FOR_ENDED',
    amount: '120.00',
    remedies: ['open-transfers'],
  })
  expect(await attention(foreign)).toEqual([])
})
