import type { Shop } from '#server/catalog/context.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { isOfPass } from '#server/catalog/catalog/catalog.ts'
import { acquirePasses } from '#server/order/order/move-pass.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { asTryAgain, isAway } from '#server/foundation/database/try-again.ts'
import { type QueuedMail, queueMails } from '#server/mail/letter/queue.ts'
import { issueBillingDocument } from '#server/order/invoice/issue-document.ts'
import { type JobRow, deleteFailures, noteFailure } from '#server/foundation/jobs/failures.ts'
import { isQuiet, whenQuiet } from '#server/foundation/jobs/pace.ts'
import { type Recipients, mailsOfOrder } from '#server/payment/order-mails/mail-order.ts'
import { type LoadedParts, NO_DOCUMENTS, type Order, completeOrder } from '#server/order/order/read-order.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { type UnfinishedReservation, lockConfirmed, lockDue } from '#server/order/order/reservations.ts'
import { moveToPaidSeat } from '#server/ticket/ticket/move-category.ts'
import { type LostClaim, lostByTransfer, takeClaims } from './claims.ts'
import { type StatedBilling, takeStatedBilling } from './stated-billing.ts'
import { endReviewsOfOrder } from './online/reviews.ts'
import type { StatedTransfer } from '#domain/payment/reconciliation/match-transfer.ts'
import { within } from '#server/foundation/base/time.ts'
import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import { BY_ORGANISER, isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { ReservationId, ReservationUnderWay } from '#domain/order/reservation/reservation.ts'
import { type Instant, after } from '#domain/foundation/instant.ts'
import type { PaidElsewhere } from './paid-elsewhere.ts'
import {
  type CompletionNote,
  type SoldOrder,
  dueFinalizations,
  isTransferDeferred,
  storeNextAttempt,
  storePaidElsewhere,
  storeSold,
  storeTransferArrived,
  storeWaiting,
} from './store.ts'

/** In a quiet shop the answer to Pay waits so long for the tickets, which are usually there in a few hundredths of a second. */
const QUIET_WAIT_MS = 500

/**
 * Has what a confirmed order promises produced. Where jobs run they do it: in a rush no buyer waits for it, and with
 * little load the tickets are usually there with the answer. Elsewhere (commands, tests) it is done at once. When that
 * fails, the job finds the order and tries again.
 */
export async function finishConfirmed(shop: Shop, id: ReservationId): Promise<void> {
  try {
    if (!shop.jobs.areRun) return await finalizeReservation(shop, id)
    await shop.jobs.wake('finalize-reservations')
    if (isQuiet()) await within(QUIET_WAIT_MS, shop.jobs.whenRun('finalize-reservations'))
  } catch (error) {
    shop.log.finalizingFailed(id, 0, error)
  }
}

/** As `finalizeReservations`, of one order. */
export async function finalizeReservation(shop: Shop, id: ReservationId): Promise<void> {
  await finalizeReservations(shop, [id])
}

/**
 * Produces what confirmed orders promise, all in one transaction: the tickets become good, or the order waits for its
 * transfer; the mails are queued. Run again, it finds nothing left to do (lifecycle C.1). Waits for who holds one of them.
 * Returns what was finished.
 */
export function finalizeReservations(shop: Shop, ids: readonly ReservationId[]): Promise<readonly ReservationId[]> {
  return finalize(shop, tx => lockConfirmed(tx, ids))
}

const JOB = 'finalize-reservations'

const rowOf = (id: ReservationId): JobRow => ({ kind: 'reservation', id })
const idOf = ({ reservation }: UnfinishedReservation): ReservationId => reservation.id

/** An order that is confirmed and still has to be finished, or waits for its transfer. */
type OrderUnderWay = LockedOrder & { readonly reservation: ReservationUnderWay }

type Take = (tx: Tx) => Promise<readonly UnfinishedReservation[]>

async function finalize(shop: Shop, take: Take): Promise<readonly ReservationId[]> {
  for (;;) {
    const attempt = await transaction(shop.db, tx => finalizeTaken(tx, shop, take))
    if (attempt.kind === 'unread') {
      await shop.catalog.offerAtLeast(attempt.contextId, attempt.version)
      continue
    }
    for (const id of attempt.ids) shop.log.finalized(id)
    const { failedBefore } = attempt
    await afterwards(shop, 'deleting failures', () => deleteFailures(shop.db, JOB, failedBefore.map(rowOf)))
    if (attempt.ids.length > 0) await shop.jobs.wake('deliver-mail')
    return attempt.ids
  }
}

type Attempt =
  | {
      readonly kind: 'finished'
      readonly ids: readonly ReservationId[]
      readonly failedBefore: readonly ReservationId[]
    }
  /** Nothing is changed, because the event of an order has to be read first. */
  | { readonly kind: 'unread'; readonly contextId: number; readonly version: bigint }

async function finalizeTaken(tx: Tx, shop: Shop, take: Take): Promise<Attempt> {
  const orders: OrderUnderWay[] = []
  const taken = await take(tx)
  for (const { reservation, offerVersion: version } of taken) {
    const offer = shop.catalog.offerInMemory(reservation.contextId, version)
    if (!offer) return { kind: 'unread', contextId: reservation.contextId, version }
    orders.push({ reservation, offer })
  }
  if (orders.length === 0) return { kind: 'finished', ids: [], failedBefore: [] }
  const settled = orders.filter(({ reservation }) => !has(reservation, 'awaitsTransfer'))
  const mails = await makeGood(tx, shop, settled, { noted: 'RESERVATION_COMPLETE' })
  for (const order of orders) if (!settled.includes(order)) mails.push(...(await awaitTransfer(tx, shop, order)))
  await queueMails(tx, mails, shop.clock.now())
  const failedBefore = taken.filter(({ failedAttempts }) => failedAttempts > 0)
  return { kind: 'finished', ids: taken.map(idOf), failedBefore: failedBefore.map(idOf) }
}

/** What is done at the end of the transaction of a change: it may note who makes it, or throw so that nothing is kept. */
export type AlsoDone = (tx: Tx) => Promise<void>

type TransferArrival = {
  readonly billing?: StatedBilling | null
  /** Left out where no bank statement says it: exactly what is due has come. */
  readonly stated?: StatedTransfer | null
  /** Notes who says so, in the same transaction. */
  readonly note?: AlsoDone
}

/** The bank transfer of a waiting order has arrived: its tickets become good (lifecycle A.3.10). Otherwise why not. */
export async function confirmTransfer(
  shop: Shop,
  id: ReservationId,
  { billing = null, stated = null, note }: TransferArrival = {},
): Promise<'confirmed' | ConfirmationRefusal> {
  const outcome = await onLockedOrder(shop, id, async (tx, order) => {
    const { offer, reservation: waiting } = order
    if (!has(waiting, 'canTransferArrive')) return 'status'
    const lost = await lostByTransfer(tx, shop, order)
    if (lost) return lost
    const reservation = { ...waiting, billing: await takeStatedBilling(tx, waiting, billing) }
    await storeTransferArrived(tx, reservation, { now: shop.clock.now(), stated })
    // The organiser got a mail when the order was placed, and has just confirmed the money (lifecycle D).
    const recipients = { isBuyerWrittenTo: isArrivalMailed(order), isOrganiserWrittenTo: false }
    const mails = await makeGood(tx, shop, [{ offer, reservation }], {
      noted: 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED',
      recipients,
    })
    await queueMails(tx, mails, shop.clock.now())
    await note?.(tx)
    return 'confirmed'
  })
  if (outcome === 'confirmed') shop.log.paymentConfirmed(id)
  await shop.jobs.wake('deliver-mail')
  return outcome ?? 'status'
}

export type { PaidElsewhere }

export type HandConfirmation = {
  /** Called on the order once it is locked. */
  readonly isRight: (order: LockedOrder) => boolean
  readonly statement: PaidElsewhere
  readonly recipients: { readonly isBuyerWrittenTo: boolean; readonly areHoldersWrittenTo: boolean }
  readonly billing?: StatedBilling | null
  /** Notes who says so, in the same transaction. */
  readonly note?: AlsoDone
}

/**
 * The organiser has been paid elsewhere for an order that is open or stuck: its tickets become valid under the
 * organiser's own name, and only the people the organiser names get mails (lifecycle A.3.13). Otherwise why not.
 */
export async function confirmPaidElsewhere(
  shop: Shop,
  id: ReservationId,
  { isRight, note, ...confirmation }: HandConfirmation,
): Promise<'confirmed' | ConfirmationRefusal> {
  const outcome = await onLockedOrder(shop, id, async (tx, order) => {
    if (!isRight(order)) return 'status'
    const confirmed = await confirmElsewhereWithin(tx, shop, order, confirmation)
    if (confirmed === 'confirmed') await note?.(tx)
    return confirmed
  })
  if (outcome !== 'confirmed') return outcome ?? 'status'
  shop.log.paymentConfirmed(id)
  await shop.jobs.wake('deliver-mail')
  return outcome
}

/** The same within a transaction that has the order: what it counts on is asked as whenever an order is paid. */
export async function confirmElsewhereWithin(
  tx: Tx,
  shop: Shop,
  { reservation: open, offer }: LockedOrder,
  { statement, recipients, billing = null }: Omit<HandConfirmation, 'isRight' | 'note'>,
): Promise<'confirmed' | LostClaim> {
  const now = shop.clock.now()
  const lost = await takeClaims(tx, { reservation: open, offer }, { now, passValidAt: open.createdAt })
  if (lost) return lost
  await endReviewsOfOrder(tx, open.id, now)
  await storePaidElsewhere(tx, open, { ...statement, context: offer.context, now })
  const completed = { ...open, billing: await takeStatedBilling(tx, open, billing) }
  const reservation = { ...completed, status: 'FINALIZING' as const, proxy: statement.takenBy ?? BY_ORGANISER }
  const isBuyerWrittenTo = recipients.isBuyerWrittenTo && reservation.contact.email !== ''
  const mails = await makeGood(tx, shop, [{ offer, reservation }], {
    noted: 'RESERVATION_COMPLETE',
    recipients: { ...recipients, isBuyerWrittenTo, isOrganiserWrittenTo: false },
  })
  await queueMails(tx, mails, now)
  return 'confirmed'
}

/** The organiser may also inform a buyer with a deferred transfer themselves (lifecycle A.3.10). */
function isArrivalMailed({ offer, reservation }: LockedOrder): boolean {
  if (has(reservation, 'hasTransferDeadline')) return true
  return offer.settings.flag('DEFERRED_BANK_TRANSFER_SEND_CONFIRMATION_EMAIL')
}

/** Returns the mails that are to be queued. */
async function makeGood(
  tx: Tx,
  shop: Shop,
  orders: readonly OrderUnderWay[],
  { noted, recipients }: { readonly noted: CompletionNote; readonly recipients?: Recipients },
): Promise<QueuedMail[]> {
  const confirmedAt = shop.clock.now()
  const tickets = await storeSold(tx, orders.map(soldOf), { confirmedAt, noted })
  const byOrder = Map.groupBy(tickets, ({ reservationId }) => reservationId)
  const mails: QueuedMail[] = []
  for (const { offer, reservation } of orders) {
    const complete = { ...reservation, status: 'COMPLETE' as const, confirmedAt }
    const own = byOrder.get(reservation.id) ?? []
    const passes = isOfPass(offer) ? await acquirePasses(tx, { offer, reservation: complete }) : []
    const completed = {
      recipients,
      tickets: own,
      passes,
      ...(has(reservation, 'isFinalizing') && { documents: NO_DOCUMENTS }),
    }
    mails.push(...(await documentAndMails(tx, shop, { offer, reservation: complete }, completed)))
  }
  return mails
}

function soldOf({ offer, reservation }: OrderUnderWay): SoldOrder {
  return {
    id: reservation.id,
    status: isPaidAtDesk(reservation.proxy) ? 'TO_BE_PAID' : 'ACQUIRED',
    isLocked: !offer.settings.flag('ENABLE_TICKET_TRANSFER'),
  }
}

async function awaitTransfer(tx: Tx, shop: Shop, { offer, reservation }: OrderUnderWay): Promise<QueuedMail[]> {
  const status = (await isTransferDeferred(tx, reservation.id)) ? 'DEFERRED_OFFLINE_PAYMENT' : 'OFFLINE_PAYMENT'
  await storeWaiting(tx, reservation, { status, at: shop.clock.now() })
  return documentAndMails(tx, shop, { offer, reservation: { ...reservation, status } })
}

type CompletionParts = LoadedParts & { readonly recipients?: Recipients | undefined }

/** Issues the document of an order whose new status is stored; returns its mails. */
async function documentAndMails(
  tx: Tx,
  shop: Shop,
  { offer, reservation }: LockedOrder,
  { recipients, ...parts }: CompletionParts = {},
): Promise<QueuedMail[]> {
  const order = await issueBillingDocument(tx, shop, await completeOrder(tx, offer, reservation, parts))
  return mailsOfOrder(tx, shop, await afterChange(tx, shop, order), recipients)
}

/** An order that pays for the move of another one's ticket has no ticket to send once that has happened. */
async function afterChange(tx: Tx, shop: Shop, order: Order): Promise<Order> {
  const { reservation, tickets } = order
  if (!reservation.changes || !has(reservation, 'isComplete')) return order
  if (!(await moveToPaidSeat(tx, shop, order))) return order
  return { ...order, tickets: tickets.map(ticket => ({ ...ticket, email: null })) }
}

/** So many orders are finished by one transaction. */
const ORDERS_AT_A_TIME = 100

/** In a rush orders are gathered for so long at first, which is shorter than a buyer waits for the page after Pay. */
const LONGEST_WAIT_MS = 200

/**
 * Finishes the confirmed orders that are due, many by one transaction. When one of them can't be finished, each gets a
 * transaction of its own, so that it stops no other. Returns how many it has finished.
 */
export async function retryFinalizations(shop: Shop): Promise<number> {
  let finished = 0
  await whenQuiet(LONGEST_WAIT_MS)
  for (;;) {
    const together = await finalize(shop, tx => lockDue(tx, shop.clock.now(), ORDERS_AT_A_TIME)).catch(() => undefined)
    const done = together?.length ?? (await finalizeEach(shop))
    finished += done
    if (done < ORDERS_AT_A_TIME) return finished
  }
}

/** What can't be finished is noted for the log and `doctor`, and put off. A lost database is no order's fault. */
async function finalizeEach(shop: Shop): Promise<number> {
  let finished = 0
  for (const { id, attempts } of await dueFinalizations(shop.db, shop.clock.now())) {
    try {
      finished += (await finalizeReservations(shop, [id])).length
    } catch (error) {
      if (isAway(asTryAgain(error, 'working'))) throw error
      await storeNextAttempt(shop.db, id, { at: nextAttempt(shop.clock.now(), attempts), attempts: attempts + 1 })
      await noteFailure(shop, shop.db, { job: JOB, row: rowOf(id), error })
    }
  }
  return finished
}

/** The first retry comes after 2 s, each further one after twice as long, at most a day (lifecycle A.4). */
function nextAttempt(now: Instant, attempts: number): Instant {
  return after(now, Math.min(2000 * 2 ** attempts, 86_400_000))
}
