import { afterAll, beforeEach, expect, test } from 'vitest'
import { downloadReceipt } from '#contract/invoice.ts'
import { type RefundForm, refundReservation } from '#contract/refund.ts'
import { cancelReservation } from '#contract/booking.ts'
import { pathTo } from '#contract/paths.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { putSettings } from '#server/foundation/setting/stated-settings.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { infoOf, statusOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { lettersOf, lettersOfEvent } from '#tests/support/buyer/sent-mails.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

// Every mail about money, and that none comes twice.

const world = await onlineShop({ seats: 100 })
const { url, service, organiser, buyer, shop, clock, event, orderReady, payOnline, afterwards, message } = world
const start = clock.now()

afterAll(stopRendering)

beforeEach(() => {
  clock.set(start)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.reports({ fee: null, refunds: [], disputes: [] })
  service.answers({ cancel: { kind: 'cancelled' }, refund: { kind: 'refunded', reference: crypto.randomUUID() } })
})

const BUYER = 'ada@example.org'
const CLUB = 'hello@alpine-systems.example'

async function paidOrder(): Promise<string> {
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  return id
}

const refund = (id: string, body: RefundForm) =>
  organiser.api.expect(refundReservation, 200, {
    params: { reservationId: id },
    body: { requestId: crypto.randomUUID(), ...body },
  })
const recipients = async (id: string, subject: string) =>
  (await lettersOf(shop.db, id, subject)).map(({ recipient }) => recipient)

test('an order that is cancelled: the buyer gets a mail at once, another when the money is on its way', async () => {
  const id = await paidOrder()
  await refund(id, { what: 'ORDER' })
  expect(await recipients(id, 'is cancelled')).toEqual([BUYER])
  expect(await recipients(id, 'Money back')).toEqual([])
  service.answers({ refund: { kind: 'pending', reference: `re_${id}`, data: {} } })
  await sendRefunds(shop)
  const [letter] = await lettersOf(shop.db, id, 'Money back')
  expect(letter?.text).toContain('CHF 240.00')
  expect(letter?.text).toContain('five to ten working days')
  service.answers({ refund: { kind: 'refunded', reference: `re_${id}` } })
  await afterwards(minutes(90))
  expect(await recipients(id, 'Money back')).toEqual([BUYER])
})

test('tickets that are cancelled are named to the buyer, and to their holders if asked for', async () => {
  const id = await paidOrder()
  const [ticket] = ticketsOf(await infoOf(buyer, id))
  await refund(id, { what: 'TICKETS', tickets: [ticket?.uuid ?? ''], notifyHolders: true })
  const [letter] = await lettersOf(shop.db, id, 'Part of your order')
  expect(letter?.text).toContain('Conference: Ada 1 Lovelace')
  expect(letter?.text).toContain('CHF 120.00')
  expect(await recipients(id, 'is given back')).toEqual(['ada1@example.org'])
  expect(await recipients(id, 'a ticket was given back')).toEqual([])
})

test('a refund that fails: the organiser gets one mail with what to do, and the buyer none about money', async () => {
  const id = await paidOrder()
  service.answers({ refund: { kind: 'refused', reason: 'The account is closed.' } })
  await refund(id, { what: 'AMOUNT', amount: '10', requestId: '10 back' })
  await sendRefunds(shop)
  await sendRefunds(shop)
  const letters = await lettersOf(shop.db, id, 'A refund has failed')
  expect(letters.map(({ recipient }) => recipient)).toEqual([CLUB])
  expect(letters[0]?.text).toContain('The account is closed.')
  expect(letters[0]?.text).toContain('give the money back once more')
  expect(letters[0]?.text).toContain('CHF 10.00')
  expect(await recipients(id, 'Money back')).toEqual([])
})

test('money that no order could take: the payer gets a mail that it goes back, though the order is gone', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  service.setState({ kind: 'settled' })
  await afterwards(minutes(1))
  await sendRefunds(shop)
  const letters = (await lettersOfEvent(shop.db, event, 'Money back')).filter(({ text }) =>
    text.includes(id.slice(0, 8).toUpperCase()),
  )
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ recipient: BUYER, text: expect.stringContaining('after its time was over') })
})

test('a dispute is mailed to the organiser with its day, then how it ended; each once', async () => {
  const id = await paidOrder()
  const dispute = { reference: `dp_${id}`, amount: minor(24_000n), dueBy: start }
  const report = async (state: 'open' | 'lost' | 'won') => {
    service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state }] })
    await message(id)
    await message(id)
  }
  await report('open')
  const [opened, ...more] = await lettersOf(shop.db, id, 'A payment is disputed')
  expect([opened?.recipient, more.length]).toEqual([CLUB, 0])
  expect(opened?.text).toContain('To be answered by')
  await report('lost')
  expect(await recipients(id, 'is lost')).toEqual([CLUB])
  await report('won')
  expect(await recipients(id, 'is won')).toEqual([CLUB])
})

