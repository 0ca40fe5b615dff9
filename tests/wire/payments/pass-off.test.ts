import { describe, expect, test } from 'vitest'
import { refundReservation } from '#contract/refund.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { timestamp } from '#server/database/types.ts'
import { takeEndedPassesOff } from '#server/order/take-ended-passes-off.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { buyPass, passOf } from '../../support/buyer/pass-purchase.ts'
import { PAY_BY, codesOf, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '../../support/buyer/purchase.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { PRIVATE_INVOICE } from '../../support/organiser/invoice.ts'
import { standingClock } from '../../support/shop/standing-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

const clock = standingClock()
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

test('an order that was free by a pass has its billing data asked for once the pass is taken off, where everybody gets an invoice', async () => {
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

describe('a pass that ends while an open order counts on it', () => {
  let number = 0

  /** An order of two tickets, ready to be paid, with a pass for so many of them. */
  async function readyWithPass(covered: number) {
    const settings = { BANK_TRANSFER_ENABLED: true, BANK_ACCOUNT_NR: 'CH00', BANK_ACCOUNT_OWNER: 'The club' }
    const event = await organiser.open(anEventFile(clock.now(), { slug: `pass-ends-${(number += 1)}`, settings }))
    const pass = await passFor(event, covered)
    const id = await hold(buyer, event, { Conference: 2 })
    await buyer.expect(applyCode, 200, {
      params: { reservationId: id },
      body: { code: pass.code, type: 'SUBSCRIPTION' },
    })
    await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
    return { id, pass }
  }
  const totalOf = async (id: string) => (await infoOf(buyer, id)).orderSummary.totalPrice
  const refund = (order: string) =>
    organiser.api.expect(refundReservation, 200, {
      params: { reservationId: order },
      body: { what: 'ORDER', money: false },
    })
  /** As a process leaves it that is killed after the commit by which the pass has ended. */
  const endAndDie = (code: string) =>
    shop.db.kysely
      .updateTable('bought_pass')
      .set({ status: 'CANCELLED', cancelled_at: timestamp(clock.now()) })
      .where('id', '=', code)
      .execute()
  const PASS_GONE = /pass/

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
    await endAndDie(pass.code)
    expect(await totalOf(id)).toBe('0')
    expect(await takeEndedPassesOff(shop)).toBe(1)
    expect(await totalOf(id)).toBe('240.00')
    expect(await takeEndedPassesOff(shop)).toBe(0)
  })

  test('is nothing to the order once the buyer has taken it off', async () => {
    const { id, pass } = await readyWithPass(2)
    await buyer.expect(removeCode, 200, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
    await endAndDie(pass.code)
    expect(await takeEndedPassesOff(shop)).toBe(0)
    expect(await infoOf(buyer, id)).toMatchObject({ paymentRefusal: null })
  })
})
