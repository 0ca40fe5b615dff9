import type { FastifyInstance } from 'fastify'
import { type MailsUnderWay, releaseMails } from '#server/mail/letter/under-way.ts'
import type { MailTransport } from '#server/mail/letter/transport.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import type { RunningQueue } from '#server/foundation/jobs/queue.ts'
import type { OpenShop } from './shop.ts'
import type { Tracer } from '#server/operation/tracing/tracer.ts'
import { within } from '#server/foundation/base/time.ts'

export type Running = {
  readonly shop: OpenShop & { readonly jobs: RunningQueue }
  /** Undefined in a process that only works. */
  readonly app: FastifyInstance | undefined
  readonly mails: MailsUnderWay
  readonly transport: MailTransport
  /** Undefined where nobody wants traces. */
  readonly tracer: Tracer | undefined
}

/** How the time is shared out: answering who is connected already, and letting jobs come to an end. */
const SHARES = { requests: 0.6, jobs: 0.3 } as const

/** What is left to do then is quick, or is not waited for. */
const EACH_LAST_STEP_MS = 1000

/**
 * Stops in the order in which things need each other: nobody is let in any more and who is in is answered, jobs end, what
 * mail was not sent is given back, what was traced is sent, and only then the queue and the database go. Nothing that hangs can keep the process:
 * each step has its share of `stopSeconds`.
 */
export async function stopInOrder({ shop, app, mails, transport, tracer }: Running): Promise<void> {
  const { log } = shop
  const total = shop.config.stopSeconds * 1000
  const step = async (what: string, milliseconds: number, work: Promise<unknown>): Promise<void> => {
    try {
      if (!(await within(milliseconds, work))) log.lateAtStop(what)
    } catch (error) {
      log.stopFailed(what, error)
    }
  }
  mails.stop()
  if (app) await step('requests', total * SHARES.requests + EACH_LAST_STEP_MS, drain(app, total * SHARES.requests))
  await step('jobs', total * SHARES.jobs + EACH_LAST_STEP_MS, shop.jobs.stop(total * SHARES.jobs))
  await Promise.all([
    step('mail', EACH_LAST_STEP_MS, releaseMails(shop.db, mails)),
    tracer && step('traces', EACH_LAST_STEP_MS, tracer.close()),
  ])
  transport.close()
  stopRendering()
  await shop.close()
}

/** Closes the door, and after a while also on those who have not said what they want. */
async function drain(app: FastifyInstance, milliseconds: number): Promise<void> {
  const closed = app.close()
  if (await within(milliseconds, closed)) return
  app.server.closeAllConnections()
  await closed
}
