import { expect, test } from 'vitest'
import { minutes } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { finalizeReservation, retryFinalizations } from '#server/payment/pay/finalize.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const buyer = aBuyer(url)
const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano', RESERVATION_TIMEOUT: 600 }

/** An organisation of its own counts from one. */
async function anInvoicingEvent(slug: string): Promise<string> {
  const organiser = await anOrganiser(url, apiKey, `Club ${slug}`)
  return organiser.open(anEventFile(clock.now(), { slug, seats: 400, settings }))
}

async function readyForInvoice(eventName: string): Promise<ReservationId> {
  const id = await hold(buyer, eventName, { Conference: 1 })
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE })
  expect(details).toMatchObject({ status: 200 })
  return id as ReservationId
}

async function manyReady(eventName: string, count: number): Promise<ReservationId[]> {
  const ids: ReservationId[] = []
  for (let done = 0; done < count; done += 1) ids.push(await readyForInvoice(eventName))
  return ids
}

/** The numbers these orders have, in the order of counting, and those of their documents. */
async function numbersOf(ids: readonly string[]): Promise<{ orders: number[]; documents: number[] }> {
  const byValue = (a: number, b: number) => a - b
  const orders = await shop.db.kysely
    .selectFrom('reservation')
    .select('invoice_number')
    .where('id', 'in', ids)
    .execute()
  const documents = await shop.db.kysely
    .selectFrom('billing_document')
    .select('number')
    .where('reservation_id', 'in', ids)
    .where('status', '=', 'VALID')
    .execute()
  return {
    orders: orders.map(row => Number(row.invoice_number)).toSorted(byValue),
    documents: documents.map(row => Number(row.number)).toSorted(byValue),
  }
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

test('200 orders confirmed at once have the numbers 1 to 200: no gap, no double', async () => {
  const event = await anInvoicingEvent('two-hundred')
  const ids = await manyReady(event, 200)
  const ways = [PAY_BY.ON_SITE, PAY_BY.OFFLINE]
  const answers = await Promise.all(ids.map((id, index) => pay(buyer, id, ways[index % 2])))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // On a slow machine the last of them wait for their number for longer than a request may.
  clock.move(minutes(1))
  await retryFinalizations(shop)
  expect(await numbersOf(ids)).toEqual({ orders: upTo(200), documents: upTo(200) })
  await expectConsistentData(shop.db, event)
})

test('orders that fail while they are finished release their numbers, and take one when they succeed', async () => {
  const event = await anInvoicingEvent('failing')
  const ids = await manyReady(event, 20)
  const bad = ids.filter((_, index) => index % 4 === 0)
  const list = bad.map(id => `'${id}'`).join(', ')
  // After the number has been taken: the mails come last.
  await shop.db.pool.query(`alter table mail add constraint away check (reservation_id not in (${list})) not valid`)
  await Promise.all(ids.map(id => pay(buyer, id)))
  const good = ids.filter(id => !bad.includes(id))
  expect(await numbersOf(good)).toEqual({ orders: upTo(15), documents: upTo(15) })
  expect((await numbersOf(bad)).documents).toEqual([])
  await shop.db.pool.query('alter table mail drop constraint away')
  clock.move(minutes(1))
  expect(await retryFinalizations(shop)).toBe(5)
  expect(await numbersOf(ids)).toEqual({ orders: upTo(20), documents: upTo(20) })
  expect(await Promise.all(bad.map(id => statusOf(buyer, id)))).toEqual(bad.map(() => 'COMPLETE'))
})

test('an order that many workers finish at once takes one number', async () => {
  const event = await anInvoicingEvent('once')
  const [id] = await manyReady(event, 1)
  if (id === undefined) throw new Error('no order')
  await shop.db.kysely
    .updateTable('reservation')
    .set({ status: 'FINALIZING', payment_proxy: 'ON_SITE', finalize_at: new Date(clock.now()) })
    .where('id', '=', id)
    .execute()
  await Promise.all(Array.from({ length: 8 }, () => finalizeReservation(shop, id)))
  expect(await numbersOf([id])).toEqual({ orders: [1], documents: [1] })
  const next = await readyForInvoice(event)
  await pay(buyer, next)
  expect(await numbersOf([next])).toEqual({ orders: [2], documents: [2] })
})
