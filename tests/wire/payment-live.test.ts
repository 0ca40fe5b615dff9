import { beforeEach, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import type { Call, ResponseOf } from '#contract/call.ts'
import * as payment from '#contract/payment-calls.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import type { AskOf } from '../support/buyer/buyer.ts'
import { statusOf } from '../support/buyer/purchase.ts'
import { onlineShop } from '../support/payment/online-shop.ts'
import { KEPT } from '../fakes/payment-provider.ts'

// Every call about a payment answers here as the contract says: `ask` checks status, media type and each member.

const { clock, service, buyer, orderReady, payOnline, shop } = await onlineShop({ isStartedByPage: true })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const seen = new Set<string>()

const onPage = () =>
  ({
    kind: 'needs-browser',
    parameters: { clientSecret: 'secret-of-the-payment' },
    until: after(clock.now(), minutes(30)),
    reference: crypto.randomUUID(),
    data: KEPT,
  }) as const

beforeEach(() => {
  const page = onPage()
  service.next(page)
  service.setState(page)
  service.answers({ cancel: { kind: 'cancelled' } })
})

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>): Promise<unknown> {
  const answer = await buyer.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
  return answer.value
}

const by = (reservationId: string) => ({ params: { reservationId } })
const method = (reservationId: string, name = 'PAYPAL') => ({ params: { reservationId, method: name } })

/** As clients do that know nothing of our own member. */
const begin = (reservationId: string, name?: string) => ({ ...method(reservationId, name), body: {} })

test('a payment that the page carries on: begun, begun again with the same secret, paid, confirmed', async () => {
  const id = await orderReady()
  const started = (await answers(payment.initPayment, 200, begin(id))) as ResponseOf<typeof payment.initPayment, 200>
  expect(started).toEqual({
    token: null,
    paymentMethod: 'PAYPAL',
    paymentProvider: 'PAYPAL',
    clientSecret: 'secret-of-the-payment',
    errorMessage: null,
    reservationStatusChanged: false,
  })
  expect(await answers(payment.initPayment, 200, begin(id))).toEqual(started)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  expect(await answers(payment.getPaymentStatus, 200, method(id))).toMatchObject({ success: false, failure: false })
  expect(await acceptedAt(id)).toBeNull()

  service.setState({ kind: 'settled' })
  expect(await answers(payment.forceCheck, 200, by(id))).toMatchObject({ success: true, failure: false })
  expect(await answers(payment.getPaymentStatus, 200, method(id))).toMatchObject({ success: true, failure: false })
  // What the buyer agrees to comes with Pay, after the money.
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await acceptedAt(id)).not.toBeNull()
  expect(await answers(payment.initPayment, 200, begin(id))).toMatchObject({
    clientSecret: null,
    reservationStatusChanged: true,
  })
})

test('what the buyer has agreed to is written down when the payment is begun, for Pay may never be sent', async () => {
  const agreeing = async (terms: boolean, privacy: boolean) => {
    const id = await orderReady()
    const body = { termAndConditionsAccepted: terms, privacyPolicyAccepted: privacy }
    await answers(payment.initPayment, 200, { ...method(id), body })
    return id
  }
  expect(await acceptedAt(await agreeing(false, true))).toBeNull()
  const id = await agreeing(true, true)
  const at = await acceptedAt(id)
  expect(at).not.toBeNull()
  service.setState({ kind: 'settled' })
  await answers(payment.forceCheck, 200, by(id))
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await acceptedAt(id)).toEqual(at)
})

test('a payment is begun without any body, too', async () => {
  const id = await orderReady()
  expect((await buyer.ask(payment.initPayment, { ...method(id), body: null })).status).toBe(200)
})

test('a refused card: said, and begun again', async () => {
  const id = await orderReady()
  await answers(payment.initPayment, 200, begin(id))
  service.setState({ kind: 'refused', code: 'error.STEP2_STRIPE_card_declined', isOver: true })
  expect(await answers(payment.forceCheck, 200, by(id))).toMatchObject({ success: false, failure: true })
  expect(await answers(payment.getPaymentStatus, 200, method(id))).toMatchObject({ success: false, failure: true })
  expect(await statusOf(buyer, id)).toBe('PENDING')
  const page = onPage()
  service.next(page)
  expect(await answers(payment.initPayment, 200, begin(id))).toMatchObject({ clientSecret: 'secret-of-the-payment' })
})

test('a payment that is given up', async () => {
  const id = await orderReady()
  expect(await answers(payment.discardPayment, 200, by(id))).toBe(false)
  await answers(payment.initPayment, 200, begin(id))
  expect(await answers(payment.discardPayment, 200, by(id))).toBe(true)
  expect(await answers(payment.removePaymentToken, 200, by(id))).toBe(false)
})

test('what is not there, and what can’t be read', async () => {
  const id = await orderReady()
  await answers(payment.initPayment, 404, begin(id, 'CREDIT_CARD'))
  await answers(payment.initPayment, 400, begin(UNKNOWN))
  await answers(payment.initPayment, 400, begin(id, 'GOLD'))
  await answers(payment.getPaymentStatus, 404, method(id))
  await answers(payment.getPaymentStatus, 400, method(id, 'GOLD'))
  await answers(payment.forceCheck, 404, by(id))
  await answers(payment.forceCheck, 404, by(UNKNOWN))
  expect(await answers(payment.discardPayment, 200, by('x'))).toBe(false)
  expect(await answers(payment.removePaymentToken, 200, by(UNKNOWN))).toBe(false)
})

test('the same by older addresses', async () => {
  const id = await orderReady()
  await answers(payment.getPaymentStatusByOldName, 404, method(id))
  await answers(payment.getPaymentStatusByOldName, 400, method(id, 'GOLD'))
  const started = await answers(payment.initPaymentByOldName, 200, method(id))
  expect(started).toMatchObject({ clientSecret: 'secret-of-the-payment', reservationStatusChanged: false })
  await answers(payment.initPaymentByOldName, 400, method(id, 'GOLD'))
  await answers(payment.initPaymentByOldName, 404, method(UNKNOWN))
  expect(await answers(payment.getPaymentStatusByOldName, 200, method(id))).toMatchObject({ success: false })
  const checkOf = (reservationId: string) => ({ params: { eventName: 'any', reservationId } })
  await answers(payment.forceCheckByEvent, 404, checkOf(UNKNOWN))
  service.setState({ kind: 'settled' })
  expect(await answers(payment.forceCheckByEvent, 200, checkOf(id))).toMatchObject({ successful: true, success: true })
})

test('each good answer of each call, and each "not found", has been received and checked', () => {
  const expected = allCalls
    .filter(call => Object.values<unknown>(payment).includes(call))
    .flatMap(({ operationId, responses }) => Object.keys(responses).map(status => `${operationId} ${status}`))
    .filter(title => /(200|400|404)$/.test(title))
  expect(expected.filter(title => !seen.has(title))).toEqual([])
})

async function acceptedAt(id: string) {
  const { terms_accepted_at } = await shop.db.kysely
    .selectFrom('reservation')
    .select('terms_accepted_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return terms_accepted_at
}
