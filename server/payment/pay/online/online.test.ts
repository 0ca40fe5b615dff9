import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { stockCountsOf, countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { codesOf, statusOf } from '#tests/support/buyer/purchase.ts'
import { KEPT } from '#tests/fakes/payment-provider.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { checkPayments } from './check-payment.ts'
import { recordOutcome } from './record-outcome.ts'
import { findPayment } from './payments.ts'

// The port for money with a provider of the tests, which is asked over HTTP.

const { url, clock, service, buyer, shop, event, runJobs, orderReady, payOnline, paymentsOf, attemptsOf } =
  await onlineShop()
const start = clock.now()

beforeEach(() => {
  clock.set(start)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
})

const madeFor = async (id: string) => {
  const keys = (await attemptsOf(id)).map(({ key }) => key)
  return [...service.payments.values()].filter(({ key }) => keys.includes(key))
}

/** The clock at which every open payment is due for a check. */
const later = () => clock.set(after(clock.now(), minutes(90)))

test('a payment that is settled at once confirms the order, and what was asked and received is written down', async () => {
  const id = await orderReady()
  expect(await payOnline(id)).toMatchObject({ status: 200, value: { value: { success: true, redirect: false } } })
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  const [attempt, ...others] = await attemptsOf(id)
  expect(others).toEqual([])
  expect(attempt).toMatchObject({ outcome: 'SETTLED', request: { tickets: 2 } })
  const reservation = await findReservation(shop.db, id)
  expect(await paymentsOf(id)).toMatchObject([
    {
      status: 'COMPLETE',
      amount: reservation?.price.total,
      currency: 'CHF',
      gateway: attempt?.key,
      next_look_at: null,
    },
  ])
  expect(attempt?.key).toBe(`${(await paymentsOf(id))[0]?.id}-CHARGE-1`)
  expect(await countAudit(shop.db, id, 'INIT_PAYMENT')).toBe(1)
  expect(await countAudit(shop.db, id, 'PAYMENT_CONFIRMED')).toBe(1)
})

test('who is sent elsewhere is held until then, and confirmed once the provider says so', async () => {
  const until = after(clock.now(), minutes(45))
  service.next({
    kind: 'redirect',
    url: 'https://pay.example.org/1',
    until,
    reference: 'pay_1',
    data: KEPT,
    meanwhile: 'elsewhere',
  })
  const id = await orderReady()
  expect(await payOnline(id)).toMatchObject({
    status: 200,
    value: { value: { success: true, redirect: true, redirectUrl: 'https://pay.example.org/1', failure: false } },
  })
  expect(await findReservation(shop.db, id)).toMatchObject({ status: 'EXTERNAL_PROCESSING_PAYMENT', validity: until })
  expect(await paymentsOf(id)).toMatchObject([{ status: 'PENDING', metadata: KEPT }])
  later()
  await checkPayments(shop)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('an order whose page has to go on is held as well', async () => {
  const until = after(clock.now(), minutes(45))
  service.next({
    kind: 'needs-browser',
    parameters: { clientSecret: 'of-the-page' },
    until,
    reference: 'pay_1',
    data: {},
  })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  expect(await findReservation(shop.db, id)).toMatchObject({ status: 'EXTERNAL_PROCESSING_PAYMENT', validity: until })
})

test('a provider that takes its time is waited for', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('WAITING_EXTERNAL_CONFIRMATION')
  service.setState({ kind: 'waiting', data: KEPT })
  later()
  await checkPayments(shop)
  expect(await statusOf(buyer, id)).toBe('WAITING_EXTERNAL_CONFIRMATION')
  service.setState({ kind: 'settled' })
  later()
  await checkPayments(shop)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('a refusal is shown, the order is open again for a while, and the next try is another payment', async () => {
  const id = await orderReady()
  const almostOver = after((await findReservation(shop.db, id))?.validity ?? instant(0), -minutes(1))
  clock.set(almostOver)
  service.next({ kind: 'refused', code: 'error.STEP2_STRIPE_card_declined', isOver: true })
  const answer = await payOnline(id)
  expect(answer.status).toBe(422)
  expect(codesOf(answer)).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
  expect(JSON.stringify(answer.value)).toContain('The bank declined the card.')
  expect(await findReservation(shop.db, id)).toMatchObject({
    status: 'PENDING',
    validity: after(almostOver, minutes(10)),
  })
  service.next({ kind: 'settled' })
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['FAILED', 'COMPLETE'])
})

test('when the reply is lost, the same request is sent again at once: one payment, one confirmed order', async () => {
  service.next('lost')
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await madeFor(id)).toHaveLength(1)
  expect(await attemptsOf(id)).toMatchObject([{ outcome: 'SETTLED', sends: 2 }])
})

test('when no reply comes repeatedly, the same request is sent later: one payment, one confirmed order', async () => {
  service.next('unreachable')
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  expect(await attemptsOf(id)).toMatchObject([{ outcome: null, sends: 3 }])
  service.next({ kind: 'settled' })
  later()
  await checkPayments(shop)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await madeFor(id)).toHaveLength(1)
  expect(await attemptsOf(id)).toMatchObject([{ outcome: 'SETTLED' }])
})

test.each([
  ['less', { amount: '100' }],
  ['another currency', { currency: 'EUR' }],
])('%s than was due confirms nothing: it needs a person', async (_, received) => {
  service.next({ kind: 'settled', ...received })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(422)
  expect(await statusOf(buyer, id)).toBe('STUCK')
  expect(await countAudit(shop.db, id, 'PAYMENT_TO_REVIEW')).toBe(1)
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['COMPLETE'])
})

