import { hasEnded } from '#domain/catalog/event.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { languageOfTag } from '#server/language/languages.ts'
import { transaction } from '#server/database/database.ts'
import { countMailRequest } from '#server/mail-request/count-request.ts'
import { mailConfirmation } from './mail-order.ts'
import { readOrder } from './read-order.ts'
import { lockReservation } from './reservations.ts'

export type ResendRequest = { readonly id: ReservationId; readonly sale: EventForSale; readonly language: string }

export type Resent =
  | { readonly kind: 'queued' }
  /** Unknown, of another event, or not confirmed yet. */
  | { readonly kind: 'nothing' }
  /** The event is over, and mails about it are not sent any more. */
  | { readonly kind: 'over' }
  /** Asked for too often. */
  | { readonly kind: 'wait'; readonly seconds: number }

/** Queues the confirmation once more, in the language asked for (lifecycle D). */
export async function resendConfirmation(shop: Shop, { id, sale, language }: ResendRequest): Promise<Resent> {
  const order = await readOrder(shop, id)
  if (!order || order.reservation.contextId !== sale.event.id || !order.reservation.isFinalized) return NOTHING
  if (hasEnded(sale.event, shop.clock.now())) return { kind: 'over' }
  const known = languageOfTag(language) ?? order.reservation.language
  const resent = await transaction<Resent>(shop.db, async tx => {
    if (!(await lockReservation(tx, id))) return NOTHING
    const seconds = await countMailRequest(tx, { subjectId: id, kind: 'AGAIN' }, shop.clock.now())
    if (seconds > 0) return { kind: 'wait', seconds }
    await mailConfirmation(tx, shop, order, known)
    return { kind: 'queued' }
  })
  if (resent.kind === 'queued') await shop.jobs.wake('deliver-mail')
  return resent
}

const NOTHING: Resent = { kind: 'nothing' }
