import { createHash, createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Value } from 'typebox/value'
import { AltchaChallenge, AltchaSolution } from '#contract/challenge.ts'
import { type Instant, after, instant, minutes } from '#domain/foundation/instant.ts'

/** Long enough for a slow phone and for the answer to a question; short enough that hoarding solutions is no business. */
const LIFETIME_MS = minutes(10)

/** Rounds of one guess: about half a millisecond of a computer, two of a small phone. */
const ROUNDS = 2_000

/**
 * New work for a browser: it has to guess between `effort` and twice as many keys. Expires by the shop's clock, which
 * the library's own expiry does not know: it is part of the signed data instead.
 */
export async function newChallenge(key: Buffer, effort: number, now: Instant): Promise<AltchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: effort + randomInt(effort),
    data: { expiresAt: after(now, LIFETIME_MS) },
    deriveKey,
    ...secretsOf(key),
  })
  return Value.Parse(AltchaChallenge, challenge)
}

/** What a good token proves: by its digest it is recognised when it comes back. */
export type SolvedChallenge = { readonly digest: Buffer; readonly expiresAt: Instant }

/** Undefined for a token that is not a solution, not of our work, or too old. It does not know which are used up. */
export async function readSolution(key: Buffer, token: string, now: Instant): Promise<SolvedChallenge | undefined> {
  const payload = decode(token)
  if (!payload) return undefined
  const { challenge, solution } = payload
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) })
  const { expiresAt } = challenge.parameters.data
  if (!verified || expiresAt <= now) return undefined
  return { digest: createHash('sha256').update(challenge.signature).digest(), expiresAt: instant(expiresAt) }
}

function decode(token: string): AltchaSolution | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
    return Value.Check(AltchaSolution, payload) ? payload : undefined
  } catch {
    return undefined
  }
}

/** The second one lets us recognise the solved key without a search. */
function secretsOf(key: Buffer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const secretFor = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex')
  return { hmacSignatureSecret: secretFor('challenge'), hmacKeySignatureSecret: secretFor('solution') }
}
