import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Moods, type Sent, answerIn } from '../fake-parts.ts'
import { CERTIFICATE_PATH } from './messages.ts'
import { capture, create, refund } from './orders.ts'
import { renderCapture, renderDispute, renderLinks, renderOrder, renderRefund } from './render.ts'
import { CAPTURE, CREATE, REFUND, held } from './rules.ts'
import {
  APP,
  type FakeOrder,
  type Json,
  Refusal,
  type World,
  capturedOrder,
  currentOrder,
  newId,
  refused,
} from './world.ts'

type Served = {
  readonly world: World
  readonly moods: Moods
  readonly site: () => string
  readonly certificate: string
}

/** The interface for servers: every request is held against what PayPal documents. */
export function serveInterface(app: FastifyInstance, { world, moods, site, certificate }: Served): readonly string[] {
  const requests: string[] = []
  // The bytes as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.get(CERTIFICATE_PATH, (_, reply) => reply.type('application/x-pem-file').send(certificate))
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler: async (request, reply) => {
      const url = new URL(request.url, 'http://127.0.0.1')
      const name = `${request.method} ${url.pathname}`
      requests.push(name)
      return answerIn(moods, {
        request,
        reply,
        name,
        down: { status: 503, body: '<html>Service unavailable</html>' },
        busy: {
          status: 429,
          body: { name: 'RATE_LIMIT_REACHED', message: 'Too many requests', debug_id: newId(13) },
        },
        carryOut: () => ({ answer: carriedOut({ world, request, url, site: site() }) }),
        send: ({ status, body }) => reply.code(status).header('paypal-debug-id', newId(13)).send(body),
      })
    },
  })
  return requests
}

type Request = { world: World; request: FastifyRequest; url: URL; site: string }

function carriedOut(call: Request): Sent {
  try {
    if (call.url.pathname === '/v1/oauth2/token') return { status: 200, body: tokenFor(call) }
    authenticate(call)
    return call.request.method === 'POST' ? posted(call) : { status: 200, body: answered(call) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: error.body }
  }
}

const note = ({ world, request, url }: Request, what: string) =>
  void world.violations.push(`${request.method} ${url.pathname}: ${what}`)

const TOKEN_LIFE_S = 32_400

function tokenFor(call: Request): Json {
  const { world, request } = call
  const { headers, method, body } = request
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  if (method !== 'POST' || !isForm || body !== 'grant_type=client_credentials') {
    note(call, 'not as documented')
    throw new Refusal(400, { error: 'unsupported_grant_type', error_description: 'Grant type is missing' })
  }
  if (headers.authorization !== `Basic ${Buffer.from(`${APP.client}:${APP.secret}`).toString('base64')}`) {
    throw new Refusal(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
  }
  const token = `A21AA${newId(40)}`
  world.tokens.set(token, world.now() + TOKEN_LIFE_S * 1000)
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE_S, scope: '', app_id: 'APP-1', nonce: '1' }
}

function authenticate({ world, request }: Request): void {
  const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  if ((world.tokens.get(token) ?? -Infinity) <= world.now()) throw refused(401)
}

const HOUR_MS = 3_600_000

/** A request that changes something: the same key with the same body has one effect. */
function posted(call: Request): Sent {
  const { world, request, url } = call
  const { headers } = request
  if (headers['content-type'] !== 'application/json') {
    note(call, 'not sent as JSON')
    throw refused(415)
  }
  const key = headers['paypal-request-id']
  if (typeof key !== 'string' || key.length < 1 || key.length > 108) {
    note(call, 'without a PayPal-Request-Id')
    throw refused(400, 'PAYPAL_REQUEST_ID_REQUIRED')
  }
  const text = `${url.pathname} ${String(request.body)}`
  const earlier = world.answered.get(key)
  const life = (url.pathname.startsWith('/v2/checkout/') ? 6 : 45 * 24) * HOUR_MS
  if (earlier && world.now() - earlier.at <= life) {
    if (earlier.text === text) return { status: 200, body: earlier.body }
    note(call, `the key ${key} was used for something else`)
    throw refused(422, 'DUPLICATE_REQUEST_ID')
  }
  const mocked = mockedIssue(headers['paypal-mock-response'])
  if (mocked !== undefined) throw refused(422, mocked)
  const body = performed(call, jsonIn(call))
  world.answered.set(key, { text, at: world.now(), body })
  return { status: 201, body }
}

