import { expect, test } from 'vitest'
import { creditReservation, downloadEInvoice } from '#contract/invoice.ts'
import { getEventStats } from '#contract/organiser.ts'
import { after, days, hours, instant } from '#domain/foundation/instant.ts'
import { BULK_JOB_DAYS } from '#domain/order/retention/what-is-due.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { awaitedOrders } from '#server/payment/pay/transfer-store.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stockCountsOf, countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { statusOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { breakTimeZone } from '#tests/support/database/broken-time-zone.ts'
import { eraseDue, erasePersonalData, previewDue } from './erase-personal-data.ts'
import { aLivelyEvent, liveThrough } from '#tests/support/personal-data/lived-event.ts'
import { rowsWith } from '#tests/support/personal-data/needles.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const { db } = shop

/** The events of `anEventFile` are in sixty days and last eight hours. */
const END = days(60) + hours(8)

let number = 0
async function lived(settings: Record<string, number> = {}) {
  clock.set(SOME_DAY)
  number += 1
  const shortName = await organiser.open(aLivelyEvent(clock.now(), `lively-${number}`, settings))
  await runJobs()
  return { shortName, ...(await liveThrough(shop, buyer, shortName)) }
}

const idOf = async (shortName: string) => (await shop.catalog.offeredEvent(shortName))?.context.id ?? 0
const reportOn = (reports: Awaited<ReturnType<typeof eraseDue>>, shortName: string) =>
  reports.find(({ event }) => event === shortName)

const peopleOf = async (shortName: string) => ({
  orders: await db.kysely
    .selectFrom('reservation')
    .select(['first_name', 'email', 'billing', 'erased_at'])
    .where('purchase_context_id', '=', await idOf(shortName))
    .execute(),
  mails: (
    await db.kysely
      .selectFrom('mail')
      .select('id')
      .where('purchase_context_id', '=', await idOf(shortName))
      .execute()
  ).length,
  scans: (
    await db.kysely
      .selectFrom('check_in_scan')
      .select('id')
      .where('event_id', '=', await idOf(shortName))
      .execute()
  ).length,
})

const figuresOf = async (shortName: string) => ({
  stats: await organiser.api.expect(getEventStats, 200, { params: { slug: shortName } }),
  books: await stockCountsOf(db, shortName),
  amounts: await db.kysely
    .selectFrom('reservation')
    .select(['id', 'status', 'source_price', 'final_price', 'vat', 'discount', 'invoice_number', 'confirmed_at'])
    .where('purchase_context_id', '=', await idOf(shortName))
    .orderBy('id')
    .execute(),
  payments: await db.kysely
    .selectFrom('payment_transaction')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select(['amount', 'proxy', 'payment_transaction.status', 'gateway_transaction_id'])
    .where('payment_transaction.purchase_context_id', '=', await idOf(shortName))
    .orderBy('payment_transaction.id')
    .execute(),
  documents: await db.kysely
    .selectFrom('billing_document')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select(['number', 'type', 'model'])
    .where('purchase_context_id', '=', await idOf(shortName))
    .orderBy('number')
    .execute(),
})

test('without a setting nothing is ever erased', async () => {
  const { shortName } = await lived()
  const before = await peopleOf(shortName)
  clock.move(days(20_000))
  await erasePersonalData(shop)
  expect(await peopleOf(shortName)).toEqual(before)
})

test('people are erased with the last of the days, and every figure stays as it was; other events keep theirs', async () => {
  const other = await lived({ RETENTION_DAYS: 40 })
  const { shortName, tickets } = await lived({ RETENTION_DAYS: 30 })
  const others = await peopleOf(other.shortName)
  const before = await figuresOf(shortName)
  clock.set(after(SOME_DAY, END + days(30) - 1))
  await erasePersonalData(shop)
  expect((await peopleOf(shortName)).orders.every(({ erased_at }) => erased_at === null)).toBe(true)
  clock.move(1)
  expect(await erasePersonalData(shop)).toBeGreaterThan(0)
  expect(await peopleOf(shortName)).toEqual({
    orders: Array.from({ length: 2 }, () => ({ first_name: null, email: null, billing: {}, erased_at: clock.now() })),
    mails: 0,
    scans: 0,
  })
  expect(await figuresOf(shortName)).toEqual(before)
  expect(await peopleOf(other.shortName)).toEqual(others)
  expect(await statusOf(buyer, other.paid)).toBe('COMPLETE')
  expect(tickets).toHaveLength(2)
  await expectConsistentData(db, shortName)
})

