import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { planOrdersBulk, startOrdersBulk } from '#contract/desk-orders-bulk.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { startBulkJob, startedBy } from '#server/organiser/bulk/start-bulk-job.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { type OrdersBulkParams, kindOf } from './order-kinds.ts'
import { type Choice, presentBulkPlan, readChoice } from './plan-bulk.ts'

/** What is done with many orders in the organiser's API: planned, and started as planned. */
export function ordersBulkRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.post(planOrdersBulk.path, { schema: routeSchema(planOrdersBulk) }, async (request, reply) => {
      const choice = await readChoice(shop, deskPrincipal(request), request.body)
      if (!choice.ok) return sendRefusals(request, reply, shop, choice.problems)
      return reply.code(200).send(presentBulkPlan(choice.value, wordsOf(shop, request)))
    })

    app.post(startOrdersBulk.path, { schema: routeSchema(startOrdersBulk) }, async (request, reply) => {
      const { seen, requestId, ...form } = request.body
      const choice = await readChoice(shop, deskPrincipal(request), form)
      if (!choice.ok) return sendRefusals(request, reply, shop, choice.problems)
      const { organizationId } = choice.value
      const before = await startedBy(db, organizationId, requestId)
      if (before !== undefined) return reply.code(200).send({ jobId: Number(before) })
      const plan = presentBulkPlan(choice.value, wordsOf(shop, request))
      if (plan.seen !== seen) return reply.code(409).send(plan)
      const by = await actorOf(db, deskPrincipal(request))
      const jobId = await start(shop, choice.value, { by, requestId })
      await shop.jobs.wake('run-bulk-jobs')
      return reply.code(200).send({ jobId: Number(jobId) })
    })
  }
}

const wordsOf = (shop: Shop, request: FastifyRequest) => ({ say: sayIn(shop.texts, choosePageLanguage(request)) })

type Starting = { readonly by: Actor; readonly requestId: string }

/** Once, also where the same request is sent twice at the same moment. */
async function start(shop: Shop, choice: Choice, starting: Starting): Promise<bigint> {
  try {
    return await startOnce(shop, choice, starting)
  } catch (error) {
    const before = isUniqueViolation(error, 'bulk_job_request')
      ? await startedBy(shop.db, choice.organizationId, starting.requestId)
      : undefined
    if (before === undefined) throw error
    return before
  }
}

function startOnce(
  shop: Shop,
  { form, able, organizationId, eventId }: Choice,
  { by, requestId }: Starting,
): Promise<bigint> {
  const { action, tag, notifyHolders } = form
  const now = shop.clock.now()
  const kind = kindOf(action)
  const params: OrdersBulkParams = {
    ...(action === 'tag' && { tag: lineOrEmpty(tag) }),
    ...(notifyHolders === true && { notifyHolders }),
  }
  return transaction(shop.db, async tx => {
    const orders = able.map(({ id }) => id)
    const id = await startBulkJob(tx, { kind, organizationId, eventId, params, orders, by, now, requestId })
    const change = { kind: 'ORDER' as const, subject: `${kind} ${id}`, organizationId, action: 'BULK_START', now }
    await recordChange(tx, by, { ...change, after: { orders: orders.length } })
    return id
  })
}
