import {
  AuthorizationResponseError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
} from 'openid-client'
import { type SignedInPerson, personOf } from '#domain/buyer/account/account.ts'
import { type Instant, instant, minutes } from '#domain/foundation/instant.ts'
import type { AttemptSecrets } from './attempt.ts'
import type { ProviderNamed } from './configuration.ts'
import { type JWTPayload, type JWTVerifyOptions, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { atMostEvery } from '#server/foundation/base/time.ts'

/** A visitor who signs in waits no longer than this for the provider. */
const TIMEOUT_SECONDS = 10

const SCOPE = 'openid email profile'

/** A provider of sign-in that has published how to talk to it. */
export type SignInProvider = {
  readonly named: ProviderNamed
  /** As it writes itself. */
  readonly issuer: string
  /** Fetches its keys. */
  countKeys(): Promise<number>
  /** Where the browser goes to sign in. */
  authorizationUrl(attempt: AttemptSecrets, callbackUrl: string): Promise<string>
  /** Changes the code that the browser has brought for the provider's word on who it is. Throws SignInRefused or what went wrong. */
  redeem(arrivedAt: URL, attempt: AttemptSecrets): Promise<SignedIn>
  /** Reads the message that a session has ended at the provider (OpenID Connect Back-Channel Logout 1.0, 2.6); throws for any other. */
  readLogout(token: string): Promise<EndedAtProvider>
  /** Where the browser ends its session at the provider, which knows the session by its identity token; null when it has no such address. */
  logoutUrl(home: string, idToken: string | null): string | null
}

const throwRefusal =
  (secret: string) =>
  (error: unknown): never => {
    throw refusalOf(error, secret)
  }

async function checkedConfiguration(
  named: ProviderNamed,
  mayAsk: (host: string) => Promise<boolean>,
): Promise<Configuration> {
  const check = async (address: string | undefined): Promise<void> => {
    if (address === undefined || (await mayAsk(new URL(address).hostname))) return
    throw new Error(`${address} is of a private network`)
  }
  await check(named.issuer)
  const configuration = await configurationOf(named)
  const { token_endpoint, jwks_uri, userinfo_endpoint } = configuration.serverMetadata()
  for (const address of [token_endpoint, jwks_uri, userinfo_endpoint]) await check(address)
  return configuration
}

type SignedIn = {
  readonly person: SignedInPerson
  readonly providerSession: string | null
  /** As the provider has signed it. */
  readonly idToken: string
}

/** One session, or all those of a person, that began before the message. */
type EndedAtProvider = {
  readonly issuer: string
  readonly subject: string | null
  readonly providerSession: string | null
  readonly at: Instant
}

/**
 * Asks the provider for its addresses, unless they are stated. Rejects when it can't be reached.
 * @param mayAsk Where the provider was named by an organiser: is a host one that the shop asks for others? All of them are checked.
 */
export async function openProvider(
  named: ProviderNamed,
  mayAsk: (host: string) => Promise<boolean> = async () => true,
): Promise<SignInProvider> {
  const configuration = await checkedConfiguration(named, mayAsk)
  const metadata = configuration.serverMetadata()
  if (metadata.jwks_uri === undefined) throw new Error(`${named.issuer} names no keys`)
  const keys = providerKeys({ url: new URL(metadata.jwks_uri), timeoutMs: TIMEOUT_SECONDS * 1000 })
  const signedFor = { issuer: metadata.issuer, audience: named.clientId }
  const asRefusal = throwRefusal(named.clientSecret)

  return {
    named,
    issuer: metadata.issuer,
    countKeys: keys.count,
    authorizationUrl: async ({ state, nonce, verifier }, callbackUrl) =>
      buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href,

    redeem: async (arrivedAt, { state, nonce, verifier }) => {
      const tokens = await authorizationCodeGrant(configuration, arrivedAt, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }).catch(asRefusal)
      const claims = tokens.claims()
      if (!claims || tokens.id_token === undefined) throw new Error('the provider sent no identity')
      await keys.verifyIssued(tokens.id_token, signedFor)
      if (claims.sub.trim() === '') throw new Error('the identity names no subject')
      const isWhole = claims['email'] !== undefined && claims[named.names.familyName] !== undefined
      const more =
        isWhole || metadata.userinfo_endpoint === undefined
          ? {}
          : await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(asRefusal)
      return {
        person: personOf({ ...more, ...claims }, named.names),
        providerSession: nameOf(claims['sid']),
        idToken: tokens.id_token,
      }
    },

    readLogout: async token => {
      const payload = await keys.verifySent(token, {
        ...signedFor,
        maxTokenAge: LOGOUT_TOKEN_AGE,
        clockTolerance: 60,
      })
      const { events, nonce, sid, sub, iat = 0 } = payload
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events && nonce === undefined
      const [subject, providerSession] = [nameOf(sub), nameOf(sid)]
      if (!isLogout || (subject === null && providerSession === null)) throw new Error('this is no logout token')
      return { issuer: metadata.issuer, subject, providerSession, at: instant(iat * 1000) }
    },

    logoutUrl: (home, idToken) => logoutUrlOf(configuration, named, { home, idToken }),
  }
}

type Leaving = { readonly home: string; readonly idToken: string | null }

