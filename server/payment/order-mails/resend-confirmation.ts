import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { mailCreditNote } from '#server/order/invoice/mail-credit-note.ts'
import { countMailRequest } from '#server/mail/request-limit/count-request.ts'
import { mailConfirmation } from './mail-order.ts'
import { completeOrder, readOrder } from '#server/order/order/read-order.ts'
import { lockReservation } from '#server/order/order/reservations.ts'

export type ResendRequest = {
  readonly id: ReservationId
  readonly offer: OfferedContext
  readonly language: string
  /** Done at the end of the same transaction. */
  readonly also?: (tx: Tx) => Promise<void>
}

export type Resent =
  | { readonly kind: 'queued' }
  /** Unknown, of another event, or not confirmed yet. */
  | { readonly kind: 'nothing' }
  /** The order was cancelled, and there is no mail to send. */
  | { readonly kind: 'cancelled' }
  /** Asked for too often. */
  | { readonly kind: 'wait'; readonly seconds: number }

/**
 * Queues again the mail about the order as it is now, in the language asked for: its confirmation, or that it was
 * credited. After the event too, because a person has asked for it (lifecycle D).
 */
export async function resendConfirmation(shop: Shop, { id, offer, language, also }: ResendRequest): Promise<Resent> {
  const order = await readOrder(shop, id)
  if (!order || order.reservation.contextId !== offer.context.id || !has(order.reservation, 'isFinalized'))
    return NOTHING
  const offered = languageOfTag(language) ?? order.reservation.language
  const resent = await transaction<Resent>(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (!reservation) return NOTHING
    if (has(reservation, 'isCancelled')) return { kind: 'cancelled' }
    const seconds = await countMailRequest(tx, { subjectId: id, kind: 'AGAIN' }, shop.clock.now())
    if (seconds > 0) return { kind: 'wait', seconds }
    const current = await completeOrder(tx, offer, reservation)
    if (has(reservation, 'isCredited')) await mailCreditNote(tx, shop, current, offered)
    else await mailConfirmation(tx, shop, current, { language: offered, isRequested: true })
    await also?.(tx)
    return { kind: 'queued' }
  })
  if (resent.kind === 'queued') await shop.jobs.wake('deliver-mail')
  return resent
}

const NOTHING: Resent = { kind: 'nothing' }
