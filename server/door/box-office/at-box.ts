import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { type OpenedDoor, holdKey } from '#server/door/check-in/door-key/guard.ts'
import { type Door, openDoor } from '#server/door/check-in/scan/judge-ticket.ts'
import { lockDrawer } from './box-store.ts'

/** A device at a box office: the door of its key, and what is sold there. */
export type AtBox = { readonly door: Door; readonly opened: OpenedDoor }

export async function atBox(shop: Shop, opened: OpenedDoor): Promise<AtBox> {
  return { opened, door: await openDoor(shop, await shop.catalog.eventOf(opened.principal.eventId)) }
}

export const currencyOf = ({ context }: OfferedEvent): Currency => context.currency ?? NO_CURRENCY

/** What may be sold by the key: of what no code has to open, the categories of the key. */
export const soldCategories = ({ door, opened: { sellCategoryIds } }: AtBox) =>
  door.offer.categories.filter(
    ({ id, isRestricted }) => !isRestricted && (sellCategoryIds === null || sellCategoryIds.includes(id)),
  )

/** True for an extra that the key sells beside them. One that comes by itself is never chosen, and comes with every ticket. */
export const sellsExtra = ({ opened: { sellExtraIds } }: AtBox, extraId: number): boolean =>
  sellExtraIds === null || sellExtraIds.includes(extraId)

/** Leaves a transaction so that nothing of it is kept. */
export class Refused extends Error {
  readonly problems: readonly Problem[]
  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ code }) => code).join(', '))
    this.problems = problems
  }
}

/** Leaves a transaction because the key has been revoked meanwhile: as if it had been before. */
export class Revoked extends Error {}

/**
 * Keeps the key and the drawer as they are until the transaction ends. Throws where the key is good no more, or the drawer is not
 * one of this door, or was counted.
 */
export async function holdDrawer(
  tx: Tx,
  { opened }: AtBox,
  drawerId: number,
  now: Parameters<typeof holdKey>[2],
): Promise<void> {
  const { doorKeyId } = opened.principal
  if (!(await holdKey(tx, doorKeyId, now))) throw new Revoked()
  const drawer = await lockDrawer(tx, doorKeyId, drawerId)
  if (drawer !== 'open') throw new Refused({ code: 'foyer.box.refused.drawer', field: 'drawerId' })
}
