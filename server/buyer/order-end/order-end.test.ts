import { beforeEach, describe, expect, test } from 'vitest'
import { getReservation, getReservationStatus } from '#contract/booking.ts'
import { creditReservation, downloadReceipt } from '#contract/invoice.ts'
import { downloadOrderDocument, getOrderEnd } from '#contract/order-end.ts'
import { refundReservation } from '#contract/refund.ts'
import { getTicket, hasTicketEnded, releaseTicket, wasTicketPassedOn } from '#contract/ticket.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { anEventFile, aFreeEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass } from '#tests/support/buyer/pass-purchase.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const world = await onlineShop({ seats: 100 })
const { url, organiser, buyer, shop, clock, event, orderReady, payOnline, service, runJobs } = world
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
      returned: [{ amount: '240.00', state: 'UNDER_WAY' }],
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
