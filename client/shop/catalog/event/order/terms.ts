import type { Event, ItemsByCategory } from '#contract/event.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'

/** What decides what an order costs, as the wire sends it. */
export type Terms = {
  readonly event: Pick<Event, 'currency' | 'vat' | 'vatIncluded'>
  readonly items: Pick<ItemsByCategory, 'ticketCategories' | 'additionalServices'>
  /** What the visitor has typed in; undefined: nothing, or nothing good. */
  readonly code: EventCode | undefined
  /** What the organiser grants to this selection without a code. */
  readonly granted: DynamicDiscount | undefined
}
