import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Work in the background gives way to visitors of the same process: while requests wait for their answers it takes a
 * tenth of the time, one piece after the other; as soon as they are answered, all of it.
 */

let requests = 0
/** When several requests waited for the last time. */
let crowdedAt = Number.NEGATIVE_INFINITY

/** Has the requests that this server is about to answer counted. */
export function giveWayTo(app: FastifyInstance): void {
  app.addHook('preHandler', (_request, reply, done) => {
    requests += 1
    noteCrowd()
    // Comes once, also for a visitor who has left.
    reply.raw.once('close', () => {
      noteCrowd()
      requests -= 1
    })
    done()
  })
}

/** One request is no crowd: it may be the one that has asked for the work. */
export const isQuiet = (): boolean => requests <= 1

function noteCrowd(): void {
  if (!isQuiet()) crowdedAt = performance.now()
}

/** A crowd has moments in which all are answered: a fast server has many. It is over after so long without one. */
const CALM_MS = 50

const isCalm = (): boolean => isQuiet() && performance.now() - crowdedAt >= CALM_MS

const POLL_MS = 5

/** Waits until no crowd waits for answers any more, at most so long. */
export async function whenQuiet(longestMs: number): Promise<void> {
  const until = performance.now() + longestMs
  while (!isCalm() && performance.now() < until) await pause(POLL_MS)
}

const SHARE = 1 / 10
const LONGEST_REST_MS = 500

let line: Promise<void> = Promise.resolve()

/** Does a piece of work when it is its turn: at once when it is quiet, else after what came before and its rest. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (isCalm()) return work()
  const before = line
  const { promise, resolve } = Promise.withResolvers<void>()
  line = promise
  await before
  const began = performance.now()
  try {
    return await work()
  } finally {
    const rest = (performance.now() - began) * (1 / SHARE - 1)
    void whenQuiet(Math.min(rest, LONGEST_REST_MS)).then(resolve)
  }
}
