import { ZERO, greater, minus } from '#domain/foundation/money/money.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { amountToCredit, creditOfAmount } from '#domain/order/invoice/credit.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { closeOrder, creditPart, takeInvoiceBack } from '#server/order/invoice/take-invoice-back.ts'
import { takeOffPassesOf } from '#server/order/order/take-pass-off.ts'
import { lockPaymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { insertRefund } from '#server/payment/pay/online/move-refund.ts'
import { endReviewsOfOrder } from '#server/payment/pay/online/reviews.ts'
import { giveUpTicket } from '#server/ticket/ticket/release-ticket.ts'
import { lockSold } from '#server/ticket/ticket/sold-ticket.ts'
import { mailWithdrawal } from './mail-withdrawal.ts'
import { type Offers, type WithdrawalNow, offersOf, readWithdrawal, withdrawalNow } from './read-withdrawal.ts'
import { lockOrders, lockPass, ordersPaidBy, storeWithdrawal } from './store.ts'

/** The result; a refusal includes the state as well. */
export type WithdrawalOutcome =
  | { readonly kind: 'done'; readonly now: WithdrawalNow }
  | { readonly kind: 'refused'; readonly problem: Problem; readonly now: WithdrawalNow }

/** Why it can't be withdrawn from now; undefined when it can, and when it was. */
export function obstacleOf({ decision, made }: WithdrawalNow): Problem | undefined {
  return made || decision.kind === 'possible' ? undefined : problem(`foyer.withdrawal.refused.${decision.reason}`)
}

type Confirmed = {
  readonly id: ReservationId
  readonly by: Contact
  /** Is this the amount that was shown to the writer? */
  readonly isExpected: (now: WithdrawalNow) => boolean
}

/**
 * The buyer withdraws from the contract about a pass (decision 44). In one transaction that holds its
 * order, the orders it pays for and the pass: tickets that go with it are released, the order ends, and refund and receipt are
 * queued. Done twice, the second is answered as the first. Undefined where there is no such order.
 */
export async function withdraw(shop: Shop, confirmed: Confirmed): Promise<WithdrawalOutcome | undefined> {
  for (;;) {
    const offers = await offersOf(shop, confirmed.id)
    if (!offers) return undefined
    const attempt = await transaction(shop.db, tx => attemptTo(tx, shop, { ...confirmed, offers }))
    if (attempt === 'other-orders') continue
    if (!attempt) return undefined
    if (attempt.kind === 'refused') return attempt
    if (!attempt.now.made) await follow(shop, attempt)
    const now = await readWithdrawal(shop, confirmed.id)
    return now && { kind: 'done', now }
  }
}

type Attempt = Confirmed & { readonly offers: Offers }
type Done = Extract<WithdrawalOutcome, { kind: 'done' }> & { readonly more: readonly number[] }

/** `other-orders`: the pass pays for tickets of an order that was not there before, which has to be taken first. */
async function attemptTo(
  tx: Tx,
  shop: Shop,
  { id, by, isExpected, offers }: Attempt,
): Promise<Done | Extract<WithdrawalOutcome, { kind: 'refused' }> | 'other-orders' | undefined> {
  await lockOrders(tx, [id, ...offers.events.keys()])
  await lockPaymentsOfOrder(tx, id)
  const before = await withdrawalNow(tx, shop, { id, offers })
  if (!before) return undefined
  await lockPass(tx, before.pass.id)
  const paidBy = await ordersPaidBy(tx, before.pass.id)
  if (paidBy.some(order => !offers.events.has(order))) return 'other-orders'
  const now = await withdrawalNow(tx, shop, { id, offers })
  if (!now) return undefined
  const obstacle = obstacleOf(now)
  if (obstacle) return { kind: 'refused', problem: obstacle, now }
  if (now.made) return { kind: 'done', now, more: [] }
  if (!isExpected(now)) return { kind: 'refused', problem: problem('foyer.withdrawal.changed'), now }
  return { kind: 'done', now, more: await carryOut(tx, shop, now, by) }
}

/** Returns the events and passes that have more to sell now. */
async function carryOut(tx: Tx, shop: Shop, now: WithdrawalNow, by: Contact): Promise<readonly number[]> {
  const { order, pass, amount, payment, leaving } = now
  const madeAt = shop.clock.now()
  const { reservation } = order
  for (const { ticket, order: of } of leaving) {
    const sold = await lockSold(tx, of.offer, ticket.publicId)
    if (!sold) throw new Error(`ticket ${ticket.publicId} is gone while its order is held`)
    await giveUpTicket(tx, shop, sold)
  }
  await noteAudit(tx, {
    at: madeAt,
    type: 'SUBSCRIPTION_WITHDRAWN',
    reservation,
    pass,
    modifications: { amount: String(amount), used: now.used, released: leaving.length },
  })
  await endReviewsOfOrder(tx, reservation.id, madeAt)
  const ended = await endOrder(tx, shop, now)
  if (payment && amount > ZERO) {
    const reason = null
    await insertRefund(tx, payment, { amount, origin: 'SHOP', reason, documentId: null, now: madeAt })
  }
  const { paid, returnedBy, used } = now
  const made = { madeAt, by, paid, amount, returnedBy, used, released: leaving.length }
  await storeWithdrawal(tx, { orderId: reservation.id, passId: pass.id }, made)
  await mailWithdrawal(tx, shop, { order, made, creditNoteId: ended.documentId })
  return [...ended.more, ...leaving.map(({ order: { offer } }) => offer.context.id)]
}

type Ended = { readonly more: readonly number[]; readonly documentId: string | null }

/**
 * The order ends; of its invoice as much is credited as the buyer is to have back, less what was credited before. What a bank has
 * returned already (a lost dispute) is credited all the same.
 */
async function endOrder(tx: Tx, shop: Shop, { order, due, paid, stays }: WithdrawalNow): Promise<Ended> {
  const cause = { type: 'CANCEL_RESERVATION' as const }
  if (due === paid) {
    const credited = await takeInvoiceBack(tx, shop, order, [cause])
    if (credited) return { more: credited.events, documentId: credited.documentId }
  }
  const credited = await creditPart(tx, shop, order, (rest, name) => {
    const returned = { amount: due, stays: stays ?? greater(minus(rest.due, due), ZERO) }
    return creditOfAmount(rest, amountToCredit(rest, returned), name)
  })
  const notes = credited ? [cause, credited.note] : [cause]
  const more = await closeOrder(tx, shop, order, { to: credited ? 'CREDIT_NOTE_ISSUED' : 'CANCELLED', notes })
  return { more, documentId: credited?.documentId ?? null }
}

/** Seats that are free, mails that are queued and money that is to go back find their way; a job finds what fails here. */
async function follow(shop: Shop, { now, more }: Done): Promise<void> {
  for (const context of new Set(more)) shop.catalog.stockChanged(context)
  for (const { order } of now.leaving) shop.catalog.offerChanged(order.offer.context)
  shop.log.passWithdrawn(now.order.reservation.id)
  await takeOffPassesOf(shop, now.order.reservation.id)
  await shop.jobs.wake('give-money-back')
  await shop.jobs.wake('distribute-seats')
  await shop.jobs.wake('deliver-mail')
}
