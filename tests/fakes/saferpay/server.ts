import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Moods, type Sent, answerIn } from '../fake-parts.ts'
import { assert, endDue, initialize } from './payments.ts'
import { renderAssertion, renderError, renderLicense, meansOf, renderTerminal, renderTransaction } from './render.ts'
import { REQUESTS, held } from './rules.ts'
import { cancel, capture, inquire, refund } from './transactions.ts'
import { ACCOUNT, type FakeTransaction, Refusal, type World, failed, refused } from './world.ts'

const HEADER = { SpecVersion: '1.53' }

/** The interface for servers: every request is held against what Saferpay documents. */
export function serveInterface(app: FastifyInstance, { world, moods, url }: Served): readonly string[] {
  const requests: string[] = []
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/*',
    handler: async (request, reply) => {
      const path = (request.url.split('?')[0] ?? '').slice('/api'.length)
      const name = `${request.method} ${path}`
      requests.push(name)
      endDue(world)
      return answerIn(moods, {
        request,
        reply,
        name,
        down: { status: 503, body: '<html>Service unavailable</html>' },
        busy: { status: 429, body: '<html>Too many requests</html>' },
        carryOut: () => ({ answer: carriedOut({ world, request, path, url }) }),
        send: ({ status, body }) =>
          reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body)),
      })
    },
  })
  return requests
}

type Served = { readonly world: World; readonly moods: Moods; readonly url: () => string }

type Request = { world: World; request: FastifyRequest; path: string; url: () => string }

function carriedOut(call: Request): Sent {
  let requestId = 'unknown'
  const header = () => ({ ResponseHeader: { ...HEADER, RequestId: requestId } })
  try {
    authenticate(call)
    if (call.path.startsWith('/rest/')) return { status: 200, body: managed(call) }
    const { name, body } = requestIn(call)
    requestId = requestIdIn(body)
    return { status: 200, body: { ...header(), ...performed(call, name, body) } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.error.status, body: { ...header(), ...renderError(error.error) } }
  }
}

function authenticate({ world, request: { headers }, path }: Request): void {
  const note = (what: string) => void world.violations.push(`${path}: ${what}`)
  const expected = `Basic ${Buffer.from(`${ACCOUNT.user}:${ACCOUNT.password}`).toString('base64')}`
  if (headers.authorization !== expected) throw refused(401, 'AUTHENTICATION_FAILED', 'Unable to authenticate request')
  if (headers.accept !== 'application/json') {
    note(`Accept is ${String(headers.accept)}`)
    throw refused(406, 'VALIDATION_FAILED', 'Only JSON is sent')
  }
  if (headers.cookie !== undefined) {
    note('another way to authenticate was sent along')
    throw refused(403, 'PERMISSION_DENIED', 'One way to authenticate only')
  }
}

type Name = keyof typeof REQUESTS

const isName = (name: string): name is Name => Object.hasOwn(REQUESTS, name)

function requestIn({ world, request, path }: Request): { name: Name; body: unknown } {
  const note = (what: string) => void world.violations.push(`${request.method} ${path}: ${what}`)
  const name = /^\/Payment\/v1\/(.+)$/.exec(path)?.[1] ?? ''
  if (request.method !== 'POST' || !isName(name)) {
    note('no such call')
    throw refused(404, 'ACTION_NOT_SUPPORTED', 'No such call')
  }
  if (!JSON_IN_UTF8.test(request.headers['content-type'] ?? '')) {
    note('not sent as JSON')
    throw refused(415, 'VALIDATION_FAILED', 'Send JSON')
  }
  return { name, body: jsonOf(request.body, note) }
}

/** Fastify reads JSON itself where it is sent as that. */
function jsonOf(body: unknown, note: (what: string) => void): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    note('not JSON')
    throw refused(400, 'VALIDATION_FAILED', 'Send JSON')
  }
}

