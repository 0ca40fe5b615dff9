import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '#server/foundation/database/schema.ts'

/** Why a person has still to look at a payment, by the latest reason; null when no review is open. */
export const reviewOf = (db: ExpressionBuilder<Schema, 'payment_transaction'>) =>
  db
    .selectFrom('payment_review')
    .select('reason')
    .whereRef('transaction_id', '=', 'payment_transaction.id')
    .where('ended_at', 'is', null)
    .orderBy('payment_review.id', 'desc')
    .limit(1)
    .as('review')
