import { expect, test } from 'vitest'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type ReleaseFacts, canRelease, leaveWithPass, orderAfterLeaving } from './release.ts'
import type { Ticket } from './ticket.ts'

const NOW: Instant = instant(1_000_000)
const price = (final: bigint) => ({ source: minor(final), discount: minor(0n), vat: minor(0n), final: minor(final) })
const POOL = { id: 1 as CategoryId, isRestricted: false, seatSource: { kind: 'pool' } } as const
const HIDDEN = { id: 2 as CategoryId, isRestricted: true, seatSource: { kind: 'bounded', seats: 3 } } as const
const BOUNDED = { id: 3 as CategoryId, isRestricted: false, seatSource: { kind: 'bounded', seats: 3 } } as const

const TICKET: Ticket = {
  id: 1n,
  uuid: 'private',
  publicId: 'public',
  reservationId: 'r' as ReservationId,
  categoryId: POOL.id,
  status: 'ACQUIRED',
  price: price(0n),
  coveredBy: null,
  vatStatus: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  language: 'en',
  isLocked: false,
  idInOrder: null,
}

const FACTS: ReleaseFacts & { readonly isAllowed: boolean } = {
  event: { endsAt: instant(2_000_000) },
  categories: [POOL, HIDDEN],
  price: { total: minor(0n) },
  tickets: [TICKET, { id: 2n }],
  items: [],
  now: NOW,
  isAllowed: true,
}

const supplement = (final: bigint) => ({ type: 'SUPPLEMENT' as const, price: price(final) })
const donation = { type: 'DONATION' as const, price: price(500n) }
const paid = { total: minor(500n) }

test.each<[string, boolean, Partial<Ticket>, Partial<typeof FACTS>]>([
  ['free, good and allowed', true, {}, {}],
  ['not allowed', false, {}, { isAllowed: false }],
  ['of another price', false, { price: price(1n) }, {}],
  ['checked in', false, { status: 'CHECKED_IN' }, {}],
  ['to be paid at the desk', false, { status: 'TO_BE_PAID' }, {}],
  ['without a holder', false, { email: null }, {}],
  ['locked, which forbids passing on only', true, { isLocked: true }, {}],
  ['of an event that is over', false, {}, { now: instant(2_000_000) }],
  ['of an event that goes on', true, {}, { now: instant(1_999_999) }],
  ['hidden, beside a pool', true, { categoryId: HIDDEN.id }, {}],
  ['hidden, without a pool', false, { categoryId: HIDDEN.id }, { categories: [HIDDEN, BOUNDED] }],
  ['of a category with its own seats', true, { categoryId: BOUNDED.id }, { categories: [BOUNDED] }],
  ['beside a paid supplement', false, {}, { items: [supplement(100n)], price: paid }],
  ['beside a free supplement', true, {}, { items: [supplement(0n)] }],
  ['beside a donation', true, {}, { items: [donation], price: paid }],
  ['the only one of a donation', false, {}, { items: [donation], price: paid, tickets: [TICKET] }],
  ['the last of an order without money', true, {}, { tickets: [TICKET] }],
])('a ticket that is %s can be released: %s', (_, expected, ticket, facts) => {
  expect(canRelease({ ...TICKET, ...ticket }, { ...FACTS, ...facts })).toBe(expected)
})

const NEXT: Ticket = { ...TICKET, id: 2n }
const CHECKED_IN: Ticket = { ...TICKET, status: 'CHECKED_IN' }
const UNNAMED: Ticket = { ...TICKET, firstName: null, lastName: null, email: null }

test.each<[string, readonly bigint[], readonly Ticket[], Partial<Parameters<typeof leaveWithPass>[1]>]>([
  ['of an event to come', [1n, 2n], [TICKET, NEXT], {}],
  ['that has no holder yet', [1n], [UNNAMED], {}],
  ['of an event that begins now', [], [TICKET], { event: { startsAt: NOW } }],
  ['that is checked in', [2n], [CHECKED_IN, NEXT], {}],
  ['that is not the last one of what was paid', [1n], [TICKET, NEXT], { items: [donation], price: paid }],
  ['beside a paid supplement', [], [TICKET], { items: [supplement(100n)], price: paid }],
])('a ticket %s goes with the pass that pays for it: %s', (_, expected, covered, facts) => {
  const event = { startsAt: instant(2_000_000) }
  expect(leaveWithPass(covered, { ...FACTS, tickets: covered, event, ...facts }).map(({ id }) => id)).toEqual(expected)
})

test.each([
  ['with tickets left stays', 'stays', { ticketsLeft: 1, hasMoneyOrDocuments: false }],
  ['with tickets left and an invoice stays', 'stays', { ticketsLeft: 1, hasMoneyOrDocuments: true }],
  [
    'that never had a payment or a document is deleted with its last ticket',
    'deleted',
    { ticketsLeft: 0, hasMoneyOrDocuments: false },
  ],
  [
    'that had a payment or a document is cancelled with its last ticket',
    'cancelled',
    { ticketsLeft: 0, hasMoneyOrDocuments: true },
  ],
] as const)('an order %s', (_, expected, order) => {
  expect(orderAfterLeaving(order)).toBe(expected)
})