/** Forces an issue, in the sandbox. */
function mockedIssue(header: unknown): string | undefined {
  return typeof header === 'string' ? /"mock_application_codes"\s*:\s*"([A-Z_]+)"/.exec(header)?.[1] : undefined
}

function jsonIn(call: Request): unknown {
  try {
    return JSON.parse(String(call.request.body))
  } catch {
    note(call, 'not JSON')
    throw refused(400, 'MALFORMED_REQUEST_JSON')
  }
}

function performed(call: Request, body: unknown): Json {
  const { world, url } = call
  const { pathname } = url
  if (pathname === '/v2/checkout/orders') return represented(call, create(world, held(world, pathname, CREATE, body)))
  const [, orderId] = /^\/v2\/checkout\/orders\/([A-Z0-9]{1,36})\/capture$/.exec(pathname) ?? []
  if (orderId !== undefined) {
    held(world, pathname, CAPTURE, body)
    return represented(call, capture(world, orderId))
  }
  const [, captureId] = /^\/v2\/payments\/captures\/([A-Z0-9]{1,36})\/refund$/.exec(pathname) ?? []
  if (captureId !== undefined) {
    const made = refund(world, captureId, held(world, pathname, REFUND, body))
    return renderRefund(capturedOrder(world, captureId), made)
  }
  note(call, 'no such call')
  throw refused(404)
}

/** The answer is short unless the request prefers the whole representation. */
function represented({ world, request, site }: Request, order: FakeOrder): Json {
  if (request.headers['prefer'] === 'return=representation') return renderOrder(world, order, site)
  return { id: order.id, status: order.status, links: renderLinks(order, site) }
}

function answered(call: Request): Json {
  const { world, request, url, site } = call
  const [, kind, id = ''] = /^\/v\d\/(.+?)(?:\/([A-Z0-9-]{1,36}))?$/.exec(url.pathname) ?? []
  if (request.method === 'GET') {
    switch (kind) {
      case 'checkout/orders': {
        const order = currentOrder(world, id)
        if (!order) throw refused(404, 'INVALID_RESOURCE_ID')
        return renderOrder(world, order, site)
      }
      case 'payments/captures':
        return renderCapture(world, capturedOrder(world, id))
      case 'payments/refunds':
        return refundNamed(world, id)
      case 'customer/disputes':
        return disputesFor(call, id)
      case 'notifications/webhooks':
        return { webhooks: [renderWebhook(world)] }
      default:
    }
  }
  note(call, 'no such call')
  throw refused(404)
}

function refundNamed({ orders }: World, id: string): Json {
  for (const order of orders.values()) {
    const found = order.refunds.find(one => one.id === id)
    if (found) return renderRefund(order, found)
  }
  throw refused(404, 'INVALID_RESOURCE_ID')
}

function disputesFor({ world, url }: Request, id: string): Json {
  if (!world.seesDisputes) throw refused(403, 'PERMISSION_DENIED')
  const one = world.disputes.get(id)
  if (one) return renderDispute(world, one)
  if (id !== '') throw refused(404, 'INVALID_RESOURCE_ID')
  const captureId = url.searchParams.get('disputed_transaction_id')
  const items = [...world.disputes.values()].filter(({ order }) => order.capture?.id === captureId)
  return {
    items: items.map(found => ({ dispute_id: found.id, status: renderDispute(world, found)['status'] })),
    links: [],
  }
}

const renderWebhook = ({ webhook: { url, events } }: World): Json => ({
  id: APP.webhook,
  url: url ?? 'https://elsewhere.example.org/',
  event_types: events.map(name => ({ name, status: 'ENABLED' })),
})
