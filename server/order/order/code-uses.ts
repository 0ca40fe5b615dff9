import { sql } from 'kysely'
import type { PromoCodeId } from '#domain/catalog/promo-code/redeemable-code.ts'
import { countedCategories } from '#domain/catalog/promo-code/redeemable-code.ts'
import type { CodeUses } from '#domain/order/reservation/plan-order.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { countTickets, countUses, findCodeOfReservation } from '#server/catalog/promo-code/find-code.ts'

/** `gone`: the organiser has deleted the unused code meanwhile. */
export type Covered = 'covered' | 'used-up' | 'gone'

/**
 * Does a limited code cover these tickets of a new order beside all that others have and hold (domain rules 2.3; 13,
 * Q5)? Takes the code for the rest of the transaction: another order with the code waits until this transaction ends.
 */
export async function takeUses(tx: Tx, { code, categories, tickets }: CodeUses): Promise<Covered> {
  const locked = await lockCode(tx, code)
  if (!locked) return 'gone'
  if (locked.maximum === null) return 'covered'
  const taken = await countUses(tx, { id: code, categories }, 'holdsSeats')
  return taken + tickets <= locked.maximum ? 'covered' : 'used-up'
}

/**
 * Does the code of an open order that is about to be paid still cover it beside all uses? Its maximum may have been
 * lowered since. The code is taken as by `takeUses`.
 */
export async function areUsesLeft(tx: Tx, { id, promoCodeId }: Reservation): Promise<boolean> {
  if (promoCodeId === null) return true
  const locked = await lockCode(tx, promoCodeId)
  if (!locked) throw new Error(`code ${promoCodeId} of reservation ${id} is gone`)
  const { maximum } = locked
  if (maximum === null) return true
  const categories = countedCategories((await findCodeOfReservation(tx, promoCodeId)).promo)
  const own = await countTickets(tx, categories, sql<boolean>`reservation.id = ${id}`)
  return own === 0 || own + (await countUses(tx, { id: promoCodeId, categories }, 'countsAsUse')) <= maximum
}

/**
 * Returns how many tickets the code is for, null: any number; undefined for a code that is gone. A reservation that
 * names the code only needs it to exist, and does not wait: therefore "no key update".
 */
async function lockCode(tx: Tx, code: PromoCodeId): Promise<{ readonly maximum: number | null } | undefined> {
  return tx.kysely
    .selectFrom('promo_code')
    .select('max_usage as maximum')
    .where('id', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
