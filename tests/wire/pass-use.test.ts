import { describe, expect, test, vi } from 'vitest'
import { cancelReservation } from '#contract/booking.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { minutes } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { CONSENT, PAY_BY, codesOf, hold, infoOf, pay, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// What pays for tickets besides money (domain rules 7.3; the rows of "Passes" in the reference's observed answers).

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const now = clock.now()
const categories = [
  aCategoryFile(now, { price: 40 }),
  aCategoryFile(now, { name: 'Balcony', price: 12, maxTickets: 60 }),
  aCategoryFile(now, { name: 'Free', price: 0, maxTickets: 60 }),
]
const event = await organiser.open(anEventFile(now, { slug: 'concert', seats: 300, categories }))
const other = await organiser.open(anEventFile(now, { slug: 'other', seats: 100, categories: categories.slice(0, 1) }))

const apply = (id: string, code: string, email: string | null = null) =>
  buyer.ask(applyCode, { params: { reservationId: id }, body: { code, email, type: 'SUBSCRIPTION' } })
const remove = (id: string) =>
  buyer.expect(removeCode, 200, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
const APPLIED = { success: true, errorCount: 0, value: true }
const NOT_APPLIED = { success: true, errorCount: 0, value: false }
const refusedBy = (code: string) => ({
  success: false,
  errorCount: 1,
  value: false,
  validationErrors: [{ fieldName: 'reservationCodeForm', code, arguments: null }],
})
const summaryOf = async (id: string) => (await infoOf(buyer, id)).orderSummary
const usedOf = async (pass: string) =>
  (await shop.db.kysely.selectFrom('ticket').select('id').where('bought_pass_id', '=', pass).execute()).length

describe('a pass', () => {
  test('pays for the cheapest ticket of the order, is applied once, and can be taken off', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event, { usage: 'ONCE_PER_EVENT' }))
    const id = await readyToPay(buyer, event, { Conference: 1, Balcony: 2 })
    const before = await summaryOf(id)
    expect(before.totalPrice).toBe('64.00')
    expect(await apply(id, pass)).toMatchObject({ status: 200, value: APPLIED })
    const { summary, totalPrice } = await summaryOf(id)
    expect(totalPrice).toBe('52.00')
    expect(summary.at(-1)).toMatchObject({
      type: 'APPLIED_SUBSCRIPTION',
      name: 'Season pass',
      amount: 1,
      price: '-12.00',
      subTotal: '-12.00',
    })
    expect(await apply(id, pass)).toMatchObject({ status: 200, value: NOT_APPLIED })
    expect(await remove(id)).toBe(true)
    expect(await remove(id)).toBe(false)
    expect(await summaryOf(id)).toEqual(before)
    expect(await usedOf(pass)).toBe(0)
  })

  test('is known by its PIN, in small letters too', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event))
    const id = await readyToPay(buyer, event, { Balcony: 1 })
    expect((await apply(id, passPin(pass as BoughtPassId).toLowerCase())).value).toMatchObject(APPLIED)
  })

  test('pays for as many tickets as it has entries, and an order that costs nothing then is confirmed so', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event), { maxEntries: 3 })
    const id = await readyToPay(buyer, event, { Conference: 1, Balcony: 1 })
    expect((await apply(id, pass)).value).toMatchObject(APPLIED)
    expect(await infoOf(buyer, id)).toMatchObject({ orderSummary: { free: true, totalPrice: '0' } })
    expect((await pay(buyer, id, { ...CONSENT, paymentProxy: null, selectedPaymentMethod: 'NONE' })).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await usedOf(pass)).toBe(2)
    const next = await readyToPay(buyer, other, { Conference: 2 })
    expect((await apply(next, pass)).value).toMatchObject(NOT_APPLIED)
  })

  test('pays only for the categories it is for', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event, { categories: ['Conference'] }))
    const id = await readyToPay(buyer, event, { Conference: 1, Balcony: 1 })
    expect((await apply(id, pass)).value).toMatchObject(APPLIED)
    expect((await summaryOf(id)).totalPrice).toBe('12.00')
    const none = await readyToPay(buyer, event, { Balcony: 1 })
    expect((await apply(none, pass)).value).toMatchObject(NOT_APPLIED)
  })

  test('can be applied before the details are filled in, and keeps paying when the tax changes', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event))
    const id = await hold(buyer, event, { Conference: 1 })
    expect((await apply(id, pass)).value).toMatchObject(APPLIED)
    expect((await summaryOf(id)).free).toBe(true)
  })
})

