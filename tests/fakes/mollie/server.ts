import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Moods, type Sent, answerIn } from '../fake-parts.ts'
import { type Caller, type Fields, ROUTES } from './routes.ts'
import { wrongIn } from './rules.ts'
import { KEYS, OWN_PROFILE, PLATFORM, Refusal, type World, newId, unprocessable } from './world.ts'

const KEY_LIFETIME_MS = 3_600_000
const TOKEN_LIFETIME_S = 3600
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

type Kept = { readonly content: string; readonly at: number; answer: Sent | null }

/** The interface for servers: every request is held against what Mollie documents, then carried out once for its key. */
export function serveInterface(app: FastifyInstance, world: World, moods: Moods): readonly string[] {
  const kept = new Map<string, Kept>()
  const requests: string[] = []
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?')
    requests.push(`${request.method} ${path}`)
    const run =
      path === '/oauth2/tokens' ? () => tokenFor(world, request) : () => carriedOut({ world, kept, request, path })
    void reply.type('application/hal+json')
    return answerIn(moods, {
      request,
      reply,
      name: `${request.method} ${path}`,
      down: { status: 500, body: problem(new Refusal(500, 'We are down')) },
      busy: {
        status: 429,
        body: problem(new Refusal(429, 'Too many requests')),
        headers: { 'retry-after': '10' },
      },
      carryOut: run,
      send: ({ status, body }) => reply.code(status).send(JSON.stringify(body)),
    })
  }
  app.route({ method: ['GET', 'POST', 'DELETE'], url: '/v2/*', handler })
  app.route({ method: ['POST'], url: '/oauth2/tokens', handler })
  return requests
}

type Carried = { readonly answer: Sent; release(): void }
type Request = { world: World; kept: Map<string, Kept>; request: FastifyRequest; path: string }

const NOTHING = () => {}

function carriedOut(call: Request): Carried {
  try {
    return call.request.method === 'POST' ? once(call) : { answer: perform(call), release: NOTHING }
  } catch (error) {
    return { answer: refusalOf(error), release: NOTHING }
  }
}

/** The same key and the same request: the same answer, for an hour. */
function once(call: Request): Carried {
  const { world, kept, request, path } = call
  callerOf(call)
  const key = keyOf(call)
  const name = `${String(request.headers.authorization)} ${key}`
  const content = JSON.stringify([path, request.body])
  const before = kept.get(name)
  if (before && world.now() - before.at < KEY_LIFETIME_MS) {
    if (before.content !== content) {
      world.violations.push(`${path}: the idempotency key ${key} was used for something else`)
      throw unprocessable('The idempotency key was used for something else')
    }
    if (before.answer) return { answer: before.answer, release: NOTHING }
    throw new Refusal(409, 'The request with this idempotency key is being carried out')
  }
  const entry: Kept = { content, at: world.now(), answer: null }
  kept.set(name, entry)
  const answer = performed(call)
  return { answer, release: () => (entry.answer = answer) }
}

function performed(call: Request): Sent {
  try {
    return perform(call)
  } catch (error) {
    return refusalOf(error)
  }
}

/** Mollie makes a payment without one: a shop that lets it do so pays twice. */
function keyOf({ world, request: { headers, url } }: Request): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && UUID_4.test(key)) return key
  world.violations.push(`POST ${url}: the idempotency key is no UUID of version 4`)
  throw unprocessable('An idempotency key is needed')
}

function perform(call: Request): Sent {
  const { world, request, path } = call
  const note = (what: string) => void world.violations.push(`${request.method} ${path}: ${what}`)
  const caller = callerOf(call)
  const route = ROUTES.find(item => item.method === request.method && item.path.test(path))
  if (!route) {
    note('no such call')
    throw new Refusal(404, 'No such call')
  }
  const fields = fieldsOf(request, note)
  for (const { field, what } of [
    ...wrongIn(fields, route.rules),
    ...wrongFor(caller, fields, route.isOfProfile ?? false),
  ]) {
    note(`${field} ${what}`)
    throw unprocessable(`${field} ${what}`, field)
  }
  const [, id = '', within = ''] = route.path.exec(path) ?? []
  const url = `http://${String(request.headers.host)}`
  return { status: route.status ?? 200, body: route.run({ world, url, caller, fields, id, within }) }
}

/** A key has its profile and its mode; a platform says both. */
function wrongFor(
  { isPlatform }: Caller,
  fields: Fields,
  isOfProfile: boolean,
): readonly { field: string; what: string }[] {
  if (!isPlatform) {
    return ['profileId', 'testmode']
      .filter(field => field in fields)
      .map(field => ({ field, what: 'is for platforms' }))
  }
  if (!isOfProfile) return []
  return fields['profileId'] === PLATFORM.profileId ? [] : [{ field: 'profileId', what: 'is not one of this account' }]
}

function fieldsOf({ method, url, body, headers }: FastifyRequest, note: (what: string) => void): Fields {
  const [, search = ''] = url.split('?')
  if (method === 'GET') return Object.fromEntries(new URLSearchParams(search))
  if (search !== '') {
    note('has a query')
    throw unprocessable('Fields are sent in the body')
  }
  if (body === undefined || body === null) return {}
  if (headers['content-type']?.startsWith('application/json') && typeof body === 'object') return { ...body }
  note('is not sent as JSON')
  throw unprocessable('Send JSON')
}

function callerOf({ world, request }: Request): Caller {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const mode = KEYS[token]
  if (mode !== undefined) return { isPlatform: false, mode, profileId: OWN_PROFILE }
  const ends = world.tokens.get(token)
  if (ends === undefined || ends <= world.now())
    throw new Refusal(401, 'Missing authentication, or failed to authenticate')
  const fields = fieldsOf(request, () => {})
  const isTest = fields['testmode'] === true || fields['testmode'] === 'true'
  const { profileId } = fields
  return {
    isPlatform: true,
    mode: isTest ? 'test' : 'live',
    profileId: typeof profileId === 'string' ? profileId : null,
  }
}

/** Exchanges the refresh token of an organiser for a token of an hour. */
function tokenFor(world: World, { headers, body }: FastifyRequest): Carried {
  const { clientId, clientSecret, refreshToken } = PLATFORM
  const refused = (status: number, error: string): Carried => ({
    answer: { status, body: { error } },
    release: NOTHING,
  })
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  if (headers.authorization !== `Basic ${credentials}`) return refused(401, 'invalid_client')
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  if ([...form.keys()].toSorted().join() !== 'grant_type,refresh_token' || form.get('grant_type') !== 'refresh_token') {
    world.violations.push('POST /oauth2/tokens: not the form of an exchange')
    return refused(400, 'invalid_request')
  }
  if (form.get('refresh_token') !== refreshToken) return refused(400, 'invalid_grant')
  const token = newId('access')
  world.tokens.set(token, world.now() + TOKEN_LIFETIME_S * 1000)
  const tokens = {
    access_token: token,
    expires_in: TOKEN_LIFETIME_S,
    token_type: 'bearer',
    refresh_token: refreshToken,
  }
  return { answer: { status: 200, body: tokens }, release: NOTHING }
}

function refusalOf(error: unknown): Sent {
  if (error instanceof Refusal) return { status: error.status, body: problem(error) }
  throw error
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const problem = ({ status, message, field }: Refusal) => ({
  status,
  title: TITLES[status] ?? 'Error',
  detail: message,
  ...(field !== null && { field }),
  _links: { documentation: { href: 'https://docs.mollie.com/reference/handling-errors', type: 'text/html' } },
})
