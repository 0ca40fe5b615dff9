import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { type RefundForm, refundReservation } from '#contract/refund.ts'
import { releaseTicket } from '#contract/ticket.ts'
import { deleteTicket } from '#contract/organiser-orders.ts'
import { confirmWithdrawal } from '#contract/withdrawal.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { ADA, PAY_BY, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '#tests/support/buyer/purchase.ts'
import { countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const world = await onlineShop({ seats: 100 })
const { shop, url, clock, organiser, buyer, service, runJobs, refundsOf, paymentsOf } = world

const SETTINGS = {
  ALLOW_FREE_TICKETS_CANCELLATION: true,
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano',
}
const family = async (slug: string): Promise<string> => {
  const file = anEventFile(clock.now(), {
    slug,
    settings: SETTINGS,
    categories: [
      aCategoryFile(clock.now(), { name: 'Adult', price: 20 }),
      aCategoryFile(clock.now(), { name: 'Child', price: 0 }),
    ],
  })
  return organiser.open({ ...file, tickets: { ...file.tickets, paymentMethods: ['PAYPAL', 'OFFLINE'] } })
}

beforeEach(() => {
  clock.set(SOME_DAY)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

/** An adult's ticket and a child's, ready to pay; with an invoice where that is asked for. */
async function readyFamily(event: string, invoice: object): Promise<string> {
  const id = await hold(buyer, event, { Adult: 1, Child: 1 })
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...invoice })
  return id
}

const ticketOf = async (id: string, name: string): Promise<string> =>
  (await infoOf(buyer, id)).ticketsByCategory.find(category => category.name === name)?.tickets[0]?.uuid ?? ''
const release = async (event: string, uuid: string) =>
  (await buyer.ask(releaseTicket, { params: { eventName: event, ticketIdentifier: uuid } })).value
const refund = (id: string, body: RefundForm) =>
  organiser.api.expect(refundReservation, 200, { params: { reservationId: id }, body })

const orderRow = async (id: string) =>
  shop.db.kysely.selectFrom('reservation').select(['status', 'final_price']).where('id', '=', id).executeTakeFirst()
const documentsOf = async (id: string) =>
  (
    await shop.db.kysely
      .selectFrom('billing_document')
      .select(['type', 'number'])
      .where('reservation_id', '=', id)
      .where('status', '=', 'VALID')
      .orderBy('created_at')
      .orderBy('type', 'desc')
      .execute()
  ).map(({ type }) => type)

describe.each([
  ['an invoice', PRIVATE_INVOICE, ['INVOICE', 'CREDIT_NOTE']],
  ['a receipt', {}, ['RECEIPT']],
])('a paid order with %s, whose last ticket costs nothing', (_, invoice, documents) => {
  test('is cancelled when that ticket is released: payment, refund and documents stay', async () => {
    const event = await family(`family-${documents.length}`)
    const id = await readyFamily(event, invoice)
    expect((await pay(buyer, id, PAY_BY.PAYPAL)).status).toBe(200)
    await runJobs()
    const child = await ticketOf(id, 'Child')
    await refund(id, { what: 'TICKETS', tickets: [await ticketOf(id, 'Adult')] })
    expect(await release(event, child)).toBe(true)

    expect(await orderRow(id)).toEqual({ status: 'CANCELLED', final_price: 0n })
    expect(await documentsOf(id)).toEqual(documents)
    expect(await paymentsOf(id)).toMatchObject([{ status: 'COMPLETE', amount: 2_000n, reservation_id: id }])
    expect(await countAudit(shop.db, id, 'CANCEL_RESERVATION')).toBe(1)
    await sendRefunds(shop)
    expect(await refundsOf(id)).toMatchObject([{ amount: 2_000n, status: 'DONE' }])
    expect(await release(event, child)).toBe(true)
    await expectConsistentData(shop.db, event, { sold: 0 })
  })
})

test('an order paid by bank transfer is cancelled, too, when its last free ticket is released', async () => {
  const event = await family('family-transfer')
  const id = await readyFamily(event, {})
  await pay(buyer, id, PAY_BY.OFFLINE)
  await runJobs()
  await organiser.confirm(id)
  const child = await ticketOf(id, 'Child')
  await refund(id, { what: 'TICKETS', tickets: [await ticketOf(id, 'Adult')], money: false })
  expect(await release(event, child)).toBe(true)
  expect(await orderRow(id)).toEqual({ status: 'CANCELLED', final_price: 0n })
  expect(await paymentsOf(id)).toMatchObject([{ status: 'COMPLETE' }])
})

test('an order whose paid ticket was taken out by the organiser is cancelled when its last free ticket is released', async () => {
  const event = await family('family-taken-out')
  const id = await readyFamily(event, PRIVATE_INVOICE)
  await pay(buyer, id, PAY_BY.PAYPAL)
  await runJobs()
  const child = await ticketOf(id, 'Child')
  const adult = await shop.db.kysely
    .selectFrom('ticket')
    .select('uuid')
    .where('public_uuid', '=', await ticketOf(id, 'Adult'))
    .executeTakeFirstOrThrow()
  await organiser.api.expect(deleteTicket, 200, { params: { slug: event, ticketUUID: adult.uuid } })
  expect(await release(event, child)).toBe(true)
  expect(await orderRow(id)).toEqual({ status: 'CANCELLED', final_price: 0n })
  expect(await documentsOf(id)).toEqual(['INVOICE', 'CREDIT_NOTE'])
})

test('an order that was paid in part by a pass is cancelled when the pass is withdrawn from', async () => {
  const event = await family('family-pass')
  const { publicId } = await storePass(shop, {
    organizationId: organiser.organizationId,
    proxies: ['PAYPAL'],
    maxEntries: 1,
    withdrawal: { kind: 'possible', days: 14, afterUse: 'PRO_RATA' },
  })
  const pass = await buyPass(aBuyer(url), publicId, { by: 'PAYPAL' })
  await runJobs()
  await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })
  const { id: code } = await passOf(aBuyer(url), pass)
  const id = await hold(buyer, event, { Adult: 2 })
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE })
  await buyer.expect(applyCode, 200, {
    params: { reservationId: id },
    body: { code: code ?? '', type: 'SUBSCRIPTION' },
  })
  await pay(buyer, id, PAY_BY.PAYPAL)
  await runJobs()
  const { rows } = await sql<{ uuid: string }>`
    select public_uuid as uuid from ticket where reservation_id = ${id} and final_price > 0`.execute(shop.db.kysely)
  await refund(id, { what: 'TICKETS', tickets: rows.map(({ uuid }) => uuid) })

  const { rows: price } = await sql<{ total: bigint }>`
    select final_price as total from reservation where id = ${pass}`.execute(shop.db.kysely)
  const amount = `${(price[0]?.total ?? 0n) / 100n}.00`
  const body = { ...ADA, amount }
  expect((await aBuyer(url).ask(confirmWithdrawal, { params: { reservationId: pass }, body })).status).toBe(200)

  expect(await orderRow(id)).toEqual({ status: 'CANCELLED', final_price: 0n })
  expect(await documentsOf(id)).toEqual(['INVOICE', 'CREDIT_NOTE'])
  expect(await paymentsOf(id)).toMatchObject([{ status: 'COMPLETE', amount: 2_000n }])
  await sendRefunds(shop)
  expect(await refundsOf(id)).toMatchObject([{ amount: 2_000n, status: 'DONE' }])
})

