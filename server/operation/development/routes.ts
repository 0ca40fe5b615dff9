import type { FastifyPluginAsync } from 'fastify'
import { instant } from '#domain/foundation/instant.ts'
import type { MovableClock } from '#server/foundation/base/time.ts'
import type { Job } from '#server/foundation/jobs/job.ts'
import { runDueJobs } from '#server/foundation/jobs/queue.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { allEvents, allPasses } from '#server/catalog/catalog/all-offers.ts'
import type { Database } from '#server/foundation/database/database.ts'
import type { VisitorOptions } from '#server/foundation/http/visitor.ts'
import { onlyForDevelopers } from './guard.ts'
import { homePage } from './home-page.ts'
import { sendPage } from './send-page.ts'

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
      return sendPage(reply, nonce => homePage({ ...facts, now: told(clock), host: request.host }, nonce))
    })

    app.get('/dev/clock', { schema: { hide: true } }, () => ({ now: told(clock) }))

    app.post<{ Body: ClockRequest | undefined }>('/dev/clock', guarded, async (request, reply) => {
      const problem = moveClock(clock, request.body ?? {})
      if (problem)
        return reply
          .code(400)
          .type(JSON_TYPE)
          .send(JSON.stringify(`bad request: ${problem}`))
      return { now: told(clock) }
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

const told = (clock: MovableClock): string => Temporal.Instant.fromEpochMilliseconds(clock.now()).toString()