describe('a code', () => {
  test.each(['', '   ', 'HNLD', '999999999', 'not-a-uuid'])('%j is no code of a pass', async code => {
    const id = await hold(buyer, event, { Balcony: 1 })
    expect(await apply(id, code)).toMatchObject({ status: 200, value: refusedBy('error.restrictedValue') })
  })

  test('that several passes have: the e-mail decides, or the whole id', async () => {
    const pass = await storePassOf(shop.db, event)
    const [one, two] = ['c09644d4-3694-4b5f-9a3e-000000000001', 'c09644d4-3694-4b5f-9a3e-000000000002']
    await storeBoughtPass(shop.db, pass, { id: one, email: 'ada@example.org' })
    await storeBoughtPass(shop.db, pass, { id: two, email: 'grace@example.org' })
    const id = await readyToPay(buyer, event, { Balcony: 1 })
    expect((await apply(id, 'HNLD4PHJ')).value).toMatchObject(refusedBy('subscription.code.insert.full'))
    expect((await apply(id, 'HNLD4PHJ', 'nobody@example.org')).value).toMatchObject(
      refusedBy('subscription.code.insert.full'),
    )
    expect((await apply(id, 'HNLD4PHJ', ' Grace@example.org')).value).toMatchObject(APPLIED)
    expect([await usedOf(one ?? ''), await usedOf(two ?? '')]).toEqual([0, 1])
  })

  test('of a pass that was cancelled', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event), { status: 'CANCELLED' })
    const id = await hold(buyer, event, { Balcony: 1 })
    expect((await apply(id, pass)).value).toMatchObject(refusedBy('subscription.not.acquired'))
  })

  test.each([
    ['its id', (pass: string) => pass, 'subscription.uuid.not.found'],
    ['its PIN', (pass: string) => passPin(pass as BoughtPassId), 'subscription.pin.not.found'],
  ])('of a pass that is deleted in the same moment: by %s', async (_, codeOf, refusal) => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event))
    const id = await hold(buyer, event, { Balcony: 1 })
    const deleting = await shop.db.pool.connect()
    await deleting.query('begin')
    await deleting.query('select from bought_pass where id = $1 for update', [pass])
    const applying = apply(id, codeOf(pass))
    await vi.waitFor(async () => {
      const { rowCount } = await shop.db.pool.query('select from pg_locks where not granted')
      expect(rowCount).toBeGreaterThan(0)
    })
    await deleting.query('delete from bought_pass where id = $1', [pass])
    await deleting.query('commit')
    deleting.release()
    expect(await applying).toMatchObject({ status: 200, value: refusedBy(refusal) })
  })

  test('of a pass for other events does nothing', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event, { isLinked: false }))
    const id = await hold(buyer, event, { Balcony: 1 })
    expect((await apply(id, pass)).value).toMatchObject(NOT_APPLIED)
  })

  test('at an order that is not there, and of another kind', async () => {
    expect((await apply(crypto.randomUUID(), crypto.randomUUID())).value).toMatchObject(NOT_APPLIED)
    const id = await hold(buyer, event, { Balcony: 1 })
    const answer = await fetch(`${url}/api/v2/public/reservation/${id}/apply-code`, { method: 'POST' })
    expect(answer.status).toBeLessThan(500)
  })
})

describe('an entry', () => {
  test('comes back with the ticket of an order that is cancelled, or expired', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event), { maxEntries: 1 })
    const order = await readyToPay(buyer, event, { Balcony: 1 })
    await apply(order, pass)
    await buyer.expect(cancelReservation, 200, { params: { reservationId: order } })
    expect(await usedOf(pass)).toBe(0)
    const expired = await readyToPay(buyer, event, { Balcony: 1 })
    expect((await apply(expired, pass)).value).toMatchObject(APPLIED)
    clock.move(minutes(60))
    await expireReservations(shop)
    expect(await usedOf(pass)).toBe(0)
  })

  test('is not had by an order whose time is over', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event))
    const id = await hold(buyer, event, { Balcony: 1 })
    clock.move(minutes(26))
    expect((await apply(id, pass)).value).toMatchObject(refusedBy('error.STEP_2_ORDER_HAS_EXPIRED'))
  })

  test('is refused at Pay when the pass was cancelled before', async () => {
    const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event))
    const id = await readyToPay(buyer, event, { Conference: 1, Balcony: 1 })
    await apply(id, pass)
    await shop.db.kysely.updateTable('bought_pass').set({ status: 'CANCELLED' }).where('id', '=', pass).execute()
    const refused = await pay(buyer, id, PAY_BY.ON_SITE)
    expect([refused.status, codesOf(refused)]).toEqual([422, ['error.STEP_2_PAYMENT_PROCESSING_ERROR']])
    // Pay has taken it off, so that the order shows what it costs.
    expect(await remove(id)).toBe(false)
    expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
  })
})
