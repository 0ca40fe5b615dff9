import { beforeEach, expect, test } from 'vitest'
import { cancelReservation } from '#contract/booking.ts'
import { discardPayment, forceCheck, getPaymentStatus, initPayment } from '#contract/payment-calls.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { KEPT } from '#tests/fakes/payment-provider.ts'
import { PAY_BY, pay, statusOf } from '#tests/support/buyer/purchase.ts'
import { lettersOfEvent } from '#tests/support/buyer/sent-mails.ts'
import { countAudit, expectConsistentData, stockCountsOf } from '#tests/support/database/consistency.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { unansweredAttempt } from './attempts.ts'
import { checkPayment } from './check-payment.ts'
import { findPayment, offerOfPayment } from './payments.ts'
import { recordAnswer, recordOutcome } from './record-outcome.ts'

// What becomes of a payment, however its buyer, its provider and its order part.

const world = await onlineShop()
const { service, buyer, shop, clock, event, orderReady, payOnline, paymentsOf, attemptsOf, refundsOf, afterwards } =
  world
const { aLongTime } = world
const start = clock.now()

beforeEach(() => {
  clock.set(start)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({
    capture: { kind: 'settled' },
    cancel: { kind: 'cancelled' },
    refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` },
  })
})

const elsewhere = (milliseconds = minutes(30)) =>
  ({
    kind: 'redirect',
    url: 'https://pay.example.org/1',
    until: after(clock.now(), milliseconds),
    reference: crypto.randomUUID(),
    data: KEPT,
    meanwhile: 'elsewhere',
  }) as const

/** An order whose buyer is at the provider, and has not paid yet. */
async function underWay(): Promise<string> {
  const open = elsewhere()
  service.next(open)
  service.setState(open)
  const id = await orderReady()
  await payOnline(id)
  return id
}

test('what was begun by a late repetition is ended by the name it got then', async () => {
  const open = elsewhere()
  service.next('unreachable')
  const id = await orderReady()
  await payOnline(id)
  service.next(open)
  service.setState(open)
  await afterwards(aLongTime)
  expect(service.cancelled).toContain(open.reference)
  expect(service.cancelled).not.toContain(`unnamed ${(await paymentsOf(id))[0]?.id}`)
})

/** Past the hold and the time of grace of an order that was begun for half an hour, before its latest moment. */
const HOLD_IS_OVER = minutes(42)

const isHeld = async (id: string) => (await statusOf(buyer, id)) !== undefined

test('a buyer who never comes back: the provider cancels the payment, then the seats are released', async () => {
  const id = await underWay()
  expect(await afterwards(HOLD_IS_OVER)).toBeGreaterThan(start)
  expect(service.cancelled).toContain((await paymentsOf(id))[0]?.reference)
  expect(await paymentsOf(id)).toMatchObject([{ status: 'CANCELLED', is_live: false, next_look_at: null }])
  await afterwards(minutes(30))
  await expireReservations(shop)
  expect(await isHeld(id)).toBe(false)
})

test('seats are kept as long as the provider may still take the money', async () => {
  const id = await underWay()
  service.answers({ cancel: { kind: 'not-now', reason: 'the buyer is paying' } })
  await afterwards(aLongTime)
  await expireReservations(shop)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  service.setState({ kind: 'settled' })
  await afterwards(aLongTime)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('a provider that says nothing leaves the order to a person, and what it says later still counts', async () => {
  const id = await underWay()
  service.setState({ kind: 'unknown', reason: 'down' })
  await afterwards(aLongTime)
  expect(await statusOf(buyer, id)).toBe('STUCK')
  service.setState({ kind: 'settled' })
  await afterwards(aLongTime)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('an order that was left to a person is released once the provider reports that nothing was paid', async () => {
  const id = await underWay()
  service.setState({ kind: 'unknown', reason: 'down' })
  await afterwards(HOLD_IS_OVER)
  expect(await paymentsOf(id)).toMatchObject([{ review: 'NO_ANSWER', is_live: true }])
  service.setState({ kind: 'cancelled' })
  await afterwards(minutes(2))
  expect(await statusOf(buyer, id)).toBe('PENDING')
  expect(await paymentsOf(id)).toMatchObject([{ review: null, is_live: false }])
  await afterwards(minutes(30))
  await expireReservations(shop)
  expect(await isHeld(id)).toBe(false)
})

test('an order whose payment ends after its latest moment is gone at once, and its buyer reads so', async () => {
  for (const ended of [
    { kind: 'cancelled' },
    { kind: 'refused', code: 'foyer.payment.refused', isOver: true },
  ] as const) {
    const id = await underWay()
    service.answers({ cancel: { kind: 'not-now', reason: 'the buyer is paying' } })
    await afterwards(aLongTime)
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
    service.setState(ended)
    await afterwards(aLongTime)
    expect(await isHeld(id)).toBe(false)
    const last = (await lettersOfEvent(shop.db, event, 'the payment did not go through')).at(-1)
    expect(last?.text).toContain('so the tickets are free again')
    service.answers({ cancel: { kind: 'cancelled' } })
  }
})

test('a provider that falls silent a second time leaves the order to a person again', async () => {
  const id = await underWay()
  const [{ reference } = { reference: null }] = await paymentsOf(id)
  const fallSilent = async () => {
    service.setState({ kind: 'unknown', reason: 'down' })
    await afterwards(HOLD_IS_OVER)
    expect(await statusOf(buyer, id)).toBe('STUCK')
    expect(await paymentsOf(id)).toMatchObject([{ review: 'NO_ANSWER' }])
  }
  await fallSilent()
  service.setState({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  await afterwards(minutes(2))
  expect(await paymentsOf(id)).toMatchObject([{ review: null, is_live: true }])
  service.setState({ ...elsewhere(), reference: reference ?? '' })
  await buyer.ask(forceCheck, { params: { reservationId: id } })
  await fallSilent()
})

test('a payment that is begun anew after a refusal leaves the refused one behind', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(422)
  expect(await statusOf(buyer, id)).toBe('PENDING')
  expect(await paymentsOf(id)).toMatchObject([{ status: 'PENDING', is_live: true }])
  service.next({ kind: 'settled' })
  expect((await payOnline(id)).status).toBe(200)
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['INVALID', 'COMPLETE'])
  service.setState({ kind: 'unknown', reason: 'nothing' })
  service.setState(elsewhere())
  await afterwards(minutes(5))
  expect(await paymentsOf(id)).toMatchObject([{ status: 'INVALID', is_live: false }, { status: 'COMPLETE' }])
})

test('paid twice in two tabs: the second money goes back, once', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  service.next({ kind: 'settled' })
  await payOnline(id)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  // The tab with the refused payment is paid after all.
  service.setState({ kind: 'settled' })
  await afterwards(minutes(5))
  const [first, second] = await paymentsOf(id)
  expect([first?.status, second?.status]).toEqual(['RETURNED', 'COMPLETE'])
  expect(await refundsOf(id)).toMatchObject([{ amount: first?.amount, origin: 'SHOP', status: 'DONE' }])
  expect(await countAudit(shop.db, id, 'REFUND')).toBe(1)
  await afterwards(aLongTime)
  expect(await refundsOf(id)).toHaveLength(1)
})

test('a payment outlives an order that its buyer cancels; money that is paid then is refunded', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  expect(await isHeld(id)).toBe(false)
  expect(await paymentsOf(id)).toMatchObject([
    { status: 'INVALID', is_live: true, reservation_id: null, buyer: { email: 'ada@example.org' } },
  ])
  service.setState({ kind: 'settled' })
  await afterwards(minutes(1))
  expect(await paymentsOf(id)).toMatchObject([{ status: 'RETURNED', is_live: false }])
  expect(await refundsOf(id)).toMatchObject([{ origin: 'SHOP', status: 'DONE' }])
})

test('a payment of an order that is gone is ended, and the data of its buyer is erased', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  service.setState(elsewhere())
  await afterwards(minutes(1))
  expect(await paymentsOf(id)).toMatchObject([{ status: 'INVALID', is_live: false, buyer: null }])
})

test('money that is reserved is taken for an order that can take it', async () => {
  service.next({ kind: 'authorized' })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await attemptsOf(id)).toMatchObject([
    { step: 'CHARGE', outcome: 'AUTHORIZED' },
    { step: 'CAPTURE', outcome: 'SETTLED' },
  ])
})

test('money that is reserved is taken with the same key until it is known what came of it', async () => {
  service.next({ kind: 'authorized' })
  service.answers({ capture: { kind: 'unknown', reason: 'no reply' } })
  const id = await orderReady()
  await payOnline(id)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  service.answers({ capture: { kind: 'settled' } })
  await afterwards(minutes(2))
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  const captures = (await attemptsOf(id)).filter(({ step }) => step === 'CAPTURE')
  expect(captures).toMatchObject([{ outcome: 'SETTLED', sends: 2 }])
})

test('money that is reserved for an order that is gone is let go, and needs no refund', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  service.setState({ kind: 'authorized' })
  await afterwards(minutes(1))
  expect((await attemptsOf(id)).map(({ step }) => step)).toEqual(['CHARGE', 'CANCEL'])
  expect(await paymentsOf(id)).toMatchObject([{ status: 'INVALID', is_live: false }])
  expect(await refundsOf(id)).toEqual([])
})

test('money that is reserved for a payment that had ended is taken, as often as it takes', async () => {
  const id = await underWay()
  await afterwards(HOLD_IS_OVER)
  const [ended] = await paymentsOf(id)
  expect(ended).toMatchObject({ status: 'CANCELLED', is_live: false })
  const payment = await findPayment(shop.db, ended?.id ?? 0n)
  if (!payment) throw new Error('no payment')
  service.setState({ kind: 'authorized' })
  service.answers({ capture: { kind: 'unknown', reason: 'no reply' } })
  await checkPayment(shop, payment, 'message')
  expect(await statusOf(buyer, id)).toBe('PENDING')
  service.answers({ capture: { kind: 'settled' } })
  await afterwards(minutes(1))
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await paymentsOf(id)).toMatchObject([{ status: 'COMPLETE', is_live: false, next_look_at: null }])
})

test('another sum that is reserved is let go, and needs a person', async () => {
  service.next({ kind: 'authorized', amount: '1' })
  const id = await orderReady()
  await payOnline(id)
  expect(await statusOf(buyer, id)).toBe('STUCK')
  expect((await attemptsOf(id)).map(({ step }) => step)).toEqual(['CHARGE', 'CANCEL'])
  const [payment] = await paymentsOf(id)
  expect(payment).toMatchObject({ status: 'CANCELLED', is_live: false })
  expect(payment?.review).toBe('OTHER_SUM')
})

test('of two answers to one request, the first names the payment', async () => {
  const id = await underWay()
  const [{ id: number, reference } = { id: 0n, reference: null }] = await paymentsOf(id)
  const payment = await findPayment(shop.db, number)
  const offer = payment && (await offerOfPayment(shop, payment))
  if (!offer) throw new Error('no payment')
  expect(await recordOutcome(shop, { payment, offer }, elsewhere())).toEqual({ recorded: 'over', next: null })
  expect((await paymentsOf(id)).map(each => each.reference)).toEqual([reference])
})

test('sent by two at once, a request that was carried out for one is not taken for refused because the other was', async () => {
  service.next('unreachable')
  const id = await orderReady()
  await payOnline(id)
  const [{ id: number } = { id: 0n }] = await paymentsOf(id)
  const payment = await findPayment(shop.db, number)
  const offer = payment && (await offerOfPayment(shop, payment))
  const attempt = payment && (await unansweredAttempt(shop.db, payment))
  if (!offer || !attempt) throw new Error('no attempt without an answer')
  const of = { payment, offer }
  expect(await recordAnswer(shop, of, attempt, elsewhere())).toMatchObject({ recorded: 'open' })
  const tooMany = { kind: 'refused', code: 'foyer.payment.later', isOver: true } as const
  expect(await recordAnswer(shop, of, attempt, tooMany)).toEqual({ recorded: 'over', next: null })
  expect(await paymentsOf(id)).toMatchObject([{ status: 'PENDING', is_live: true }])
})

test('what a provider reports about another payment confirms nothing', async () => {
  const id = await underWay()
  service.setState({ kind: 'mismatch', reason: 'made in test mode' })
  await afterwards(minutes(5))
  expect(await statusOf(buyer, id)).toBe('STUCK')
  expect(await paymentsOf(id)).toMatchObject([{ review: 'OTHER_PAYMENT' }])
})

test('a refund that is refused, and one that fails later, are reported', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'pending', reference: `re_${id}`, data: {} } })
  await afterwards(minutes(1))
  expect(await refundsOf(id)).toMatchObject([{ status: 'PENDING' }])
  service.answers({ refund: { kind: 'refused', reason: 'the account is closed' } })
  await afterwards(minutes(90))
  expect(await refundsOf(id)).toMatchObject([{ status: 'FAILED', failure: 'the account is closed' }])
  expect(await paymentsOf(id)).toMatchObject([{ review: 'REFUND_FAILED' }])
  expect(await countAudit(shop.db, id, 'REFUND_ATTEMPT_FAILED')).toBe(1)
})

test('a refund without a reply is asked for again with its key', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'unknown', reason: 'no reply' } })
  await afterwards(minutes(1))
  const before = service.refunds.filter(key => key === service.refunds.at(-1)).length
  service.answers({ refund: { kind: 'refunded', reference: `re_${id}` } })
  await afterwards(minutes(90))
  expect(service.refunds.filter(key => key === service.refunds.at(-1))).toHaveLength(before + 1)
  expect(await refundsOf(id)).toMatchObject([{ status: 'DONE', sends: 2 }])
})

test('who changes their mind has the payment ended, and may choose again', async () => {
  const id = await underWay()
  const params = { reservationId: id }
  service.answers({ cancel: { kind: 'not-now', reason: 'the buyer is paying' } })
  expect(await buyer.expect(discardPayment, 200, { params })).toBe(false)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  service.answers({ cancel: { kind: 'cancelled' } })
  expect(await buyer.expect(discardPayment, 200, { params })).toBe(true)
  expect(await statusOf(buyer, id)).toBe('PENDING')
  expect(await buyer.expect(discardPayment, 200, { params })).toBe(false)
  service.next({ kind: 'settled' })
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('a buyer who waits may have the provider asked, and reads the state of the payment', async () => {
  const id = await underWay()
  const params = { reservationId: id }
  const method = { params: { ...params, method: 'PAYPAL' } }
  expect(await buyer.expect(forceCheck, 200, { params })).toMatchObject({
    success: false,
    redirect: true,
    redirectUrl: 'https://pay.example.org/1',
  })
  expect(await buyer.expect(getPaymentStatus, 200, method)).toMatchObject({ success: false, failure: false })
  service.setState({ kind: 'settled' })
  expect(await buyer.expect(forceCheck, 200, { params })).toMatchObject({
    success: true,
    successful: true,
    failed: false,
  })
  expect(await buyer.expect(getPaymentStatus, 200, method)).toMatchObject({ success: true })
  expect((await buyer.ask(forceCheck, { params })).status).toBe(404)
})

test('calls about payments that are not there', async () => {
  const id = await orderReady()
  const unknown = crypto.randomUUID()
  expect((await buyer.ask(forceCheck, { params: { reservationId: unknown } })).status).toBe(404)
  expect(await buyer.expect(discardPayment, 200, { params: { reservationId: unknown } })).toBe(false)
  expect((await buyer.ask(getPaymentStatus, { params: { reservationId: id, method: 'PAYPAL' } })).status).toBe(404)
  expect((await buyer.ask(getPaymentStatus, { params: { reservationId: id, method: 'GOLD' } })).status).toBe(400)
  expect((await buyer.ask(initPayment, { body: {}, params: { reservationId: id, method: 'GOLD' } })).status).toBe(400)
  expect(
    (await buyer.ask(initPayment, { body: {}, params: { reservationId: unknown, method: 'PAYPAL' } })).status,
  ).toBe(400)
  // This provider begins nothing on the page.
  expect((await buyer.ask(initPayment, { body: {}, params: { reservationId: id, method: 'PAYPAL' } })).status).toBe(404)
})

test('Pay on a payment that is under way by another provider is refused', async () => {
  const id = await underWay()
  expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(422)
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
})

test('whatever has happened, the data are consistent', async () => {
  const { held, sold } = await stockCountsOf(shop.db, event)
  await expectConsistentData(shop.db, event, { held, sold })
})
