import type { DoorAnswer } from '#contract/door.ts'

/** A scan as the person at the door sees it. */
export type RecentScan = {
  readonly id: string
  /** By the clock of the shop. */
  readonly at: number
  /** What was scanned or typed; empty for a person who was found by name. */
  readonly code: string
  readonly person: string | null
  readonly answer: DoorAnswer
  /** The device has answered by itself; the shop has not said anything of it yet. */
  readonly isWaiting: boolean
  readonly isUndone: boolean
}

/** Can a label of the person be printed? Scans that were kept by an earlier page have none. */
export const hasLabel = ({ answer, isUndone }: RecentScan): boolean => Boolean(answer.label) && !isUndone
