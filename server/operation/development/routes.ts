import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { instant } from '#domain/foundation/instant.ts'
import type { MovableClock } from '#server/foundation/base/time.ts'
import type { Job } from '#server/foundation/jobs/job.ts'
import { runDueJobs } from '#server/foundation/jobs/queue.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { allEvents, allPasses } from '#server/catalog/catalog/all-offers.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { type VisitorOptions, carriesToken } from '#server/foundation/http/visitor.ts'
import { homePage } from './home-page.ts'
import { sendPage } from './page.ts'
import { isFor } from '#domain/access/principal/principal.ts'
import { principalOf } from '#server/access/api-key/guard.ts'
import { isOfAnotherSite } from '#server/foundation/http/request.ts'

type Development = {
  readonly db: Database
  readonly clock: MovableClock
  readonly jobs: readonly Job[]
  readonly visitors: VisitorOptions
}

type ClockRequest = { advance?: unknown; set?: unknown; reset?: unknown }

/** Tools that exist in development mode only: move the shop's clock, run what is due (design section 4). */
export function developmentRoutes({ db, clock, jobs, visitors }: Development): FastifyPluginAsync {
  const guarded = { schema: { hide: true }, onRequest: onlyForDevelopers(db, visitors) }
  return async app => {
    app.get('/dev', { schema: { hide: true } }, async (request, reply) => {
      const facts = { events: await allEvents(db), passes: await allPasses(db) }
      return sendPage(reply, nonce => homePage({ ...facts, now: shownTime(clock), host: request.host }, nonce))
    })

    app.get('/dev/clock', { schema: { hide: true } }, () => ({ now: shownTime(clock) }))

    app.post<{ Body: ClockRequest | undefined }>('/dev/clock', guarded, async (request, reply) => {
      const problem = moveClock(clock, request.body ?? {})
      if (problem)
        return reply
          .code(400)
          .type(JSON_TYPE)
          .send(JSON.stringify(`bad request: ${problem}`))
      return { now: shownTime(clock) }
    })

    app.post('/dev/jobs/run', guarded, () => runDueJobs(jobs))
  }
}

/** Returns what is wrong with the request, or undefined when the clock has been moved. */
function moveClock(clock: MovableClock, { advance, set, reset }: ClockRequest): string | undefined {
  if (reset === true) {
    clock.set(instant(Date.now()))
    return undefined
  }
  try {
    if (typeof advance === 'string') {
      const start = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('UTC')
      clock.move(start.add(Temporal.Duration.from(advance)).epochMilliseconds - start.epochMilliseconds)
      return undefined
    }
    if (typeof set === 'string') {
      clock.set(instant(Temporal.Instant.from(set).epochMilliseconds))
      return undefined
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'not a time'
  }
  return 'say {"advance": "PT26M"}, {"set": "2027-01-15T08:00:00Z"} or {"reset": true}'
}

const shownTime = (clock: MovableClock): string => Temporal.Instant.fromEpochMilliseconds(clock.now()).toString()

/**
 * A hook for everything below /dev: answered are names of this machine and the name of the shop. A site may have any name of its
 * own lead to this machine, and then its pages read what is answered to that name (DNS rebinding). What a proxy or a page says
 * of the name beside `Host` doesn't count.
 */
export function onlyUnderOwnName(baseUrl: string): onRequestAsyncHookHandler {
  const own = new URL(baseUrl).hostname
  return async (request, reply) => {
    const { host = '' } = request.headers
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
    if (name === own || OF_THIS_MACHINE.test(name)) return
    return reply.code(403).type(JSON_TYPE).send(OTHER_NAME)
  }
}

const OF_THIS_MACHINE = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const OTHER_NAME = JSON.stringify('tools for development answer at localhost and at the name of FOYER_BASE_URL')

/**
 * A hook for tools that change something: not for pages of other sites, which a developer has open beside this shop, and
 * only with the system API key or a visitor's anti-forgery token.
 */
function onlyForDevelopers(db: Database, visitors: VisitorOptions): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (!isOfAnotherSite(request) && (carriesToken(request, visitors) || (await hasSystemKey(request)))) return
    return reply.code(403).type(JSON_TYPE).send(REFUSAL)
  }

  async function hasSystemKey(request: FastifyRequest): Promise<boolean> {
    return isFor(await principalOf(request, { db, clock: visitors.clock }), 'administer-shop')
  }
}

const REFUSAL = JSON.stringify('say the system API key (Authorization: ApiKey ...) or an anti-forgery token')
