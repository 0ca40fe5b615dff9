import type { OrderActionForm } from '#contract/desk-order-action.ts'
import { instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { type Contact, checkContact } from '#domain/order/reservation/contact.ts'
import { has } from '#domain/order/reservation/states.ts'
import { isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { correctBuyer } from '#server/order/order/correct-buyer.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { type LockedOrder, offerOfReservation, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { findReservationOfBooks } from '#server/order/order/reservations.ts'
import { answerOf } from '#server/order/stock/hold-order.ts'
import { takeOffPassesOf } from '#server/order/order/take-pass-off.ts'
import type { FoundOrder } from '#server/organiser/desk-orders/find-order.ts'
import { mailConfirmation } from '#server/payment/order-mails/mail-order.ts'
import { resendConfirmation } from '#server/payment/order-mails/resend-confirmation.ts'
import { extendTransfer } from '#server/payment/pay/extend-transfer.ts'
import { type AlsoDone, confirmTransfer } from '#server/payment/pay/finalize.ts'
import { cancelAwaited } from '#server/payment/refund/cancel-awaited.ts'
import { type CategoryRefusal, changeCategory } from '#server/payment/category-change/change-category.ts'
import { UNCHANGED } from '#server/payment/refund/change-order.ts'
import { followChange } from '#server/payment/refund/follow-change.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { findSold, lockSold } from '#server/ticket/ticket/sold-ticket.ts'
import { correctHolder } from '#server/ticket/ticket/update-ticket.ts'

export type Acting = {
  readonly form: OrderActionForm
  /** By which the caller names this request. */
  readonly requestId: string
  /** Who it is, for the trail. */
  readonly actor: string
  /** Done at the end of the transaction of the action. */
  readonly also: AlsoDone
}

export type Acted =
  | { readonly kind: 'done' }
  /** It was done before: nothing is done again. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'gone' }

const DONE: Acted = { kind: 'done' }
const GONE: Acted = { kind: 'gone' }
const REPEATED: Acted = { kind: 'repeated' }

const refusedBy = (reason: string, details: { field?: string; args?: readonly string[] } = {}): Acted => ({
  kind: 'refused',
  problems: [problem(`foyer.desk.order.refused.${reason}`, details)],
})

/** Does an action by the use case that it is of; all of them decide on the locked order. */
export function act(shop: Shop, found: FoundOrder, acting: Acting): Promise<Acted> {
  switch (acting.form.action) {
    case 'confirm-transfer':
      return confirm(shop, found, acting)
    case 'extend-transfer':
      return extend(shop, found, acting)
    case 'resend':
      return resend(shop, found, acting)
    case 'correct-buyer':
      return buyer(shop, found, acting)
    case 'correct-holder':
      return holder(shop, found, acting)
    case 'refund':
      return refund(shop, found, acting)
    case 'cancel':
      return cancel(shop, found, acting)
    case 'change-category':
      return category(shop, found, acting)
    default:
      return acting.form.action satisfies never
  }
}

async function confirm(shop: Shop, { id }: FoundOrder, { also }: Acting): Promise<Acted> {
  const outcome = await confirmTransfer(shop, id, { note: also })
  if (outcome === 'confirmed') return DONE
  const reservation = await findReservationOfBooks(shop.db, id)
  if (!reservation) return GONE
  // Pressed twice, or confirmed by another member meanwhile.
  if (outcome === 'status' && has(reservation, 'isComplete')) return REPEATED
  return refusedBy(`confirm.${outcome}`)
}

async function extend(shop: Shop, { id }: FoundOrder, { form, actor: by, also }: Acting): Promise<Acted> {
  if (form.until == null) return refusedBy('extend.past', { field: 'until' })
  const until = instant(form.until)
  const outcome = await onLockedOrder(shop, id, async (tx, order) => {
    if (order.reservation.validity === until) return 'same'
    const extended = await extendTransfer(tx, order, { until, by, now: shop.clock.now() })
    if (extended === 'extended') await also(tx)
    return extended
  })
  if (outcome === undefined) return GONE
  if (outcome === 'extended') return DONE
  return outcome === 'same' ? REPEATED : refusedBy(`extend.${outcome}`, { field: 'until' })
}

async function resend(shop: Shop, { id }: FoundOrder, { also }: Acting): Promise<Acted> {
  const offer = await offerOfReservation(shop, id)
  const reservation = offer && (await findReservationOfBooks(shop.db, id))
  if (!offer || !reservation) return GONE
  const outcome = await resendConfirmation(shop, { id, offer, language: reservation.language, also })
  if (outcome.kind === 'queued') return DONE
  if (outcome.kind === 'wait') return refusedBy('resend.wait', { args: [String(outcome.seconds)] })
  return refusedBy(`resend.${outcome.kind}`)
}

function contactOf({ firstName, lastName, email }: OrderActionForm): Contact {
  return { firstName: lineOrEmpty(firstName), lastName: lineOrEmpty(lastName), email: lineOrEmpty(email) }
}

async function buyer(shop: Shop, { id }: FoundOrder, { form, actor: by, also }: Acting): Promise<Acted> {
  const contact = contactOf(form)
  const problems = checkContact(contact)
  if (problems.length > 0) return { kind: 'refused', problems }
  const outcome = await onLockedOrder(shop, id, async (tx, order) => {
    if (!has(order.reservation, 'isFinalized') || has(order.reservation, 'hasEnded')) return 'status'
    if (!(await correctBuyer(tx, order, { contact, by, now: shop.clock.now() }))) return 'same'
    if (form.writeAgain === true) await writeAgain(tx, shop, order, contact)
    await also(tx)
    return 'done'
  })
  if (outcome === undefined) return GONE
  if (outcome === 'same') return REPEATED
  if (outcome === 'status') return refusedBy('correct.status')
  await shop.jobs.wake('deliver-mail')
  return DONE
}

async function writeAgain(tx: Tx, shop: Shop, { reservation, offer }: LockedOrder, contact: Contact): Promise<void> {
  const order = await completeOrder(tx, offer, { ...reservation, contact })
  await mailConfirmation(tx, shop, order, { language: reservation.language, isRequested: true })
}

async function holder(shop: Shop, { id }: FoundOrder, { form, actor: by, also }: Acting): Promise<Acted> {
  const contact = contactOf(form)
  const problems = checkContact(contact)
  if (problems.length > 0) return { kind: 'refused', problems }
  const offer = await offerOfReservation(shop, id)
  const publicId = form.ticketId ?? ''
  if (!offer || !isOfEvent(offer)) return GONE
  const outcome = await onLockedOrder(shop, id, async tx => {
    // A ticket of this order alone, whatever the id says.
    const known = await findSold(tx, offer, publicId)
    const sold = known?.order.reservation.id === id ? await lockSold(tx, offer, publicId) : undefined
    if (!sold) return 'unknown'
    const { ticket } = sold
    const next = { ...contact, language: ticket.language }
    if ((['firstName', 'lastName', 'email'] as const).every(part => ticket[part] === next[part])) return 'same'
    await correctHolder(tx, shop, { sold, holder: next, by })
    await also(tx)
    return 'done'
  })
  if (outcome === undefined) return GONE
  if (outcome === 'same') return REPEATED
  if (outcome === 'unknown') return refusedBy('correct.ticket')
  await shop.jobs.wake('deliver-mail')
  return DONE
}

async function refund(shop: Shop, { id, by }: FoundOrder, { form, requestId, actor, also }: Acting): Promise<Acted> {
  const { what, tickets = null, amount = null, money = null, notifyHolders = null } = form
  if (what == null) return refusedBy('refund.what', { field: 'what' })
  const outcome = await refundOrder(shop, id, {
    form: { what, tickets, amount, money, notifyHolders, requestId },
    by,
    actor,
    also,
  })
  if (outcome.kind === 'foreign') return GONE
  if (outcome.kind === 'done') return outcome.refund.isRepeated ? REPEATED : DONE
  const { reason, left } = outcome
  const field = what === 'AMOUNT' ? 'amount' : what === 'TICKETS' ? 'tickets' : 'what'
  const args = reason === 'more-than-left' && left ? [`${left.currency} ${printed(left.amount, left.currency)}`] : []
  return refusedBy(`refund.${reason}`, { field, args })
}

/**
 * A complete order ends as a refund without money ends it; one whose transfer is awaited by a way of its own; one that is not paid
 * yet is deleted, as when its buyer cancels it.
 */
async function cancel(shop: Shop, found: FoundOrder, acting: Acting): Promise<Acted> {
  const { actor: by, also, form, requestId } = acting
  const areHoldersNotified = form.notifyHolders ?? false
  const outcome = await onLockedOrder(shop, found.id, async (tx, order) => {
    if (has(order.reservation, 'hasEnded')) return 'ended'
    if (has(order.reservation, 'isOpen')) {
      const events = await discardReservations(tx, [found.id], { at: shop.clock.now(), type: 'CANCEL_RESERVATION' })
      await also(tx)
      return { changed: { ...UNCHANGED, events }, offer: order.offer }
    }
    if (!has(order.reservation, 'canTransferArrive')) return 'other'
    const changed = await cancelAwaited(tx, shop, order, { by, areHoldersNotified })
    if (!changed) return 'other'
    await also(tx)
    return { changed, offer: order.offer }
  })
  if (outcome === undefined) return GONE
  if (outcome === 'ended') return REPEATED
  if (outcome === 'other') {
    const whole = { action: 'refund', what: 'ORDER', money: false, notifyHolders: areHoldersNotified } as const
    return refund(shop, found, { ...acting, form: whole, requestId })
  }
  await followChange(shop, outcome.offer, outcome.changed)
  await takeOffPassesOf(shop, found.id)
  await shop.jobs.wake('deliver-mail')
  return DONE
}

/** A ticket moves to another category, or the order that pays for it begins. */
async function category(shop: Shop, { id }: FoundOrder, { form, actor: by, requestId, also }: Acting): Promise<Acted> {
  const { ticketId = null, categoryId = null, difference: way = null, until = null } = form
  if (ticketId === null || categoryId === null) return refusedBy('category.category', { field: 'categoryId' })
  const change = { ticketId, categoryId, way, until: until === null ? null : instant(until), by, requestId }
  const outcome = await onLockedOrder(shop, id, async (tx, order) => {
    const changed = await changeCategory(tx, shop, order, change)
    if (changed.kind === 'done') await also(tx)
    return { ...changed, offer: order.offer }
  }).catch(notHeld)
  if (outcome === undefined) return GONE
  if (outcome.kind === 'same') return REPEATED
  if (outcome.kind === 'refused') {
    const { reason, args = [] } = outcome
    return refusedBy(`category.${reason}`, { field: FIELDS[reason] ?? 'categoryId', args })
  }
  await followChange(shop, outcome.offer, outcome.changed)
  for (const job of ['give-money-back', 'deliver-mail'] as const) await shop.jobs.wake(job)
  return DONE
}

const FIELDS: Partial<Record<CategoryRefusal, string>> = {
  ticket: 'ticketId',
  'checked-in': 'ticketId',
  pass: 'ticketId',
  pending: 'ticketId',
  dearer: 'difference',
  cheaper: 'difference',
  past: 'until',
  'after-event': 'until',
}

/** The seat of a paying order could not be had. */
function notHeld(error: unknown): { readonly kind: 'refused'; readonly reason: CategoryRefusal; readonly args?: [] } {
  return { kind: 'refused', reason: answerOf(error) === 'code-gone' ? 'no-token' : 'sold-out' }
}
