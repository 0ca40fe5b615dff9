import type { UndoPlan } from '#contract/box-office.ts'
import { isTakenAtBoxOffice } from '#domain/catalog/payment-method/payment-method.ts'
import { undoRefusal } from '#domain/door/box-office/cash.ts'
import { ZERO, printed } from '#domain/foundation/money/money.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { problem } from '#domain/foundation/problem.ts'
import { proxyOf } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { shortIdOf } from '#server/order/order/describe-order.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import { takeOffPassesOf } from '#server/order/order/take-pass-off.ts'
import { cancelAwaited } from '#server/payment/refund/cancel-awaited.ts'
import { type ChangedOrder, UNCHANGED } from '#server/payment/refund/change-order.ts'
import { followChange } from '#server/payment/refund/follow-change.ts'
import { refundWithin } from '#server/payment/refund/refund-order.ts'
import { recordReturnedByHand } from '#server/payment/refund/return-by-hand.ts'
import { type AtBox, Refused, currencyOf, holdDrawer } from './at-box.ts'
import { type StoredSale, findSale, mailsTo, markUndone } from './box-store.ts'

export type Undone =
  | { readonly kind: 'undone' | 'repeated' }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** It would do something else than was shown: nothing is kept. */
  | { readonly kind: 'not-kept'; readonly plan: Omit<UndoPlan, 'seen'> }

/** Leaves a transaction so that nothing of it is kept. */
class NotKept extends Error {
  readonly plan: Omit<UndoPlan, 'seen'>
  constructor(plan: Omit<UndoPlan, 'seen'>) {
    super('nothing is kept')
    this.plan = plan
  }
}

/** The same for what is the same. */
export const seenOf = ({ tickets, way, returned, mails }: Omit<UndoPlan, 'seen'>): string =>
  [tickets, way, returned, mails].join(' ')

type Undoing = {
  readonly sale: StoredSale
  readonly drawerId: number
  readonly isRight: (plan: Omit<UndoPlan, 'seen'>) => boolean
}

const refusedBy = (reason: string): Refused => new Refused(problem(`foyer.box.refused.undo.${reason}`))

/**
 * Undoes a sale of this night: its order ends as any that its organiser ends, with its seats free and its documents credited, and the
 * money is noted as returned, out of the drawer where it was cash. Undone twice it is undone once.
 */
export async function undo(shop: Shop, at: AtBox, { sale, ...undoing }: Undoing): Promise<Undone> {
  try {
    const outcome = await onLockedOrder(shop, sale.orderId, async (tx, order) => {
      const changed = await undoWithin(tx, shop, at, { ...undoing, order, sale })
      return changed && { changed, offer: order.offer }
    })
    // Its order lapsed and is gone, or it was undone before.
    if (!outcome) return { kind: 'repeated' }
    await followChange(shop, outcome.offer, outcome.changed)
    await takeOffPassesOf(shop, sale.orderId)
    await shop.jobs.wake('deliver-mail')
    return { kind: 'undone' }
  } catch (error) {
    if (error instanceof NotKept) return { kind: 'not-kept', plan: error.plan }
    if (error instanceof Refused) return { kind: 'refused', problems: error.problems }
    throw error
  }
}

type Within = Undoing & { readonly order: LockedOrder }

async function undoWithin(tx: Tx, shop: Shop, at: AtBox, undoing: Within): Promise<ChangedOrder | null> {
  const { order, drawerId, isRight } = undoing
  const now = shop.clock.now()
  // As it is now that its order is locked.
  const sale = await findSale(tx, at.opened.principal.doorKeyId, undoing.sale.id)
  if (!sale || sale.undoneAt !== null || has(order.reservation, 'hasEnded')) return null
  const tickets = await ticketsOf(tx, sale.orderId)
  const proxy = proxyOf(order.reservation)
  const isTakenHere = proxy !== null && isTakenAtBoxOffice(proxy)
  const isPaid = has(order.reservation, 'isComplete')
  const checkedIn = tickets.filter(ticket => ticketHas(ticket, 'isCheckedIn')).length
  const { total } = order.reservation.price
  const refusal = undoRefusal({ soldAt: sale.at, now, checkedIn, total, isTakenHere, isPaid })
  if (refusal) throw refusedBy(refusal)
  const mailsBefore = await mailsTo(tx, sale.orderId)
  const changed = await endOrderOf(tx, shop, at, order)
  const returned = isTakenHere ? await recordReturnedByHand(tx, sale.orderId, now) : ZERO
  // Otherwise more would leave the drawer than the buyer still has paid.
  const sold = sale.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (tickets.length !== sold || (isTakenHere && returned !== sale.amount)) throw refusedBy('changed')
  await holdDrawer(tx, at, drawerId, now)
  if (!(await markUndone(tx, sale.id, { drawerId, now }))) throw new Error(`sale ${sale.id} was undone meanwhile`)
  await recordChange(
    tx,
    { memberId: null, actor: at.opened.name },
    {
      kind: 'ORDER',
      subject: shortIdOf(order),
      organizationId: at.opened.principal.organizationId,
      action: 'UNDO_SALE',
      after: { way: sale.way, returned: printed(returned, currencyOf(at.door.offer)) },
      now,
    },
  )
  const plan = {
    tickets: tickets.length,
    way: sale.way,
    returned: printed(returned, currencyOf(at.door.offer)),
    currency: at.door.offer.context.currency,
    mails: (await mailsTo(tx, sale.orderId)) - mailsBefore,
  }
  if (!isRight(plan)) throw new NotKept(plan)
  return changed
}

/** An order ends by the way of its status: one that is not paid is deleted, one that awaits its transfer or is paid stays with its history. */
async function endOrderOf(tx: Tx, shop: Shop, at: AtBox, order: LockedOrder): Promise<ChangedOrder> {
  const { reservation, offer } = order
  const by = at.opened.name
  if (has(reservation, 'isOpen')) {
    const when = { at: shop.clock.now(), type: 'CANCEL_RESERVATION' as const }
    return { ...UNCHANGED, events: await discardReservations(tx, [reservation.id], when) }
  }
  const cancelled = await cancelAwaited(tx, shop, order, { by, areHoldersNotified: false })
  if (cancelled) return cancelled
  const form = { what: 'ORDER', money: false, notifyHolders: false } as const
  const done = await refundWithin(tx, { shop, id: reservation.id, offer, form, by })
  if (done.kind !== 'done') throw refusedBy('status')
  return done.changed
}