test('mails and scans go earlier where the organiser says so', async () => {
  const { shortName } = await lived({ RETENTION_DAYS_MAILS: 5, RETENTION_DAYS_SCANS: 10 })
  const { orders, scans } = await peopleOf(shortName)
  clock.set(after(SOME_DAY, END + days(5)))
  await erasePersonalData(shop)
  expect(await peopleOf(shortName)).toEqual({ orders, mails: 0, scans })
  clock.set(after(SOME_DAY, END + days(10)))
  await erasePersonalData(shop)
  expect(await peopleOf(shortName)).toEqual({ orders, mails: 0, scans: 0 })
})

test('an order whose payment is under way keeps its buyer, and is reported', async () => {
  const { shortName, paid } = await lived({ RETENTION_DAYS: 1 })
  const set = (status: 'STUCK' | 'COMPLETE') =>
    db.kysely.updateTable('reservation').set({ status }).where('id', '=', paid).execute()
  await set('STUCK')
  clock.set(after(SOME_DAY, END + days(2)))
  const report = reportOn(await eraseDue(shop), shortName)
  expect(report).toMatchObject({ underWay: 1 })
  expect(report?.erased.get('orders')).toBe(1)
  expect((await peopleOf(shortName)).orders.filter(({ email }) => email !== null)).toHaveLength(1)
  await set('COMPLETE')
  expect(reportOn(await eraseDue(shop), shortName)?.erased.get('orders')).toBe(1)
})

test('the preview shows what the run then does, and changes nothing', async () => {
  const { shortName } = await lived({ RETENTION_DAYS: 1 })
  clock.set(after(SOME_DAY, END + days(2)))
  const before = await peopleOf(shortName)
  const preview = await previewDue(shop)
  expect(await peopleOf(shortName)).toEqual(before)
  expect(Object.fromEntries(reportOn(preview, shortName)?.erased ?? [])).toMatchObject({
    orders: 2,
    scans: 4,
    'wallet passes': 2,
    'waiting list': 1,
  })
  expect(await eraseDue(shop)).toEqual(preview)
  expect(await eraseDue(shop)).toEqual([])
})

test('several processes erase each order once, and note each batch', async () => {
  const { shortName } = await lived({ RETENTION_DAYS: 1 })
  clock.set(after(SOME_DAY, END + days(2)))
  const reports = await Promise.all([eraseDue(shop), eraseDue(shop), eraseDue(shop)])
  const erased = reports.map(report => reportOn(report, shortName)?.erased.get('orders') ?? 0)
  expect(erased.reduce((sum, count) => sum + count, 0)).toBe(2)
  const notes = await db.kysely
    .selectFrom('audit')
    .select(['entity_type', 'modifications'])
    .where('type', '=', 'PERSONAL_DATA_ERASED')
    .where('entity_id', '=', String(await idOf(shortName)))
    .execute()
  expect(notes).toContainEqual({ entity_type: 'EVENT', modifications: { orders: 2 } })
})

test('what another process is working on is left for the next run', async () => {
  const { shortName, paid } = await lived({ RETENTION_DAYS: 1 })
  clock.set(after(SOME_DAY, END + days(2)))
  const other = await db.pool.connect()
  await other.query('begin')
  await other.query('select from reservation where id = $1 for update', [paid])
  expect(reportOn(await eraseDue(shop), shortName)?.erased.get('orders')).toBe(1)
  await other.query('rollback')
  other.release()
  expect(reportOn(await eraseDue(shop), shortName)?.erased.get('orders')).toBe(1)
})

