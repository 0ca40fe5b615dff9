import { createVerify, generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll } from 'vitest'

/** `down` answers every call with 503, `locked` gives no access. */
type Mood = 'usual' | 'down' | 'locked'

/** Google as far as our server talks to it: access by service account, and the classes and objects of Google Wallet. */
export type GoogleWallet = {
  /** For GOOGLE_WALLET_API_BASE and GOOGLE_TOKEN_API_BASE. */
  readonly url: string
  /** The JSON file that an organiser gets for their service account. */
  readonly serviceAccountKey: string
  /** What was asked, as in "GET eventTicketClass", in order. */
  readonly calls: string[]
  /** What it keeps, by id. */
  readonly kept: ReadonlyMap<string, Record<string, unknown>>
  behave(mood: Mood): void
  /** Does this once, while it is being asked so: "POST eventTicketObject". */
  during(call: string, work: () => Promise<unknown>): void
  /** The claims of a JWT that was signed by the service account; throws for any other. */
  claimsOf(token: string): Record<string, unknown>
}

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  eventTicketClass: ['id', 'issuerName', 'reviewStatus', 'eventName'],
  eventTicketObject: ['id', 'classId', 'state'],
  genericClass: ['id'],
  genericObject: ['id', 'classId', 'cardTitle', 'header'],
}

const EMAIL = 'issuer@project.iam.example'
const ACCESS = 'an-access-token'

/** `const google = await googleWallet()` at the top of the file. */
export async function googleWallet(): Promise<GoogleWallet> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const calls: string[] = []
  const kept = new Map<string, Record<string, unknown>>()
  let mood: Mood = 'usual'
  const meanwhile = new Map<string, () => Promise<unknown>>()

  const claimsOf = (token: string): Record<string, unknown> => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const isSigned = createVerify('sha256')
      .update(`${header}.${payload}`)
      .verify(publicKey, Buffer.from(signature, 'base64url'))
    if (!isSigned) throw new Error('a JWT that the service account has not signed')
    if (decoded(header)['alg'] !== 'RS256') throw new Error('a JWT of another algorithm')
    return decoded(payload)
  }

  const app = Fastify({ routerOptions: { maxParamLength: 300 } })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post<{ Body: Record<string, string> }>('/token', async ({ body }, reply) => {
    calls.push('token')
    const claims = claimsOf(body['assertion'] ?? '')
    const isGood = claims['iss'] === EMAIL && String(claims['scope']).endsWith('/wallet_object.issuer')
    if (mood !== 'usual' || !isGood) return reply.code(mood === 'down' ? 503 : 401).send({ error: 'invalid_grant' })
    return { access_token: ACCESS, expires_in: 3599, token_type: 'Bearer' }
  })
  app.addHook('preHandler', async ({ url, method, headers }, reply) => {
    if (url === '/token') return
    const call = `${method} ${url.split('/')[3] ?? ''}`
    calls.push(call)
    const work = meanwhile.get(call)
    meanwhile.delete(call)
    await work?.()
    if (mood === 'down') return reply.code(503).send({})
    if (headers.authorization !== `Bearer ${ACCESS}`) return reply.code(401).send({})
  })
  type Named = { Params: { kind: string; id: string }; Body: Record<string, unknown> }
  app.get<Named>(
    '/walletobjects/v1/:kind/:id',
    async ({ params }, reply) => kept.get(params.id) ?? reply.code(404).send({}),
  )
  // What each kind has at least; Google refuses what lacks one of them.
  app.addHook<Named>('preHandler', async ({ method, params, body, url }, reply) => {
    const lacking = (REQUIRED[params.kind] ?? []).filter(field => body?.[field] === undefined)
    if (url !== '/token' && (method === 'POST' || method === 'PUT') && lacking.length > 0)
      return reply.code(400).send({ error: { code: 400, message: `Missing ${lacking.join(', ')}` } })
  })
  app.post<Named>('/walletobjects/v1/:kind', async ({ body }, reply) => {
    const id = String(body['id'])
    if (kept.has(id)) return reply.code(409).send({})
    kept.set(id, body)
    return body
  })
  app.put<Named>('/walletobjects/v1/:kind/:id', async ({ params, body }, reply) => {
    if (!kept.has(params.id)) return reply.code(404).send({})
    kept.set(params.id, body)
    return body
  })
  app.patch<Named>('/walletobjects/v1/:kind/:id', async ({ params, body }, reply) => {
    const found = kept.get(params.id)
    if (!found) return reply.code(404).send({})
    kept.set(params.id, { ...found, ...body })
    return kept.get(params.id)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())

  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    serviceAccountKey: JSON.stringify({
      type: 'service_account',
      client_email: EMAIL,
      private_key: privateKey,
      private_key_id: 'key-1',
      token_uri: 'https://nobody.asks.example/token',
    }),
    calls,
    kept,
    behave: changed => {
      mood = changed
    },
    during: (call, work) => meanwhile.set(call, work),
    claimsOf,
  }
}

/** The decoding edge of the fake. */
function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}
