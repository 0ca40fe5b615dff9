import { sql } from 'kysely'
import { hours } from '#domain/foundation/instant.ts'
import type { Fault } from './books.ts'
import type { Purchase } from './purchase.ts'
import type { RunningSale } from './running-sale.ts'
import type { Trail } from './trail.ts'

/** The longest that anything here waits is a day: a refund that had no reply for long. */
const ROUNDS = 60
/** Looks at a payment are an hour apart at most, refunds a day. */
const HOURS_A_ROUND = [1, 2, 25]

/**
 * No more buyers come, and everything works: what the providers work on is settled, or fails, every message is
 * delivered, and the clock goes on until nothing is waited for. Returns what still is when that takes longer than it
 * may.
 */
export async function calm(
  running: RunningSale,
  trail: Trail,
  purchases: readonly Purchase[],
): Promise<readonly Fault[]> {
  for (const fake of running.fakes) {
    fake.misbehave('usual')
    fake.office.refundsGo('usual')
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await endWorkAtProviders(purchases)
    for (const { messages, office } of running.fakes) {
      await office.endRefunds()
      await messages.deliver()
      await messages.redeliver()
    }
    await running.runJobs()
    const left = await whatIsWaitedFor(running)
    trail.note(
      null,
      'calm',
      `round ${round}: ${left.length} waited for, ${left
        .slice(0, 3)
        .map(({ what }) => what)
        .join(', ')}`,
    )
    if (left.length === 0) return []
    await running.pass(hours(HOURS_A_ROUND[round % HOURS_A_ROUND.length] ?? 1))
    await running.runJobs()
  }
  return whatIsWaitedFor(running)
}

/** Two of three succeed. */
async function endWorkAtProviders(purchases: readonly Purchase[]): Promise<void> {
  for (const { plan, started } of purchases) {
    for (const { way, reference } of started) {
      const isPaid = plan.number % 3 !== 0
      // Nothing is to be ended of most of them, which the stand-in says by an error.
      await way.fake?.office[isPaid ? 'settle' : 'fail'](reference).catch(() => {})
    }
  }
}

/** Payments that may still be paid, refunds that are under way, orders that are held or being finished, and messages. */
async function whatIsWaitedFor({ db, fakes }: RunningSale): Promise<readonly Fault[]> {
  const { rows } = await sql<Fault>`
    select 'live payment ' || id as what, order_id::text as "orderId" from payment_transaction where is_live
    union all
    select 'refund ' || refund.id, order_id::text from payment_refund as refund
      join payment_transaction as payment on payment.id = transaction_id where refund.status in ('WANTED', 'PENDING')
    union all
    select 'order that is ' || status, id::text from reservation where status not in ('COMPLETE', 'OFFLINE_PAYMENT', 'STUCK')
    union all
    select 'seat between two owners', null from ticket where status = 'RELEASED'`.execute(db.kysely)
  const messages = fakes.flatMap(({ proxy, messages }) =>
    messages.waiting() === 0 ? [] : [{ what: `messages of ${proxy}` }],
  )
  return [...rows, ...messages]
}
