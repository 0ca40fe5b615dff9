import { type ArrivedTransfer, matchTransfer, partialId } from '#domain/payment/reconciliation/match-transfer.ts'
import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { orderOfReference } from '#server/documents/transfer-code/creditor-reference.ts'
import type { Shop } from '#server/catalog/context.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { confirmTransfer } from './finalize.ts'
import { type Whose, awaitedByPrefix } from './transfer-store.ts'

/** `reference`: the beginning of a reservation's id, as buyers write it into their transfer, or that of a Swiss bill. */
export type FoundOnStatement = ArrivedTransfer & { readonly reference: string }

export type ReferenceConfirmation =
  | { readonly kind: 'confirmed'; readonly id: ReservationId }
  /** No such order waits, several do, or it comes to another amount. */
  | { readonly kind: 'unknown' | 'ambiguous' | 'other-amount' }
  /** It has lost what it counts on. */
  | { readonly kind: 'refused'; readonly reason: ConfirmationRefusal }

/** The money of a waiting order has arrived; the bank statement's reference identifies it (lifecycle A.3.10). */
export async function confirmByReference(
  shop: Shop,
  { reference, ...arrived }: FoundOnStatement,
  whose: Whose,
): Promise<ReferenceConfirmation> {
  const settings = await systemSettings(shop.db)
  const prefix = orderOfReference(reference) ?? partialId(reference, settings.number('PARTIAL_RESERVATION_ID_LENGTH'))
  const found = prefix === undefined ? [] : await awaitedByPrefix(shop.db, prefix, whose)
  const match = matchTransfer(found, arrived)
  if (match.kind !== 'match') return match
  const outcome = await confirmTransfer(shop, match.id)
  if (outcome === 'confirmed') return { kind: 'confirmed', id: match.id }
  // Another process may have confirmed it meanwhile.
  return outcome === 'status' ? { kind: 'unknown' } : { kind: 'refused', reason: outcome }
}
