import { beforeEach, describe, expect, test } from 'vitest'
import { creditReservation, downloadEInvoice, downloadPassInvoice } from '#contract/invoice.ts'
import { confirmPaidReservation } from '#contract/organiser.ts'
import { getReservationPayments, refundReservation } from '#contract/refund.ts'
import { confirmTransferByReference, listAwaitedTransfers } from '#contract/organiser-payments.ts'
import { after, days, hours, minutes } from '#domain/foundation/instant.ts'
import { listTransfers, remindOfTransfers } from '#server/order/reminder/due-transfers.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { buyPass, passOf, passReadyToPay } from '#tests/support/buyer/pass-purchase.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { ADA, PAY_BY, infoOf, pay, statusOf } from '#tests/support/buyer/purchase.ts'
import { lettersOf } from '#tests/support/buyer/sent-mails.ts'
import { countAudit, inconsistencies } from '#tests/support/database/consistency.ts'
import { PRIVATE_INVOICE, SELLER_IN_BERLIN } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { expireTransfers } from './expire-transfers.ts'

const world = await onlineShop()
const { shop, url, clock, organiser, service, runJobs } = world
const { organizationId } = organiser

beforeEach(() => {
  clock.set(SOME_DAY)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

const BERLIN = Object.fromEntries(Object.entries(SELLER_IN_BERLIN).map(([key, value]) => [key, String(value)]))
const put = (pass: Partial<PassToStore> = {}) =>
  storePass(shop, { organizationId, proxies: ['OFFLINE', 'PAYPAL'], ...pass })

async function stateOfPayment(id: string) {
  const row = await shop.db.kysely
    .selectFrom('bought_pass')
    .select(['status', 'acquired_at', 'valid_from', 'valid_to', 'cancelled_at'])
    .where('reservation_id', '=', id)
    .executeTakeFirst()
  return row
}

describe('a transfer', () => {
  test('for a pass that is valid already is awaited for as many days as the organiser gives', async () => {
    const validity = { from: after(SOME_DAY, -days(100)), to: after(SOME_DAY, days(100)) }
    const id = await buyPass(aBuyer(url), (await put({ validity, settings: { OFFLINE_PAYMENT_DAYS: '5' } })).publicId)
    const { status, validity: until } = await infoOf(aBuyer(url), id)
    expect(status).toBe('OFFLINE_PAYMENT')
    expect(until).toBeGreaterThan(after(SOME_DAY, days(4)))
  })

  test('that has arrived makes the pass valid from that day on, and the organiser sees its holder', async () => {
    const buyer = aBuyer(url)
    const { publicId } = await put({ validity: { units: 2, unit: 'DAYS' } })
    const id = await buyPass(buyer, publicId)
    const listed = await organiser.api.expect(listAwaitedTransfers, 200, { query: { event: publicId } })
    expect(listed).toMatchObject([{ reservationId: id, event: publicId, amount: '100.00' }])
    clock.move(days(1))
    const transfer = { reference: id.slice(0, 8), amount: '100.00', currency: 'CHF' }
    const confirmed = await organiser.api.expect(confirmTransferByReference, 200, { body: transfer })
    const pass = await passOf(buyer, id)
    expect(confirmed).toEqual({ reservationId: id, holders: [{ id: pass.id, ...ADA }] })
    expect(await stateOfPayment(id)).toMatchObject({
      status: 'ACQUIRED',
      valid_from: clock.now(),
      valid_to: Date.UTC(2027, 0, 18, 22, 59, 59),
    })
    const [letter] = await lettersOf(shop.db, id, 'Your order for')
    expect(letter?.text).toContain(pass.pin)
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('that does not come is reminded of, listed for the organiser, and ends the order', async () => {
    const buyer = aBuyer(url)
    const settings = { OFFLINE_PAYMENT_DAYS: '5', AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: 'true' }
    const { publicId } = await put({ maxAvailable: 1, settings })
    const id = await buyPass(buyer, publicId)
    const { validity } = await infoOf(buyer, id)
    clock.set(after(SOME_DAY, validity - SOME_DAY - hours(20)))
    expect(await remindOfTransfers(shop)).toBeGreaterThan(0)
    expect(await remindOfTransfers(shop)).toBe(0)
    expect(await lettersOf(shop.db, id, '')).toHaveLength(3)
    expect(await listsWithinADay()).toBeGreaterThan(0)
    clock.set(after(SOME_DAY, validity - SOME_DAY + minutes(11)))
    expect(await expireTransfers(shop)).toBeGreaterThan(0)
    expect(await statusOf(buyer, id)).toBeUndefined()
    const offer = await shop.catalog.offeredPass(publicId)
    expect(offer && (await shop.catalog.passesLeft(offer.context))).toBe(1)
    expect(await inconsistencies(shop.db)).toEqual([])
  })
})

/** Once within a day it is the hour at which organisers get their mail. */
async function listsWithinADay(): Promise<number> {
  let made = 0
  for (let hour = 0; hour < 24; hour += 1) {
    made += await listTransfers(shop)
    clock.move(hours(1))
  }
  return made
}

describe('a pass that is paid online', () => {
  test('is good at once, is one ticket for its provider, and all of it goes back', async () => {
    const buyer = aBuyer(url)
    const { publicId } = await put({ maxAvailable: 1 })
    const id = await buyPass(buyer, publicId, { by: 'PAYPAL' })
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', paid: true, paymentProxy: 'PAYPAL' })
    const params = { reservationId: id }
    expect(await organiser.api.expect(getReservationPayments, 200, { params })).toMatchObject({
      event: publicId,
      left: '100.00',
    })
    const refunded = await organiser.api.expect(refundReservation, 200, { params, body: { what: 'ORDER' } })
    expect(refunded).toMatchObject({ status: 'CANCELLED', amount: '100.00' })
    await runJobs()
    expect(await stateOfPayment(id)).toMatchObject({ status: 'CANCELLED', cancelled_at: clock.now() })
    expect((await passOf(buyer, id)).pin).toBeNull()
    const [letter] = await lettersOf(shop.db, id, 'is cancelled')
    expect(letter?.text).toContain('Its pass is no longer valid')
    const offer = await shop.catalog.offeredPass(publicId)
    expect(offer && (await shop.catalog.passesLeft(offer.context))).toBe(1)
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('has an amount refunded and stays valid; tickets of it can not be named', async () => {
    const id = await buyPass(aBuyer(url), (await put()).publicId, { by: 'PAYPAL' })
    const params = { reservationId: id }
    const some = { what: 'AMOUNT', amount: '20.00', requestId: 'partial' } as const
    expect(await organiser.api.expect(refundReservation, 200, { params, body: some })).toMatchObject({
      status: 'COMPLETE',
    })
    const tickets = { what: 'TICKETS' as const, tickets: [crypto.randomUUID()] as string[] }
    expect((await organiser.api.ask(refundReservation, { params, body: tickets })).status).toBe(422)
    expect(await stateOfPayment(id)).toMatchObject({ status: 'ACQUIRED' })
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('is held while the provider is asked, and on sale again when the payment fails for good', async () => {
    const buyer = aBuyer(url)
    service.next({ kind: 'refused', code: 'declined', isOver: true })
    const id = await passReadyToPay(buyer, (await put()).publicId)
    expect((await pay(buyer, id, PAY_BY.PAYPAL)).status).toBe(422)
    expect(await statusOf(buyer, id)).toBe('PENDING')
    clock.move(hours(1))
    await runJobs()
    expect(await statusOf(buyer, id)).toBeUndefined()
    expect(await inconsistencies(shop.db)).toEqual([])
  })
})

describe('the organiser', () => {
  test('confirms an open order as paid elsewhere, and gets the holder of the pass', async () => {
    const buyer = aBuyer(url)
    const id = await passReadyToPay(buyer, (await put()).publicId)
    const body = { transaction: { paymentProvider: 'ADMIN', paidAmount: 100 } } as const
    const confirmed = await organiser.api.expect(confirmPaidReservation, 200, { params: { reservationId: id }, body })
    const pass = await passOf(buyer, id)
    expect(confirmed).toEqual({ holders: [{ id: pass.id, ...ADA }] })
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', paid: false })
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('credits an order with an invoice: the pass is no longer valid, and the e-invoice states it', async () => {
    const buyer = aBuyer(url)
    const { publicId } = await put({ settings: BERLIN })
    const id = await buyPass(buyer, publicId, { ...PRIVATE_INVOICE, by: 'PAYPAL' })
    expect((await buyer.ask(downloadPassInvoice, { params: { id: publicId, reservationId: id } })).status).toBe(200)
    await organiser.api.expect(creditReservation, 200, { params: { reservationId: id } })
    expect(await stateOfPayment(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await statusOf(buyer, id)).toBe('CREDIT_NOTE_ISSUED')
    expect(await countAudit(shop.db, id, 'CREDIT_NOTE_ISSUED')).toBe(1)
    const xml = await organiser.api.ask(downloadEInvoice, {
      params: { reservationId: id, format: 'ubl' },
      query: { document: 'INVOICE' },
    })
    expect(xml.status).toBe(200)
    expect(String(xml.value)).toContain('<cbc:Name>Season pass</cbc:Name>')
    expect(String(xml.value)).toContain('<cbc:ActualDeliveryDate>2027-01-15</cbc:ActualDeliveryDate>')
    expect(await inconsistencies(shop.db)).toEqual([])
  })
})
