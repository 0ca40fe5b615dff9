import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { AltchaChallenge } from '#contract/challenge.ts'
import type { Found } from './challenge-dialog.tsx'

/** Runs in a worker of its own, so that the page stays responsive meanwhile. */
addEventListener('message', ({ data: challenge }: MessageEvent<AltchaChallenge>) => {
  void solve(challenge)
})

async function solve(challenge: AltchaChallenge): Promise<void> {
  // Without https the browser has no keys to derive: then nothing is found, and the page says so.
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null)
  const found: Found = { solution }
  postMessage(found)
}
