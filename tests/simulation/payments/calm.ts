import { sql } from 'kysely'
import { hours } from '#domain/instant.ts'
import type { Purchase } from './purchase.ts'
import type { RunningSale } from './running-sale.ts'
import type { Trail } from './trail.ts'

/** The longest that anything here waits is a day: a refund that had no reply for long. */
const ROUNDS = 60
/** Looks at a payment are an hour apart at most, refunds a day. */
const HOURS_A_ROUND = [1, 2, 25]

/**
 * Nobody comes any more, and everything works: what the providers work on is settled, or fails, every message is delivered,
 * and the clock goes on until nothing is waited for. Throws when that takes longer than it may.
 */
export async function calm(running: RunningSale, trail: Trail, purchases: readonly Purchase[]): Promise<void> {
  for (const fake of running.fakes) {
    fake.misbehave('usual')
    fake.office.refundsGo('usual')
  }
  await endWorkAtProviders(purchases)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { messages, office } of running.fakes) {
      await office.endRefunds()
      await messages.deliver()
      await messages.redeliver()
    }
    await running.runJobs()
    const left = await whatIsWaitedFor(running)
    trail.note(-1, `calm, round ${round}`, left.length === 0 ? 'nothing is waited for' : left.join(', '))
    if (left.length === 0) return
    await running.pass(hours(HOURS_A_ROUND[round % HOURS_A_ROUND.length] ?? 1))
    await running.runJobs()
  }
  throw new Error(`something is waited for still: ${(await whatIsWaitedFor(running)).join(', ')}`)
}

/** Two of three succeed. */
async function endWorkAtProviders(purchases: readonly Purchase[]): Promise<void> {
  for (const { plan, begun } of purchases) {
    for (const { way, reference } of begun) {
      const isPaid = plan.number % 3 !== 0
      // Nothing is to be ended of most of them, which the stand-in says by an error.
      await way.fake?.office[isPaid ? 'settle' : 'fail'](reference).catch(() => {})
    }
  }
}

type Waiting = { readonly what: string; readonly count: number }

/** Payments that may still be paid, refunds that are under way, orders that are held or being finished, and messages. */
async function whatIsWaitedFor({ db, fakes }: RunningSale): Promise<readonly string[]> {
  const { rows } = await sql<Waiting>`
    select 'live payments' as what, count(*)::int as count from payment_transaction where is_live
    union all
    select 'refunds', count(*)::int from payment_refund where status in ('WANTED', 'PENDING')
    union all
    select 'orders that are ' || status, count(*)::int from reservation
      where status not in ('COMPLETE', 'OFFLINE_PAYMENT', 'STUCK') group by status
    union all
    select 'seats between two owners', count(*)::int from ticket where status = 'RELEASED'`.execute(db.kysely)
  const messages = fakes.reduce((sum, fake) => sum + fake.messages.waiting(), 0)
  return [...rows, { what: 'messages', count: messages }].flatMap(({ what, count }) =>
    count === 0 ? [] : [`${count} ${what}`],
  )
}
