import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { outboxOf, statusOf } from '../outbox.ts'
import { type Signer, newSigner } from './certificate.ts'
import { renderOrder } from './render.ts'
import { APP, type Json, type World, newId, orderOf } from './world.ts'

const PATH = '/api/payment/webhook/paypal'
export const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-foyer'

/** The messages of PayPal to the shop, signed when they are sent; `certificate` is published for them. */
export function messagesOf(world: World, { shop, site }: { shop: () => string; site: () => string }) {
  const signer = newSigner()
  const send = (body: string, by: Signer = signer): Promise<number> => {
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
    return statusOf(`${shop()}${PATH}`, { method: 'POST', headers, body })
  }
  const outbox = outboxOf((body: string) => send(body))
  return {
    ...outbox,
    certificate: signer.certificate,
    sendMessage(type: string, resource: Json) {
      const { events } = world.webhook
      if (events.includes('*') || events.includes(type)) outbox.push(eventOf(world, type, resource))
    },
    messages: {
      ...outbox.messages,
      forge: (reference: string) =>
        send(eventOf(world, 'CHECKOUT.ORDER.APPROVED', renderOrder(world, orderOf(world, reference), '')), newSigner()),
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
