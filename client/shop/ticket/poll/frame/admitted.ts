import { createContext, use } from 'react'
import type { WireProblem } from '#client/frame/calls/call-result.ts'
import type { Event } from '#contract/event.ts'
import type { Poll } from '#contract/poll.ts'
import type { Ballot } from '../calls.ts'

/** What the pages of polls know once a PIN has been accepted. */
export type Admitted = {
  readonly event: Event
  readonly ballot: Ballot
  readonly polls: readonly Poll[]
  readonly isLooking: boolean
  /** Reads the polls again; answers how many are open, undefined when that is unknown. */
  lookAgain(): Promise<number | undefined>
  /** Asks for a PIN again; `problem` is why this one is not good any more. */
  leave(problem?: WireProblem): void
}

export const AdmittedContext = createContext<Admitted | undefined>(undefined)

export function useAdmitted(): Admitted {
  const admitted = use(AdmittedContext)
  if (!admitted) throw new Error('no polls: the page is outside its frame')
  return admitted
}
