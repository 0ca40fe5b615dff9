import { expect, test } from 'vitest'
import { hours, instant, minutes } from '#domain/foundation/instant.ts'
import { expireTransfers } from '#server/payment/pay/expire-transfers.ts'
import { askForAnswers, askForNames } from '#server/order/reminder/ask-attendees.ts'
import { listTransfers, remindOfTransfers } from '#server/order/reminder/due-transfers.ts'
import { aFreeEventFile, anEventFile, aQuestionFile } from '#tests/builders/event-file.ts'
import { countAudit, expectConsistentData, inconsistencies } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { BUSINESS_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { ADA, PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// A transfer ordered on Friday 15 January 2027, 09:00 in Zürich, is due on the 22nd at 08:00; the events are on 16 March.
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock, maxConnections: 24 })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const ORDERED = clock.now()
const DEADLINE = instant(Date.parse('2027-01-22T07:00:00Z'))
const REMOVING = {
  AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: true,
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano',
}
const paid = await organiser.open(anEventFile(ORDERED, { seats: 300, settings: REMOVING }))
const free = await organiser.open(
  aFreeEventFile(ORDERED, {
    seats: 100,
    settings: { OPTIONAL_DATA_REMINDER_ENABLED: true },
    additionalInfo: [aQuestionFile()],
  }),
)

const TIMES = repetitions()
const PROCESSES = Array.from({ length: 5 })

/** Each of them as a process of its own would run it. */
async function onAll(job: (of: typeof shop) => Promise<number>): Promise<number> {
  const counts = await Promise.all(PROCESSES.map(() => job(shop)))
  return counts.reduce((sum, count) => sum + count, 0)
}

const orderByTransfer = () => buy(buyer, paid, { Conference: 1 }, { by: 'OFFLINE' })

async function orderWithInvoice(): Promise<string> {
  const id = await hold(buyer, paid, { Conference: 1 })
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...BUSINESS_INVOICE })
  expect(details).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
  return id
}

test('five processes remind each buyer, and list for each organiser, once', async () => {
  clock.set(ORDERED)
  const ids = await Promise.all(Array.from({ length: 12 }, orderByTransfer))
  clock.set(instant(DEADLINE - hours(27) + minutes(10)))
  expect(await onAll(remindOfTransfers)).toBe(ids.length)
  expect(await onAll(listTransfers)).toBe(1)
  expect(await onAll(remindOfTransfers)).toBe(0)
  expect(await onAll(listTransfers)).toBe(0)
  clock.set(instant(DEADLINE + minutes(11)))
  expect(await onAll(expireTransfers)).toBe(ids.length)
  const audits = await Promise.all(ids.map(id => countAudit(shop.db, id, 'CANCEL_RESERVATION_EXPIRED')))
  expect(audits).toEqual(ids.map(() => 1))
  await expectConsistentData(shop.db, paid, { held: 0 })
})

test('five processes ask each buyer for names, and each holder for answers, once', async () => {
  clock.set(ORDERED)
  for (let order = 0; order < 6; order += 1) {
    const id = await hold(buyer, free, { Everybody: 2 })
    const form = order % 2 === 0 ? { ...ADA, postponeAssignment: true } : filledIn(await infoOf(buyer, id))
    expect(await sendDetails(buyer, id, form)).toMatchObject({ status: 200 })
    expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  }
  clock.set(instant(Date.parse('2027-03-10T09:00:00Z')))
  expect(await onAll(askForNames)).toBe(3)
  expect(await onAll(askForAnswers)).toBe(6)
  expect(await onAll(askForNames)).toBe(0)
  expect(await onAll(askForAnswers)).toBe(0)
})

test.each(TIMES)('of a confirmation and the end of a transfer exactly one happens (%i)', async time => {
  clock.set(ORDERED)
  const withInvoice = time % 2 === 0
  const id = await (withInvoice ? orderWithInvoice() : orderByTransfer())
  clock.set(instant(DEADLINE + minutes(11)))
  const [answer] = await Promise.all([organiser.confirm(id), onAll(expireTransfers)])
  const isConfirmed = answer.status === 200
  expect(await statusOf(buyer, id)).toBe(isConfirmed ? 'COMPLETE' : withInvoice ? 'CREDIT_NOTE_ISSUED' : undefined)
  expect(await countAudit(shop.db, id, 'CANCEL_RESERVATION_EXPIRED')).toBe(isConfirmed ? 0 : 1)
  expect(await countAudit(shop.db, id, 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED')).toBe(isConfirmed ? 1 : 0)
  expect(await inconsistencies(shop.db)).toEqual([])
})

test.each(TIMES)('a reminder and a confirmation at once leave no reminder without its mark (%i)', async () => {
  clock.set(ORDERED)
  const id = await orderByTransfer()
  clock.set(instant(DEADLINE - hours(27) + minutes(10)))
  const [answer] = await Promise.all([organiser.confirm(id), onAll(remindOfTransfers)])
  expect(answer.status).toBe(200)
  const { transfer_reminded_at: mark } = await shop.db.kysely
    .selectFrom('reservation')
    .select('transfer_reminded_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const letters = await shop.db.kysely
    .selectFrom('mail')
    .select('id')
    .where('reservation_id', '=', id)
    .where('subject', 'like', 'A reminder%')
    .execute()
  expect(letters).toHaveLength(mark === null ? 0 : 1)
})
