import { expect, test } from 'vitest'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { refundReservation } from '#contract/refund.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass, passOf } from '../support/buyer/pass-purchase.ts'
import { PAY_BY, codesOf, infoOf, pay, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { inconsistencies } from '../support/database/consistency.ts'
import { onlineShop } from '../support/payment/online-shop.ts'
import { repetitions } from '../support/run/repetitions.ts'

const { shop, url, organiser, service, event, runJobs, refundsOf } = await onlineShop({ seats: 1000 })
const { organizationId, api } = organiser
service.next({ kind: 'settled' })
service.setState({ kind: 'settled' })
service.answers({ refund: { kind: 'refunded', reference: 're_1' } })

/** A pass for five tickets, which was paid for; and five open orders of a ticket, each by another buyer. */
async function passAndOrders() {
  const { publicId } = await storePass(shop, { organizationId, proxies: ['PAYPAL'], maxEntries: 5 })
  await api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const owner = aBuyer(url)
  const order = await buyPass(owner, publicId, { by: 'PAYPAL' })
  const { id: code } = await passOf(owner, order)
  const users = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const buyer = aBuyer(url)
      return { buyer, id: await readyToPay(buyer, event, { Conference: 1 }) }
    }),
  )
  const apply = ({ buyer, id }: (typeof users)[number]) =>
    buyer.ask(applyCode, { params: { reservationId: id }, body: { code: code ?? '', type: 'SUBSCRIPTION' } })
  const refund = () => api.ask(refundReservation, { params: { reservationId: order }, body: { what: 'ORDER' } })
  return { order, code, users, apply, refund }
}

const ticketsBy = async (code: string | null) =>
  (await shop.db.kysely.selectFrom('ticket').select('status').where('bought_pass_id', '=', code).execute()).length

test.each(repetitions())('a pass that is refunded while five orders are paid with it (%i)', async () => {
  const { order, code, users, apply, refund } = await passAndOrders()
  for (const user of users) expect((await apply(user)).value).toMatchObject({ value: true })
  const [refunded, ...paid] = await Promise.all([
    refund(),
    ...users.map(({ buyer, id }) => pay(buyer, id, PAY_BY.NONE)),
  ])
  await runJobs()
  expect(refunded.status).toBe(200)
  expect(await refundsOf(order)).toMatchObject([{ amount: 10_000n, status: 'DONE' }])
  for (const { id } of users.filter((_, index) => paid[index]?.status === 200)) {
    expect(await statusOf(aBuyer(url), id)).toBe('COMPLETE')
  }
  const late = paid.filter(({ status }) => status !== 200)
  expect(late.flatMap(codesOf)).toEqual(late.map(() => 'error.STEP_2_PAYMENT_PROCESSING_ERROR'))
  for (const { buyer, id } of users.filter((_, index) => paid[index]?.status !== 200)) {
    // Pay has taken the pass off, so that the order shows what it costs.
    expect((await infoOf(buyer, id)).orderSummary.free).toBe(false)
    expect(
      await buyer.expect(removeCode, 200, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } }),
    ).toBe(false)
  }
  expect(await ticketsBy(code)).toBe(paid.filter(({ status }) => status === 200).length)
  expect(await inconsistencies(shop.db)).toEqual([])
})

test.each(repetitions())('a pass that is refunded while it is applied to five orders (%i)', async () => {
  const { code, users, apply, refund } = await passAndOrders()
  const [refunded, ...applied] = await Promise.all([refund(), ...users.map(apply)])
  expect(refunded.status).toBe(200)
  expect(applied.map(({ status }) => status)).toEqual(users.map(() => 200))
  const late = applied.filter(({ value }) => !(value as { value: boolean }).value)
  expect(late.flatMap(codesOf)).toEqual(late.map(() => 'subscription.not.acquired'))
  // Those that came first can't be paid with it any more.
  for (const { buyer, id } of users) expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(422)
  for (const { buyer, id } of users) {
    await buyer.expect(removeCode, 200, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
  }
  expect(await ticketsBy(code)).toBe(0)
  expect(await inconsistencies(shop.db)).toEqual([])
})
