import { describe, expect, test } from 'vitest'
import * as calls from '#contract/check-in.ts'
import { after, days, hours, instant } from '#domain/foundation/instant.ts'
import { aFreeEventFile, aCategoryFile, anEventFile, aServiceFile, localTime } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Others')
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })

const free = await organiser.open(aFreeEventFile(clock.now(), { seats: 200 }))
const paid = await organiser.open(anEventFile(clock.now(), { seats: 200 }))
const elsewhere = await other.open(aFreeEventFile(clock.now(), { slug: 'elsewhere' }))

const door = aScanner(url, key, free)
const desk = aScanner(url, key, paid)

const oneFree = async () => only(await paperTickets(shop, await buy(buyer, free, { Everybody: 1 }, { by: 'NONE' })))
const onePaid = async () => only(await paperTickets(shop, await buy(buyer, paid, { Conference: 1 })))

function only([ticket]: readonly PaperTicket[]): PaperTicket {
  if (!ticket) throw new Error('no ticket')
  return ticket
}

const rowOf = ({ identifier }: PaperTicket) =>
  shop.db.kysely.selectFrom('ticket').selectAll().where('uuid', '=', identifier).executeTakeFirstOrThrow()

async function notedOf(ticket: PaperTicket): Promise<string[]> {
  const { public_uuid: id } = await rowOf(ticket)
  const rows = await shop.db.kysely
    .selectFrom('audit')
    .select(['type', 'actor', 'entity_type'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.every(row => row.entity_type === 'TICKET')).toBe(true)
  return rows.map(({ type, actor }) => `${type} by ${actor}`)
}

async function scansOf({ identifier }: PaperTicket): Promise<string[]> {
  const rows = await shop.db.kysely
    .selectFrom('check_in_scan')
    .select(['operation', 'status'])
    .where('ticket_uuid', '=', identifier)
    .orderBy('id')
    .execute()
  return rows.map(({ operation, status }) => `${operation} ${status}`)
}

describe('a good ticket', () => {
  test('comes in once: it is checked in, locked, logged and noted', async () => {
    const ticket = await oneFree()
    expect(await door.evaluate(ticket)).toBe('OK_READY_TO_BE_CHECKED_IN')
    expect(await rowOf(ticket)).toMatchObject({ status: 'ACQUIRED', locked: false })
    expect(await door.scan(ticket)).toBe('SUCCESS')
    expect(await rowOf(ticket)).toMatchObject({ status: 'CHECKED_IN', locked: true })
    expect(await door.scan(ticket)).toBe('ALREADY_CHECK_IN')
    expect(await door.evaluate(ticket)).toBe('ALREADY_CHECK_IN')
    expect(await scansOf(ticket)).toEqual(['SCAN SUCCESS', 'SCAN ALREADY_CHECK_IN'])
    expect(await notedOf(ticket)).toEqual(['CHECK_IN by Door OPERATOR'])
    await expectConsistentData(shop.db, free)
  })

  test('is answered with all that the door has to know', async () => {
    const ticket = await oneFree()
    const params = { eventName: free, ticketIdentifier: ticket.identifier }
    const answer = await door.api.expect(calls.checkIn, 200, { params, body: { code: ticket.code } })
    expect(answer).toMatchObject({
      ticket: {
        uuid: ticket.identifier,
        fullName: 'Ada 1 Lovelace',
        email: 'ada1@example.org',
        categoryName: 'Everybody',
        assigned: true,
        checkedIn: false,
        formattedFinalPrice: '0',
      },
      result: { status: 'SUCCESS', message: 'success' },
      additionalServices: [],
      boxColor: 'success',
      fieldsToDisplay: [],
    })
  })

  test('with a code that is not its own stays outside', async () => {
    const [first, second] = [await oneFree(), await oneFree()]
    expect(await door.scan({ ...first, code: second.code })).toBe('INVALID_TICKET_CODE')
    expect(await door.scan({ ...first, code: `${first.identifier}/` })).toBe('INVALID_TICKET_CODE')
    expect(await door.scan({ ...first, code: ' ' })).toBe('EMPTY_TICKET_CODE')
    expect(await rowOf(first)).toMatchObject({ status: 'ACQUIRED' })
    expect(await notedOf(first)).toEqual([])
    expect(await scansOf(first)).toHaveLength(3)
  })

  test('whose holder has changed needs the new code', async () => {
    const ticket = await oneFree()
    const rename = shop.db.kysely.updateTable('ticket').where('uuid', '=', ticket.identifier)
    await rename.set({ first_name: 'Grace' }).execute()
    expect(await door.scan(ticket)).toBe('INVALID_TICKET_CODE')
    await rename.set({ first_name: 'ADA 1' }).execute()
    expect(await door.scan(ticket)).toBe('SUCCESS')
  })

  test('that has no holder has no code', async () => {
    const ticket = await oneFree()
    await shop.db.kysely.updateTable('ticket').set({ email: null }).where('uuid', '=', ticket.identifier).execute()
    expect(await door.scan(ticket)).toBe('INVALID_TICKET_CODE')
    expect(await door.byHand(ticket)).toBe(true)
    await shop.db.kysely
      .updateTable('ticket')
      .set({ email: 'ada1@example.org' })
      .where('uuid', '=', ticket.identifier)
      .execute()
  })
})

describe('what is not at this door', () => {
  test('a ticket of another event, of another organisation or of no order is not found', async () => {
    const foreign = only(await paperTickets(shop, await buy(buyer, elsewhere, { Everybody: 1 }, { by: 'NONE' })))
    const ofPaid = await onePaid()
    for (const ticket of [foreign, ofPaid, { identifier: 'x', code: 'x' }]) {
      expect(await door.scan(ticket)).toBe('TICKET_NOT_FOUND')
      const params = { eventName: free, ticketIdentifier: ticket.identifier }
      const answers = [
        await door.api.ask(calls.evaluateTicket, { params, query: { qrCode: ticket.code } }),
        await door.api.ask(calls.manualCheckIn, { params }),
        await door.api.ask(calls.revertCheckIn, { params }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    }
    expect(await aScanner(url, key, elsewhere).scan(foreign)).toBe('TICKET_NOT_FOUND')
    expect(await aScanner(url, key, 'nowhere').scan(foreign)).toBe('TICKET_NOT_FOUND')
    expect(await rowOf(foreign)).toMatchObject({ status: 'ACQUIRED' })
  })

  test('a ticket whose transfer is awaited is not good yet', async () => {
    const id = await buy(buyer, paid, { Conference: 1 }, { by: 'OFFLINE' })
    const { uuid } = await shop.db.kysely
      .selectFrom('ticket')
      .select('uuid')
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await desk.byHand({ identifier: uuid, code: '' })).toBe(false)
    await organiser.confirm(id)
    const ticket = only(await paperTickets(shop, id))
    expect(await desk.scan(ticket)).toBe('SUCCESS')
    expect(await desk.revert(ticket)).toBe(true)
    expect(await rowOf(ticket)).toMatchObject({ status: 'ACQUIRED' })
    await expectConsistentData(shop.db, paid)
  })
})

describe('a ticket that is paid at the desk', () => {
  const transactions = (id: string) =>
    shop.db.kysely
      .selectFrom('payment_transaction')
      .select(['proxy', 'status', 'amount', 'currency'])
      .where('reservation_id', '=', id)
      .orderBy('id')
      .execute()

  test('is returned with the amount due, and is checked in when that is confirmed', async () => {
    const ticket = await onePaid()
    const params = { eventName: paid, ticketIdentifier: ticket.identifier }
    const answer = await desk.api.expect(calls.checkIn, 200, { params, body: { code: ticket.code } })
    expect(answer.result).toMatchObject({ status: 'MUST_PAY', dueAmount: 120, currency: 'CHF' })
    expect(await rowOf(ticket)).toMatchObject({ status: 'TO_BE_PAID' })
    expect(await desk.pay({ ...ticket, code: 'wrong' })).toBe('INVALID_TICKET_CODE')
    expect(await rowOf(ticket)).toMatchObject({ status: 'TO_BE_PAID' })
    expect(await desk.pay(ticket)).toBe('SUCCESS')
    expect(await rowOf(ticket)).toMatchObject({ status: 'CHECKED_IN' })
    expect(await desk.pay(ticket)).toBe('TICKET_NOT_FOUND')
    expect(await notedOf(ticket)).toEqual(['PAYMENT_CONFIRMED by Door OPERATOR', 'CHECK_IN by Door OPERATOR'])
  })

  test('completes the payment of its order with the last one, and takes it back', async () => {
    const id = await buy(buyer, paid, { Conference: 2 })
    const [first, second] = await paperTickets(shop, id)
    if (!first || !second) throw new Error('two tickets')
    expect(await desk.pay(first)).toBe('SUCCESS')
    expect(await transactions(id)).toEqual([])
    expect(await desk.byHand(second)).toBe(true)
    const payment = { proxy: 'ON_SITE', status: 'COMPLETE', amount: 24_000n, currency: 'CHF' }
    expect(await transactions(id)).toEqual([payment])
    expect(await desk.revert(first)).toBe(true)
    expect(await rowOf(first)).toMatchObject({ status: 'TO_BE_PAID' })
    expect(await transactions(id)).toEqual([{ ...payment, status: 'CANCELLED' }])
    expect(await desk.pay(first)).toBe('SUCCESS')
    expect(await transactions(id)).toEqual([{ ...payment, status: 'CANCELLED' }, payment])
    await expectConsistentData(shop.db, paid)
  })

  test('is due with its extras, which are handed out', async () => {
    const event = await organiser.open(
      anEventFile(clock.now(), {
        slug: 'booklets',
        additionalServices: [
          aServiceFile({
            supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
            inception: localTime(clock.now(), { days: -1 }),
          }),
        ],
      }),
    )
    const ticket = only(await paperTickets(shop, await buy(buyer, event, { Conference: 1 })))
    const there = aScanner(url, key, event)
    const ask = { params: { eventName: event, ticketIdentifier: ticket.identifier }, body: { code: ticket.code } }
    expect((await there.api.expect(calls.checkIn, 200, ask)).result.dueAmount).toBe(130)
    const answer = await there.api.expect(calls.confirmOnSitePayment, 200, ask)
    expect(answer.additionalServices).toEqual([{ name: 'Booklet', count: 1, fields: [] }])
    await expectConsistentData(shop.db, event)
    expect(await there.revert(ticket)).toBe(true)
    await expectConsistentData(shop.db, event)
  })
})

test('a check-in by hand needs no code, and reverting it leaves the ticket good', async () => {
  const ticket = await oneFree()
  expect(await door.byHand({ ...ticket, code: '' })).toBe(true)
  expect(await door.byHand(ticket)).toBe(false)
  expect(await door.revert(ticket)).toBe(true)
  expect(await door.revert(ticket)).toBe(false)
  expect(await door.scan(ticket)).toBe('SUCCESS')
  expect(await notedOf(ticket)).toEqual(
    ['MANUAL_CHECK_IN', 'REVERT_CHECK_IN', 'CHECK_IN'].map(type => `${type} by Door OPERATOR`),
  )
  expect(await scansOf(ticket)).toEqual(['SCAN SUCCESS', 'REVERT OK_READY_TO_BE_CHECKED_IN', 'SCAN SUCCESS'])
})

test('the scans of a device that was offline are worked off in their order, each by its own', async () => {
  const [good, twice, wrong] = [await oneFree(), await oneFree(), await oneFree()]
  const unknown = { identifier: '__proto__', code: 'x' }
  expect(await door.upload([good, { ...wrong, code: 'x' }, unknown])).toEqual([
    'SUCCESS',
    'INVALID_TICKET_CODE',
    'TICKET_NOT_FOUND',
  ])
  await door.upload([twice, twice])
  expect(await scansOf(twice)).toEqual(['SCAN SUCCESS', 'SCAN ALREADY_CHECK_IN'])
})

test('an upload takes what is due as paid only when it says so', async () => {
  const [first, second] = [await onePaid(), await onePaid()]
  expect(await desk.upload([first, second])).toEqual(['MUST_PAY', 'MUST_PAY'])
  expect(await desk.upload([first, second], true)).toEqual(['SUCCESS', 'SUCCESS'])
  expect(await desk.upload([first], true)).toEqual(['ALREADY_CHECK_IN'])
})

test('who scans is named by the device, where it does', async () => {
  const ticket = await oneFree()
  const params = { eventName: free, ticketIdentifier: ticket.identifier }
  await door.api.ask(calls.checkIn, { params, query: { offlineUser: 'Gate 4' }, body: { code: ticket.code } })
  expect(await notedOf(ticket)).toEqual(['CHECK_IN by Gate 4'])
})

describe('a category', () => {
  test('lets no attendee in before its check-in begins or after it has ended', async () => {
    const event = await organiser.open(
      aFreeEventFile(clock.now(), {
        slug: 'early-birds',
        categories: [
          aCategoryFile(clock.now(), {
            name: 'Everybody',
            price: 0,
            customValidity: {
              checkInFrom: localTime(clock.now(), { days: 59, hours: 22 }),
              checkInTo: localTime(clock.now(), { days: 60, hours: 2 }),
            },
          }),
        ],
      }),
    )
    const there = aScanner(url, key, event)
    const ticket = only(await paperTickets(shop, await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })))
    const start = clock.now()
    expect(await there.scan(ticket)).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
    clock.set(after(start, days(60) + hours(3)))
    expect(await there.scan(ticket)).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
    clock.set(after(start, days(60)))
    expect(await there.scan(ticket)).toBe('SUCCESS')
    clock.set(start)
  })

  test('whose badges are scanned daily lets each in once a day, in the colour of the category', async () => {
    const event = await organiser.open(
      aFreeEventFile(clock.now(), {
        slug: 'three-days',
        endDate: localTime(clock.now(), { days: 62, hours: 8 }),
        settings: { CHECK_IN_ONCE_PER_DAY: true, CHECK_IN_COLOR: 'warning' },
      }),
    )
    const there = aScanner(url, key, event)
    const ticket = only(await paperTickets(shop, await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' })))
    const badge = { ...ticket, code: '' }
    const start = clock.now()
    const [row] = await shop.db.kysely.selectFrom('event').select('starts_at').where('short_name', '=', event).execute()
    const begin = row?.starts_at ?? instant(0)

    expect(await there.scan(badge)).toBe('EMPTY_TICKET_CODE')
    clock.set(begin)
    const ask = { params: { eventName: event, ticketIdentifier: ticket.identifier }, body: { code: ticket.code } }
    expect((await there.api.expect(calls.checkIn, 200, ask)).boxColor).toBe('warning')
    expect(await there.scan(badge)).toBe('BADGE_SCAN_ALREADY_DONE')
    clock.set(after(begin, days(1)))
    expect(await there.evaluate(badge)).toBe('OK_READY_FOR_BADGE_SCAN')
    expect(await there.scan(badge)).toBe('BADGE_SCAN_SUCCESS')
    expect(await there.scan(badge)).toBe('BADGE_SCAN_ALREADY_DONE')
    clock.set(after(begin, days(5)))
    expect(await there.scan(badge)).toBe('INVALID_TICKET_CATEGORY_CHECK_IN_DATE')
    clock.set(start)
    expect((await notedOf(ticket)).filter(line => line.startsWith('BADGE_SCAN'))).toHaveLength(1)
  })
})
