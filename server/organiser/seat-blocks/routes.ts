import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/desk-seat-blocks.ts'
import type { SeatBlocks } from '#contract/desk-seat-blocks.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { sendRefusals } from '#server/organiser/member/answer.ts'
import { managedEvent } from '#server/access/member/managed-event.ts'
import { findBlocks, freeSeats } from './block-store.ts'
import { holdBlock, releaseBlock } from './keep-blocks.ts'

/** Seats held for later in the organiser's API, for those who manage the orders of the event. */
export function seatBlockRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(calls.listSeatBlocks.path, { schema: routeSchema(calls.listSeatBlocks) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      return event ? presentBlocks(shop, event.id) : reply.code(404).send(undefined)
    })

    app.post(calls.holdSeatBlock.path, { schema: routeSchema(calls.holdSeatBlock) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      if (!event) return reply.code(404).send(undefined)
      const { requestId, ...form } = request.body
      const offer = await shop.catalog.eventOf(event.id)
      const by = await actorOf(db, deskPrincipal(request))
      const held = await holdBlock(shop, { event, offer, form, requestId, by })
      if (!held.ok) return sendRefusals(request, reply, shop, held.problems)
      return reply.code(200).send(await presentBlocks(shop, event.id))
    })

    app.post(calls.releaseSeatBlock.path, { schema: routeSchema(calls.releaseSeatBlock) }, async (request, reply) => {
      const event = await managedEvent(shop, request, request.params.eventId)
      const [block] = event ? await findBlocks(db, event.id, { id: request.params.blockId }) : []
      if (!event || !block) return reply.code(404).send(undefined)
      const by = await actorOf(db, deskPrincipal(request))
      await releaseBlock(shop, { event, blockId: block.id, keep: request.body.keep, by })
      return reply.code(200).send(await presentBlocks(shop, event.id))
    })
  }
}

/** Blocks of which nothing is left are not shown any more. */
async function presentBlocks({ db, catalog }: Pick<Shop, 'db' | 'catalog'>, eventId: number): Promise<SeatBlocks> {
  const { context, categories } = await catalog.eventOf(eventId)
  const blocks = await findBlocks(db, eventId)
  const free = await freeSeats(db, eventId)
  const own = categories.filter(({ seatSource }) => seatSource.kind === 'bounded')
  const shared = free.get(null) ?? 0
  return {
    title: displayName(context),
    timezone: context.timeZone,
    blocks: blocks
      .filter(({ seats }) => seats > 0)
      .map(block => ({
        ...block,
        category: categories.find(({ id }) => id === block.categoryId)?.name ?? null,
      })),
    sources: [
      ...own.map(({ id, name }) => ({ categoryId: id, name, free: free.get(id) ?? 0 })),
      ...(own.length < categories.length || shared > 0 ? [{ categoryId: null, name: null, free: shared }] : []),
    ],
  }
}