test('an order that never cost anything still goes with its last ticket', async () => {
  const event = await family('family-free')
  const id = await hold(buyer, event, { Child: 1 })
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  await pay(buyer, id, PAY_BY.NONE)
  await runJobs()
  expect(await release(event, await ticketOf(id, 'Child'))).toBe(true)
  expect(await statusOf(buyer, id)).toBeUndefined()
  expect(await orderRow(id)).toBeUndefined()
})

describe('the database itself', () => {
  const refusal = async (statement: string, id: string): Promise<string> =>
    shop.db.pool.query(statement, [id]).then(
      () => 'done',
      (error: Error) => error.message,
    )

  test('deletes no payment that was begun, no issued document, and no order that has one', async () => {
    const event = await family('family-books')
    const id = await readyFamily(event, PRIVATE_INVOICE)
    await pay(buyer, id, PAY_BY.PAYPAL)
    await runJobs()
    expect(await refusal('delete from payment_transaction where order_id = $1', id)).toMatch(/can’t be deleted/)
    expect(await refusal('delete from billing_document where reservation_id = $1', id)).toMatch(/can’t be deleted/)
    expect(await refusal('delete from reservation where id = $1', id)).toMatch(/violates/)
    expect(await orderRow(id)).toMatchObject({ status: 'COMPLETE' })
  })
})
