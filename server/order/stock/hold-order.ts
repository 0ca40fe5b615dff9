import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { type PlannedOrder, isSeatsOnly } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Database, type Tx, transaction } from '#server/foundation/database/database.ts'
import { isForeignKeyViolation } from '#server/foundation/database/violation.ts'
import { takeUses } from '#server/order/order/code-uses.ts'
import { holdExtras } from './hold-extras.ts'
import { type Locking, type SeatOutcome, holdSeats, holdSeatsWithin, limitWaiting } from './hold-seats.ts'
import { holdTokens } from './hold-tokens.ts'

export type OrderRequest = PlannedOrder & {
  readonly id: ReservationId
  readonly event: Event
  readonly language: Language
  readonly now: Instant
  readonly validity: Instant
  readonly visit: string | null
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
