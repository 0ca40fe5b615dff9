import { type JWTPayload, type JWTVerifyOptions, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { atMostEvery } from '#server/foundation/base/time.ts'
import { minutes } from '#domain/foundation/instant.ts'

/** The keys by which a provider signs, fetched from it and kept for some minutes. */
export type ProviderKeys = {
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
export function providerKeys({ url, timeoutMs }: Parts): ProviderKeys {
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
