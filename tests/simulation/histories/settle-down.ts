import { hours } from '#domain/foundation/instant.ts'
import type { Fault, Run } from './order.ts'
import type { Stored } from './snapshot.ts'

const ROUNDS = 45
/** Looks at a payment are an hour apart at most, refunds a day. */
const HOURS_A_ROUND = [1, 2, 25]
/** What has come to its end, or waits for a person. */
const AT_REST = ['COMPLETE', 'OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT', 'STUCK', 'CANCELLED', 'CREDIT_NOTE_ISSUED']

/**
 * No buyer comes any more, and everything works: what the providers work on ends, messages are delivered, and the clock goes
 * on until nothing of the history is waited for. Returns what still is when that takes longer than it may.
 */
export async function settleDown(run: Run, inspect: () => Promise<Stored>): Promise<readonly Fault[]> {
  const { shop } = run
  for (const fake of shop.fakes) {
    fake.misbehave('usual')
    fake.office.refundsGo('usual')
  }
  let waiting: readonly Fault[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await endWorkAtProviders(run)
    for (const { messages, office } of shop.fakes) {
      await office.endRefunds()
      await messages.deliver()
      await messages.redeliver()
    }
    await shop.runJobs()
    waiting = whatIsWaitedFor(await inspect())
    if (waiting.length === 0) return []
    shop.pass(hours(HOURS_A_ROUND[round % HOURS_A_ROUND.length] ?? 1))
    await shop.runJobs()
  }
  return waiting
}

/** Two of three succeed; of most payments nothing is to be ended, which the stand-in says by an error. */
async function endWorkAtProviders({ orders }: Run): Promise<void> {
  for (const { opened } of orders) {
    for (const { way, reference, transactionId } of opened) {
      await way.fake?.office[Number(transactionId) % 3 === 0 ? 'fail' : 'settle'](reference).catch(() => {})
    }
  }
}

function whatIsWaitedFor({ orders, payments, refunds }: Stored): readonly Fault[] {
  const fault = (what: string): Fault => ({ kind: 'never comes to rest', what })
  return [
    ...orders
      .filter(({ status }) => !AT_REST.includes(status))
      .map(({ id, status }) => fault(`order ${id} is ${status}`)),
    ...payments
      .filter(({ is_live: isLive }) => isLive)
      .map(({ id, proxy }) => fault(`payment ${id} by ${proxy} is live`)),
    ...refunds
      .filter(({ status }) => status === 'WANTED' || status === 'PENDING')
      .map(({ id, status }) => fault(`refund ${id} is ${status}`)),
  ]
}