test('an order that is stuck is mailed to the organiser once, however often it is checked', async () => {
  service.next({ kind: 'waiting', data: {} })
  service.setState({ kind: 'unknown', reason: 'down' })
  const id = await orderReady()
  await payOnline(id)
  for (let times = 0; times < 3; times += 1) await afterwards(world.aLongTime)
  expect(await statusOf(buyer, id)).toBe('STUCK')
  expect(await recipients(id, 'Nobody knows')).toEqual([CLUB])
})

test('a payment that is refused while the buyer is away: one mail, and another when the time is over', async () => {
  const open = { kind: 'waiting', data: {} } as const
  service.next(open)
  service.setState(open)
  const id = await orderReady()
  await payOnline(id)
  service.setState({ kind: 'refused', code: 'foyer.payment.cancelled', isOver: true })
  clock.set(after(start, minutes(6)))
  await message(id)
  await message(id)
  const [letter, ...more] = await lettersOf(shop.db, id, 'the payment did not go through')
  expect([letter?.recipient, more.length]).toEqual([BUYER, 0])
  expect(letter?.text).toContain('still held for you until')
  expect(letter?.text).toContain('The payment was not completed')
  expect(await statusOf(buyer, id)).toBe('PENDING')
  await afterwards(world.aLongTime)
  await expireReservations(shop)
  await expireReservations(shop)
  expect(await statusOf(buyer, id)).toBeUndefined()
  const last = await lettersOfEvent(shop.db, event, 'the payment did not go through')
  expect(last.filter(({ text }) => text.includes('The time to pay is over'))).toHaveLength(1)
  // The organiser gets a mail about the lost order.
  const notices = await lettersOfEvent(shop.db, event, 'a payment of order')
  expect(notices.map(({ recipient }) => recipient)).toEqual([CLUB])
  expect(notices[0]?.text).toContain('The tickets can be sold again')
  expect(notices[0]?.text).toContain('PAYPAL')
})

test('an organiser who wants a mail about each failed payment gets it, though the buyer is at the page', async () => {
  await putSettings(shop.db, { level: 'system' }, [['NOTIFY_ALL_FAILED_PAYMENT_ATTEMPTS', 'true']])
  service.next({ kind: 'refused', code: 'foyer.payment.cancelled', isOver: true })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(422)
  const [notice, ...more] = await lettersOf(shop.db, id, 'a payment of order')
  expect([notice?.recipient, more]).toEqual([CLUB, []])
  expect(notice?.text).toContain('The payment was not completed')
  expect(notice?.text).toContain('stay held for a while')
  await putSettings(shop.db, { level: 'system' }, [['NOTIFY_ALL_FAILED_PAYMENT_ATTEMPTS', 'false']])
})

test('a refusal that the provider reports before the page has asked is no mail', async () => {
  const open = { kind: 'waiting', data: {} } as const
  service.next(open)
  service.setState(open)
  const id = await orderReady()
  await payOnline(id)
  service.setState({ kind: 'refused', code: 'foyer.payment.cancelled', isOver: true })
  clock.set(after(start, minutes(4)))
  await message(id)
  expect(await statusOf(buyer, id)).toBe('PENDING')
  expect(await recipients(id, 'the payment did not go through')).toEqual([])
})

test('a refusal that the buyer sees on the page is no mail', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.cancelled', isOver: true })
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(422)
  expect(await recipients(id, 'the payment did not go through')).toEqual([])
})

test('a receipt says what has gone back, and no more once that has failed', async () => {
  const id = await paidOrder()
  const receipt = async () => {
    const answer = await fetch(url + pathTo(downloadReceipt.path, { eventName: event, reservationId: id }))
    return (await readPdf(new Uint8Array(await answer.arrayBuffer()), { findsCode: false })).text
  }
  expect(await receipt()).not.toContain('Refunded')
  service.answers({ refund: { kind: 'refunded', reference: `re_${id}` } })
  await refund(id, { what: 'AMOUNT', amount: '30', requestId: '30 back' })
  await sendRefunds(shop)
  expect(await receipt()).toMatch(/Refunded[^]*-30\.00/)
  service.reports({
    fee: null,
    refunds: [{ reference: `re_${id}`, amount: minor(3000n), state: 'failed' }],
    disputes: [],
  })
  await message(id)
  expect(await receipt()).not.toContain('Refunded')
})
