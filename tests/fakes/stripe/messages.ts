import { Stripe } from 'stripe'
import { outboxOf, statusOf } from '../outbox.ts'
import { render } from './render.ts'
import { CONNECT_SECRET, PAYMENT_SECRET, type Subject, type World, newId, seconds } from './world.ts'

const PATH = '/api/payment/webhook/stripe/payment'

type Event = { readonly type: string; readonly account: string | null; readonly body: string }

/** The messages of Stripe to the shop, signed when sent; each endpoint gets what it has subscribed to. */
export function messagesOf(world: World, notify: () => string) {
  const send = (event: Event, secret = secretOf(event)): Promise<number> => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: event.body,
      secret,
      timestamp: seconds(world),
    })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    return statusOf(`${notify()}${PATH}`, { method: 'POST', headers, body: event.body })
  }
  const outbox = outboxOf((event: Event) => send(event))
  return {
    ...outbox,
    sendMessage(type: string, subject: Subject) {
      if (world.endpoints.some(endpoint => isSubscribed(endpoint, type))) outbox.push(eventOf(world, type, subject))
    },
    messages: {
      ...outbox.messages,
      forge: (reference: string) => send(forged(world, reference), 'whsec_of_a_stranger'),
    },
  }
}

const secretOf = ({ account }: Event): string => (account === null ? PAYMENT_SECRET : CONNECT_SECRET)

const isSubscribed = ({ status, enabledEvents }: World['endpoints'][number], type: string): boolean =>
  status === 'enabled' && (enabledEvents.includes('*') || enabledEvents.includes(type))

/** As it was when it happened. */
function eventOf(world: World, type: string, subject: Subject): Event {
  const { account } = subject
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    created: seconds(world),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...(account !== null && { account }),
    data: { object: render(world, subject) },
  }
  const body = JSON.stringify(event, null, 2)
  world.held.hold({ call: 'message', status: 200, body: JSON.parse(body) })
  return { type, account, body }
}

function forged(world: World, reference: string): Event {
  const subject = world.intents.get(reference) ?? world.charges.get(reference)
  if (!subject) throw new Error(`${reference} is nothing that could be reported`)
  return eventOf(world, subject.object === 'charge' ? 'charge.succeeded' : 'payment_intent.succeeded', subject)
}