function logoutUrlOf(
  configuration: Configuration,
  { logoutUrl, loggedOutUrl }: ProviderNamed,
  { home, idToken }: Leaving,
): string | null {
  const next = loggedOutUrl ?? home
  if (logoutUrl !== null) return withQuery(logoutUrl, { redirect_uri: next })
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null
  return buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: next,
    ...(idToken !== null && idToken.length <= LONGEST_HINT && { id_token_hint: idToken }),
  }).href
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LOGOUT_TOKEN_AGE = '10 minutes'

/** Addresses of 8 kilobytes are refused by many servers; the hint is one that the provider can do without. */
const LONGEST_HINT = 6000

/** A name that is empty names nothing. */
const nameOf = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() !== '' ? claim : null)

async function configurationOf(named: ProviderNamed): Promise<Configuration> {
  const { issuer, clientId, clientSecret, addresses } = named
  const isInTheOpen = issuer.startsWith('http:')
  if (addresses !== null) {
    const metadata = {
      issuer,
      authorization_endpoint: addresses.authorization,
      token_endpoint: addresses.token,
      jwks_uri: addresses.keys,
    }
    const stated = new Configuration(metadata, clientId, undefined, ClientSecretBasic(clientSecret))
    stated.timeout = TIMEOUT_SECONDS
    if (isInTheOpen) allowInsecureRequests(stated)
    return stated
  }
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: isInTheOpen ? [allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  // What a provider doesn't say is Basic (OpenID Connect Discovery 1.0, 3).
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const client = new Configuration(metadata, clientId, undefined, authentication(clientSecret))
  client.timeout = TIMEOUT_SECONDS
  if (isInTheOpen) allowInsecureRequests(client)
  return client
}

function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return target.href
}

/** The keys by which a provider signs, fetched from it and kept for some minutes. */
type ProviderKeys = {
  /** Reads what the provider itself has just handed out: a key that is not known yet is fetched at once. */
  verifyIssued(token: string, options: JWTVerifyOptions): Promise<JWTPayload>
  /** Reads tokens of any sender: keys are fetched for them at most once in a minute, whatever they hold. */
  verifySent(token: string, options: JWTVerifyOptions): Promise<JWTPayload>
  /** Fetches them, and says how many there are. */
  count(): Promise<number>
}

type Parts = { readonly url: URL; readonly timeoutMs: number }

/**
 * A provider may change its keys at any time, and keys need no names (RFC 7517, 4.5): so the keys are fetched once more when none
 * of those that are kept has the token's name, and when none of them has made its signature.
 */
function providerKeys({ url, timeoutMs }: Parts): ProviderKeys {
  // When they are fetched anew is decided here alone.
  const keys = createRemoteJWKSet(url, { cooldownDuration: Infinity, timeoutDuration: timeoutMs })
  const mayFetchForSent = atMostEvery(minutes(1))

  async function verify(token: string, options: JWTVerifyOptions, mayFetch: () => boolean): Promise<JWTPayload> {
    const wereFresh = keys.fresh
    if (!wereFresh && !mayFetch()) throw new Error('the keys of the provider were fetched a moment ago')
    try {
      return await verifyByAny(token, options)
    } catch (error) {
      // Keys that were fetched for this very token are as new as they can be.
      if (!wereFresh || !isOfOtherKey(error) || !mayFetch()) throw error
    }
    await keys.reload()
    return verifyByAny(token, options)
  }

  async function verifyByAny(token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    try {
      return (await jwtVerify(token, keys, options)).payload
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
      for await (const key of error) {
        const payload = await jwtVerify(token, key, options).then(read => read.payload, unlessOfOtherKey)
        if (payload) return payload
      }
      throw new errors.JWSSignatureVerificationFailed()
    }
  }

  return {
    verifyIssued: (token, options) => verify(token, options, () => true),
    verifySent: (token, options) => verify(token, options, mayFetchForSent),
    count: async () => {
      await keys.reload()
      return keys.jwks()?.keys.length ?? 0
    },
  }
}

const isOfOtherKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed

function unlessOfOtherKey(error: unknown): undefined {
  if (!isOfOtherKey(error)) throw error
}

/** The visitor or the provider has said no. */
export class SignInRefused extends Error {}

/** The provider does not take what the shop says of itself, as a wrong secret; what it says of that is the message. */
export class ShopRefused extends Error {
  override readonly name = 'ShopRefused'
  readonly code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/**
 * An error of the library as ours: with the code and the description by which the provider refuses (RFC 6749, 5.2; RFC 6750, 3),
 * which the library keeps beside its message.
 * @param secret Is in no message, even where the provider repeats it.
 */
function refusalOf(error: unknown, secret: string): unknown {
  if (error instanceof AuthorizationResponseError) return new SignInRefused(error.error)
  const refusal = factsOf(error)
  if (!refusal) return error
  const reason = [refusal.code, refusal.description].filter(text => text !== undefined).join(': ')
  const message = `the provider answered ${refusal.status} ${reason || 'without a reason'}`
  return new ShopRefused(message.replaceAll(secret, '…'), refusal.code)
}

type RefusalFacts = {
  readonly status: number
  readonly code: string | undefined
  readonly description: string | undefined
}

function factsOf(error: unknown): RefusalFacts | undefined {
  if (error instanceof ResponseBodyError)
    return { status: error.status, code: error.error, description: error.error_description }
  if (!(error instanceof WWWAuthenticateChallengeError)) return undefined
  const parameters = error.cause.map(challenge => challenge.parameters).find(({ error: code }) => code !== undefined)
  return { status: error.status, code: parameters?.error, description: parameters?.error_description }
}
