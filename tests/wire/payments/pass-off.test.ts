import { describe, expect, test } from 'vitest'
import { creditReservation } from '#contract/invoice.ts'
import { confirmPaidReservation } from '#contract/organiser.ts'
import { confirmTransferByReference, listAwaitedTransfers } from '#contract/organiser-payments.ts'
import { refundReservation } from '#contract/refund.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { takeEndedPassesOff } from '#server/order/order/take-pass-off.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { buyPass, passOf } from '../../support/buyer/pass-purchase.ts'
import { PAY_BY, codesOf, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '../../support/buyer/purchase.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { lettersOf } from '../../support/buyer/sent-mails.ts'
import { inconsistencies } from '../../support/database/consistency.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const INVOICES = {
  GENERATE_ONLY_INVOICE: true,
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano',
}

/** A pass with some entries for the event, bought and confirmed: its order, and its code. */
async function passFor(event: string, maxEntries: number): Promise<{ readonly order: string; readonly code: string }> {
  const { organizationId } = organiser
  const { publicId } = await storePass(shop, { organizationId, proxies: ['OFFLINE'], maxEntries })
  await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const order = await buyPass(buyer, publicId)
  await organiser.confirm(order)
  const { id: code } = await passOf(buyer, order)
  return { order, code: code ?? '' }
}

test('where every order gets an invoice, one that was free by a pass needs billing data without it', async () => {
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'invoices', settings: INVOICES }))
  const { code } = await passFor(event, 1)
  const id = await hold(buyer, event, { Conference: 1 })
  const params = { reservationId: id }
  await buyer.expect(applyCode, 200, { params, body: { code, type: 'SUBSCRIPTION' } })
  const form = filledIn(await infoOf(buyer, id))
  expect((await sendDetails(buyer, id, form)).status).toBe(200)
  await buyer.expect(removeCode, 200, { params, query: { type: 'SUBSCRIPTION' } })

  expect(await infoOf(buyer, id)).toMatchObject({ validatedBookingInformation: false })
  expect((await pay(buyer, id)).status).toBe(422)
  expect((await sendDetails(buyer, id, form)).status).toBe(422)
  expect((await sendDetails(buyer, id, { ...form, ...PRIVATE_INVOICE })).status).toBe(200)
  expect((await pay(buyer, id)).status).toBe(200)
})

let number = 0

/** An order of two tickets, ready to be paid, with a pass for so many of them. */
async function readyWithPass(covered: number, more: { readonly settings?: object; readonly form?: object } = {}) {
  const settings = { BANK_TRANSFER_ENABLED: true, BANK_ACCOUNT_NR: 'CH00', BANK_ACCOUNT_OWNER: 'The club' }
  const event = await organiser.open(
    anEventFile(clock.now(), { slug: `pass-ends-${(number += 1)}`, settings: { ...settings, ...more.settings } }),
  )
  const pass = await passFor(event, covered)
  const id = await hold(buyer, event, { Conference: 2 })
  await buyer.expect(applyCode, 200, {
    params: { reservationId: id },
    body: { code: pass.code, type: 'SUBSCRIPTION' },
  })
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...more.form })
  return { id, pass, event }
}
const totalOf = async (id: string) => (await infoOf(buyer, id)).orderSummary.totalPrice
const refund = (order: string) =>
  organiser.api.expect(refundReservation, 200, {
    params: { reservationId: order },
    body: { what: 'ORDER', money: false },
  })
/** As a process leaves it that is killed after the commit by which the pass has ended. */
const endAndDie = async (order: string) => {
  const killed = () => {
    throw new Error('killed')
  }
  const dying = { ...shop, catalog: { ...shop.catalog, stockChanged: killed } }
  const id = reservationId(order)
  if (!id) throw new Error(`${order} is no order`)
  const form = { what: 'ORDER', money: false } as const
  await expect(refundOrder(dying, id, { form, by: { kind: 'system' } })).rejects.toThrow('killed')
}
const PASS_GONE = /pass/