test('the members of a group stay as long as one of its events is not over', async () => {
  const { shortName } = await lived({ RETENTION_DAYS: 1 })
  const later = await organiser.open(aLivelyEvent(after(clock.now(), days(100)), 'later', { RETENTION_DAYS: 1 }))
  const { group_id, event_id } = await db.kysely
    .selectFrom('attendee_group_link')
    .select(['group_id', 'event_id'])
    .where('event_id', '=', await idOf(shortName))
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('attendee_group_link')
    .values({ group_id, event_id: await idOf(later), type: 'UNLIMITED', match_type: 'FULL' })
    .execute()
  const members = () => rowsWith(db, `member@${shortName}.example`)
  clock.set(after(SOME_DAY, END + days(2)))
  await erasePersonalData(shop)
  expect(event_id).toBe(await idOf(shortName))
  expect(await members()).toHaveLength(1)
  clock.move(days(100))
  await erasePersonalData(shop)
  expect(await members()).toEqual([])
})

test('an invoice stays whole to the end of its years, and after them keeps its number and its amounts', async () => {
  const { shortName, paid } = await lived({ RETENTION_DAYS: 1, RETENTION_YEARS_BILLING: 2 })
  clock.set(after(SOME_DAY, END + days(2)))
  await erasePersonalData(shop)
  const invoice = () =>
    organiser.api.ask(downloadEInvoice, { params: { reservationId: paid, format: 'factur-x' as const } })
  const { documents } = await figuresOf(shortName)
  const { year } = Temporal.Instant.fromEpochMilliseconds(SOME_DAY).toZonedDateTimeISO('Europe/Zurich')
  const endOfYears = instant(Temporal.ZonedDateTime.from(`${year + 3}-01-01T00:00[Europe/Zurich]`).epochMilliseconds)
  clock.set(after(endOfYears, -1))
  expect(reportOn(await eraseDue(shop), shortName)).toBeUndefined()
  expect(await invoice()).toMatchObject({ status: 200, value: expect.stringContaining('Ada Lovelace') })
  clock.set(endOfYears)
  expect(reportOn(await eraseDue(shop), shortName)?.erased.get('billing documents')).toBe(documents.length)
  expect((await invoice()).status).toBe(404)
  const kept = (await figuresOf(shortName)).documents
  expect(kept).toHaveLength(documents.length)
  expect(JSON.stringify(kept)).not.toMatch(/Ada|Lovelace|Bern/)
  for (const [index, { number, model }] of documents.entries()) {
    const { totals, lines, issuedOn } = model as Record<string, unknown>
    expect(kept[index]).toMatchObject({ number, model: { totals, lines, issuedOn } })
  }
})

test('a transfer that has not arrived by then is not waited for any more', async () => {
  const { shortName, waiting } = await lived({ RETENTION_DAYS: 1 })
  clock.set(after(SOME_DAY, END + days(2)))
  const awaited = async () => (await awaitedOrders(db, { contextId: await idOf(shortName) })).map(({ id }) => id)
  expect(await awaited()).toEqual([waiting])
  await erasePersonalData(shop)
  expect(await awaited()).toEqual([])
  expect((await organiser.confirm(waiting)).status).toBe(400)
})

test('an erased order can still be credited, as long as its invoice is whole', async () => {
  const { shortName, paid } = await lived({ RETENTION_DAYS: 1 })
  clock.set(after(SOME_DAY, END + days(2)))
  await erasePersonalData(shop)
  const { value } = await organiser.api.ask(creditReservation, { params: { reservationId: paid } })
  expect(value).toEqual({ creditNoteNumber: expect.any(String) })
  expect((await peopleOf(shortName)).mails).toBe(0)
  expect((await figuresOf(shortName)).documents.map(({ type }) => type)).toContain('CREDIT_NOTE')
  expect(await countAudit(db, paid as ReservationId, 'CREDIT_NOTE_ISSUED')).toBe(1)
})

