import type { CallOutcome } from './online.ts'

type Sent = {
  readonly repetition: number
  /** What the buyer reads. */
  readonly code: string
  /** False where a payment goes on that was begun before: it can still be paid. */
  readonly isOver?: boolean
}

/** What came of a request that was not carried out: of a repetition it says nothing about the sending before. */
export function unreached(
  { summary: reason }: { readonly summary: string },
  { repetition, code, isOver = true }: Sent,
): CallOutcome {
  return repetition > 0 ? { kind: 'unknown', reason } : { kind: 'unreached', code, isOver, reason }
}
