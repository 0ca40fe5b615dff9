import type { Solution } from 'altcha-lib'
import type { AltchaChallenge } from '#contract/challenge.ts'
import { challengePath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'

/** What the worker answers: null when it found nothing. */
export type Found = { readonly solution: Solution | null }

/** Fetches work and has it done beside the page; returns the token of header Alfio-Verification. */
export async function solveChallenge(signal: AbortSignal): Promise<string> {
  const challenge = await valueOf(server().call('GET', challengePath, { signal }))
  const solution = await workOn(challenge, signal)
  return btoa(JSON.stringify({ challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }))
}

function workOn(challenge: AltchaChallenge, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data: { solution } }: MessageEvent<Found>) => {
      if (solution) resolve(solution)
      else reject(new Error('no key was found'))
    })
    worker.addEventListener('error', event => reject(new Error(event.message)))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
