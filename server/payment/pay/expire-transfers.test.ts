import { beforeEach, expect, test } from 'vitest'
import { type Instant, days, instant, minutes } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { breakRows } from '#tests/support/database/broken-row.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { BUSINESS_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { expireTransfers } from './expire-transfers.ts'

// A transfer ordered on Friday 15 January 2027, 09:00 in Zürich, is due on the 22nd at 08:00.
const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const REMOVING = { AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: true }
const open = (slug: string, settings = {}) =>
  organiser.open(anEventFile(SOME_DAY, { slug, settings: { ...REMOVING, ...settings } }))
const removing = await open('removing')

beforeEach(() => clock.set(SOME_DAY))

const at = (text: string): Instant => instant(Temporal.Instant.from(text).epochMilliseconds)
const DEADLINE = at('2027-01-22T08:00:00+01:00')
const orderByTransfer = (event = removing) => buy(buyer, event, { Conference: 2 }, { by: 'OFFLINE' })

async function lettersOn(event: string, subject: string) {
  return shop.db.kysely
    .selectFrom('mail')
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select(['recipient', 'subject', 'text_body as text', 'attachments'])
    .where('short_name', '=', event)
    .where('subject', 'like', `%${subject}%`)
    .execute()
}

async function statusAfter(deadlinePlus: number, id: string): Promise<string | undefined> {
  clock.set(instant(DEADLINE + deadlinePlus))
  await expireTransfers(shop)
  return statusOf(buyer, id)
}

test('an order whose transfer is overdue by more than ten minutes is deleted, and its buyer gets a mail', async () => {
  const id = await orderByTransfer()
  expect(await statusAfter(minutes(10), id)).toBe('OFFLINE_PAYMENT')
  expect(await statusAfter(minutes(10) + 1, id)).toBe(undefined)
  expect(await countAudit(shop.db, id, 'CANCEL_RESERVATION_EXPIRED')).toBe(1)
  const [letter, ...others] = await lettersOn(removing, 'has run out')
  expect(others).toEqual([])
  expect(letter).toMatchObject({ recipient: 'ada@example.org', attachments: [] })
  expect(letter?.subject).toBe(`Order ${id.slice(0, 8).toUpperCase()} for Alpine Systems Days has run out`)
  expect(letter?.text).toContain(`/event/${removing}?lang=en`)
  expect(await expireTransfers(shop)).toBe(0)
  await expectConsistentData(shop.db, removing, { held: 0, released: 2 })
})

test('an order that can’t be removed is put off, and the others go', async () => {
  const [bad, good] = [await orderByTransfer(), await orderByTransfer()]
  const broken = await breakRows(shop.db.pool, 'reservation', `old.id = '${bad}'`)
  expect(await statusAfter(minutes(11), good)).toBe(undefined)
  expect(await statusOf(buyer, bad)).toBe('OFFLINE_PAYMENT')
  await broken.mend()
  expect(await expireTransfers(shop)).toBe(0)
  clock.move(minutes(1))
  expect(await expireTransfers(shop)).toBe(1)
})

test('the seats are sold anew', async () => {
  const event = await organiser.open(anEventFile(SOME_DAY, { slug: 'small', seats: 2, settings: REMOVING }))
  await orderByTransfer(event)
  clock.set(instant(DEADLINE + minutes(11)))
  await runJobs()
  await expectConsistentData(shop.db, event, { free: 2, released: 0 })
})

test('nothing is removed unless the organiser wants it', async () => {
  const event = await open('patient', { AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: false })
  const id = await orderByTransfer(event)
  expect(await statusAfter(days(30), id)).toBe('OFFLINE_PAYMENT')
  expect(await lettersOn(event, 'has run out')).toEqual([])
})

test('a deferred transfer never lapses by itself', async () => {
  const event = await open('deferred', { DEFERRED_BANK_TRANSFER_ENABLED: true })
  const id = await orderByTransfer(event)
  expect(await statusAfter(days(90), id)).toBe('DEFERRED_OFFLINE_PAYMENT')
})

test('money that has arrived in time keeps the order', async () => {
  const id = await orderByTransfer()
  clock.set(instant(DEADLINE + minutes(9)))
  expect((await organiser.confirm(id)).status).toBe(200)
  expect(await statusAfter(minutes(11), id)).toBe('COMPLETE')
})

test('an order with an invoice is credited instead, so that its number stays in the books', async () => {
  const event = await open('invoicing', { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' })
  const id = await hold(buyer, event, { Conference: 1 })
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...BUSINESS_INVOICE })
  expect(details).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
  expect(await statusAfter(minutes(11), id)).toBe('CREDIT_NOTE_ISSUED')
  const documents = await shop.db.kysely
    .selectFrom('billing_document')
    .select(['type', 'status', 'number'])
    .where('reservation_id', '=', id)
    .orderBy('type', 'desc')
    .execute()
  expect(documents).toEqual([
    { type: 'INVOICE', status: 'VALID', number: '1' },
    { type: 'CREDIT_NOTE', status: 'VALID', number: '1' },
  ])
  const [letter, ...others] = await lettersOn(event, 'has run out')
  expect(others).toEqual([])
  expect(letter?.attachments).toMatchObject([{ kind: 'billing-pdf' }])
  expect(letter?.text).toContain('You owe nothing')
  expect(await lettersOn(event, 'Credit note')).toEqual([])
  await expectConsistentData(shop.db, event, { held: 0 })
})
