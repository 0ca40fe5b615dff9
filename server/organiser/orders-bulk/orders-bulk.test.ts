import { describe, expect, test } from 'vitest'
import { type BulkJob, readBulkJob, listBulkItems } from '#contract/desk-bulk.ts'
import { type BulkForm, type BulkPlan, planOrdersBulk, startOrdersBulk } from '#contract/desk-orders-bulk.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { PAY_BY, hold, pay, readyToPay } from '#tests/support/buyer/purchase.ts'
import { inconsistencies, mailsOf } from '#tests/support/database/consistency.ts'
import { codes } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aDeskMember } from '#tests/support/organiser/order-desk.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const served = await onlineShop()
const { shop, clock, organiser, buyer, service, url, apiKey, refundsOf, runJobs } = served
const finance = await aDeskMember(served, organiser.organizationId, 'FINANCE')
const choir = await anOrganiser(url, apiKey, 'Choir')
const stranger = await aDeskMember(served, choir.organizationId, 'OWNER')

async function anEvent(slug: string): Promise<string> {
  const { tickets, ...file } = anEventFile(clock.now(), { slug, seats: 40 })
  return organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL', 'OFFLINE'] } })
}

async function paid(event: string): Promise<string> {
  service.next({ kind: 'settled' })
  const id = await readyToPay(buyer, event, { Conference: 1 })
  expect((await pay(buyer, id, PAY_BY.PAYPAL)).status).toBe(200)
  return id
}

async function awaited(event: string): Promise<string> {
  const id = await readyToPay(buyer, event, { Conference: 2 })
  await pay(buyer, id, PAY_BY.OFFLINE)
  return id
}

const contextOf = async (orderId: string) => (await finance.order(orderId)).of.id

