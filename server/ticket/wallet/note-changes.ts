import type { Instant } from '#domain/instant.ts'
import type { BoughtPass } from '#domain/pass/bought-pass.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { HolderChange } from '#domain/ticket/change-holder.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { OF, changeClasses, changePasses } from './store.ts'

/** What others tell in the transaction of their change; the wallets hear of it later, and only if it commits. */

/** The old holder's passes are void when the code is another one; otherwise the same person is written anew. */
export async function noteHolderInWallets(
  tx: Tx,
  { uuid }: Pick<Ticket, 'uuid'>,
  { isNew, hasNewCode }: HolderChange,
  now: Instant,
): Promise<void> {
  if (isNew) await changePasses(tx, OF.serialNumber(uuid), { now, isVoided: hasNewCode })
}

/** The ticket is nobody's any more. */
export async function voidPasses(tx: Tx, { uuid }: Pick<Ticket, 'uuid'>, now: Instant): Promise<void> {
  await changePasses(tx, OF.serialNumber(uuid), { now, isVoided: true })
}

/** Nothing of these orders is good any more: no ticket, and no bought pass. */
export async function voidPassesOfOrders(tx: Tx, ids: readonly ReservationId[], now: Instant): Promise<void> {
  if (ids.length > 0) await changePasses(tx, OF.reservations(ids), { now, isVoided: true })
}

/** Time, place, name or picture may be others. */
export async function noteEventInWallets(tx: Tx, eventId: number, now: Instant): Promise<void> {
  await changePasses(tx, OF.eventAtApple(eventId), { now, isVoided: false })
  await changeClasses(tx, eventId, now)
}

/** The name of a category is the type of each of its tickets at Google (lifecycle G). */
export async function noteRenamedCategoriesInWallets(tx: Tx, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length > 0) await changePasses(tx, OF.categoriesAtGoogle(ids), { now, isVoided: false })
}

/** A bought pass is good for longer, or for more tickets. */
export async function noteBoughtPassInWallets(
  tx: Tx,
  { publicId }: Pick<BoughtPass, 'publicId'>,
  now: Instant,
): Promise<void> {
  await changePasses(tx, OF.serialNumber(publicId), { now, isVoided: false })
}

/** Name, description, picture or entries of a pass may be others: everybody who has bought it is shown the new ones. */
export async function notePassInWallets(tx: Tx, passId: number, now: Instant): Promise<void> {
  await changePasses(tx, OF.context(passId), { now, isVoided: false })
}
