import type { WireProblem } from '#client/frame/calls/call-result.ts'

/** Why the order is not confirmed. */
export type Refusal = {
  readonly problems: readonly WireProblem[]
  /** Of the HTTP answer with these problems. */
  readonly status: number | undefined
  /** Nothing is wrong but the payment: that is read where it is paid, and everything else at the top. */
  readonly isOfPayment: boolean
}
