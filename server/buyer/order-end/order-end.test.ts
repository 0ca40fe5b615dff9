import { beforeEach, describe, expect, test } from 'vitest'
import { cancelReservation, getReservation, getReservationStatus } from '#contract/booking.ts'
import { creditReservation, downloadReceipt } from '#contract/invoice.ts'
import { downloadOrderDocument, getOrderChanges, getOrderEnd } from '#contract/order-end.ts'
import { refundReservation } from '#contract/refund.ts'
import { getTicket, hasTicketEnded, releaseTicket, wasTicketPassedOn } from '#contract/ticket.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { expireTransfers } from '#server/payment/pay/expire-transfers.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { anEventFile, aFreeEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass } from '#tests/support/buyer/pass-purchase.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const world = await onlineShop({ seats: 100 })
const { url, organiser, buyer, shop, clock, event, orderReady, payOnline, service, runJobs, message, afterwards } =
  world
const stranger = aBuyer(url)

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

/** Two tickets for CHF 120.00 each, paid online. */
async function paid(): Promise<string> {
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  return id
}

const params = (reservationId: string) => ({ params: { reservationId } })
const endOf = (id: string) => buyer.expect(getOrderEnd, 200, params(id))
const isUnknown = async (id: string) => (await buyer.ask(getOrderEnd, params(id))).status === 404
const refund = (id: string) =>
  organiser.api.expect(refundReservation, 200, { ...params(id), body: { what: 'ORDER' as const } })
const at = (ticketIdentifier: string, eventName = event) => ({ params: { eventName, ticketIdentifier } })

describe('an order that was refunded', () => {
  test('says what it was, when and by whom it ended, and what goes back by which way; then that it went', async () => {
    const id = await paid()
    expect(await isUnknown(id)).toBe(true)
    await refund(id)
    const end = await endOf(id)
    expect(end).toMatchObject({
      shortId: id.slice(0, 8).toUpperCase(),
      cause: 'CANCELLED',
      endedAt: clock.now(),
      content: [{ quantity: 2, name: { en: 'Conference' } }],
      currency: 'CHF',
      total: '240.00',
      paid: '240.00',
      byOrganizer: null,
      endedBy: 'ORGANISER',
      isPaymentOpen: false,
      returned: [
        { amount: '240.00', state: 'UNDER_WAY', origin: 'ORGANISER', expectedBy: after(clock.now(), days(7)) },
      ],
      organizationEmail: 'hello@alpine-systems.example',
    })
    await runJobs()
    expect((await endOf(id)).returned).toMatchObject([{ amount: '240.00', state: 'DONE' }])
  })

  test('has its receipt to download, by this order alone, while the wire answers as before', async () => {
    const [id, other] = [await paid(), await paid()]
    await refund(id)
    await refund(other)
    const [receipt] = (await endOf(id)).documents
    expect(receipt?.type).toBe('RECEIPT')
    const documentId = receipt?.id ?? ''
    const file = (reservationId: string) =>
      stranger.ask(downloadOrderDocument, { params: { reservationId, documentId } })
    expect((await file(id)).status).toBe(200)
    expect((await file(other)).status).toBe(404)
    expect((await file(crypto.randomUUID())).status).toBe(404)
    const wire = { params: { eventName: event, reservationId: id } }
    expect((await buyer.ask(downloadReceipt, wire)).status).toBe(404)
    expect(await buyer.expect(getReservationStatus, 200, params(id))).toMatchObject({ status: 'CANCELLED' })
    expect(await buyer.expect(getReservation, 200, params(id))).toMatchObject({ ticketsByCategory: [] })
  })

  test('says nothing of its people, and nothing at all once they are erased', async () => {
    const id = await paid()
    const { email } = await infoOf(buyer, id)
    await refund(id)
    expect(JSON.stringify(await endOf(id))).not.toMatch(new RegExp(`Lovelace|${email}`))
    await shop.db.kysely
      .updateTable('reservation')
      .set({ erased_at: timestamp(clock.now()) })
      .where('id', '=', id)
      .execute()
    expect(await isUnknown(id)).toBe(true)
    expect(await isUnknown(crypto.randomUUID())).toBe(true)
    expect(await isUnknown('nonsense')).toBe(true)
  })

  test('has links of tickets that say so, and no more, to a client that has one', async () => {
    const id = await paid()
    const ids = ticketsOf(await infoOf(buyer, id)).map(({ uuid }) => uuid)
    for (const uuid of ids) expect((await stranger.ask(hasTicketEnded, at(uuid))).status).toBe(404)
    await refund(id)
    for (const uuid of ids) {
      expect(await stranger.expect(hasTicketEnded, 200, at(uuid))).toBe(true)
      expect((await stranger.ask(getTicket, at(uuid))).status).toBe(404)
      expect((await stranger.ask(wasTicketPassedOn, at(uuid))).status).toBe(404)
      expect((await stranger.ask(releaseTicket, at(uuid))).status).toBe(404)
    }
    expect((await stranger.ask(hasTicketEnded, at(crypto.randomUUID()))).status).toBe(404)
  })
})

