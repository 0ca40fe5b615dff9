import type { Attempt, CallOutcome, CancelOutcome } from './online.ts'

type Sent = {
  readonly repetition: number
  /** What the buyer reads. */
  readonly code: string
  /** False where a payment goes on that was begun before: it can still be paid. */
  readonly isOver?: boolean
}

/** The outcome of a request that was not carried out: of a repetition it says nothing about the sending before. */
export function unreached(
  { summary: reason }: { readonly summary: string },
  { repetition, code, isOver = true }: Sent,
): CallOutcome {
  return repetition > 0 ? { kind: 'unknown', reason } : { kind: 'unreached', code, isOver, reason }
}

type Sending = Pick<Attempt<unknown>, 'repetition' | 'now' | 'firstSentAt'>

/**
 * True when the provider no longer recognises the key of a repeated request, which it would carry out anew: what the
 * first sending did is looked for then. `lifetimeMs` is a little less than the provider states, because its clock is not
 * ours.
 */
export const isKeyGone = ({ repetition, now, firstSentAt }: Sending, lifetimeMs: number): boolean =>
  repetition > 0 && now - firstSentAt >= lifetimeMs

/** What the state of a payment means to its cancellation; `at` begins the reason why it can't be cancelled now. */
export function cancelledBy(outcome: CallOutcome, at: string): CancelOutcome {
  if (outcome.kind === 'unknown' || outcome.kind === 'cancelled') return outcome
  if (outcome.kind === 'refused' && outcome.isOver) return { kind: 'cancelled' }
  return { kind: 'not-now', reason: `${at} ${outcome.kind}` }
}
