import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Messages } from '../provider-fake.ts'
import { type Signer, newSigner } from './certificate.ts'
import { toldOrder } from './render.ts'
import { APP, type Json, type World, newId, orderOf } from './world.ts'

const PATH = '/api/payment/webhook/paypal'
export const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-foyer'

type Outbox = {
  readonly messages: Messages
  /** As PayPal publishes it. */
  readonly certificate: string
  tell: World['tell']
  settled(): Promise<void>
}

/** The messages of PayPal to the shop, signed when they are sent. */
export function outboxOf(world: World, { shop, site }: { shop: () => string; site: () => string }): Outbox {
  let waiting: string[] = []
  let failed: string[] = []
  let isAutomatic = false
  let sending: Promise<unknown> = Promise.resolve()
  const signer = newSigner()

  const send = async (body: string, by: Signer = signer): Promise<number> => {
    const id = randomUUID()
    const time = new Date(world.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': by.sign(`${id}|${time}|${APP.webhook}|${crc32(body)}`),
      'paypal-cert-url': `${site()}${CERTIFICATE_PATH}`,
      'paypal-auth-algo': 'SHA256withRSA',
    }
    const response = await fetch(`${shop()}${PATH}`, { method: 'POST', headers, body }).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    return response?.status ?? 0
  }
  const deliver = async (bodies: readonly string[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const body of bodies) {
      const status = await send(body)
      statuses.push(status)
      if (status < 200 || status > 299) failed.push(body)
    }
    return statuses
  }
  const take = (): string[] => {
    const taken = waiting
    waiting = []
    return taken
  }
  const flush = () => (sending = sending.then(() => deliver(take())))
  return {
    certificate: signer.certificate,
    tell(type, resource) {
      const { events } = world.webhook
      if (!events.includes('*') && !events.includes(type)) return
      waiting.push(eventOf(world, type, resource))
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
        const bodies = how === 'reversed' ? take().toReversed() : take()
        return deliver(how === 'twice' ? bodies.flatMap(body => [body, body]) : bodies)
      },
      redeliver() {
        const bodies = failed
        failed = []
        return deliver(bodies)
      },
      drop: () => void take(),
      forge: reference =>
        send(eventOf(world, 'CHECKOUT.ORDER.APPROVED', toldOrder(world, orderOf(world, reference), '')), newSigner()),
    },
  }
}

/** As it was when it happened. */
function eventOf(world: World, type: string, resource: Json): string {
  const body = JSON.stringify({
    id: `WH-${newId(17)}-${newId(17)}`,
    create_time: new Date(world.now()).toISOString(),
    resource_type: type.startsWith('CHECKOUT') ? 'checkout-order' : type.includes('DISPUTE') ? 'dispute' : 'capture',
    event_type: type,
    event_version: '1.0',
    resource_version: '2.0',
    // Signatures are over bytes, not letters.
    summary: `${type}: Grüße`,
    resource,
    links: [],
  })
  world.held.hold({ call: 'message', status: 200, body: JSON.parse(body) })
  return body
}
