import type { AdditionalService, Event } from '#contract/event.ts'
import type { EventCode } from '#contract/promo-code.ts'
import type { Selection } from '../selection.ts'
import type { Choose } from '../use-selection.ts'

/** What the extras of an event are shown and chosen with. */
export type ExtrasProps = {
  readonly event: Event
  readonly extras: readonly AdditionalService[]
  readonly code: EventCode | undefined
  readonly selection: Selection
  readonly ticketCount: number
  readonly choose: Choose
  /** What is wrong with the control of this id. */
  readonly errorOf: (control: string) => string | undefined
}
