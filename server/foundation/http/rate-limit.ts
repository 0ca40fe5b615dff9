import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hours, minutes } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { countedAs, isThisMachine } from './request.ts'
import { RequestCounts } from './request-counts.ts'

/**
 * What is limited, and how often one address may do it in a minute (design section 5). A hall full of people who vote
 * is often one address, and so is a company whose people join an online event as it begins.
 */
const PER_MINUTE = {
  reserve: 120,
  challenge: 240,
  details: 120,
  /** A page writes at most every second while its buyer types. */
  draft: 600,
  extend: 60,
  mail: 10,
  waitingList: 20,
  /** The machines of a mail program leave for many readers. */
  leaveWaitingList: 600,
  news: 600,
  code: 120,
  /** A PIN has some 69,000 million values, and a person who guesses one has the entries of its owner. */
  pass: 20,
  /** Over all addresses: a caller who has many of them is stopped at the order that the guesses are tried at, */
  passOrder: 30,
  /** and at the PIN, which several passes may share, so that no caller finds out whose they are. */
  passCode: 20,
  withdrawal: 20,
  /** An office is one address, and its people may come back from the provider at the same time. */
  'sign-in': 120,
  profile: 60,
  pin: 600,
  wallet: 60,
  /** Each may have to be drawn. */
  sharePicture: 120,
  waitingRoom: 600,
  /** An office is one address. */
  memberSignIn: 120,
  /** Over all addresses: guesses of the password of a member, */
  memberPassword: 10,
  /** of their second factor, of which there are a million, each good for a minute and a half, */
  memberCode: 5,
  /** and mails to their address that anybody can cause. */
  memberMail: 2,
  /** Each asks a mail server, DNS or a provider. */
  settingsTest: 30,
  /** What browsers and telephones report by themselves. */
  report: 60,
  /** A booth is one address, and may have several people who scan. */
  badge: 240,
  device: 600,
} as const

/** The same in an hour, for what one organisation does over all its keys and addresses. */
const PER_HOUR = {
  /** Tickets and passes that an organiser reserves for others: who has a key holds seats with it, and fills in addresses of strangers. */
  orderFor: 600,
  /** Invitations that members send to addresses of strangers. */
  memberInvitation: 200,
} as const

const MINUTE_MS = minutes(1)
const HOUR_MS = hours(1)

type OfAddress = keyof typeof PER_MINUTE
export type Limited = OfAddress | keyof typeof PER_HOUR

const isPerMinute = (what: Limited): what is OfAddress => Object.hasOwn(PER_MINUTE, what)

const windowOf = (what: Limited): { readonly max: number; readonly timeWindow: number } =>
  isPerMinute(what) ? { max: PER_MINUTE[what], timeWindow: MINUTE_MS } : { max: PER_HOUR[what], timeWindow: HOUR_MS }

/** Route options that limit a call; the answer is 429 with Retry-After. */
export function limited(what: Limited): {
  config: { rateLimit: { max: number; timeWindow: number; groupId: string } }
} {
  return { config: { rateLimit: { ...windowOf(what), groupId: what } } }
}

/** The same for a call that needs it for some requests only: the others are not counted. */
export function limitedWhen(what: Limited, isCounted: (request: FastifyRequest) => boolean) {
  const { rateLimit: limit } = limited(what).config
  return {
    config: {
      rateLimit: { ...limit, allowList: (request: FastifyRequest) => isThisMachine(request) || !isCounted(request) },
    },
  }
}

/**
 * Counts what a request is about, over all addresses; what is counted in a minute is guesses, and those of this machine count,
 * too: a proxy that hides its callers hides no guess. Throws TooManyRequests for one too many.
 * @param app Has been through `limitRates`.
 */
export async function countAbout(
  app: FastifyInstance,
  request: FastifyRequest,
  { what, key }: { readonly what: Limited; readonly key: string },
): Promise<void> {
  const { max, timeWindow } = windowOf(what)
  // The end of the key is the name of the route's own count.
  const counted = await app.createRateLimit({
    max,
    timeWindow,
    keyGenerator: () => `${what} ${key} `,
    ...(isPerMinute(what) && { allowList: [] }),
  })(request)
  if (!counted.isAllowed && counted.isExceeded) throw new TooManyRequests(counted.ttlInSeconds)
}

/**
 * Counts by the caller's address, over all processes, before anything of a body is read. This machine itself is not
 * counted: behind a proxy that hides the callers all of them would share one count, and tools that run beside the shop
 * are ours.
 */
export async function limitRates(app: FastifyInstance, db: Database): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    hook: 'onRequest',
    store: class extends RequestCounts {
      constructor() {
        super(db)
      }
    },
    keyGenerator: countedAs,
    allowList: isThisMachine,
    errorResponseBuilder: (_request, context) => new TooManyRequests(Math.ceil(context.ttl / 1000)),
  })
}

/** A caller asked too often. */
export class TooManyRequests extends Error {
  readonly statusCode = 429
  readonly seconds: number
  constructor(seconds: number) {
    super(`too many requests, try again in ${seconds} s`)
    this.seconds = seconds
  }
}