test('an order that was credited has its invoice and its credit note', async () => {
  const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12', COUNTRY_OF_BUSINESS: 'CH' }
  const { tickets, ...file } = anEventFile(clock.now(), { slug: 'credited', seats: 50, settings })
  const name = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL'] } })
  const id = await hold(buyer, name, { Conference: 1 })
  const form = { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE }
  expect(await sendDetails(buyer, id, form)).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.PAYPAL)).status).toBe(200)
  await organiser.api.expect(creditReservation, 200, params(id))
  const end = await endOf(id)
  expect(end).toMatchObject({ cause: 'CANCELLED', endedAt: clock.now(), returned: [] })
  expect(end.documents.map(({ type }) => type)).toEqual(['INVOICE', 'CREDIT_NOTE'])
  for (const { id: documentId } of end.documents) {
    const file = await buyer.ask(downloadOrderDocument, { params: { reservationId: id, documentId } })
    expect(file.status).toBe(200)
  }
})

test('a pass that was withdrawn from says that its buyer did, and what comes back', async () => {
  const withdrawal = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' } as const
  const { organizationId } = organiser
  const pass = await storePass(shop, { organizationId, proxies: ['PAYPAL'], withdrawal })
  const id = await buyPass(aBuyer(url), pass.publicId, { by: 'PAYPAL' })
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', amount: '100.00' }
  expect((await aBuyer(url).ask(confirmWithdrawal, { ...params(id), body })).status).toBe(200)
  expect(await endOf(id)).toMatchObject({
    cause: 'WITHDRAWN',
    endedAt: clock.now(),
    content: [{ quantity: 1, name: { en: 'Season pass' } }],
    returned: [{ amount: '100.00' }],
  })
})

test('a ticket that its holder released says so as well', async () => {
  const settings = { ALLOW_FREE_TICKETS_CANCELLATION: true }
  const free = await organiser.open(aFreeEventFile(clock.now(), { slug: 'free', seats: 10, settings }))
  const id = await buy(buyer, free, { Everybody: 2 }, { by: 'NONE' })
  const [ticket] = ticketsOf(await infoOf(buyer, id))
  await buyer.expect(releaseTicket, 200, at(ticket?.uuid ?? '', free))
  expect(await stranger.expect(hasTicketEnded, 200, at(ticket?.uuid ?? '', free))).toBe(true)
  expect(await isUnknown(id)).toBe(true)
})

