import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** What is limited, and how often one address may do it in a minute (design section 5). */
const PER_MINUTE = { reserve: 120, extend: 60, mail: 10 } as const

export type Limited = keyof typeof PER_MINUTE

/** Route options that limit a call; the answer is 429 with Retry-After. */
export function limited(what: Limited): { config: { rateLimit: { max: number; timeWindow: number; groupId: string } } } {
  return { config: { rateLimit: { max: PER_MINUTE[what], timeWindow: 60_000, groupId: what } } }
}

/**
 * Counts by the caller's address. This machine itself is not counted: behind a proxy that hides the callers all of them
 * would share one count, and tools that run beside the shop are ours.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    allowList: request => LOOPBACK.has(request.ip),
    errorResponseBuilder: (_request, context) => new TooManyRequests(Math.ceil(context.ttl / 1000)),
  })
}

/** Somebody asked too often. */
export class TooManyRequests extends Error {
  readonly statusCode = 429
  readonly seconds: number
  constructor(seconds: number) {
    super(`too many requests, try again in ${seconds} s`)
    this.seconds = seconds
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

