import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import {
  type LinkedItem,
  type PlannedExtra,
  type PlannedOrder,
  type TokenNeed,
  isSeatsOnly,
  linkItems,
} from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Database, type Tx, transaction } from '#server/foundation/database/database.ts'
import { isForeignKeyViolation } from '#server/foundation/database/violation.ts'
import { takeUses } from '#server/order/order/code-uses.ts'
import { type Locking, type SeatOutcome, holdSeats, holdSeatsWithin, limitWaiting } from './hold-seats.ts'
import { sql } from 'kysely'

export type OrderRequest = PlannedOrder & {
  readonly id: ReservationId
  readonly event: Event
  readonly language: Language
  readonly now: Instant
  readonly validity: Instant
  readonly visit: string | null
  readonly channel?: string | null
}

/** As of seats; `code-used-up`: the code covers fewer tickets; `code-gone`: another buyer has used the token. */
export type OrderOutcome = SeatOutcome | 'code-used-up' | 'code-gone'

/**
 * Holds everything a planned order consists of and stores its reservation, all or nothing. Seats alone are one statement.
 * With anything else it is one short transaction, which takes its locks in this order, as everybody does who takes more
 * than one of them:
 *
 * 1. a limited code: who comes second counts what the first has taken
 * 2. seats, by source and number
 * 3. tokens, by number
 * 4. units of limited extras, by extra and number
 *
 * Locks on existing reservations come before all of these, and a process that holds one of these never waits for them.
 * The first transaction skips seats, tokens and units that others have locked; when too few are left, a second
 * transaction waits for the others for a while (domain rules 4.1); after that it fails with a TryAgain, because it is
 * unknown what is left.
 */
export async function holdOrder(db: Database, request: OrderRequest): Promise<OrderOutcome> {
  try {
    if (isSeatsOnly(request)) return await holdSeats(db, request)
    await firstSkipping(locking =>
      transaction(db, async tx => {
        await limitWaiting(tx)
        await holdParts(tx, request, { locking })
      }),
    )
    return 'held'
  } catch (error) {
    return answerOf(error)
  }
}

/** What an error says that undid a transaction with `holdParts`; any other error is thrown on. */
export function answerOf(error: unknown): Exclude<OrderOutcome, 'held'> {
  if (error instanceof NotHeld) return error.answer
  if (isForeignKeyViolation(error, DELETABLE)) return 'offer-changed'
  throw error
}

/** What an organiser may delete while it is unused, and an order may be the first to use. */
const DELETABLE = [
  'reservation_purchase_context_id_fkey',
  'reservation_promo_code_id_fkey',
  'additional_service_item_service_id_fkey',
]

/**
 * Runs a transaction with `holdParts` that skips what others are taking, and once more, waiting for them, when too few
 * were left. It repeats the whole transaction: the first one releases its locks, so that no waiting process holds a
 * lock that comes later in the lock order.
 */
export async function firstSkipping<Result>(run: (locking: Locking) => Promise<Result>): Promise<Result> {
  try {
    return await run('skip')
  } catch (error) {
    if (error instanceof NotHeld && error.answer === 'not-enough') return run('wait')
    throw error
  }
}

type Preference = { readonly locking: Locking; readonly preferred?: readonly bigint[] }

/** The same as a part of a transaction that has called `limitWaiting`. What can't be held is thrown, for `answerOf`. */
export async function holdParts(tx: Tx, request: OrderRequest, { locking, preferred }: Preference): Promise<void> {
  const { id, uses, tokens, extras } = request
  const covered = uses ? await takeUses(tx, uses) : 'covered'
  if (covered !== 'covered') throw new NotHeld(covered === 'gone' ? 'offer-changed' : 'code-used-up')
  const seats = await holdSeatsWithin(tx, request, { locking, ...(preferred && { preferred }) })
  if (seats !== 'held') throw new NotHeld(seats)
  if (tokens && !(await holdTokens(tx, { id, need: tokens }, locking))) {
    throw new NotHeld(tokens.kind === 'named' ? 'code-gone' : 'not-enough')
  }
  if (!(await holdExtras(tx, { id, extras }, locking))) throw new NotHeld('not-enough')
}

/** Takes back what has been held so far: a transaction is undone by an error. */
class NotHeld extends Error {
  readonly answer: Exclude<OrderOutcome, 'held'>

  constructor(answer: Exclude<OrderOutcome, 'held'>) {
    super(answer)
    this.answer = answer
  }
}

/**
 * Holds the extras of an order whose seats are held: units of limited ones under lock, new items of all others. Each item
 * has its own rounded figures and its ticket. False when a limited extra has too few units left; with `skip`, beside those
 * that others are taking.
 */
export async function holdExtras(
  tx: Tx,
  { id, extras }: { readonly id: ReservationId; readonly extras: readonly PlannedExtra[] },
  locking: Locking,
): Promise<boolean> {
  if (extras.length === 0) return true
  const tickets = await ticketIdsOf(tx, id)
  const items = linkItems(extras, tickets.length)
  const limited = items.filter(({ isLimited }) => isLimited)
  const units = await lockUnits(tx, limited, locking)
  if (!units) return false
  await takeUnits(tx, id, { units, items: limited, tickets })
  await addItems(tx, id, { items: items.filter(({ isLimited }) => !isLimited), tickets })
  return true
}

