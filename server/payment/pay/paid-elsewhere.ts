import type { PaymentProxy, TakenBy } from '#domain/catalog/payment-method/payment-method.ts'

/** What the organiser states about a payment that was made elsewhere, kept for comparing the books. */
export type PaidElsewhere = {
  readonly provider: PaymentProxy
  readonly reference: string | null
  readonly notes: string | null
  /** Left out: the organiser. At a box office the reference is the number of the terminal's receipt. */
  readonly takenBy?: TakenBy
}
