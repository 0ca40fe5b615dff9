import type { Messages } from '../provider-fake.ts'
import { type FakePayment, type World, paymentOf } from './world.ts'

type Call = { readonly path: string; readonly id: string }

type Outbox = { readonly messages: Messages; tell(payment: FakePayment): void; settled(): Promise<void> }

/**
 * What Mollie sends to the shop: the id of a payment, unsigned, to the address the payment was begun with. `notify` is
 * where the shop listens, since a shop under test is known by another name.
 */
export function outboxOf(world: World, notify: () => string): Outbox {
  let waiting: Call[] = []
  let failed: Call[] = []
  let isAutomatic = false
  let sending: Promise<unknown> = Promise.resolve()

  const send = async ({ path, id }: Call): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ id }).toString()
    const response = await fetch(`${notify()}${path}`, { method: 'POST', headers, body }).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    return response?.status ?? 0
  }
  const deliver = async (calls: readonly Call[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const call of calls) {
      const status = await send(call)
      statuses.push(status)
      if (status < 200 || status > 299) failed.push(call)
    }
    return statuses
  }
  const take = (): Call[] => {
    const taken = waiting
    waiting = []
    return taken
  }
  const flush = () => (sending = sending.then(() => deliver(take())))
  return {
    tell(payment) {
      const call = callFor(payment)
      if (!call) return
      waiting.push(call)
      if (isAutomatic) void flush()
    },
    settled: async () => void (await sending),
    messages: {
      automatic(isOn) {
        isAutomatic = isOn
        if (isOn) void flush()
      },
      waiting: () => waiting.length,
      deliver(how = 'in-order') {
        const calls = how === 'reversed' ? take().toReversed() : take()
        return deliver(how === 'twice' ? calls.flatMap(call => [call, call]) : calls)
      },
      redeliver() {
        const calls = failed
        failed = []
        return deliver(calls)
      },
      drop: () => void take(),
      /** A stranger who knows the id says what Mollie would say. */
      forge(reference) {
        const call = callFor(paymentOf(world, reference))
        if (!call) throw new Error(`${reference} was begun without an address for messages`)
        return send(call)
      },
    },
  }
}

function callFor({ id, webhookUrl }: FakePayment): Call | null {
  return webhookUrl === null ? null : { id, path: new URL(webhookUrl).pathname }
}
