import { sql } from 'kysely'
import { getReservation } from '#contract/booking.ts'
import { getTicketCategories } from '#contract/event.ts'
import { reserveTickets } from '#contract/reserve.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { releaseTicket } from '#contract/ticket.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { stockCountsOf } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { BUSINESS_INVOICE, PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import type { Organiser } from '../support/organiser/organiser.ts'
import { PAY_BY, cancel, codesOf, filledIn, pay, sendDetails, statusOf, ticketsOf } from '../support/buyer/purchase.ts'
import type { RandomNumbers } from '../support/run/random-numbers.ts'
import { CATEGORIES, CODES, FREE_NAME, SHORT_NAME } from './sold-event.ts'

/** What answers have promised to buyers. */
export type Expectations = {
  /** Reservations that may still be held. */
  readonly open: Set<string>
  /** Confirmed with a bank transfer that has not come. */
  readonly awaited: Set<string>
  /** Tickets are promised, until their holders have given the last one back; the organiser never does here. */
  readonly complete: Set<string>
}

export type Fixture = Expectations & {
  readonly url: string
  readonly db: Database
  readonly organiser: Organiser
  readonly random: RandomNumbers
  /** How often each step answered what: read it to see that a run did something. */
  readonly counts: Map<string, number>
  readonly joined: string[]
  /** The passes on sale. */
  readonly passes: readonly string[]
}

/** Most come for the event that has everything. */
const somewhere = ({ random }: Fixture) => ({ shortName: random() < 0.7 ? SHORT_NAME : FREE_NAME })

/** Refused, and until it is mended the order costs what it costs a private buyer. */
const ABROAD_IN_VAIN = { ...BUSINESS_INVOICE, vatNr: '' }

/** A buyer comes, looks, chooses something, sensible or not, and reserves. */
export async function reserveSomething(fixture: Fixture): Promise<void> {
  const buyer = aBuyer(fixture.url)
  const params = somewhere(fixture)
  const code = await someCode(fixture)
  const offer = await buyer.expect(getTicketCategories, 200, { params, query: code === null ? {} : { code } })
  const isSensible = fixture.random() < 0.8
  const offered = offer.ticketCategories.filter(category => !isSensible || category.maximumSaleableTickets > 0)
  const likes = some(fixture, offered, 2)
  const lines = (likes.length > 0 || !isSensible ? likes : offered.slice(-1)).map(({ id, maximumSaleableTickets }) => ({
    ticketCategoryId: id,
    quantity: upTo(fixture, isSensible ? Math.min(4, maximumSaleableTickets) : 7),
  }))
  const extras = some(fixture, offer.additionalServices, 2).map(({ id, fixPrice }) =>
    fixPrice
      ? { additionalServiceId: id, quantity: upTo(fixture, 3) }
      : { additionalServiceId: id, amount: upTo(fixture, 2000) / 100 },
  )
  const answer = await buyer.ask(reserveTickets, {
    params,
    query: { lang: 'en' },
    body: { reservation: lines, additionalService: extras, promoCode: code },
  })
  count(fixture, 'reserve', answer.status === 200 ? ['held'] : codesOf(answer))
  if (answer.status === 200) fixture.open.add((answer.value as { value: string }).value)
}

export async function fillIn(fixture: Fixture): Promise<void> {
  const id = one(fixture, [...fixture.open])
  if (id === undefined) return
  const buyer = aBuyer(fixture.url)
  const shown = await buyer.ask(getReservation, { params: { reservationId: id } })
  if (shown.status === 404) return void fixture.open.delete(id)
  const invoice = one(fixture, [{}, PRIVATE_INVOICE, BUSINESS_INVOICE, ABROAD_IN_VAIN]) ?? {}
  const answer = await sendDetails(buyer, id, { ...filledIn(shown.value as ReservationInfo), ...invoice })
  count(fixture, 'details', answer.status === 200 ? ['accepted'] : codesOf(answer))
}

/** Pay, though it may be too early, too late, or in a way that is not offered. */
export async function payFor(fixture: Fixture): Promise<void> {
  const id = one(fixture, [...fixture.open])
  if (id === undefined) return
  const way = one(fixture, ['NONE', 'OFFLINE', 'ON_SITE'] as const) ?? 'NONE'
  const answer = await pay(aBuyer(fixture.url), id, PAY_BY[way])
  count(fixture, `pay ${way}`, answer.status === 200 ? ['confirmed'] : [String(answer.status), ...codesOf(answer)])
  // Of several who paid the same order at once, one notes what has become of it.
  if (answer.status !== 200 || !fixture.open.delete(id)) return
  const order = await fixture.db.kysely
    .selectFrom('reservation')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (has(order, 'awaitsTransfer')) fixture.awaited.add(id)
  else fixture.complete.add(id)
}