const plan = (body: BulkForm, desk = finance) => desk.ask(planOrdersBulk, { body })
async function planned(body: BulkForm): Promise<BulkPlan> {
  const answer = await plan(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as BulkPlan
}
const start = (body: BulkForm, seen: string, requestId: string = crypto.randomUUID()) =>
  finance.ask(startOrdersBulk, { body: { ...body, seen, requestId } })

async function done(body: BulkForm): Promise<BulkJob> {
  const { status, body: answer } = await start(body, (await planned(body)).seen)
  expect(status, JSON.stringify(answer)).toBe(200)
  await runJobs()
  const { jobId } = answer as { jobId: number }
  return (await finance.ask(readBulkJob, { params: { jobId: String(jobId) } })).body as BulkJob
}

describe('what is done with many orders', () => {
  test('is planned with its sums by way of payment, and with how many can not and why', async () => {
    const event = await anEvent('sums')
    const orders = [
      await paid(event),
      await paid(event),
      await awaited(event),
      await hold(buyer, event, { Conference: 1 }),
    ]
    const contextId = await contextOf(orders[0] ?? '')
    const confirm = await planned({ action: 'confirm-transfer', filter: { contextId } })
    expect(confirm).toMatchObject({
      orders: 4,
      able: 1,
      leftOut: [{ code: 'foyer.desk.bulk.left-out.status', message: 'not in a state for this', orders: 3 }],
      sums: [{ provider: 'OFFLINE', currency: 'CHF', orders: 1, amount: '240.00' }],
    })
    const refund = await planned({ action: 'refund', orderIds: orders })
    expect(refund).toMatchObject({
      able: 2,
      leftOut: [{ code: 'foyer.desk.bulk.left-out.no-money', orders: 2 }],
      sums: [{ provider: 'PAYPAL', currency: 'CHF', orders: 2, amount: '240.00' }],
    })
    expect(await refundsOf(orders[0] ?? '')).toEqual([])
    expect(await planned({ action: 'refund', orderIds: [...orders, 'none', '𝆔Ꝫ'] })).toEqual(refund)
    expect(codes(await plan({ action: 'refund', orderIds: ['none'] }))).toEqual([
      [null, 'foyer.desk.bulk.refused.none'],
    ])
  })

  test('confirms all transfers that a filter finds, each with its tickets and its mail, once', async () => {
    const event = await anEvent('confirmed')
    const orders = [await awaited(event), await awaited(event), await awaited(event)]
    const body: BulkForm = { action: 'confirm-transfer', filter: { contextId: await contextOf(orders[0] ?? '') } }
    const { seen } = await planned(body)
    const requestId = crypto.randomUUID()
    const answers = await Promise.all([start(body, seen, requestId), start(body, seen, requestId)])
    expect(new Set(answers.map(answer => JSON.stringify(answer.body))).size).toBe(1)
    await runJobs()
    expect(await start(body, seen, requestId)).toMatchObject({ status: answers[0]?.status })
    for (const id of orders) expect((await finance.order(id)).group).toBe('COMPLETE')
    const { jobId } = (answers[0]?.body ?? {}) as { jobId: number }
    const job = (await finance.ask(readBulkJob, { params: { jobId: String(jobId) } })).body
    expect(job).toMatchObject({
      kind: 'CONFIRM_TRANSFER',
      name: 'Confirm transfers',
      total: 3,
      done: 3,
      status: 'ENDED',
    })
    const [first = ''] = orders
    expect((await finance.order(first)).history).toContainEqual(
      expect.objectContaining({ code: 'foyer.desk.order.happened.reservation-offline-payment-confirmed' }),
    )
  })

  test('refunds whole orders, and reports those that a person has to look at', async () => {
    const event = await anEvent('refunded')
    const orders = [await paid(event), await paid(event)]
    const body: BulkForm = { action: 'refund', orderIds: orders }
    const { seen } = await planned(body)
    // One of them is refunded by another member before its turn.
    expect((await start(body, seen)).status).toBe(200)
    await done({ action: 'refund', orderIds: orders.slice(0, 1) })
    await runJobs()
    for (const id of orders) {
      expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([12_000n])
      expect((await finance.order(id)).group).toBe('ENDED')
    }
  })

  test('cancels open, awaited and paid orders, whose seats are free', async () => {
    const event = await anEvent('cancelled')
    const orders = [await paid(event), await awaited(event), await hold(buyer, event, { Conference: 1 })]
    expect(await done({ action: 'cancel', orderIds: orders })).toMatchObject({ total: 3, done: 3, refused: 0 })
    const rows = await shop.db.kysely.selectFrom('ticket').select('id').where('reservation_id', 'in', orders).execute()
    expect(rows).toEqual([])
  })

  test('sends mails again, and tags; a tag that an order has is nothing to do', async () => {
    const event = await anEvent('tagged')
    const orders = [await paid(event), await paid(event)]
    const before = (await mailsOf(shop.db, orders[0] ?? '')).length
    const again = await done({ action: 'resend', orderIds: orders })
    expect([again.done, (await mailsOf(shop.db, orders[0] ?? '')).length]).toEqual([2, before])
    expect(await done({ action: 'tag', tag: ' press ', orderIds: orders })).toMatchObject({ done: 2 })
    expect((await finance.order(orders[1] ?? '')).tags).toEqual(['press'])
    const twice = await done({ action: 'tag', tag: 'Press', orderIds: orders })
    expect(twice).toMatchObject({ done: 0, nothing: 2 })
    const { body } = await finance.ask(listBulkItems, { params: { jobId: String(twice.id) } })
    expect(JSON.stringify(body)).toContain('It was so already.')
  })

  test('is what was planned: with other orders or other money it is planned anew', async () => {
    const event = await anEvent('planned')
    const first = await awaited(event)
    const body: BulkForm = { action: 'confirm-transfer', filter: { contextId: await contextOf(first) } }
    const { seen } = await planned(body)
    await awaited(event)
    expect(await start(body, seen)).toMatchObject({ status: 409, body: { able: 2 } })
  })

  test('needs orders, of one organisation, which the caller manages', async () => {
    const event = await anEvent('own')
    const id = await paid(event)
    expect(codes(await plan({ action: 'refund', orderIds: [] }))).toEqual([[null, 'foyer.desk.bulk.refused.none']])
    expect(codes(await plan({ action: 'refund' }))).toEqual([[null, 'foyer.desk.bulk.refused.none']])
    expect(codes(await plan({ action: 'tag', tag: ' ', orderIds: [id] }))).toEqual([
      ['tag', 'foyer.desk.order.tags.long'],
    ])
    expect(codes(await plan({ action: 'refund', orderIds: [id] }, stranger))).toEqual([
      [null, 'foyer.desk.bulk.refused.none'],
    ])
    expect(await inconsistencies(shop.db)).toEqual([])
  })
})