describe('an order that was deleted', () => {
  test('says that its transfer did not arrive, what it was, and that nothing was paid', async () => {
    const settings = { AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: true }
    const name = await organiser.open(anEventFile(clock.now(), { slug: 'overdue', seats: 50, settings }))
    const id = await buy(buyer, name, { Conference: 2 }, { by: 'OFFLINE' })
    expect(await isUnknown(id)).toBe(true)
    clock.move(days(30))
    await expireTransfers(shop)
    expect((await buyer.ask(getReservationStatus, params(id))).status).toBe(404)
    expect(await endOf(id)).toMatchObject({
      cause: 'EXPIRED',
      endedBy: 'SHOP',
      endedAt: clock.now(),
      content: [{ quantity: 2, name: { en: 'Conference' } }],
      currency: 'CHF',
      total: '240.00',
      paid: '0.00',
      returned: [],
      documents: [],
    })
    expect(JSON.stringify(await endOf(id))).not.toMatch(/Lovelace|ada@/)
    await shop.db.kysely.updateTable('audit').set({ modifications: null }).where('reservation_id', '=', id).execute()
    expect(await isUnknown(id)).toBe(true)
  })

  test('says what became of money that came when its time was over, until retention erases it', async () => {
    service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: true })
    const id = await orderReady()
    await payOnline(id)
    clock.move(minutes(60))
    await expireReservations(shop)
    expect(await isUnknown(id)).toBe(true)
    await message(id)
    await afterwards(minutes(1))
    expect(await endOf(id)).toMatchObject({
      cause: 'LAPSED',
      endedBy: 'SHOP',
      content: [],
      total: '240.00',
      paid: '240.00',
      returned: [{ amount: '240.00', state: 'DONE', origin: 'SHOP' }],
    })
    await shop.db.kysely.updateTable('audit').set({ modifications: null }).where('reservation_id', '=', id).execute()
    expect(await isUnknown(id)).toBe(true)
  })

  test('says that its buyer released it, and that a payment of it is still open', async () => {
    service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
    service.setState({ kind: 'waiting', data: {} })
    const id = await orderReady()
    await payOnline(id)
    await buyer.expect(cancelReservation, 200, params(id))
    expect(await endOf(id)).toMatchObject({ cause: 'DISCARDED', endedBy: 'BUYER', isPaymentOpen: true, paid: '0.00' })
    service.setState({ kind: 'settled' })
    await message(id)
    await afterwards(minutes(1))
    expect(await endOf(id)).toMatchObject({ isPaymentOpen: false, returned: [{ amount: '240.00', state: 'DONE' }] })
  })

  test('says nothing where no payment was begun', async () => {
    const [lapsed, released] = [await orderReady(), await orderReady()]
    await buyer.expect(cancelReservation, 200, params(released))
    clock.move(minutes(60))
    await expireReservations(shop)
    expect([await isUnknown(lapsed), await isUnknown(released)]).toEqual([true, true])
  })
})

describe('an order that goes on', () => {
  const changesOf = (id: string) => buyer.expect(getOrderChanges, 200, params(id))
  const refundAmount = (id: string, amount: string) =>
    organiser.api.expect(refundReservation, 200, {
      ...params(id),
      body: { what: 'AMOUNT' as const, amount, requestId: crypto.randomUUID() },
    })

  test('says what was refunded in part and which tickets were cancelled', async () => {
    const id = await paid()
    expect(await changesOf(id)).toMatchObject({ cancelledTickets: 0, returned: [], creditNotes: [] })
    await refundAmount(id, '20.00')
    await runJobs()
    service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
    const [ticket] = ticketsOf(await infoOf(buyer, id))
    await organiser.api.expect(refundReservation, 200, {
      ...params(id),
      body: { what: 'TICKETS' as const, tickets: [ticket?.uuid ?? ''] },
    })
    await runJobs()
    const changes = await changesOf(id)
    expect(changes).toMatchObject({
      cancelledTickets: 1,
      currency: 'CHF',
      returned: [{ amount: '20.00', state: 'DONE' }, {}],
    })
    expect(JSON.stringify(changes)).not.toMatch(/Lovelace|ada@/)
    expect(await isUnknown(id)).toBe(true)
  })

  test('says that a refund has failed, and nothing more of it once it was repeated', async () => {
    const id = await paid()
    service.answers({ refund: { kind: 'refused', reason: 'no money' } })
    await refundAmount(id, '20.00')
    await runJobs()
    expect((await changesOf(id)).returned).toMatchObject([{ amount: '20.00', state: 'FAILED' }])
    service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
    await refundAmount(id, '20.00')
    await runJobs()
    expect((await changesOf(id)).returned).toMatchObject([{ amount: '20.00', state: 'DONE' }])
  })

  test('answers no client that does not have its id, and not before it is complete', async () => {
    const open = await orderReady()
    for (const id of [open, crypto.randomUUID(), 'nonsense']) {
      expect((await buyer.ask(getOrderChanges, params(id))).status).toBe(404)
    }
  })
})