describe('a pass that ends while an open order counts on it', () => {
  test.each([
    [2, '0'],
    [1, '120.00'],
  ])('is taken off at once, and the order shows what it costs (%i of two tickets)', async (covered, before) => {
    const { id, pass } = await readyWithPass(covered)
    expect(await totalOf(id)).toBe(before)
    await refund(pass.order)
    expect(await totalOf(id)).toBe('240.00')
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'PENDING', paymentRefusal: 'foyer.order.pass-gone' })
  })

  test.each([2, 1])(
    'charges nothing by a Pay that was pressed on a page from before (%i of two tickets)',
    async covered => {
      const { id, pass } = await readyWithPass(covered)
      await refund(pass.order)
      const stale = covered === 2 ? PAY_BY.NONE : PAY_BY.OFFLINE
      const refused = await pay(buyer, id, stale)
      expect([refused.status, codesOf(refused)]).toEqual([422, ['error.STEP_2_PAYMENT_PROCESSING_ERROR']])
      expect(JSON.stringify(refused.value)).toMatch(PASS_GONE)
      expect(await infoOf(buyer, id)).toMatchObject({ status: 'PENDING', paymentRefusal: null })
      expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
      expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
      expect(await totalOf(id)).toBe('240.00')
    },
  )

  test('is taken off by the job when the process was killed after the commit', async () => {
    const { id, pass } = await readyWithPass(2)
    await endAndDie(pass.order)
    expect(await totalOf(id)).toBe('0')
    expect(await takeEndedPassesOff(shop)).toBe(1)
    expect(await totalOf(id)).toBe('240.00')
    expect(await takeEndedPassesOff(shop)).toBe(0)
  })

  test('is nothing to the order once the buyer has taken it off', async () => {
    const { id, pass } = await readyWithPass(2)
    await buyer.expect(removeCode, 200, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
    await endAndDie(pass.order)
    expect(await takeEndedPassesOff(shop)).toBe(0)
    expect(await infoOf(buyer, id)).toMatchObject({ paymentRefusal: null })
  })
})

const TOTAL = 'Amount: CHF 240.00'

describe('a transfer that arrives for an order whose pass has ended', () => {
  /** An order of 240.00, half of it by a pass that has ended since, that waits for the transfer of the rest. */
  async function waiting(more: Parameters<typeof readyWithPass>[1] = {}) {
    const { id, pass, event } = await readyWithPass(1, more)
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
    await refund(pass.order)
    return { id, event }
  }
  const confirm = (id: string, paidAmount: number) =>
    organiser.api.ask(confirmPaidReservation, {
      params: { reservationId: id },
      body: { transaction: { paymentProvider: 'OFFLINE', paidAmount } },
    })
  const confirmByReference = (id: string, amount: string) =>
    organiser.api.ask(confirmTransferByReference, { body: { reference: id.slice(0, 8), amount, currency: 'CHF' } })
  const awaitedOf = (event: string) => organiser.api.expect(listAwaitedTransfers, 200, { query: { event } })

  test.each([
    ['by hand', (id: string, amount: number) => confirm(id, amount)],
    ['by its reference', (id: string, amount: number) => confirmByReference(id, amount.toFixed(2))],
  ] as const)(
    'is not confirmed %s: the order waits for its new total, of which everybody reads',
    async (_, confirmWith) => {
      const { id, event } = await waiting()
      const refused = await confirmWith(id, 120)
      expect([refused.status, refused.value]).toEqual([400, expect.stringContaining('pass')])
      expect(await infoOf(buyer, id)).toMatchObject({
        status: 'OFFLINE_PAYMENT',
        orderSummary: { totalPrice: '240.00' },
      })
      expect(await awaitedOf(event)).toMatchObject([{ reservationId: id, amount: '240.00' }])
      const [first, second] = (await lettersOf(shop.db, id, '')).filter(
        ({ recipient }) => recipient === 'ada@example.org',
      )
      expect([first?.text.includes(TOTAL), second?.text.includes(TOTAL)]).toEqual([false, true])
      expect((await confirmWith(id, 120)).status).toBe(400)
      expect((await confirmWith(id, 240)).status).toBe(200)
      expect(await statusOf(buyer, id)).toBe('COMPLETE')
      expect(await inconsistencies(shop.db)).toEqual([])
    },
  )

  test('changes nothing where an invoice names the total: the organiser credits the order', async () => {
    const { id } = await waiting({ settings: INVOICES, form: PRIVATE_INVOICE })
    const refused = await confirm(id, 120)
    expect([refused.status, refused.value]).toEqual([400, expect.stringContaining('credit the order')])
    expect((await confirmByReference(id, '120.00')).value).toEqual(refused.value)
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'OFFLINE_PAYMENT', orderSummary: { totalPrice: '120.00' } })
    await organiser.api.expect(creditReservation, 200, { params: { reservationId: id } })
    expect(await inconsistencies(shop.db)).toEqual([])
  })

  test('is confirmed where the pass is good', async () => {
    const { id } = await readyWithPass(1)
    await pay(buyer, id, PAY_BY.OFFLINE)
    expect((await confirm(id, 120)).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
  })
})
