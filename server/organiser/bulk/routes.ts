import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-bulk.ts'
import type { BulkItem, BulkJob } from '#contract/desk-bulk.ts'
import { reachOf } from '#domain/access/principal/principal.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { separatorIn, spreadsheet } from '#server/foundation/base/text.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import {
  JOBS_ON_A_PAGE,
  type StoredItem,
  type StoredJob,
  findItems,
  findJobs,
  resumeJob,
  stopJob,
} from './job-store.ts'

const ITEMS_ON_A_PAGE = 100

/** Jobs with many orders in the organiser's API: their progress and report, stopped and resumed. */
export function bulkRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listBulkJobs.path, { schema: routeSchema(calls.listBulkJobs) }, async request => {
      const { eventId, cursor } = request.query
      const reach = reachOf(deskPrincipal(request), 'manage-orders')
      const rows = await findJobs(db, { reach, eventId, before: numberOf(cursor) })
      const page = rows.slice(0, JOBS_ON_A_PAGE)
      const last = rows.length > JOBS_ON_A_PAGE ? page.at(-1) : undefined
      const language = choosePageLanguage(request)
      return { jobs: page.map(job => presentJob(shop, job, language)), nextCursor: last ? String(last.id) : null }
    })

    app.get(calls.readBulkJob.path, { schema: routeSchema(calls.readBulkJob) }, async (request, reply) => {
      const job = await jobFor(shop, request, request.params.jobId)
      return job ? presentJob(shop, job, choosePageLanguage(request)) : reply.code(404).send(undefined)
    })

    app.get(calls.listBulkItems.path, { schema: routeSchema(calls.listBulkItems) }, async (request, reply) => {
      const job = await jobFor(shop, request, request.params.jobId)
      if (!job) return reply.code(404).send(undefined)
      const { state, cursor } = request.query
      const after = Number(numberOf(cursor) ?? 0n)
      const rows = await findItems(db, job.id, { state, after, limit: ITEMS_ON_A_PAGE + 1 })
      const page = rows.slice(0, ITEMS_ON_A_PAGE)
      const items = await presentItems(shop, page, choosePageLanguage(request))
      const last = rows.length > ITEMS_ON_A_PAGE ? page.at(-1) : undefined
      return { items, nextCursor: last ? String(last.place) : null }
    })

    app.get(
      calls.downloadBulkReport.path,
      { schema: routeSchema(calls.downloadBulkReport) },
      async (request, reply) => {
        const job = await jobFor(shop, request, request.params.jobId)
        return job ? sendReport(shop, request, reply, job) : reply.code(404).send(undefined)
      },
    )

    app.post(calls.stopBulkJob.path, { schema: routeSchema(calls.stopBulkJob) }, async (request, reply) =>
      moved(shop, request, reply, { action: 'BULK_STOP', move: (tx, id) => stopJob(tx, id, clock.now()) }),
    )

    app.post(calls.resumeBulkJob.path, { schema: routeSchema(calls.resumeBulkJob) }, async (request, reply) => {
      await moved(shop, request, reply, { action: 'BULK_RESUME', move: resumeJob })
      await shop.jobs.wake('run-bulk-jobs')
      return reply
    })
  }
}

const numberOf = (cursor: string | undefined): bigint | undefined =>
  cursor !== undefined && /^\d{1,15}$/.test(cursor) ? BigInt(cursor) : undefined

/** A job with orders that the caller may manage. */
async function jobFor({ db }: Pick<Shop, 'db'>, request: FastifyRequest, id: number): Promise<StoredJob | undefined> {
  const reach = reachOf(deskPrincipal(request), 'manage-orders')
  const [job] = await findJobs(db, { reach, id: BigInt(id) })
  return job
}

type Moving = {
  readonly action: 'BULK_STOP' | 'BULK_RESUME'
  readonly move: (tx: Tx, id: bigint) => Promise<boolean>
}

async function moved(
  shop: Shop,
  request: FastifyRequest<{ Params: { jobId: number } }>,
  reply: FastifyReply,
  { action, move }: Moving,
): Promise<FastifyReply> {
  const job = await jobFor(shop, request, request.params.jobId)
  if (!job) return reply.code(404).send(undefined)
  const by = await actorOf(shop.db, deskPrincipal(request))
  await transaction(shop.db, async tx => {
    if (!(await move(tx, job.id))) return
    const subject = `${job.kind} ${job.id}`
    const { organizationId, eventId: subjectId } = job
    await recordChange(tx, by, { kind: 'ORDER', subject, subjectId, organizationId, action, now: shop.clock.now() })
  })
  const now = await jobFor(shop, request, request.params.jobId)
  return reply.code(200).send(presentJob(shop, now ?? job, choosePageLanguage(request)))
}

function presentJob({ texts }: Pick<Shop, 'texts'>, job: StoredJob, language: string): BulkJob {
  const { id, kind, organizationId, eventId, title, actor, status, createdAt, endedAt, ...counts } = job
  return {
    id: Number(id),
    kind,
    name: texts.text(language, `foyer.desk.bulk.kind.${kind}`),
    organizationId,
    eventId,
    title: title ? inLanguage(title, language) : '',
    by: actor,
    status,
    startedAt: createdAt,
    endedAt,
    total: counts.done + counts.nothing + counts.refused + counts.waiting,
    ...counts,
  }
}

async function presentItems(
  { db, texts }: Pick<Shop, 'db' | 'texts'>,
  items: readonly StoredItem[],
  language: string,
): Promise<BulkItem[]> {
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  return items.map(({ place, row, orderId, firstName, lastName, state, code, args, at }) => {
    const key = code && (code.includes('.') ? code : `foyer.desk.bulk.outcome.${code}`)
    return {
      place,
      row,
      orderId,
      shortId: orderId && shortId({ id: orderId }, length),
      person: [firstName, lastName].filter(Boolean).join(' ') || null,
      state,
      code: key,
      message: key && texts.text(language, key, ...args),
      at,
    }
  })
}

/** Lines are read and written a thousand at a time. */
const LINES = 1000

async function sendReport(shop: Shop, request: FastifyRequest, reply: FastifyReply, job: StoredJob) {
  const language = choosePageLanguage(request)
  const say = (key: string) => shop.texts.text(language, key)
  const rows = [['row', 'order', 'person', 'state', 'outcome', 'at'].map(name => say(`foyer.desk.bulk.column.${name}`))]
  for (let after = 0; ;) {
    const items = await findItems(shop.db, job.id, { after, limit: LINES })
    for (const { row, shortId: short, person, state, message, at } of await presentItems(shop, items, language)) {
      const moment = at === null ? '' : new Date(at).toISOString()
      rows.push([
        row === null ? '' : String(row),
        short ?? '',
        person ?? '',
        say(`foyer.desk.bulk.state.${state}`),
        message ?? '',
        moment,
      ])
    }
    const last = items.at(-1)
    if (!last || items.length < LINES) break
    after = last.place
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="report-${job.id}.csv"`)
    .send(spreadsheet(rows, separatorIn(language)))
}
