import type { ReactNode } from 'react'
import type { SummaryEntry } from '#client/kit/error-summary/error-summary.tsx'

/** How a free order is finished on the page of its details: what is agreed to there, and the confirmation. */
export type Finish = {
  /** What must be agreed to, and the robot check; at the end of the form. */
  readonly consent: ReactNode
  /** What was missing when the buyer pressed the button, and still is; for the summary at the top of the form. */
  readonly missing: readonly SummaryEntry[]
  /** True when everything is agreed to; otherwise the page shows what is not. */
  check(): boolean
  /** Confirms the order, whose details the server has accepted, and leads to the page of its status. */
  confirm(): Promise<void>
}