test('Pay pressed ten times at once is one payment', async () => {
  const id = await orderReady()
  const answers = await Promise.all(Array.from({ length: 10 }, () => payOnline(id)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await madeFor(id)).toHaveLength(1)
  expect(await paymentsOf(id)).toHaveLength(1)
})

test('Pay pressed ten times while the provider works on the payment begins no second one', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  service.setState({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  const answers = await Promise.all(Array.from({ length: 10 }, () => payOnline(id)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await madeFor(id)).toHaveLength(1)
  expect(await statusOf(buyer, id)).toBe('WAITING_EXTERNAL_CONFIRMATION')
})

test('an end that is reported ten times, and a refusal after it, count once', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  const [stored] = await paymentsOf(id)
  const payment = stored && (await findPayment(shop.db, stored.id))
  const offer = await shop.catalog.offeredEvent(event)
  if (!payment || !offer) throw new Error('no payment')
  const of = { payment, offer }
  const received = {
    amount: payment.amount,
    currency: payment.currency,
    gatewayTransactionId: 'x',
    gatewayPaymentId: null,
    fee: null,
  }
  const recorded = await Promise.all(
    Array.from({ length: 10 }, () => recordOutcome(shop, of, { kind: 'settled', received, data: {} })),
  )
  expect(recorded.map(step => step.recorded).toSorted()).toEqual([
    'confirmed',
    ...Array.from({ length: 9 }, () => 'over'),
  ])
  expect(await recordOutcome(shop, of, { kind: 'refused', code: 'late', isOver: true })).toMatchObject({
    recorded: 'over',
  })
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await countAudit(shop.db, id, 'PAYMENT_CONFIRMED')).toBe(1)
})

async function deliver(id: string, body: string, signature = 'good') {
  const response = await fetch(`${url}/api/payment/webhook/test/${id}`, {
    method: 'POST',
    headers: { 'x-signature': signature, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, text: await response.text() }
}

const readsOfService = () => service.requests.filter(request => request.startsWith('look')).length

test('a webhook has the provider asked, once however often it comes', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  const before = readsOfService()
  const answers = [await deliver(id, 'event-1'), await deliver(id, 'event-1'), await deliver(id, 'event-2')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(readsOfService()).toBe(before + 1)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await countAudit(shop.db, id, 'PAYMENT_CONFIRMED')).toBe(1)
})

test('a webhook that comes before the reply changes nothing twice', async () => {
  service.next('lost')
  const id = await orderReady()
  const [, answer] = await Promise.all([payOnline(id), deliver(id, 'early')])
  expect(answer.status).toBe(200)
  later()
  await checkPayments(shop)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await madeFor(id)).toHaveLength(1)
})

test.each([
  ['of a stranger', 'event-9', 'forged', 400],
  ['without a payment', '', 'good', 400],
  ['without news', 'news', 'good', 200],
])('a webhook %s changes nothing', async (_, body, signature, status) => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  const before = readsOfService()
  expect((await deliver(id, body, signature)).status).toBe(status)
  expect(readsOfService()).toBe(before)
  expect(await statusOf(buyer, id)).toBe('WAITING_EXTERNAL_CONFIRMATION')
})

