import { type Category, hasSaleEnded, isSaleInFuture } from '#domain/catalog/catalog/category.ts'
import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'

type Sold = Pick<Category, 'isRestricted' | 'onSale'>

export type SaleFacts = {
  readonly status: PublicationStatus
  /** The end of the event. */
  readonly endsAt: Instant
  readonly categories: readonly Sold[]
  readonly now: Instant
}

/** Begins with the sale of the first category that every visitor sees; undefined when one has begun, or none will. */
export function saleToCome({ status, endsAt, categories, now }: SaleFacts): Instant | undefined {
  if (status !== 'PUBLIC' || endsAt <= now) return undefined
  const visible = categories.filter(({ isRestricted }) => !isRestricted)
  if (visible.some(category => !isSaleInFuture(category, now))) return undefined
  return visible.map(({ onSale }) => onSale.start).toSorted((a, b) => a - b)[0]
}

/**
 * What becomes of the notices of an event: they are sent once a category that every visitor sees is on sale and the event is
 * public, dropped when its sale or the event is over, and kept until then.
 */
export function noticesOf({ status, endsAt, categories, now }: SaleFacts): 'send' | 'keep' | 'drop' {
  if (endsAt <= now) return 'drop'
  const open = categories.filter(category => !category.isRestricted && !hasSaleEnded(category, now))
  if (open.length === 0) return 'drop'
  const isOnSale = open.some(category => !isSaleInFuture(category, now))
  return isOnSale && status === 'PUBLIC' ? 'send' : 'keep'
}
