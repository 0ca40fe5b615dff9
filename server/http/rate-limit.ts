import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * What is limited, and how often one address may do it in a minute (design section 5). A hall full of people who vote
 * is often one address, and so is a company whose people join an online event as it begins.
 */
const PER_MINUTE = {
  reserve: 120,
  challenge: 240,
  details: 120,
  extend: 60,
  mail: 10,
  waitingList: 20,
  code: 120,
  pin: 600,
  wallet: 60,
  waitingRoom: 600,
} as const

export type Limited = keyof typeof PER_MINUTE

/** Route options that limit a call; the answer is 429 with Retry-After. */
export function limited(what: Limited): {
  config: { rateLimit: { max: number; timeWindow: number; groupId: string } }
} {
  return { config: { rateLimit: { max: PER_MINUTE[what], timeWindow: 60_000, groupId: what } } }
}

/** The same for a call that needs it for some requests only: the others are not counted. */
export function limitedWhen(what: Limited, isCounted: (request: FastifyRequest) => boolean) {
  const { rateLimit: limit } = limited(what).config
  return {
    config: {
      rateLimit: { ...limit, allowList: (request: FastifyRequest) => isLocal(request) || !isCounted(request) },
    },
  }
}

/**
 * Counts by the caller's address. This machine itself is not counted: behind a proxy that hides the callers all of them
 * would share one count, and tools that run beside the shop are ours.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    store: SharedCounts,
    allowList: isLocal,
    errorResponseBuilder: (_request, context) => new TooManyRequests(Math.ceil(context.ttl / 1000)),
  })
}

type Count = { current: number; readonly until: number }
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void

/** How many callers are remembered; beyond that the longest known is forgotten. */
const REMEMBERED = 20_000

/** One count for all routes of a kind (the key names it); the plugin's own store would count each route apart. */
class SharedCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>()

  incr(key: string, counted: Counted, timeWindow: number): void {
    const now = performance.now()
    const known = this.#counts.get(key)
    const count = known && known.until > now ? known : { current: 0, until: now + timeWindow }
    count.current += 1
    if (count !== known) this.#remember(key, count)
    counted(null, { current: count.current, ttl: count.until - now })
  }

  child(): FastifyRateLimitStore {
    return this
  }

  #remember(key: string, count: Count): void {
    this.#counts.delete(key)
    this.#counts.set(key, count)
    const [oldest] = this.#counts.size > REMEMBERED ? this.#counts.keys() : []
    if (oldest !== undefined) this.#counts.delete(oldest)
  }
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

const isLocal = ({ ip }: FastifyRequest): boolean => LOOPBACK.has(ip)

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
