import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import type { EnabledEvents, LinkedSubscriptions } from '#contract/organiser-subscription.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { callerOf, deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { imageAt } from '#server/organiser/event-editing/event-checks.ts'
import { sendText } from '#server/foundation/http/answer.ts'
import { sendLacks } from '#server/catalog/sale-check/lacks.ts'
import { createPass, deactivatePass, updatePass } from './save-pass.ts'
import { describePass, describePasses } from './describe-passes.ts'
import { ownPass } from './find-pass.ts'
import { eventsOfPass, passesOfEvent, putEventsOfPass, putPassesOfEvent, type StoredLink } from './link-passes.ts'
import { firstPassProblem } from '#domain/organiser/pass-editing/pass-problem.ts'
import * as calls from '#contract/organiser-subscription.ts'

/** Creates, changes, shows and takes away passes of the organisation whose key the request carries. */
export function passEditingRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-events', shop))

    app.post(
      calls.createSubscription.path,
      { schema: routeSchema(calls.createSubscription) },
      async (request, reply) => {
        const caller = callerOf(request)
        const { organizationId } = caller
        const by = await actorOf(shop.db, caller)
        const image = imageAt(request.body)
        const created = await createPass(shop, { organizationId, request: request.body, image, by })
        if (!created.ok) return sendProblem(reply, created.problems)
        shop.catalog.offerChanged(created.value)
        await sendLacks(shop, reply, created.value.id)
        return sendText(reply, 200, created.value.publicId)
      },
    )

    app.post(
      calls.updateSubscription.path,
      { schema: routeSchema(calls.updateSubscription) },
      async (request, reply) => {
        const pass = await ownPass(shop, request, request.params.id)
        if (pass === undefined) return deny(reply)
        const by = await actorOf(shop.db, callerOf(request))
        const changed = await updatePass(shop, { pass, request: request.body, image: imageAt(request.body), by })
        if (!changed.ok) return sendProblem(reply, changed.problems)
        shop.catalog.offerChanged(pass)
        await sendLacks(shop, reply, pass.id)
        return sendText(reply, 200, pass.publicId)
      },
    )

    app.get(calls.listOwnSubscriptions.path, { schema: routeSchema(calls.listOwnSubscriptions) }, request =>
      describePasses(shop, callerOf(request).organizationId),
    )

    app.get(
      calls.getOwnSubscription.path,
      { schema: routeSchema(calls.getOwnSubscription) },
      async (request, reply) => {
        const pass = await ownPass(shop, request, request.params.id)
        const described = pass && (await describePass(shop, pass.id))
        return described ?? deny(reply)
      },
    )

    const deactivate = { schema: routeSchema(calls.deactivateSubscription) }
    app.delete(calls.deactivateSubscription.path, deactivate, async (request, reply) => {
      const pass = await ownPass(shop, request, request.params.id)
      if (pass === undefined) return deny(reply)
      if (!(await deactivatePass(shop, pass))) return deny(reply)
      shop.catalog.offerChanged(pass)
      return reply.code(200).send()
    })

    await app.register(linkRoutes(shop))
  }
}

/** Which events take which passes, from either side. */
function linkRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(calls.getLinkedEvents.path, { schema: routeSchema(calls.getLinkedEvents) }, async (request, reply) => {
      const pass = await ownPass(shop, request, request.params.id)
      return pass ? reply.code(200).send(presentEvents(await eventsOfPass(shop, pass))) : deny(reply)
    })

    app.post(calls.linkEvents.path, { schema: routeSchema(calls.linkEvents) }, async (request, reply) => {
      const pass = await ownPass(shop, request, request.params.id)
      if (pass === undefined) return deny(reply)
      const events = request.body.map(({ slug, categories }) => ({ slug, categories: categories ?? [] }))
      const linked = await putEventsOfPass(shop, pass, events)
      return linked.ok ? reply.code(200).send(presentEvents(linked.value)) : refuseLinks(reply, linked.problems)
    })

    const ofEvent = { schema: routeSchema(calls.getEventSubscriptions) }
    app.get(calls.getEventSubscriptions.path, ofEvent, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (event === undefined) return deny(reply)
      return reply.code(200).send(presentPasses(event.shortName, await passesOfEvent(shop, event)))
    })

    const put = { schema: routeSchema(calls.putEventSubscriptions) }
    app.put(calls.putEventSubscriptions.path, put, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (event === undefined) return deny(reply)
      const events = request.body.map(({ descriptorId, categories }) => ({
        publicId: descriptorId,
        categories: categories ?? [],
      }))
      const linked = await putPassesOfEvent(shop, event, events)
      if (!linked.ok) return refuseLinks(reply, linked.problems)
      return reply.code(200).send(presentPasses(event.shortName, linked.value))
    })
  }
}

const presentEvents = (links: readonly StoredLink[]): EnabledEvents =>
  links.map(({ slug, categories }) => ({ slug, enabledCategories: categories }))

const presentPasses = (eventSlug: string, links: readonly StoredLink[]): LinkedSubscriptions => ({
  eventSlug,
  subscriptions: Object.fromEntries(links.map(({ publicId, categories }) => [publicId, categories])),
})

/** 400 with one problem: a JSON array inside a JSON string, as clients of the organiser contract expect. */
const sendProblem = (reply: FastifyReply, problems: readonly [Problem, ...Problem[]]): FastifyReply =>
  sendText(reply, 400, JSON.stringify([firstPassProblem(problems)]))

/** Another end that the organisation does not have is denied, as everything of another organisation. */
function refuseLinks(reply: FastifyReply, problems: readonly [Problem, ...Problem[]]): FastifyReply {
  const isDenied = problems.some(({ code }) => code === 'link-event-unknown' || code === 'link-pass-unknown')
  return isDenied ? deny(reply) : sendProblem(reply, problems)
}