async function ticketIdsOf(tx: Tx, id: ReservationId): Promise<bigint[]> {
  const rows = await tx.kysely
    .selectFrom('ticket')
    .select('id')
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** A unit for each item, in the order of items; undefined when there are too few. Extras are taken by their ids. */
async function lockUnits(tx: Tx, items: readonly LinkedItem[], locking: Locking): Promise<bigint[] | undefined> {
  const found = new Map<number, bigint[]>()
  for (const service of [...new Set(items.map(({ serviceId }) => serviceId))].toSorted((a, b) => a - b)) {
    const quantity = items.filter(({ serviceId }) => serviceId === service).length
    const units = await lockUnitsOf(tx, { service, quantity, locking })
    if (units.length < quantity) return undefined
    found.set(service, units)
  }
  return items.flatMap(({ serviceId }) => found.get(serviceId)?.splice(0, 1) ?? [])
}

type UnitsRequest = { readonly service: number; readonly quantity: number; readonly locking: Locking }

async function lockUnitsOf(tx: Tx, { service, quantity, locking }: UnitsRequest): Promise<bigint[]> {
  const free = tx.kysely
    .selectFrom('additional_service_item')
    .select('id')
    .where('service_id', '=', service)
    .where('status', '=', 'FREE')
    .orderBy('id')
    .limit(quantity)
    .forUpdate()
  const rows = await (locking === 'skip' ? free.skipLocked() : free).execute()
  return rows.map(({ id }) => id)
}

type Held = { readonly items: readonly LinkedItem[]; readonly tickets: readonly bigint[] }

async function takeUnits(tx: Tx, id: ReservationId, { units, ...held }: Held & { units: readonly bigint[] }) {
  if (units.length === 0) return
  const { tickets, sources, discounts, finals, vats } = columnsOf(held)
  await sql`
    update additional_service_item as item set status = 'PENDING', reservation_id = ${id}, ticket_id = taken.ticket_id,
      source_price = taken.source_price, discount = taken.discount, final_price = taken.final_price, vat = taken.vat
    from unnest(${[...units]}::bigint[], ${tickets}::bigint[], ${sources}::bigint[], ${discounts}::bigint[],
      ${finals}::bigint[], ${vats}::bigint[]) as taken (id, ticket_id, source_price, discount, final_price, vat)
    where item.id = taken.id`.execute(tx.kysely)
}

async function addItems(tx: Tx, id: ReservationId, held: Held): Promise<void> {
  if (held.items.length === 0) return
  const { services, tickets, sources, discounts, finals, vats } = columnsOf(held)
  await sql`
    insert into additional_service_item (service_id, status, reservation_id, ticket_id, source_price, discount,
      final_price, vat)
    select service_id, 'PENDING', ${id}::uuid, ticket_id, source_price, discount, final_price, vat
    from unnest(${services}::int[], ${tickets}::bigint[], ${sources}::bigint[], ${discounts}::bigint[],
      ${finals}::bigint[], ${vats}::bigint[])
      as added (service_id, ticket_id, source_price, discount, final_price, vat)`.execute(tx.kysely)
}

function columnsOf({ items, tickets }: Held) {
  return {
    services: items.map(({ serviceId }) => serviceId),
    tickets: items.map(({ ticket }) => tickets[ticket]),
    sources: items.map(({ unit }) => unit.source),
    discounts: items.map(({ unit }) => unit.discount),
    finals: items.map(({ unit }) => unit.final),
    vats: items.map(({ unit }) => unit.vat),
  }
}

/**
 * Holds a token for each ticket of the hidden category and gives it to the ticket. Any free token without a recipient,
 * or the one that was typed in (domain rules 2.5). False when there are too few; `skip` leaves out those that other
 * processes have locked. It waits for one that was typed in.
 */
async function holdTokens(
  tx: Tx,
  { id, need }: { readonly id: ReservationId; readonly need: TokenNeed },
  locking: Locking,
): Promise<boolean> {
  const tokens = need.kind === 'named' ? await lockToken(tx, need.token) : await lockTokens(tx, need, locking)
  if (tokens.length < (need.kind === 'named' ? 1 : need.quantity)) return false
  await tx.kysely.updateTable('token').set({ status: 'PENDING' }).where('id', 'in', tokens).execute()
  await sql`
    update ticket set token_id = given.id
    from unnest(${tokens}::bigint[]) with ordinality as given (id, place)
    join (
      select id as ticket_id, row_number() over (order by id) as place from ticket
      where reservation_id = ${id} and category_id = ${need.categoryId}
    ) as seat using (place)
    where ticket.id = seat.ticket_id`.execute(tx.kysely)
  return true
}

async function lockToken(tx: Tx, token: bigint): Promise<bigint[]> {
  const rows = await tx.kysely
    .selectFrom('token')
    .select('id')
    .where('id', '=', token)
    .where('status', '=', 'FREE')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function lockTokens(
  tx: Tx,
  { categoryId, quantity }: Extract<TokenNeed, { kind: 'any' }>,
  locking: Locking,
): Promise<bigint[]> {
  const free = tx.kysely
    .selectFrom('token')
    .select('id')
    .where('category_id', '=', categoryId)
    .where('status', '=', 'FREE')
    .where('recipient_name', 'is', null)
    .where('recipient_email', 'is', null)
    .orderBy('id')
    .limit(quantity)
    .forUpdate()
  const rows = await (locking === 'skip' ? free.skipLocked() : free).execute()
  return rows.map(({ id }) => id)
}
