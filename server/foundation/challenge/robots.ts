import { randomBytes } from 'node:crypto'
import type { AltchaChallenge } from '#contract/challenge.ts'
import type { Services } from '#server/foundation/services.ts'
import { type BriefMemory, briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { newChallenge, readSolution } from './altcha.ts'
import { type RobotCheck, robotCheckOf } from './robot-check.ts'
import { siteverify } from './siteverify.ts'
import { challengeKey, spendSolution } from './store.ts'

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
