import { createHash } from 'node:crypto'
import { minutes } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Attempt } from '#server/providers/port/online.ts'

/** Mollie keeps keys for an hour; less, because its clock is not ours. */
const KEY_LIFETIME_MS = minutes(55)

/** The end of a key: from then on the same request would be carried out anew. */
export const isKeyGone = ({ now, firstSentAt }: Pick<Attempt<unknown>, 'now' | 'firstSentAt'>): boolean =>
  now - firstSentAt >= KEY_LIFETIME_MS

type Wish = { readonly reservationId: ReservationId; readonly idempotencyKey: string }

/**
 * The key of an attempt in the form Mollie asks for, a UUID v4. It is made of the reservation, too: several shops may ask
 * by one key of Mollie, and all of them have a first transaction.
 */
export function mollieKey({ reservationId, idempotencyKey }: Wish): string {
  const hash = createHash('sha256').update(`${reservationId}/${idempotencyKey}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
