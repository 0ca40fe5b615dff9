import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'

/** Can it be bought now, if any are left? From the first moment of its sale until before the end. */
export function isPassOnSale({ onSale: { start, end } }: Pick<Pass, 'onSale'>, now: Instant): boolean {
  return start <= now && (end === null || now < end)
}
