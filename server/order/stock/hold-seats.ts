import { sql } from 'kysely'
import {
  type Database,
  type Queryable,
  type Statement,
  type Tx,
  statement,
  transaction,
} from '#server/foundation/database/database.ts'
import { sharedCalls } from '#server/foundation/database/shared-calls.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { OrderPrice } from '#domain/order/pricing/price-order.ts'
import type { DiscountRuleId } from '#domain/catalog/promo-code/promo-code.ts'
import type { PromoCodeId } from '#domain/catalog/promo-code/redeemable-code.ts'
import type { PlannedLine } from '#domain/order/reservation/plan-order.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { FIRST_STATUS } from '#domain/order/reservation/states.ts'
import { printedPercentage } from '#domain/foundation/money/percentage.ts'
import { randomUUID } from 'node:crypto'

export type SeatRequest = {
  readonly id: ReservationId
  readonly event: Event
  readonly language: Language
  readonly lines: readonly PlannedLine[]
  readonly price: OrderPrice
  readonly promoCodeId: PromoCodeId | null
  readonly discountRuleId: DiscountRuleId | null
  readonly now: Instant
  readonly validity: Instant
  /** The visit that will find the reservation again; null: only its id finds it. */
  readonly visit: string | null
  /** By which the buyer came (domain/catalog/channel); left out: by any way. */
  readonly channel?: string | null
}

/**
 * `none-left`: some category had no free seat at all when we asked. `not-enough`: fewer could be had than asked for.
 * `offer-changed`: the event has been edited meanwhile and the request must be decided again.
 */
export type SeatOutcome = 'held' | 'none-left' | 'not-enough' | 'offer-changed'

/**
 * Holds seats and stores the reservation in one statement, which is all or nothing: the lowest free seats of each
 * source (a bounded category, or the pool of all unbounded ones), under row locks that skip seats others are taking
 * just now. When too few come back although some were free, it searches again without skipping, so that a reservation
 * that is rolled back never costs a buyer the last seat (domain rules 4.1). When that search waits too long, it is
 * unknown whether any are left: it fails with a TryAgain.
 *
 * Requests for one event that arrive at the same moment share a statement where all of them can be met.
 */
export async function holdSeats(db: Database, request: SeatRequest): Promise<SeatOutcome> {
  const first = await holdTogether(db, request)
  if (first !== 'not-enough') return first
  return attemptWaiting(db, request)
}

/** All requests are for the same version of the same event. */
const holdTogether = sharedCalls<SeatRequest, SeatOutcome>(
  async (db, requests) => {
    const outcome = await attempt(db, HOLDING.skip, requests)
    const isOfAll = requests.length === 1 || outcome === 'held' || outcome === 'offer-changed'
    if (!isOfAll) throw new Error('some of several requests for seats can not be met')
    return requests.map(() => outcome)
  },
  { keyOf: ({ event }) => `${event.id}:${event.version}` },
)

/**
 * What to do with a row that another process has locked: `skip` takes another one and never waits, `wait` waits for it.
 * One transaction uses only one of them: a process that skipped, holds locks and then waits may wait for a process that
 * waits for those locks. See `firstSkipping`.
 */
export type Locking = 'skip' | 'wait'

/**
 * As `holdSeats`, as a part of a transaction that has called `limitWaiting`. Of the free seats those of `preferred` are
 * taken first.
 */
export async function holdSeatsWithin(
  tx: Tx,
  request: SeatRequest,
  { locking, preferred = [] }: { readonly locking: Locking; readonly preferred?: readonly bigint[] },
): Promise<SeatOutcome> {
  return preferred.length > 0
    ? attempt(tx, HOLDING_PREFERRED[locking], [request], [preferred])
    : attempt(tx, HOLDING[locking], [request])
}

/** How long a buyer waits for what another buyer is taking at the same moment. */
const WAIT_MS = 3000

/** From here on no lock of the transaction is waited for longer: then it fails with a TryAgain. */
export async function limitWaiting(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(tx.kysely)
}

const SKIP = 'for update skip locked'
const WAIT = 'for update'
const PREFERRED_FIRST = '(id = any($28::bigint[])) desc, id'

const HOLDING = {
  skip: statement<Row>('hold-seats', holdStatement(SKIP)),
  wait: statement<Row>('hold-seats-waiting', holdStatement(WAIT)),
}
const HOLDING_PREFERRED = {
  skip: statement<Row>('hold-preferred-seats', holdStatement(SKIP, PREFERRED_FIRST)),
  wait: statement<Row>('hold-preferred-seats-waiting', holdStatement(WAIT, PREFERRED_FIRST)),
}

type Row = { held: boolean; is_offer_current: boolean; all_had_free: boolean }

async function attempt(
  on: Queryable,
  holding: Statement<Row>,
  requests: readonly SeatRequest[],
  others: readonly unknown[] = [],
): Promise<SeatOutcome> {
  const [row] = await on.query(holding, [...valuesOf(requests), ...others])
  if (!row) throw new Error('holding seats answered nothing')
  return answerOf(row)
}

function answerOf(row: Row): SeatOutcome {
  if (row.held) return 'held'
  if (!row.is_offer_current) return 'offer-changed'
  return row.all_had_free ? 'not-enough' : 'none-left'
}

async function attemptWaiting(db: Database, request: SeatRequest): Promise<SeatOutcome> {
  return transaction(db, async tx => {
    await limitWaiting(tx)
    return attempt(tx, HOLDING.wait, [request])
  })
}

