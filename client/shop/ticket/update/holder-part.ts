import type { Event } from '#contract/event.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { HolderValues } from '../holder/holder-values.ts'

/** What each part of the form works with. */
export type HolderPartProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly values: HolderValues
  readonly change: (changed: Partial<HolderValues>) => void
  /** What is wrong with the control of this id. */
  readonly errorOf: (id: string) => string | undefined
}
