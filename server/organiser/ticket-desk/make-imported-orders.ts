import { BY_ORGANISER } from '#domain/catalog/payment-method/payment-method.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { holdUntil } from '#domain/order/reservation/hold.ts'
import type { PlannedOrder } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { holdProblem, languageOf, planTickets } from '#server/checkout/reservation/reserve/plan-tickets.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { TryAgain } from '#server/foundation/database/try-again.ts'
import { inTurn } from '#server/foundation/jobs/pace.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { lockVersioned } from '#server/order/order/reservations.ts'
import { type OrderOutcome, answerOf, firstSkipping, holdParts } from '#server/order/stock/hold-order.ts'
import { type Locking, limitWaiting, newReservationId } from '#server/order/stock/hold-seats.ts'
import { confirmElsewhereWithin } from '#server/payment/pay/finalize.ts'
import { fillIn } from './reserve-for.ts'
import { type OrderRequest, orderRequestOf } from './order-request.ts'
import { type ImportedRow, pendingRows, lockRow, storeMade, storeRefused } from './import-store.ts'

const JOB = 'make-imported-orders'

/** So many orders are read at a time. */
const BATCH = 50

/** True while an imported order is still to be made. */
export const IMPORTS_ARE_DUE = "exists (select from order_import_row where status = 'WAITING')"

/**
 * Makes the orders that organisers have imported, each by itself. Any number of processes may do so. Returns how many
 * were made or refused.
 */
export async function makeImportedOrders(shop: Shop): Promise<number> {
  let after = 0n
  return untilNothingIsDue(shop, JOB, async () => {
    const rows: readonly ImportedRow[] = await pendingRows(shop.db, {
      now: shop.clock.now(),
      job: JOB,
      after,
      limit: BATCH,
    })
    after = rows.at(-1)?.id ?? after
    const done = await eachRow(shop, rows, {
      job: JOB,
      nameOf: ({ id }) => ({ kind: 'imported-order', id: String(id) }),
      // No visitor waits for them: visitors of this process come first.
      work: ([row]) => inTurn(async () => (row && (await makeImportedOrder(shop, row)) ? 1 : 0)),
    })
    return { found: rows.length, done }
  })
}

/** How often an order is decided again because the organiser has edited the event meanwhile. */
const ATTEMPTS = 3

/** A holder is no member of the group a ticket is for, or has no place left in it (domain rules 8). */
const NO_PLACE = problem('error.STEP2_WHITELIST')

/**
 * Makes one imported order, or records why it fails: it is held within the sale and from the stock of every other, its
 * tickets belong to the named people, and it is finished as one that was paid elsewhere (lifecycle A.3.13). It sends no
 * mail. All of it is one transaction, so that it is made once, or not yet. False when it is to be tried again.
 */
export async function makeImportedOrder(shop: Shop, row: ImportedRow): Promise<boolean> {
  const orderRequest = orderRequestOf(row.request)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const offer = await shop.catalog.eventOf(row.eventId)
    if (offer.context.status === 'DISABLED') return refuse(shop, row, MUST_BE_SALEABLE)
    const now = shop.clock.now()
    const plan = await planTickets(shop, offer, { ...orderRequest, isPerson: true, isPaidElsewhere: true }, now)
    if (!plan.ok) return refuse(shop, row, plan.problems[0])
    const made = await make(shop, { row, orderRequest, offer, plan: plan.value, now }).catch(unlessBusy)
    switch (made.kind) {
      case 'made':
        announceMade(shop, offer, { id: made.id, seats: plan.value.lines.length })
        return true
      case 'taken':
        return false
      case 'no-place':
        return refuse(shop, row, NO_PLACE)
      case 'offer-changed':
        shop.catalog.offerChanged(offer.context)
        break
      default:
        return refuse(shop, row, holdProblem(made.kind))
    }
  }
  throw new Error(`event ${row.eventId} kept changing while orders were made`)
}

type Making = {
  readonly row: ImportedRow
  readonly orderRequest: OrderRequest
  readonly offer: OfferedEvent
  readonly plan: PlannedOrder
  readonly now: Instant
}

/**
 * `taken`: by another process. `no-place`: a holder is no member of the group that the tickets are for, or has no place
 * left.
 */
type Made =
  | { readonly kind: 'made'; readonly id: ReservationId }
  | { readonly kind: 'taken' | 'no-place' }
  | { readonly kind: Exclude<OrderOutcome, 'held'> }

/** The row is locked before everything that an order takes. */
async function make(shop: Shop, making: Making): Promise<Made> {
  try {
    return await firstSkipping(locking =>
      transaction(shop.db, async tx => {
        await limitWaiting(tx)
        if (!(await lockRow(tx, making.row.id))) return { kind: 'taken' }
        const id = newReservationId()
        await holdFor(tx, id, making, locking)
        await confirm(tx, shop, id)
        await storeMade(tx, making.row.id, id)
        return { kind: 'made', id }
      }),
    )
  } catch (error) {
    return { kind: error instanceof Undone ? error.why : answerOf(error) }
  }
}

async function holdFor(
  tx: Tx,
  id: ReservationId,
  { orderRequest, offer, plan, now }: Making,
  locking: Locking,
): Promise<void> {
  const { context: event, settings } = offer
  const validity = holdUntil(now, settings.number('RESERVATION_TIMEOUT'))
  const language = languageOf(offer, orderRequest.language)
  await holdParts(tx, { ...plan, id, event, language, now, validity, visit: null }, { locking })
  await fillIn(tx, { id, offer, orderRequest, areLocked: true })
}

/** The order is read as it was filled in, with the offer as it is now. */
async function confirm(tx: Tx, shop: Shop, id: ReservationId): Promise<void> {
  const made = await lockVersioned(tx, id)
  if (!made) throw new Error(`order ${id} was made a moment ago`)
  const offer = shop.catalog.offerInMemory(made.reservation.contextId, made.offerVersion)
  if (!offer) throw new Undone('offer-changed')
  const statement = { provider: BY_ORGANISER, reference: null, notes: null }
  const recipients = { isBuyerWrittenTo: false, areHoldersWrittenTo: false }
  const order = { reservation: made.reservation, offer }
  const outcome = await confirmElsewhereWithin(tx, shop, order, { statement, recipients })
  if (outcome === 'code') throw new Undone('code-used-up')
  if (outcome !== 'confirmed') throw new Undone('no-place')
}

/** Takes back what the transaction has done so far. */
class Undone extends Error {
  readonly why: 'no-place' | 'offer-changed' | 'code-used-up'

  constructor(why: Undone['why']) {
    super(why)
    this.why = why
  }
}

/** It is unknown whether there is something left: the next run tries again. */
function unlessBusy(error: unknown): Made {
  if (error instanceof TryAgain && error.reason === 'busy') return { kind: 'taken' }
  throw error
}

function announceMade(
  shop: Shop,
  { context }: OfferedEvent,
  { id, seats }: { readonly id: ReservationId; readonly seats: number },
): void {
  shop.catalog.stockChanged(context.id)
  shop.log.reserved(id, context.shortName, seats)
  shop.log.paymentConfirmed(id)
}

async function refuse(shop: Shop, { id, importId, place }: ImportedRow, { code }: Problem): Promise<boolean> {
  const isRefused = await storeRefused(shop.db, id, code)
  if (isRefused) shop.log.importedOrderRefused(importId, place, code)
  return isRefused
}
