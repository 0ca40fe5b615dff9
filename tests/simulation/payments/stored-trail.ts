import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'

/** Everything the shop has written down about an order and its payments, by time. */
export async function storedTrail(db: Database, orderId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ at: Instant; what: string }>`
    with payment as (select * from payment_transaction where order_id = ${orderId}::uuid)
    select at, 'audit ' || type || coalesce(' ' || modifications::text, '') as what from audit
      where reservation_id = ${orderId}::uuid
    union all
    select created_at, format('payment %s by %s is %s (live %s, %s)', id, proxy, status, is_live, reference) from payment
    union all
    select begun_at, format('%s of payment %s, sent %s times: %s at %s', step, transaction_id, sends,
        coalesce(outcome, 'no answer'), answered_at) from payment_attempt where transaction_id in (select id from payment)
    union all
    select wanted_at, format('refund %s of payment %s by %s is %s (%s %s)', amount, transaction_id, origin, status, reference,
        failure) from payment_refund where transaction_id in (select id from payment)
    union all
    select since, format('review of payment %s: %s %s (ended %s)', transaction_id, reason, detail, ended_at)
      from payment_review where transaction_id in (select id from payment)
    union all
    select received_at, format('message %s about payment %s, handled %s', delivery_key, transaction_id, handled_at)
      from received_webhook where transaction_id in (select id from payment)
    order by at`.execute(db.kysely)
  return rows.map(({ at, what }) => `${Temporal.Instant.fromEpochMilliseconds(at).toString()} ${what}`)
}
