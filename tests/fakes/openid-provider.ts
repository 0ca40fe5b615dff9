import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { afterAll } from 'vitest'

/** A person with an account at the provider of sign-in. */
export type PersonThere = {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

/** A real provider of sign-in, which signs every visitor in at once as the person that is set. */
export type OpenIdProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who comes next; `refuses`: they press "no". */
  comes(person: PersonThere | 'refuses'): void
  /** New keys sign from now on, and the old ones are gone. */
  changeKeys(): Promise<void>
  /** Away, and back at the same address. */
  halt(): Promise<void>
  resume(): Promise<void>
  /** A token as the provider signs it. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

const CLIENT = { id: 'foyer', secret: 'the-secret-of-the-shop' }

/**
 * `const provider = await openIdProvider([callback])` at the top of the file; gone after its last test.
 * @param afterLogout Where it sends browsers whose session has ended; nowhere else.
 */
export async function openIdProvider(
  callbacks: readonly string[],
  afterLogout: readonly string[] = [],
): Promise<OpenIdProvider> {
  let next: PersonThere | 'refuses' = 'refuses'
  const people = new Map<string, PersonThere>()
  let port = 0
  let server = createServer()
  let keys = await newKeys()
  let answer: ReturnType<Provider['callback']>

  const issuer = (): string => `http://127.0.0.1:${port}`
  const make = (): Provider => {
    const provider = new Provider(issuer(), configurationOf({ callbacks, afterLogout }, keys.jwk, people))
    provider.on('server_error', (_context, error) => console.error(error))
    return provider
  }
  let provider: Provider

  const start = (at: number): Promise<void> => {
    server = createServer((request, response) => {
      const isInteraction = request.url?.startsWith('/interaction/') ?? false
      if (!isInteraction) return void answer(request, response)
      if (next !== 'refuses') people.set(next.sub, next)
      const result =
        next === 'refuses' ? { error: 'access_denied', error_description: 'no' } : { login: { accountId: next.sub } }
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false }).catch(console.error)
    })
    return new Promise(resolve => server.listen(at, '127.0.0.1', resolve))
  }
  const stop = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const open = (): void => {
    provider = make()
    answer = provider.callback()
  }

  await start(0)
  // Its type allows what a socket of the file system would answer.
  port = (server.address() as AddressInfo).port
  open()
  afterAll(stop)
  return {
    issuer: issuer(),
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    comes: person => void (next = person),
    changeKeys: async () => {
      keys = await newKeys()
      open()
    },
    halt: stop,
    resume: () => start(port),
    sign: claims =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: keys.jwk.kid ?? '' }).sign(keys.privateKey),
  }
}

async function newKeys() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
  return { privateKey, jwk }
}

type Addresses = { readonly callbacks: readonly string[]; readonly afterLogout: readonly string[] }

function configurationOf(
  { callbacks, afterLogout }: Addresses,
  key: JWK,
  people: ReadonlyMap<string, PersonThere>,
): Configuration {
  const grants = new Map<string, string>()
  return {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...callbacks],
        post_logout_redirect_uris: [...afterLogout],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }),
    }),
    // Every visitor has agreed, once.
    loadExistingGrant: async context => {
      const { client, session, provider } = context.oidc
      const accountId = session?.accountId ?? ''
      const grantId = grants.get(accountId)
      const earlier = grantId === undefined ? undefined : await provider.Grant.find(grantId)
      if (earlier) return earlier
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId })
      grant.addOIDCScope('openid email profile')
      grants.set(accountId, await grant.save())
      return grant
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['one key that signs cookies'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600, AuthorizationCode: 60 },
  }
}