function requestIdIn(body: unknown): string {
  const header = typeof body === 'object' && body !== null && 'RequestHeader' in body ? body.RequestHeader : undefined
  const id = typeof header === 'object' && header !== null && 'RequestId' in header ? header.RequestId : undefined
  return typeof id === 'string' ? id : 'unknown'
}

type Header = { readonly CustomerId: string; readonly RequestId: string }

/** The same id is for the same request only; Saferpay itself does not look. */
function noteRepetition(world: World, path: string, body: { readonly RequestHeader: Header }): void {
  const { RequestHeader: header, ...content } = body
  if (header.CustomerId !== ACCOUNT.customer) throw refused(403, 'PERMISSION_DENIED', 'Another customer')
  const text = JSON.stringify([path, content])
  const before = world.sent.get(header.RequestId)
  if (before !== undefined && before !== text) {
    world.violations.push(`${path}: the request id ${header.RequestId} was used for something else`)
  }
  world.sent.set(header.RequestId, text)
}

function performed({ world, path, url }: Request, name: Name, body: unknown): Readonly<Record<string, unknown>> {
  const content = <RequestName extends Name>(requestName: RequestName) => {
    const read = held(world, path, REQUESTS[requestName], body)
    noteRepetition(world, path, read)
    return read
  }
  switch (name) {
    case 'PaymentPage/Initialize': {
      const { token, expires } = initialize(world, content(name), ACCOUNT.terminal)
      return { Token: token, Expiration: zoned(expires), RedirectUrl: `${url()}/page/${token}` }
    }
    case 'PaymentPage/Assert': {
      const { page, transaction } = assert(world, content(name).Token)
      return renderAssertion(world, page, transaction)
    }
    case 'Transaction/Capture': {
      const { transaction, status } = capture(world, content(name))
      return { CaptureId: transaction.captureId, Status: status, Date: zoned(world.now()) }
    }
    case 'Transaction/Cancel': {
      const { id, order } = cancel(world, content(name).TransactionReference.TransactionId)
      return { TransactionId: id, OrderId: order.orderId, Date: zoned(world.now()) }
    }
    case 'Transaction/Refund':
      return withMeans(world, refund(world, content(name)))
    case 'Transaction/Inquire':
      return withMeans(world, inquire(world, content(name)))
    default:
      return name satisfies never
  }
}

const withMeans = (world: World, transaction: FakeTransaction) => ({
  Transaction: renderTransaction(world, transaction),
  PaymentMeans: meansOf(transaction),
})

/** An hour east of Greenwich, as Saferpay writes times. */
function zoned(moment: number): string {
  return `${new Date(moment + 3_600_000).toISOString().replace('Z', '')}+01:00`
}

const JSON_IN_UTF8 = /^application\/json; charset=utf-8$/i

function managed({ world, request, path }: Request): Readonly<Record<string, unknown>> {
  const { headers, method } = request
  const [, customer, what] = /^\/rest\/customers\/(\d+)\/(.+)$/.exec(path) ?? []
  const isHeaded = headers['saferpay-apiversion'] !== undefined && headers['saferpay-requestid'] !== undefined
  if (method !== 'GET' || !isHeaded || what === undefined) {
    world.violations.push(`${method} ${path}: not as documented`)
    throw refused(400, 'VALIDATION_FAILED', 'Request validation failed')
  }
  if (!JSON_IN_UTF8.test(headers['content-type'] ?? '')) {
    world.violations.push(`${method} ${path}: not sent as JSON`)
    throw refused(415, 'VALIDATION_FAILED', 'Send JSON')
  }
  if (customer !== ACCOUNT.customer) throw refused(403, 'PERMISSION_DENIED', 'Another customer')
  if (what === 'license') return renderLicense(world.license.package)
  if (what === `terminals/${ACCOUNT.terminal}`) return renderTerminal(ACCOUNT.terminal)
  throw new Refusal(failed(404, 'VALIDATION_FAILED', 'Not found'))
}