test('a webhook about an order that is not being paid is accepted and dropped', async () => {
  const id = await orderReady()
  expect(await deliver(id, 'event-1')).toEqual({ status: 200, text: 'no payment waits for it' })
  expect((await deliver(crypto.randomUUID(), 'event-1')).status).toBe(200)
  expect(
    await shop.db.kysely.selectFrom('received_webhook').select('id').where('delivery_key', '=', 'event-9').execute(),
  ).toEqual([])
})

test('the last message of each kind is noted, once a minute', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  await shop.db.kysely.deleteFrom('webhook_arrival').execute()
  const noted = () =>
    shop.db.kysely
      .selectFrom('webhook_arrival')
      .select(['told', 'organization_id', 'last_at'])
      .orderBy('told')
      .execute()
  await deliver(id, 'event-21', 'forged')
  await deliver(id, 'news')
  await deliver(crypto.randomUUID(), 'event-22')
  const { organization_id: organizationId } = await shop.db.kysely
    .selectFrom('purchase_context')
    .select('organization_id')
    .executeTakeFirstOrThrow()
  expect(await noted()).toEqual([
    { told: 'REFUSED', organization_id: organizationId, last_at: start },
    { told: 'UNNAMED', organization_id: null, last_at: start },
  ])
  clock.set(after(start, minutes(1)))
  await deliver(id, 'event-23')
  await deliver(id, 'event-24', 'forged')
  clock.set(after(start, minutes(2)))
  await deliver(id, 'event-23')
  await deliver(id, '')
  expect(await noted()).toEqual([
    { told: 'GENUINE', organization_id: organizationId, last_at: after(start, minutes(1)) },
    { told: 'REFUSED', organization_id: organizationId, last_at: start },
    { told: 'UNNAMED', organization_id: null, last_at: after(start, minutes(2)) },
  ])
})

test('a webhook that nothing could be found out about is refused for now, and dealt with when it is sent again', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  service.setState({ kind: 'unknown', reason: 'no reply' })
  expect((await deliver(id, 'event-31')).status).toBe(503)
  service.setState({ kind: 'settled' })
  expect((await deliver(id, 'event-31')).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  const before = readsOfService()
  expect((await deliver(id, 'event-31')).status).toBe(200)
  expect(readsOfService()).toBe(before)
})

test('of two processes that check at the same time one asks', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  service.setState({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  const [payment] = await paymentsOf(id)
  later()
  const before = service.requests.length
  await Promise.all([checkPayments(shop), checkPayments(shop)])
  const reads = service.requests.slice(before).filter(request => request.includes(`${payment?.id}-`))
  expect(reads).toEqual([`look ${payment?.id}-CHARGE-1`])
})

test('a payment that nothing can be recorded of is left until its next look', async () => {
  service.next({ kind: 'waiting', data: KEPT })
  const id = await orderReady()
  await payOnline(id)
  const [payment] = await paymentsOf(id)
  await sql`update reservation set erased_at = now() where id = ${id}`.execute(shop.db.kysely)
  later()
  const before = service.requests.length
  await checkPayments(shop)
  expect(service.requests.slice(before).filter(request => request.includes(`${payment?.id}-`))).toHaveLength(1)
})

test('whatever has happened, the data are consistent', async () => {
  const { held, sold } = await stockCountsOf(shop.db, event)
  await expectConsistentData(shop.db, event, { held, sold })
})