/** The lines of one source, of all requests, share its seats: each line takes those from place `first` to `last`. */
function placesOf(requests: readonly SeatRequest[]) {
  const taken = new Map<number, number>()
  return requests.flatMap(({ lines }, index) =>
    lines.map(({ category, quantity, unit }) => {
      const source = category.seatSource.kind === 'bounded' ? category.id : POOL
      const before = taken.get(source) ?? 0
      taken.set(source, before + quantity)
      return { request: index + 1, categoryId: category.id, source, first: before + 1, last: before + quantity, unit }
    }),
  )
}

const POOL = 0

function valuesOf(requests: readonly SeatRequest[]): unknown[] {
  const [request] = requests
  if (!request) throw new Error('no seats are asked for')
  const { event } = request
  const places = placesOf(requests)
  return [
    requests.map(({ id }) => id),
    event.id,
    event.version,
    places.map(place => place.request),
    places.map(({ categoryId }) => categoryId),
    places.map(({ source }) => source),
    places.map(({ first }) => first),
    places.map(({ last }) => last),
    places.map(({ unit }) => unit.source),
    places.map(({ unit }) => unit.final),
    places.map(({ unit }) => unit.vat),
    places.map(({ unit }) => unit.discount),
    requests.reduce((sum, { lines }) => lines.reduce((seats, { quantity }) => seats + quantity, sum), 0),
    event.currency,
    event.tax.status,
    printedPercentage(event.tax.percentage, 4),
    requests.map(({ validity }) => timestamp(validity)),
    requests.map(({ now }) => timestamp(now)),
    requests.map(({ language }) => language),
    requests.map(({ price }) => price.source),
    requests.map(({ price }) => price.total),
    requests.map(({ price }) => price.vat),
    requests.map(({ price }) => price.discount),
    requests.map(({ promoCodeId }) => promoCodeId),
    requests.map(({ discountRuleId }) => discountRuleId),
    requests.map(({ visit }) => visit),
    requests.map(({ channel }) => channel ?? null),
  ]
}

/**
 * The limits on `line` are always met. They show the planner that there are few lines, so that the plan for any requests
 * costs no more than one made for these: after five runs a connection stops planning, which took half the time.
 */
function holdStatement(locking: string, order = 'id'): string {
  return `
with request as materialized (
  select * from unnest($1::uuid[], $17::timestamptz[], $18::timestamptz[], $19::text[], $20::bigint[], $21::bigint[],
    $22::bigint[], $23::bigint[], $24::int[], $25::int[], $26::text[], $27::text[])
    with ordinality as request (id, validity, created_at, language, source_price, final_price, vat, discount,
      promo_code_id, discount_rule_id, visit, channel, number)
), line as materialized (
  select * from unnest($4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::bigint[], $10::bigint[], $11::bigint[],
    $12::bigint[]) as line (request, category_id, source, first, last, source_price, final_price, vat, discount)
  where first > 0 and last >= first
), wanted as materialized (
  select source, max(last) as quantity from line group by source order by source
), offer as materialized (
  select from purchase_context where id = $2 and version = $3 and status <> 'DISABLED'
), seat as materialized (
  select free.id, wanted.source, row_number() over (partition by wanted.source order by free.id) as place
  from wanted cross join lateral (
    select id from ticket
    where event_id = $2 and coalesce(category_id, 0) = wanted.source and ${movableTicket('hold')}
    order by ${order} limit wanted.quantity ${locking}
  ) as free
), decision as materialized (
  select (select count(*) from seat) = $13::int and exists (select from offer) as held
), reserved as (
  insert into reservation (id, purchase_context_id, status, validity, language, currency, vat_status, vat_percentage,
    source_price, final_price, vat, discount, created_at, promo_code_id, discount_rule_id, visit, channel)
  select id, $2::int, '${FIRST_STATUS}', validity, language, $14::text, $15::text, $16::numeric,
    source_price, final_price, vat, discount, created_at, promo_code_id, discount_rule_id, visit, channel
  from request where (select held from decision)
), taken as (
  update ticket set ${movedTicket('hold')}, reservation_id = request.id, category_id = line.category_id,
    source_price = line.source_price, final_price = line.final_price, vat = line.vat, discount = line.discount,
    reserved_at = request.created_at
  from seat join line on line.source = seat.source and seat.place between line.first and line.last
    join request on request.number = line.request
  where ticket.id = seat.id and (select held from decision)
), noted as (
  insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
  select created_at, 'RESERVATION_CREATE', $2::int, id, 'RESERVATION', id::text
  from request where (select held from decision)
)
select held, exists (select from offer) as is_offer_current, held or (
  select bool_and(exists (
    select from ticket where event_id = $2 and coalesce(category_id, 0) = source and ${sqlTicketHas('isFree')}
  )) from wanted) as all_had_free
from decision`
}

/** The id of a reservation is a secret that only its buyer has, and cannot be guessed (design section 5). */
export function newReservationId(): ReservationId {
  const id = reservationId(randomUUID())
  if (!id) throw new Error('randomUUID made no UUID')
  return id
}

/** Until when an order is held at first, where that is not RESERVATION_TIMEOUT after it was made (lifecycle A.3.9). */
export async function storeFirstHold(tx: Tx, id: ReservationId, until: Instant): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ held_first_until: timestamp(until) })
    .where('id', '=', id)
    .execute()
}
