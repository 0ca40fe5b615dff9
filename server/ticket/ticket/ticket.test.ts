import { expect, test } from 'vitest'
import { pathTo } from '#contract/paths.ts'
import { ticketCodePagePath, ticketCodePath } from '#contract/ticket-paths.ts'
import { downloadTicket, getTicket, getTicketCode, sendTicketByEmail } from '#contract/ticket.ts'
import { days } from '#domain/foundation/instant.ts'
import { qrPng } from '#server/documents/pdf/qr-code.ts'
import { localTime, anEventFile, aCategoryFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  ADA,
  PAY_BY,
  buy,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { ticketCode } from '#server/order/order/good-ticket.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 100 }))
const other = await organiser.open(anEventFile(clock.now(), { slug: 'other' }))

type TicketAt = { eventName: string; ticketIdentifier: string }

async function ticketOf(reservationId: string, eventName = shortName): Promise<TicketAt> {
  return { eventName, ticketIdentifier: ticketsOf(await infoOf(buyer, reservationId))[0]?.uuid ?? '' }
}

const bought = await ticketOf(await buy(buyer, shortName, { Conference: 1 }))

async function postponed(): Promise<TicketAt> {
  const id = await hold(buyer, shortName, { Conference: 1 })
  await sendDetails(buyer, id, { ...ADA, postponeAssignment: true, tickets: {} })
  await pay(buyer, id)
  return ticketOf(id)
}

const NOT_GOOD: readonly [string, () => Promise<TicketAt>][] = [
  ['without an order', async () => ({ ...bought, ticketIdentifier: '00000000-0000-4000-8000-000000000000' })],
  ['of another event', async () => ({ ...bought, eventName: other })],
  ['of an unknown event', async () => ({ ...bought, eventName: 'unknown' })],
  ['that is only held', async () => ticketOf(await readyToPay(buyer, shortName, { Conference: 1 }))],
  [
    'that waits for a transfer',
    async () => ticketOf(await buy(buyer, shortName, { Conference: 1 }, { by: 'OFFLINE' })),
  ],
  ['without a holder', postponed],
  [
    'by its private id',
    async () => {
      const { uuid } = await shop.db.kysely
        .selectFrom('ticket')
        .select('uuid')
        .where('public_uuid', '=', bought.ticketIdentifier)
        .executeTakeFirstOrThrow()
      return { ...bought, ticketIdentifier: uuid }
    },
  ],
]

test.each(NOT_GOOD)('a ticket %s is not to be found, and its picture and its PDF are refused', async (_, find) => {
  const params = await find()
  expect((await buyer.ask(getTicket, { params })).status).toBe(404)
  expect((await buyer.ask(sendTicketByEmail, { params })).status).toBe(404)
  expect((await buyer.ask(getTicketCode, { params })).status).toBe(403)
  expect((await buyer.ask(downloadTicket, { params })).status).toBe(403)
  expect((await fetch(url + pathTo(ticketCodePagePath, params))).status).toBe(403)
})

test('an id that is no id is a mistake of the caller', async () => {
  expect((await buyer.ask(getTicket, { params: { ...bought, ticketIdentifier: 'x' } })).status).toBe(400)
})

test('the ticket page shows holder, buyer, order and the times of the event', async () => {
  expect(await buyer.expect(getTicket, 200, { params: bought })).toMatchObject({
    fullName: 'Ada 1 Lovelace',
    email: 'ada1@example.org',
    uuid: bought.ticketIdentifier,
    ticketCategoryName: 'Conference',
    reservationFullName: 'Ada Lovelace',
    timeZone: 'Europe/Zurich',
    sameDay: true,
    deskPaymentRequired: true,
  })
})

test('the code holds the private id and its signature, at both addresses', async () => {
  const seat = await shop.db.kysely
    .selectFrom('ticket')
    .innerJoin('event', 'event.id', 'event_id')
    .select(['uuid', 'reservation_id', 'secret_key'])
    .where('public_uuid', '=', bought.ticketIdentifier)
    .executeTakeFirstOrThrow()
  const expected = ticketCode({
    eventKey: seat.secret_key,
    reservationId: seat.reservation_id ?? '',
    ticketUuid: seat.uuid,
    firstName: 'Ada 1',
    lastName: 'Lovelace',
    email: 'ada1@example.org',
  })
  for (const path of [ticketCodePath, ticketCodePagePath]) {
    const answer = await fetch(url + pathTo(path, bought))
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await answer.arrayBuffer()).equals(await qrPng(expected))).toBe(true)
  }
})

test('the PDF is a file to keep, named by the public id', async () => {
  const answer = await buyer.ask(downloadTicket, { params: bought })
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=ticket-${bought.ticketIdentifier}.pdf`)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(String(answer.value)).toMatch(/^%PDF-/)
})

test('a ticket that is mailed again is the same mail, sent once more', async () => {
  const ofHolder = () =>
    shop.db.kysely
      .selectFrom('mail')
      .select(['id', 'status', 'attachments'])
      .where('recipient', '=', 'ada1@example.org')
      .where(
        'reservation_id',
        'in',
        shop.db.kysely
          .selectFrom('ticket')
          .select('reservation_id')
          .where('public_uuid', '=', bought.ticketIdentifier)
          .$castTo<{ reservation_id: string }>(),
      )
      .execute()
  const before = await ofHolder()
  expect(before).toHaveLength(1)
  await shop.db.kysely
    .updateTable('mail')
    .set({ status: 'SENT' })
    .where('id', '=', before[0]?.id ?? 0n)
    .execute()
  expect((await buyer.ask(sendTicketByEmail, { params: bought })).value).toBe(true)
  expect(await ofHolder()).toEqual(before)
})

test('once the event is over, the ticket is still mailed to who asks for it', async () => {
  clock.move(days(400))
  const answer = await aBuyer(url).ask(sendTicketByEmail, { params: bought })
  await runJobs()
  clock.move(days(-400))
  expect(answer).toMatchObject({ status: 200, value: true })
  const mails = shop.db.kysely.selectFrom('mail').select('status').where('outlives_event', '=', true)
  expect(await mails.execute()).toEqual([{ status: 'SENT' }])
})

test('tickets for two days of one event know their own times', async () => {
  const categories = [
    aCategoryFile(clock.now(), {
      name: 'Both',
      customValidity: {
        validityStart: localTime(clock.now(), { days: 60 }),
        validityEnd: localTime(clock.now(), { days: 61 }),
      },
    }),
  ]
  const event = await organiser.open(
    anEventFile(clock.now(), { slug: 'days', endDate: localTime(clock.now(), { days: 62 }), categories }),
  )
  const params = await ticketOf(await buy(buyer, event, { Both: 1 }), event)
  expect((await buyer.expect(getTicket, 200, { params })).sameDay).toBe(false)
})

test('a ticket of a paid transfer is good once the organiser has confirmed it', async () => {
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  await pay(buyer, id, PAY_BY.OFFLINE)
  const params = await ticketOf(id)
  expect((await buyer.ask(getTicketCode, { params })).status).toBe(403)
  await organiser.confirm(id)
  expect((await buyer.ask(getTicketCode, { params })).status).toBe(200)
  expect(await buyer.expect(getTicket, 200, { params })).toMatchObject({ deskPaymentRequired: false })
})
