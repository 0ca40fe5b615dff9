import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { type OrderActionForm, SERVING_ACTIONS, doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type FoundOrder, servedOrder } from '#server/organiser/desk-orders/find-order.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { type Acted, type Acting, act } from './act.ts'
import { type Effects, digestOfEffects, effectsOf, latestMail, presentPlan } from './effects.ts'

/** Leaves a transaction so that nothing of it is kept. */
class NotKept extends Error {
  readonly effects: Effects
  constructor(effects: Effects) {
    super('nothing is kept')
    this.effects = effects
  }
}

/** What is done about an order in the organiser's API: planned, and done as planned. */
export function orderActionRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('serve-orders', { db, clock, baseUrl: config.baseUrl }))

    app.post(planOrderAction.path, { schema: routeSchema(planOrderAction) }, async (request, reply) => {
      const found = await actionable(shop, request)
      if (!found) return reply.code(404).send(undefined)
      const { actor } = await actorOf(db, found.by)
      // A request that was made before has no plan: each plan is of a new one.
      const acting = { form: request.body, requestId: crypto.randomUUID(), actor }
      const outcome = await unlessKept(shop, found, { ...acting, isRight: () => false })
      if (outcome.kind === 'not kept') return reply.code(200).send(planOf(shop, request, outcome.effects))
      if (outcome.kind === 'gone') return reply.code(404).send(undefined)
      const problems = outcome.kind === 'refused' ? outcome.problems : [{ code: 'foyer.desk.order.refused.same' }]
      return sendRefusals(request, reply, shop, problems)
    })

    app.post(doOrderAction.path, { schema: routeSchema(doOrderAction) }, async (request, reply) => {
      const found = await actionable(shop, request)
      if (!found) return reply.code(404).send(undefined)
      const { seen, requestId, ...form } = request.body
      const { actor } = await actorOf(db, found.by)
      const isRight = (effects: Effects) => digestOfEffects(effects) === seen
      const outcome = await unlessKept(shop, found, { form, requestId, actor, isRight })
      if (outcome.kind === 'not kept') return reply.code(409).send(planOf(shop, request, outcome.effects))
      if (outcome.kind === 'gone') return reply.code(404).send(undefined)
      if (outcome.kind === 'refused') return sendRefusals(request, reply, shop, outcome.problems)
      return reply.code(200).send({ isRepeated: outcome.kind === 'repeated' })
    })
  }
}

/** The order, where the caller may do this with it. */
const actionable = (
  { db }: Shop,
  request: FastifyRequest<{ Params: { orderId: string }; Body: Pick<OrderActionForm, 'action'> }>,
): Promise<FoundOrder | undefined> =>
  servedOrder(db, request, SERVING_ACTIONS.includes(request.body.action) ? 'serve-orders' : 'manage-orders')

type Attempt = Omit<Acting, 'also'> & { readonly isRight: (effects: Effects) => boolean }

/** Does it, unless what it does is not right: then nothing is kept of it. */
async function unlessKept(
  shop: Shop,
  found: FoundOrder,
  { isRight, ...acting }: Attempt,
): Promise<Acted | { readonly kind: 'not kept'; readonly effects: Effects }> {
  const { id, owner, by } = found
  const actor = await actorOf(shop.db, by)
  const length = (await systemSettings(shop.db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  const afterMail = await latestMail(shop.db)
  const now = shop.clock.now()
  try {
    return await act(shop, found, {
      ...acting,
      also: async tx => {
        const effects = await effectsOf(tx, id, { afterMail, now })
        if (!isRight(effects)) throw new NotKept(effects)
        await recordChange(tx, actor, {
          kind: 'ORDER',
          subject: shortId({ id }, length),
          organizationId: owner.organizationId,
          action: acting.form.action.toUpperCase().replaceAll('-', '_'),
          after: { tickets: effects.notes.filter(type => type === 'CANCEL_TICKET').length, refunds: effects.refunds },
          now,
        })
      },
    })
  } catch (error) {
    if (error instanceof NotKept) return { kind: 'not kept', effects: error.effects }
    throw error
  }
}

function planOf(shop: Shop, request: FastifyRequest, effects: Effects) {
  const language = choosePageLanguage(request)
  return presentPlan(effects, { say: sayIn(shop.texts, language), language })
}
