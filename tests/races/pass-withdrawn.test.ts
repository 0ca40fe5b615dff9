import { expect, test } from 'vitest'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { refundReservation } from '#contract/refund.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass, passOf } from '../support/buyer/pass-purchase.ts'
import { PAY_BY, codesOf, pay, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { inconsistencies } from '../support/database/consistency.ts'
import { lettersOf } from '../support/buyer/sent-mails.ts'
import { onlineShop } from '../support/payment/online-shop.ts'
import { repetitions } from '../support/run/repetitions.ts'

const { shop, url, organiser, service, event, runJobs, refundsOf } = await onlineShop({ seats: 1000 })
const { organizationId, api } = organiser
service.next({ kind: 'settled' })
service.setState({ kind: 'settled' })
service.answers({ refund: { kind: 'refunded', reference: 're_1' } })

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const USERS = 4

/** A pass for so many tickets that was paid for, and as many open orders that it pays for, each of another buyer. */
async function passAndOrders() {
  const withdrawal = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' } as const
  const { publicId } = await storePass(shop, { organizationId, proxies: ['PAYPAL'], maxEntries: USERS, withdrawal })
  await api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const owner = aBuyer(url)
  const order = await buyPass(owner, publicId, { by: 'PAYPAL' })
  const { id: code } = await passOf(owner, order)
  const users = await Promise.all(
    Array.from({ length: USERS }, async () => {
      const buyer = aBuyer(url)
      const id = await readyToPay(buyer, event, { Conference: 1 })
      const params = { reservationId: id }
      await buyer.expect(applyCode, 200, { params, body: { code: code ?? '', type: 'SUBSCRIPTION' } })
      return { buyer, id }
    }),
  )
  const withdraw = () => {
    const params = { reservationId: order }
    return aBuyer(url).ask(confirmWithdrawal, { params, body: { ...ADA, amount: '100.00' } })
  }
  const refund = () => api.ask(refundReservation, { params: { reservationId: order }, body: { what: 'ORDER' } })
  return { order, code, users, withdraw, refund }
}

const ticketsBy = async (code: string | null) =>
  (
    await shop.db.kysely
      .selectFrom('ticket')
      .innerJoin('reservation', 'reservation.id', 'reservation_id')
      .select('ticket.id')
      .where('ticket.bought_pass_id', '=', code)
      .where('reservation.status', '<>', 'PENDING')
      .execute()
  ).length

test.each(repetitions())('a contract is withdrawn from while the pass is used by four orders (%i)', async () => {
  const { order, code, users, withdraw } = await passAndOrders()
  const [withdrawn, ...paid] = await Promise.all([
    withdraw(),
    ...users.map(({ buyer, id }) => pay(buyer, id, PAY_BY.NONE)),
  ])
  await runJobs()
  const refusals = new Set(paid.filter(({ status }) => status !== 200).flatMap(codesOf))
  expect(new Set(['error.STEP_2_PAYMENT_PROCESSING_ERROR']).isSupersetOf(refusals)).toBe(true)
  // While an order is being finished its ticket counts as used: less would be refunded, and the page says so first.
  expect([[], ['foyer.withdrawal.changed']]).toContainEqual(codesOf(withdrawn))
  expect((await withdraw()).status).toBe(200)
  await runJobs()
  expect(await refundsOf(order)).toMatchObject([{ amount: 10_000n, status: 'DONE' }])
  // All of it came back: no ticket of the pass is left, and those that came too late were never paid for.
  expect(await ticketsBy(code)).toBe(0)
  for (const { buyer, id } of users) expect([undefined, 'PENDING']).toContain(await statusOf(buyer, id))
  expect(await inconsistencies(shop.db)).toEqual([])
})

test.each(repetitions())('it is confirmed five times at once (%i)', async () => {
  const { order, withdraw } = await passAndOrders()
  const answers = await Promise.all(Array.from({ length: 5 }, withdraw))
  await runJobs()
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, value: { value: { state: 'DONE' } } })
  expect(await refundsOf(order)).toMatchObject([{ amount: 10_000n }])
  expect(await lettersOf(shop.db, order, 'Receipt of your withdrawal')).toHaveLength(1)
  expect(await inconsistencies(shop.db)).toEqual([])
})

test.each(repetitions())('it is withdrawn from while the organiser refunds the money (%i)', async () => {
  const { order, withdraw, refund } = await passAndOrders()
  const [withdrawn, refunded] = await Promise.all([withdraw(), refund()])
  await runJobs()
  expect([withdrawn.status, refunded.status].filter(status => status === 200)).toHaveLength(1)
  expect([withdrawn.status, refunded.status].filter(status => status === 422)).toHaveLength(1)
  expect(await refundsOf(order)).toMatchObject([{ amount: 10_000n, status: 'DONE' }])
  expect(await inconsistencies(shop.db)).toEqual([])
})
