import { sql } from 'kysely'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { printedPercentage } from '#domain/foundation/money/percentage.ts'
import type { ItemPrice, OrderPrice } from '#domain/order/pricing/price-order.ts'
import { FIRST_PASS_STATUS } from '#domain/order/pass/bought-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { FIRST_STATUS } from '#domain/order/reservation/states.ts'
import { countPassesTaken } from '#server/catalog/catalog/passes.ts'
import { type Database, type Tx, statement, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isForeignKeyViolation } from '#server/foundation/database/violation.ts'
import { limitWaiting } from './hold-seats.ts'

export type PassRequest = {
  readonly id: ReservationId
  readonly pass: Pass
  readonly language: Language
  readonly unit: ItemPrice
  readonly price: OrderPrice
  readonly now: Instant
  readonly validity: Instant
  /** The visit that will find the reservation again; null: only its id finds it. */
  readonly visit: string | null
}

/** `offer-changed`: the pass has been edited meanwhile and the request must be decided again. */
export type PassOutcome = 'held' | 'none-left' | 'offer-changed'

/**
 * Holds one pass and stores its reservation, all or nothing. For a limited pass it counts those held and sold while its
 * row is locked, by a statement that begins after the lock, so that no more are sold than there are (decision 42); a
 * buyer waits for it no longer than for a seat, and not at all for an unlimited one.
 */
export async function holdPass(db: Database, request: PassRequest): Promise<PassOutcome> {
  try {
    return await transaction(db, async tx => {
      if (!(await isCurrent(tx, request.pass))) return 'offer-changed'
      if (!(await isOneLeft(tx, request.pass))) return 'none-left'
      await store(tx, request)
      return 'held'
    })
  } catch (error) {
    if (isForeignKeyViolation(error, DELETABLE)) return 'offer-changed'
    throw error
  }
}

/** What an organiser may delete while it is unsold, and an order may be the first to buy. */
const DELETABLE = ['reservation_purchase_context_id_fkey', 'bought_pass_pass_id_fkey']

/** Is the pass still what its buyer was shown? Locks the row of a limited one. */
async function isCurrent(tx: Tx, pass: Pass): Promise<boolean> {
  const isLimited = pass.maxAvailable !== null
  if (isLimited) await limitWaiting(tx)
  const { rows } = await sql<object>`
    select from pass join purchase_context as context using (id)
    where pass.id = ${pass.id} and context.version = ${pass.version} and context.status <> 'DISABLED'
      and price = ${pass.price} and max_available is not distinct from ${pass.maxAvailable}
    ${sql.raw(isLimited ? 'for no key update of pass' : '')}`.execute(tx.kysely)
  return rows.length === 1
}

async function isOneLeft(tx: Tx, { id, maxAvailable }: Pass): Promise<boolean> {
  if (maxAvailable === null) return true
  return (await countPassesTaken(tx, id)) < maxAvailable
}

async function store(tx: Tx, request: PassRequest): Promise<void> {
  const { id, pass, unit, price, now, validity } = request
  await tx.query(STORE, [
    id,
    pass.id,
    timestamp(validity),
    timestamp(now),
    request.language,
    pass.currency,
    pass.tax.status,
    printedPercentage(pass.tax.percentage, 4),
    price.source,
    price.total,
    price.vat,
    price.discount,
    request.visit,
    pass.usage.maxEntries,
    unit.source,
    unit.final,
    unit.vat,
    unit.discount,
  ])
}

const STORE = statement<never>(
  'store-pass-order',
  `with reserved as (
     insert into reservation (id, purchase_context_id, status, validity, created_at, language, currency, vat_status,
       vat_percentage, source_price, final_price, vat, discount, visit)
     values ($1::uuid, $2::int, '${FIRST_STATUS}', $3, $4, $5, $6, $7, $8::numeric, $9, $10, $11, $12, $13)
   ), taken as (
     insert into bought_pass (pass_id, reservation_id, status, max_entries, source_price, final_price, vat, discount)
     values ($2::int, $1::uuid, '${FIRST_PASS_STATUS}', $14, $15, $16, $17, $18)
   )
   insert into audit (at, type, purchase_context_id, reservation_id, entity_type, entity_id)
   values ($4, 'RESERVATION_CREATE', $2::int, $1::uuid, 'RESERVATION', $1::text)`,
)
