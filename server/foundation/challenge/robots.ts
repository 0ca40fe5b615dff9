import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { AltchaChallenge, AltchaSolution } from '#contract/challenge.ts'
import type { Services } from '#server/foundation/services.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type RobotCheck, robotCheckOf } from './robot-check.ts'
import { siteverify } from './captcha.ts'
import { challengeKey, deleteExpiredSolutions, spendSolution } from './store.ts'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Value } from 'typebox/value'
import { type Instant, after, instant, minutes } from '#domain/foundation/instant.ts'

/** What a visitor shows to be let through. */
export type Proof = {
  /** From header Alfio-Verification; empty when there is none. */
  readonly token: string
  /** The visitor's address. */
  readonly visitor: string
  /** Cloudflare's proxy, which we trust, says that it has checked this visitor. */
  readonly isPreCleared: boolean
}

/** Keeps robots away from the tickets. */
export type Robots = {
  /** The check that precedes a reservation; at most a second old. */
  check(): Promise<RobotCheck>
  newChallenge(): Promise<AltchaChallenge>
  /** Is this a good proof? It is used up by asking. */
  admits(check: RobotCheck, proof: Proof): Promise<boolean>
}

/** A token longer than this is none of any provider. */
const LONGEST_TOKEN = 8_000

type Needed = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

export async function openRobots({ db, clock, log, config }: Needed): Promise<Robots> {
  const key = await challengeKey(db, randomBytes(32))
  const remembered: BriefMemory<'check', RobotCheck> = briefMemory({
    milliseconds: 1000,
    capacity: 1,
    load: async () => robotCheckOf(await systemSettings(db)),
  })
  const check = () => remembered.get('check')

  async function isSolved(token: string): Promise<boolean> {
    const solved = await readSolution(key, token, clock.now())
    return solved !== undefined && spendSolution(db, solved.digest, solved.expiresAt)
  }

  async function isConfirmed(address: string, secret: string, { token, visitor }: Proof): Promise<boolean> {
    const verdict = await siteverify({ address, secret, answer: token, visitor })
    if (verdict.kind === 'unreachable') log.robotCheckUnreachable(address, verdict.error)
    return verdict.kind === 'human'
  }

  async function admits(inForce: RobotCheck, proof: Proof): Promise<boolean> {
    if (inForce.kind === 'off') return true
    if (proof.token === '') return inForce.kind === 'turnstile' && inForce.isPreClearanceTrusted && proof.isPreCleared
    if (proof.token.length > LONGEST_TOKEN) return false
    switch (inForce.kind) {
      case 'altcha':
        return isSolved(proof.token)
      case 'turnstile':
        return isConfirmed(config.robotChecks.turnstile.verify, inForce.secret, proof)
      case 'recaptcha':
        return isConfirmed(config.robotChecks.recaptcha.verify, inForce.secret, proof)
      default:
        return inForce satisfies never
    }
  }

  return {
    check,
    admits,
    newChallenge: async () => {
      const inForce = await check()
      return newChallenge(key, inForce.kind === 'altcha' ? inForce.effort : LEAST_EFFORT, clock.now())
    },
  }
}

/** This work is not needed while another check is in force. */
const LEAST_EFFORT = 1

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
type SolvedChallenge = { readonly digest: Buffer; readonly expiresAt: Instant }

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

/** Deletes the answers that could not be used again anyway; returns how many. */
export function deleteRobotChecks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return deleteExpiredSolutions(db, clock.now())
}
