import { type Instant, type Window, isInside } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { AdditionalService } from '#domain/catalog/price/additional-service.ts'

/** An extra as an event offers it (domain rules 3.1). */
export type OfferedService = AdditionalService & {
  readonly title: LocalizedTexts
  /** Markdown. */
  readonly description: LocalizedTexts
  readonly onSale: Window
  readonly ordinal: number
  /** Units there are in all; null: any number. None is 0 (domain rules 13, Q10). */
  readonly stock: number | null
  readonly maxQtyPerOrder: number
}

/** Can it be had now (domain rules 3.1)? Both bounds are exclusive. */
export const isServiceOnSale = ({ onSale }: OfferedService, now: Instant): boolean => isInside(onSale, now)

/** As the organiser ordered them. */
export function byServiceOrder(a: OfferedService, b: OfferedService): number {
  return a.ordinal - b.ordinal || a.id - b.id
}