test('mails of no event go after a day, and recipients of codes for all events by the end of the code', async () => {
  await lived()
  const set = (key: string, value: string) => db.kysely.insertInto('setting').values({ key, value }).execute()
  await set('RETENTION_DAYS', '100')
  const at = new Date(clock.now())
  await db.kysely
    .insertInto('mail')
    .values({
      checksum: Buffer.from('any'),
      recipient: 'lost@example.org',
      sender_name: 'Shop',
      subject: 'Hello',
      text_body: '',
      html_body: '',
      next_attempt_at: at,
      created_at: at,
    })
    .execute()
  await db.kysely
    .insertInto('promo_code')
    .values({
      organization_id: organiser.organizationId,
      code: 'EVERYWHERE',
      code_type: 'DISCOUNT',
      discount_type: 'PERCENTAGE',
      percentage: '10',
      valid_from: at,
      valid_to: new Date(after(clock.now(), days(10))),
      email_reference: 'friend@example.org',
      created_at: at,
    })
    .execute()
  const found = async () => [
    (await rowsWith(db, 'lost@example.org')).length,
    (await rowsWith(db, 'friend@example.org')).length,
  ]
  clock.move(days(1) - 1)
  await erasePersonalData(shop)
  expect(await found()).toEqual([1, 1])
  clock.move(1)
  await erasePersonalData(shop)
  expect(await found()).toEqual([0, 1])
  clock.set(after(SOME_DAY, days(110) - 1))
  await erasePersonalData(shop)
  expect(await found()).toEqual([0, 1])
  clock.move(1)
  await erasePersonalData(shop)
  expect(await found()).toEqual([0, 0])
  await db.kysely.deleteFrom('setting').where('key', '=', 'RETENTION_DAYS').execute()
})

test('a job with many orders is deleted with its report ninety days after it ended or was stopped; one that runs stays', async () => {
  const { paid } = await lived()
  const aJob = async (status: 'ENDED' | 'STOPPED' | 'RUNNING') => {
    const { id } = await db.kysely
      .insertInto('bulk_job')
      .values({
        kind: 'order-resend',
        organization_id: organiser.organizationId,
        params: '{}',
        actor: 'Grace',
        status,
        created_at: new Date(clock.now()),
        ended_at: status === 'RUNNING' ? null : new Date(clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.kysely
      .insertInto('bulk_item')
      .values({ job_id: id, order_id: paid, state: 'SUCCEEDED', code: 'done' })
      .execute()
    return id
  }
  const [ended, stopped, running] = [await aJob('ENDED'), await aJob('STOPPED'), await aJob('RUNNING')]
  const jobs = async () => {
    const rows = await db.kysely
      .selectFrom('bulk_item')
      .select('job_id')
      .where('order_id', '=', paid)
      .orderBy('job_id')
      .execute()
    return rows.map(({ job_id: id }) => id)
  }
  clock.move(days(BULK_JOB_DAYS) - 1)
  await erasePersonalData(shop)
  expect(await jobs()).toEqual([ended, stopped, running])
  clock.move(1)
  await erasePersonalData(shop)
  expect(await jobs()).toEqual([running])
  await db.kysely.deleteFrom('bulk_job').execute()
})

test('an event whose time zone is broken does not stop the erasure of others', async () => {
  const [wrong, right] = [await lived({ RETENTION_DAYS: 30 }), await lived({ RETENTION_DAYS: 30 })]
  const broken = await breakTimeZone(shop, wrong.shortName)
  clock.set(after(SOME_DAY, END + days(30)))
  const reports = await eraseDue(shop)
  expect(reportOn(reports, right.shortName)?.erased.get('orders')).toBeGreaterThan(0)
  expect(await findFailures(db, 10)).toMatchObject([
    { job: 'erase-personal-data', kind: 'event', id: broken, lastError: expect.stringContaining('time zone') },
  ])
})
