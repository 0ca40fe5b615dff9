import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Moods, type Sent, answerIn } from '../fake-parts.ts'
import { type Form, hold, parsed } from './form.ts'
import { ROUTES } from './routes.ts'
import { wrongInPayment } from './rules.ts'
import { ACCOUNTS, Refusal, SECRET_KEY, type World, invalid } from './world.ts'

const VERSION = '2026-10-28.endive'
const KEY_LIFETIME_MS = 24 * 3_600_000

type Kept = { readonly content: string; readonly at: number; answer: Sent | null }

/** The interface for servers: every request is held against what Stripe documents, then carried out once for its key. */
export function serveInterface(app: FastifyInstance, world: World, moods: Moods): readonly string[] {
  const kept = new Map<string, Kept>()
  const requests: string[] = []
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/v1/*',
    handler: async (request, reply) => {
      const [path = ''] = request.url.split('?')
      requests.push(`${request.method} ${path}`)
      return answerIn(moods, {
        request,
        reply,
        name: `${request.method} ${path}`,
        down: { status: 503, body: errorOf({ type: 'api_error', message: 'We are down' }) },
        busy: {
          status: 429,
          body: errorOf({ type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }),
        },
        carryOut: () => carriedOut({ world, kept, request, path }),
        send: ({ status, body }) => reply.code(status).header('request-id', 'req_fake').send(body),
      })
    },
  })
  return requests
}

type Request = { world: World; kept: Map<string, Kept>; request: FastifyRequest; path: string }

function carriedOut({ world, kept, request, path }: Request): { answer: Sent; release(): void } {
  const nothing = () => {}
  try {
    const account = authenticated(world, request)
    const form = formOf(world, request)
    const run = () => perform({ world, form, account, path, method: request.method })
    if (request.method !== 'POST') return { answer: run().answer, release: nothing }
    return once({ world, kept, request, form, path }, run)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { answer: { status: error.status, body: errorOf(error.error) }, release: nothing }
  }
}

/**
 * The same key and the same request: the same answer, for a day. What was refused before anything began is not kept.
 */
function once(
  { world, kept, request, form, path }: Request & { form: Form },
  run: () => { answer: Sent; isKept: boolean },
): { answer: Sent; release(): void } {
  const key = keyOf(world, request)
  const account = String(request.headers['stripe-account'] ?? '')
  const name = `${account} ${key}`
  const content = JSON.stringify([path, [...form]])
  const before = kept.get(name)
  if (before && world.now() - before.at < KEY_LIFETIME_MS) {
    if (before.content !== content) {
      world.violations.push(`${path}: the idempotency key ${key} was used for something else`)
      throw new Refusal(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' })
    }
    if (before.answer) return { answer: before.answer, release: () => {} }
    throw new Refusal(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'In use' })
  }
  const entry: Kept = { content, at: world.now(), answer: null }
  const { answer, isKept } = run()
  if (isKept) kept.set(name, entry)
  return { answer, release: () => (entry.answer = answer) }
}

function keyOf(world: World, { headers, url }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && key.length <= 255 && !key.startsWith('stripe-node-retry-')) return key
  world.violations.push(`POST ${url}: no idempotency key of the shop`)
  throw invalid('An idempotency key of the shop is needed', { code: 'parameter_missing' })
}

type Performed = { world: World; form: Form; account: string | null; path: string; method: string }

function perform({ world, form, account, path, method }: Performed): { answer: Sent; isKept: boolean } {
  const route = ROUTES.find(item => item.method === method && item.path.test(path))
  if (!route) {
    world.violations.push(`${method} ${path}: no such call`)
    throw new Refusal(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' })
  }
  const note = (what: string) => void world.violations.push(`${method} ${path}: ${what}`)
  hold(form, route.rules, note)
  const wrong = route.isPayment ? wrongInPayment(form, account) : null
  if (wrong) {
    note(wrong.message)
    throw invalid(wrong.message, { code: wrong.code, param: 'amount' })
  }
  const id = route.path.exec(path)?.[1] ?? ''
  try {
    return { answer: { status: 200, body: route.run({ world, id, form, account }) }, isKept: true }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { answer: { status: error.status, body: errorOf(error.error) }, isKept: true }
  }
}

/** The account that is acted for, null for the own one. */
function authenticated(world: World, { headers, method, url }: FastifyRequest): string | null {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
    throw new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
  }
  if (headers['stripe-version'] !== VERSION) {
    world.violations.push(`${method} ${url}: Stripe-Version is ${String(headers['stripe-version'])}`)
    throw invalid('Invalid Stripe API version')
  }
  const account = headers['stripe-account']
  if (account === undefined) return null
  if (ACCOUNTS.includes(String(account))) return String(account)
  throw new Refusal(403, { type: 'invalid_request_error', code: 'account_invalid', message: 'No such account' })
}

function formOf(world: World, { method, url, body, headers }: FastifyRequest): Form {
  const note = (what: string) => void world.violations.push(`${method} ${url}: ${what}`)
  if (method !== 'POST') return parsed(url.split('?')[1] ?? '', note)
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    note('not sent as a form')
    throw invalid('Send a form')
  }
  return parsed(typeof body === 'string' ? body : '', note)
}

const errorOf = (error: object) => ({ error })
