import type { Instant } from '#domain/foundation/instant.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { PaymentOf } from './ask-provider.ts'
import { mailReview } from './mail-money.ts'
import { type NewReview, storeReview } from './reviews.ts'

type Raised = NewReview & {
  /** What it is about; left out: the whole payment. */
  readonly amount?: Minor
  readonly dueBy?: Instant | null
}

/** Lists a payment that needs a person, and mails the organiser once. */
export async function raiseReview(tx: Tx, shop: Shop, of: PaymentOf, review: Raised): Promise<void> {
  if (!(await storeReview(tx, of.payment, review))) return
  const { reason: topic, detail, amount = of.payment.amount, dueBy = null } = review
  await mailReview(tx, shop, of, { topic, amount, detail, dueBy })
}
