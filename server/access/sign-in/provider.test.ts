import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '#server/foundation/base/log.ts'
import { newAttempt } from './attempt.ts'
import { readConfiguration } from './configuration.ts'
import { openProvider } from './provider.ts'

// A provider that makes the mistakes the real one of tests/fakes never makes.

type Answer = { readonly status: number; readonly body: unknown; readonly challenge?: string }
type Key = { readonly privateKey: CryptoKey; readonly jwk: JWK }

const CLIENT = { clientId: 'foyer', clientSecret: 'the-secret-of-the-shop' }
const KEY_NAME = 'named'
let published: readonly JWK[] = []
let keyFetches = 0
let isAway = false
let tokenAnswer: Answer = { status: 500, body: {} }

const server = createServer((request, response) => answer(request, response))
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
// Its type allows what a socket of the file system would answer.
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const say = ({ status, body, challenge }: Answer): void => {
    response.setHeader('content-type', 'application/json')
    if (challenge !== undefined) response.setHeader('www-authenticate', challenge)
    response.writeHead(status).end(JSON.stringify(body))
  }
  if (url === '/keys') {
    keyFetches += 1
    return say(isAway ? { status: 503, body: {} } : { status: 200, body: { keys: published } })
  }
  if (url === '/token') return say(tokenAnswer)
  const at = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
  say({ status: 200, body: { issuer, jwks_uri: `${issuer}/keys`, ...at } })
}

async function newKey(kid?: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }) } }
}

const sign = ({ privateKey, jwk }: Key, claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT({ iss: issuer, aud: CLIENT.clientId, ...claims })
    .setProtectedHeader({ alg: 'RS256', ...(jwk.kid !== undefined && { kid: jwk.kid }) })
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(privateKey)

type Provider = Awaited<ReturnType<typeof openProvider>>
const open = (): Promise<Provider> => openProvider(readConfiguration(JSON.stringify({ issuer, ...CLIENT }), true))

async function redeem(provider: Provider, by: Key, sub = 'ada') {
  const attempt = newAttempt('/', null)
  const names = { email: 'ada@example.org', family_name: 'Rossi' }
  const id_token = await sign(by, { sub, nonce: attempt.nonce, ...names })
  tokenAnswer = { status: 200, body: { access_token: 'access', token_type: 'Bearer', id_token } }
  return provider.redeem(new URL(`${issuer}/callback?code=x&state=${attempt.state}`), attempt)
}

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const logoutBy = (key: Key) => sign(key, { sub: 'ada', events: EVENTS, jti: crypto.randomUUID() })

beforeEach(() => {
  keyFetches = 0
  isAway = false
})

test('a provider may change keys that have no names at any time', async () => {
  const [first, second, third] = await Promise.all([newKey(), newKey(), newKey()])
  const provider = await open()
  published = [first.jwk]
  expect(await redeem(provider, first)).toMatchObject({ person: { identity: { subject: 'ada' } } })
  published = [second.jwk]
  expect(await redeem(provider, second)).toMatchObject({ person: { identity: { subject: 'ada' } } })
  // While it changes them it has both, and nothing says which of them has signed.
  published = [second.jwk, third.jwk]
  expect(await redeem(provider, third)).toMatchObject({ person: { identity: { subject: 'ada' } } })
  expect(await redeem(provider, second)).toMatchObject({ person: { identity: { subject: 'ada' } } })
})

test('an identity that a stranger has signed is refused after the keys were fetched once more', async () => {
  const [own, stranger] = await Promise.all([newKey(), newKey()])
  const provider = await open()
  published = [own.jwk]
  await redeem(provider, own)
  await expect(redeem(provider, stranger)).rejects.toThrow(/signature/)
  expect(keyFetches).toBe(2)
})

test.each(['', ' '])('an identity whose subject is %j is refused', async sub => {
  const key = await newKey(KEY_NAME)
  published = [key.jwk]
  await expect(redeem(await open(), key, sub)).rejects.toThrow(/names no subject/)
})

test.each([KEY_NAME, 'unknown', undefined])(
  'forged log-outs (key %j) fetch the keys of the provider once in a minute, and genuine ones are read meanwhile',
  async kid => {
    const [own, forger] = await Promise.all([newKey(KEY_NAME), newKey(kid)])
    const provider = await open()
    published = [own.jwk]
    for (let forged = 0; forged < 6; forged += 1) {
      await expect(provider.readLogout(await logoutBy(forger))).rejects.toThrow(
        /signature|no applicable key|a moment ago/,
      )
    }
    expect(keyFetches).toBe(1)
    expect(await provider.readLogout(await logoutBy(own))).toMatchObject({ issuer, subject: 'ada' })
    expect(keyFetches).toBe(1)
  },
)

test('log-outs fetch the keys of a provider that is away once in a minute, and a sign-in fetches them at once', async () => {
  const key = await newKey(KEY_NAME)
  const provider = await open()
  published = [key.jwk]
  isAway = true
  for (let sent = 0; sent < 4; sent += 1)
    await expect(provider.readLogout(await logoutBy(key))).rejects.toThrow(/Expected 200|a moment ago/)
  expect(keyFetches).toBe(1)
  isAway = false
  expect(await redeem(provider, key)).toMatchObject({ person: { identity: { subject: 'ada' } } })
  expect(await provider.readLogout(await logoutBy(key))).toMatchObject({ subject: 'ada' })
})

const DESCRIPTION = `client authentication failed for ${CLIENT.clientSecret}`

test.each<[string, Answer]>([
  ['in its answer', { status: 401, body: { error: 'invalid_client', error_description: DESCRIPTION } }],
  [
    'in the header of its answer',
    {
      status: 401,
      body: {},
      challenge: `Basic realm="x", error="invalid_client", error_description="${DESCRIPTION}"`,
    },
  ],
])('what the provider says of a wrong client secret %s is in the log, without the secret', async (_, refusal) => {
  const lines: string[] = []
  const logger = openLog({ level: 'info', to: { write: line => void lines.push(line) } })
  const attempt = newAttempt('/', null)
  tokenAnswer = refusal
  const redeeming = (await open()).redeem(new URL(`${issuer}/callback?code=x&state=${attempt.state}`), attempt)
  await redeeming.catch((err: unknown) => logger.warn({ err }, 'a sign-in failed'))
  const log = lines.join('')
  expect(log).toContain('invalid_client')
  expect(log).toContain('client authentication failed')
  expect(log).not.toContain('[object Object]')
  expect(log).not.toContain(CLIENT.clientSecret)
})