export async function cancelOrder(fixture: Fixture): Promise<void> {
  const id = one(fixture, [...fixture.open])
  if (id === undefined) return
  const { status } = await cancel(aBuyer(fixture.url), id)
  count(fixture, 'cancel', [String(status)])
  // The answer is the same for an order that was paid at the same moment, and that stays.
  const row = await fixture.db.kysely.selectFrom('reservation').select('id').where('id', '=', id).executeTakeFirst()
  if (status === 200 && !row) fixture.open.delete(id)
}

/** A holder can't come after all, and releases the ticket, which works for free ones. */
export async function letGo(fixture: Fixture): Promise<void> {
  const id = one(fixture, [...fixture.complete])
  if (id === undefined) return
  const buyer = aBuyer(fixture.url)
  const shown = await buyer.ask(getReservation, { params: { reservationId: id } })
  if (shown.status !== 200) return
  const tickets = ticketsOf(shown.value as ReservationInfo)
  const releasable = tickets.filter(({ cancellationEnabled }) => cancellationEnabled)
  const ticket = one(fixture, fixture.random() < 0.8 ? releasable : tickets)
  if (!ticket) return
  const event = await fixture.db.kysely
    .selectFrom('event')
    .innerJoin('ticket', 'ticket.event_id', 'event.id')
    .select('short_name')
    .where('public_uuid', '=', ticket.uuid)
    .executeTakeFirst()
  // Another buyer was quicker.
  if (!event) return
  const ask = { params: { eventName: event.short_name, ticketIdentifier: ticket.uuid } }
  const { status } = await buyer.ask(releaseTicket, ask)
  count(fixture, 'release', [String(status)])
  if ((await statusOf(buyer, id)) === undefined) fixture.complete.delete(id)
}

export async function confirmTransfer(fixture: Fixture): Promise<void> {
  const id = one(fixture, [...fixture.awaited])
  if (id === undefined) return
  const { status } = await fixture.organiser.confirm(id)
  count(fixture, 'transfer', [String(status)])
  if (status !== 200) return
  fixture.awaited.delete(id)
  fixture.complete.add(id)
}

export async function joinTheList(fixture: Fixture): Promise<void> {
  const params = somewhere(fixture)
  const email = `${params.shortName}${upTo(fixture, 40)}@example.org`
  const { value } = await aBuyer(fixture.url).expect(joinWaitingList, 200, {
    params,
    body: { firstName: 'Wanda', lastName: 'Waiter', email, userLanguage: 'en', termAndConditionsAccepted: true },
  })
  count(fixture, 'join', [String(value)])
  if (value === true && !fixture.joined.includes(email)) fixture.joined.push(email)
}

/** Those who were offered a seat find it in their mail; from then on it is an order like any other. */
export async function openOffers(fixture: Fixture): Promise<void> {
  const offers = await fixture.db.kysely
    .selectFrom('waiting_list_entry')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select('reservation.id')
    .where('reservation.status', '=', 'PENDING')
    .execute()
  for (const { id } of offers) if (fixture.random() < 0.5) fixture.open.add(id)
  count(fixture, 'offers', [offers.length === 0 ? 'none' : 'some'])
}

/** The organiser finds room for some more when little is left. */
export async function openMoreSeats(fixture: Fixture): Promise<void> {
  const { seats, free } = await stockCountsOf(fixture.db, SHORT_NAME)
  if (free > 6) return
  await fixture.organiser.change(SHORT_NAME, { tickets: { max: seats + 4 } })
  count(fixture, 'organiser', ['more seats'])
}

async function someCode(fixture: Fixture): Promise<string | null> {
  if (fixture.random() < 0.35) return null
  if (fixture.random() < 0.25) return (await someToken(fixture)) ?? CODES.unknown
  return one(fixture, Object.values(CODES)) ?? null
}

/** Any token, free or not: a buyer may have passed theirs on. */
async function someToken(fixture: Fixture): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select token.code from token join ticket_category as category on category.id = category_id
    where name = ${CATEGORIES.hidden} and token.code is not null order by token.id`.execute(fixture.db.kysely)
  return one(fixture, rows)?.code
}

export function count(fixture: Fixture, step: string, answers: readonly string[]): void {
  const line = `${step}: ${answers.join(', ')}`
  fixture.counts.set(line, (fixture.counts.get(line) ?? 0) + 1)
}

/** From 1 to `most`. */
const upTo = ({ random }: Fixture, most: number): number => 1 + Math.floor(random() * most)

export const one = <Thing>({ random }: Fixture, of: readonly Thing[]): Thing | undefined =>
  of[Math.floor(random() * of.length)]

/** Each with the same luck, at most so many. */
function some<Thing>({ random }: Fixture, of: readonly Thing[], most: number): readonly Thing[] {
  return of.filter(() => random() < 0.4).slice(0, most)
}
