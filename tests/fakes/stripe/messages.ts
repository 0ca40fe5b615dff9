import { Stripe } from 'stripe'
import type { Messages } from '../provider-fake.ts'
import { told } from './render.ts'
import { CONNECT_SECRET, PAYMENT_SECRET, type Subject, type World, newId, seconds } from './world.ts'

const PATH = '/api/payment/webhook/stripe/payment'

type Event = { readonly type: string; readonly account: string | null; readonly body: string }

type Outbox = { readonly messages: Messages; tell(type: string, subject: Subject): void; settled(): Promise<void> }

/** The messages of Stripe to the shop, signed when sent; each endpoint gets what it has subscribed to. */
export function outboxOf(world: World, notify: () => string): Outbox {
  let waiting: Event[] = []
  let failed: Event[] = []
  let isAutomatic = false
  let sending: Promise<unknown> = Promise.resolve()

  const send = async (event: Event, secret = secretOf(event)): Promise<number> => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: event.body,
      secret,
      timestamp: seconds(world),
    })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const response = await fetch(`${notify()}${PATH}`, { method: 'POST', headers, body: event.body }).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    return response?.status ?? 0
  }
  const deliver = async (events: readonly Event[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const event of events) {
      const status = await send(event)
      statuses.push(status)
      if (status < 200 || status > 299) failed.push(event)
    }
    return statuses
  }
  const take = (): Event[] => {
    const taken = waiting
    waiting = []
    return taken
  }
  const flush = () => (sending = sending.then(() => deliver(take())))
  return {
    tell(type, subject) {
      if (!world.endpoints.some(endpoint => isSubscribed(endpoint, type))) return
      waiting.push(eventOf(world, type, subject))
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
        const events = how === 'reversed' ? take().toReversed() : take()
        return deliver(how === 'twice' ? events.flatMap(event => [event, event]) : events)
      },
      redeliver() {
        const events = failed
        failed = []
        return deliver(events)
      },
      drop: () => void take(),
      forge: reference => send(forged(world, reference), 'whsec_of_a_stranger'),
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
    data: { object: told(world, subject) },
  }
  const body = JSON.stringify(event, null, 2)
  world.held.hold({ call: 'message', status: 200, body: JSON.parse(body) })
  return { type, account, body }
}

function forged(world: World, reference: string): Event {
  const subject = world.intents.get(reference) ?? world.charges.get(reference)
  if (!subject) throw new Error(`${reference} is nothing that could be told of`)
  return eventOf(world, subject.object === 'charge' ? 'charge.succeeded' : 'payment_intent.succeeded', subject)
}
