import { outboxOf, statusOf } from '../outbox.ts'
import { type FakePayment, type World, paymentOf } from './world.ts'

type Call = { readonly path: string; readonly id: string }

/**
 * What Mollie sends to the shop: the id of a payment, unsigned, to the address the payment was begun with. `notify` is
 * where the shop listens, since a shop under test is known by another name.
 */
export function messagesOf(world: World, notify: () => string) {
  const send = ({ path, id }: Call): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return statusOf(`${notify()}${path}`, { method: 'POST', headers, body: new URLSearchParams({ id }).toString() })
  }
  const outbox = outboxOf(send)
  return {
    ...outbox,
    sendMessage(payment: FakePayment) {
      const call = callFor(payment)
      if (call) outbox.push(call)
    },
    messages: {
      ...outbox.messages,
      /** A stranger who knows the id says what Mollie would say. */
      async forge(reference: string) {
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
