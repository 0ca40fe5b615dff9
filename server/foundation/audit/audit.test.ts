import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extendReservation } from '#contract/own.ts'
import { releaseTicket, updateTicket } from '#contract/ticket.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { linkGroup } from '#tests/support/organiser/attendee-group.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { ITALIAN_INVOICE, SELLER_IN_MILAN } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  ADA,
  PAY_BY,
  buy,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { trailOf } from './audit.ts'

// Who reads the trail of an order finds everything that happened to it (lifecycle L).

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const paidEvent = await organiser.open(
  anEventFile(clock.now(), { slug: 'paid', privacyPolicyUrl: 'https://alpine.example/privacy' }),
)
const freeEvent = await organiser.open(
  aFreeEventFile(clock.now(), { slug: 'free', settings: { ALLOW_FREE_TICKETS_CANCELLATION: true } }),
)

const typesOf = async (id: string) => (await trailOf(shop.db, id as ReservationId)).map(({ type }) => type)
const ticketOf = async (id: string) => ticketsOf(await infoOf(buyer, id))[0]?.uuid ?? ''

test('a transfer that arrives', async () => {
  const id = await readyToPay(buyer, paidEvent, { Conference: 1 })
  await buyer.expect(extendReservation, 200, { params: { reservationId: id } })
  await pay(buyer, id, PAY_BY.OFFLINE)
  await organiser.confirm(id)
  expect(await typesOf(id)).toEqual([
    'RESERVATION_CREATE',
    'RESERVATION_EXTENDED',
    'TERMS_CONDITION_ACCEPTED',
    'PRIVACY_POLICY_ACCEPTED',
    'RESERVATION_COMPLETE',
    'RESERVATION_OFFLINE_PAYMENT_CONFIRMED',
    'BILLING_DOCUMENT_GENERATED',
  ])
})

test('a ticket that is passed on and released is logged by the public id it had then', async () => {
  const id = await buy(buyer, freeEvent, { Everybody: 2 }, { by: 'NONE' })
  const [ticketIdentifier = ''] = await ticketIdsOf(shop, id)
  const params = { eventName: freeEvent, ticketIdentifier }
  await buyer.expect(updateTicket, 200, {
    params,
    body: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' },
  })
  const [passedOn = ''] = await ticketIdsOf(shop, id)
  expect(passedOn).not.toBe(ticketIdentifier)
  await buyer.expect(releaseTicket, 200, { params: { eventName: freeEvent, ticketIdentifier: passedOn } })
  const trail = await trailOf(shop.db, id as ReservationId)
  const about = trail.filter(({ entity }) => entity === 'TICKET')
  expect(about.map(({ type, entityId }) => [type, entityId])).toEqual([
    ['UPDATE_TICKET', ticketIdentifier],
    ['TICKET_HOLDER_CHANGED', ticketIdentifier],
    ['CANCEL_TICKET', passedOn],
  ])
  expect(JSON.stringify(trail)).not.toMatch(/Grace|Hopper|example\.org/)
})

test('a place in a group, once it is taken', async () => {
  const shortName = await organiser.open(aFreeEventFile(clock.now(), { slug: 'members' }))
  await linkGroup(shop.db, shortName, { members: [ADA.email] })
  const id = await hold(buyer, shortName, { Everybody: 1 })
  const ticket = await ticketOf(id)
  const tickets = { [ticket]: { ...ADA, userLanguage: 'en' } }
  expect((await sendDetails(buyer, id, { ...ADA, tickets })).status).toBe(200)
  expect(await typesOf(id)).not.toContain('GROUP_MEMBER_ACQUIRED')
  expect((await pay(buyer, id, PAY_BY.NONE)).status).toBe(200)
  expect(await trailOf(shop.db, id as ReservationId)).toContainEqual(
    expect.objectContaining({ type: 'GROUP_MEMBER_ACQUIRED', entity: 'TICKET', entityId: ticket }),
  )
})

test('what an Italian e-invoice says, and what was asked for in spite of a warning', async () => {
  const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'italian', settings: SELLER_IN_MILAN }))
  const id = await hold(buyer, shortName, { Conference: 1 })
  const form = { ...filledIn(await infoOf(buyer, id)), ...ITALIAN_INVOICE, email: 'ada@example' }
  await sendDetails(buyer, id, form)
  expect(await typesOf(id)).toEqual(['RESERVATION_CREATE'])
  expect((await sendDetails(buyer, id, form, true)).status).toBe(200)
  expect(await typesOf(id)).toEqual(['RESERVATION_CREATE', 'WARNING_IGNORED', 'BILLING_DATA_UPDATED'])
})

test('who was let in by whom, and taken back', async () => {
  const id = await buy(buyer, freeEvent, { Everybody: 1 }, { by: 'NONE' })
  const { organizationId } = organiser
  const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
  const door = aScanner(url, key, freeEvent)
  const [ticket = { identifier: '', code: '' }] = await paperTickets(shop, id)
  await door.scan(ticket)
  await door.revert(ticket)
  await door.byHand(ticket)
  const trail = await trailOf(shop.db, id as ReservationId)
  expect(trail.slice(-3).map(({ type, by }) => [type, by])).toEqual([
    ['CHECK_IN', 'Door OPERATOR'],
    ['REVERT_CHECK_IN', 'Door OPERATOR'],
    ['MANUAL_CHECK_IN', 'Door OPERATOR'],
  ])
  expect(JSON.stringify(trail)).not.toContain(ticket.identifier)
})

test('an event that is made and changed is noted as such, of no order', async () => {
  const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'changing' }))
  await organiser.change(shortName, anEventFile(clock.now(), { slug: 'changing', title: 'Another title' }))
  const notes = await shop.db.kysely
    .selectFrom('audit')
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select(['type', 'entity_type', 'reservation_id', 'modifications'])
    .where('short_name', '=', shortName)
    .orderBy('audit.id')
    .execute()
  expect(notes).toEqual([
    { type: 'EVENT_CREATE', entity_type: 'EVENT', reservation_id: null, modifications: null },
    {
      type: 'EVENT_UPDATE',
      entity_type: 'EVENT',
      reservation_id: null,
      modifications: { changed: expect.arrayContaining(['title']) },
    },
  ])
})

test('one function writes the trail, and the statements that hold seats and passes and that move orders and payments', () => {
  const server = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: server }).filter(file => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(200)
  const writers = files.filter(file =>
    /insertInto\('audit'\)|insert into audit\b/.test(readFileSync(join(server, file), 'utf8')),
  )
  expect(writers.toSorted()).toEqual([
    'foundation/audit/audit.ts',
    'order/order/move-payment.ts',
    'order/order/move-reservation.ts',
    'order/stock/hold-pass.ts',
    'order/stock/hold-seats.ts',
  ])
})
