import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '#contract/box-office.ts'
import { routeSchema } from '#contract/call.ts'
import type { Shop } from '#server/catalog/context.ts'
import { doorOf, onlyForDoorKey, refuseKey } from '#server/door/check-in/door-key/guard.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { type AtBox, Revoked, atBox } from './at-box.ts'
import { type StoredSale, findSale } from './box-store.ts'
import { countDrawerOf, openDrawerOf } from './drawers.ts'
import { mailSaleTo } from './mail-sale.ts'
import { presentSale } from './present-sale.ts'
import { readBoxOfficeOf } from './read-box-office.ts'
import { mustName, priceSale, sell } from './sell.ts'
import { seenOf, undo } from './undo-sale.ts'

/** The calls of the box office of a door, by a key that sells. */
export function boxOfficeRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db } = shop
  const here = (request: FastifyRequest): Promise<AtBox> => atBox(shop, doorOf(request))
  const saleOf = (at: AtBox, id: number): Promise<StoredSale | undefined> =>
    findSale(db, at.opened.principal.doorKeyId, id)
  return async app => {
    app.addHook('onRequest', onlyForDoorKey(shop, { verb: 'sell-at-door' }))
    app.setErrorHandler((error, _request, reply: FastifyReply) => {
      if (error instanceof Revoked) return refuseKey(reply)
      throw error
    })

    app.get(calls.readBoxOffice.path, { schema: routeSchema(calls.readBoxOffice) }, async request => {
      const at = await here(request)
      return { ...(await readBoxOfficeOf(shop, at)), mustName: mustName(at.door.offer) }
    })

    app.post(calls.openDrawer.path, { schema: routeSchema(calls.openDrawer) }, async (request, reply) => {
      const opened = await openDrawerOf(shop, await here(request), request.body)
      return opened.ok ? opened.value : sendRefusals(request, reply, shop, opened.problems)
    })

    app.post(calls.countDrawer.path, { schema: routeSchema(calls.countDrawer) }, async (request, reply) => {
      const counting = { id: request.params.drawerId, form: request.body }
      const counted = await countDrawerOf(shop, await here(request), counting)
      if (!counted) return reply.code(404).send(undefined)
      return counted.ok ? counted.value : sendRefusals(request, reply, shop, counted.problems)
    })

    app.post(calls.planSale.path, { schema: routeSchema(calls.planSale) }, async (request, reply) => {
      const at = await here(request)
      const priced = await priceSale(shop, at, request.body)
      if (!priced.ok) return sendRefusals(request, reply, shop, priced.problems)
      return { ...priced.value, currency: at.door.offer.context.currency }
    })

    app.post(calls.sellAtDoor.path, { schema: routeSchema(calls.sellAtDoor) }, async (request, reply) => {
      const sold = await sell(shop, await here(request), request.body)
      return sold.ok ? sold.value : sendRefusals(request, reply, shop, sold.problems)
    })

    app.get(calls.readSale.path, { schema: routeSchema(calls.readSale) }, async (request, reply) => {
      const at = await here(request)
      const sale = await saleOf(at, request.params.saleId)
      return sale ? presentSale(shop, at, sale) : reply.code(404).send(undefined)
    })

    app.post(calls.planUndo.path, { schema: routeSchema(calls.planUndo) }, async (request, reply) => {
      const at = await here(request)
      const sale = await saleOf(at, request.params.saleId)
      if (!sale) return reply.code(404).send(undefined)
      const outcome = await undo(shop, at, { sale, drawerId: request.body.drawerId, isRight: () => false })
      if (outcome.kind === 'not-kept') return { ...outcome.plan, seen: seenOf(outcome.plan) }
      const problems = outcome.kind === 'refused' ? outcome.problems : [{ code: 'foyer.box.refused.undo.done' }]
      return sendRefusals(request, reply, shop, problems)
    })

    app.post(calls.undoSale.path, { schema: routeSchema(calls.undoSale) }, async (request, reply) => {
      const at = await here(request)
      const sale = await saleOf(at, request.params.saleId)
      if (!sale) return reply.code(404).send(undefined)
      const { drawerId, seen } = request.body
      const outcome = await undo(shop, at, { sale, drawerId, isRight: plan => seenOf(plan) === seen })
      if (outcome.kind === 'not-kept') return reply.code(409).send({ ...outcome.plan, seen: seenOf(outcome.plan) })
      if (outcome.kind === 'refused') return sendRefusals(request, reply, shop, outcome.problems)
      return presentSale(shop, at, (await saleOf(at, sale.id)) ?? sale)
    })

    app.post(calls.mailSale.path, { schema: routeSchema(calls.mailSale) }, async (request, reply) => {
      const at = await here(request)
      const sale = await saleOf(at, request.params.saleId)
      if (!sale) return reply.code(404).send(undefined)
      const mailed = await mailSaleTo(shop, at, { sale, email: request.body.email })
      return mailed.ok ? presentSale(shop, at, sale) : sendRefusals(request, reply, shop, mailed.problems)
    })
  }
}
