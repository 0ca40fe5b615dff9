import { printedWithCurrency } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { endWaiting } from '#server/order/waiting-list/end-waiting.ts'
import type { BulkItem, BulkKind, Close, ItemOutcome } from '#server/organiser/bulk/bulk-kind.ts'
import { type CancelledOrder, cancelForEvent } from '#server/payment/refund/cancel-for-event.ts'
import { mailWaitingCancelled } from '#server/payment/refund/mail-event-cancelled.ts'

export const CANCEL_EVENT = 'CANCEL_EVENT'

/** What is stored with the job: the organiser's text to buyers. */
export type CancelEventParams = { readonly text: string }

/** Each order of a cancelled event is cancelled and refunded, and each person on its waiting list is written to, once. */
export const cancelEventKind: BulkKind = {
  kind: CANCEL_EVENT,
  act: async (shop, item, close) => {
    const { subject } = item
    if (subject.of === 'order') return cancelOrder(shop, item, { id: subject.id, close })
    return subject.of === 'waiting' ? endWait(shop, item, { id: subject.id, close }) : GONE
  },
}

/** Written by `cancelEvent` alone. */
const textOf = ({ params }: BulkItem): string => (params as CancelEventParams).text

const GONE: ItemOutcome = { state: 'NOTHING', code: 'gone' }

type OfOrder = { readonly id: Parameters<typeof offerOfReservation>[1]; readonly close: Close }

async function cancelOrder(shop: Shop, item: BulkItem, { id, close }: OfOrder): Promise<ItemOutcome | 'not-yet'> {
  const offer = await offerOfReservation(shop, id)
  if (!offer) return GONE
  const call = { shop, id, offer, by: item.actor, requestId: `cancel-event-${item.jobId}`, text: textOf(item) }
  const outcome = await transaction(shop.db, async tx => {
    const cancelled = await cancelForEvent(tx, call)
    const ended = outcomeOf(cancelled)
    if (ended !== 'not-yet') await close(tx, ended)
    return ended
  })
  shop.catalog.stockChanged(offer.context.id)
  return outcome
}

function outcomeOf(cancelled: CancelledOrder): ItemOutcome | 'not-yet' {
  const args = 'amount' in cancelled ? [printedWithCurrency(cancelled.amount, cancelled.currency)] : []
  const of = (state: ItemOutcome['state'], code: string): ItemOutcome => ({ state, code, args })
  const { kind } = cancelled
  switch (kind) {
    case 'not-yet':
      return 'not-yet'
    case 'gone':
    case 'ended':
    case 'under-way':
      return of('NOTHING', kind)
    case 'cart':
    case 'unpaid':
    case 'refunded':
      return of('SUCCEEDED', kind)
    case 'by-hand':
    case 'other-currency':
    case 'checked-in':
      return of('REFUSED', kind)
    default:
      return kind satisfies never
  }
}

type OfPerson = { readonly id: bigint; readonly close: Close }

async function endWait(shop: Shop, item: BulkItem, { id, close }: OfPerson): Promise<ItemOutcome> {
  if (item.eventId === null) return GONE
  const offer = await shop.catalog.eventOf(item.eventId)
  return transaction(shop.db, async tx => {
    const person = await endWaiting(tx, id)
    if (person) await mailWaitingCancelled(tx, shop, offer, { ...person, text: textOf(item) })
    const outcome: ItemOutcome = person ? { state: 'SUCCEEDED', code: 'waiting-ended' } : GONE
    await close(tx, outcome)
    return outcome
  })
}
