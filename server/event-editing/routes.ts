import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import type { EventFile } from '#contract/event-file.ts'
import {
  createEvent as createEventCall,
  deleteEvent as deleteEventCall,
  getEventStats,
  listOwnEvents,
  updateEvent as updateEventCall,
} from '#contract/organiser.ts'
import { callerOf, deny, onlyFor } from '#server/api-key/guard.ts'
import type { Shop } from '#server/context.ts'
import { sendBadRequest, sendEventProblems, sendShapeProblems, sendText } from './send-problems.ts'
import { createEvent } from './create-event.ts'
import { deleteEvent } from './delete-event.ts'
import type { EventImage } from './event-image.ts'
import { eventStats, listEvents } from '#server/event-statistics/event-stats.ts'
import { type EventOwner, findEvent } from './event-store.ts'
import { updateEvent } from './update-event.ts'

/** The events of the organisation whose key the request carries. */
export function eventRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor(['API_CLIENT'], shop))

    const createOptions = { schema: routeSchema(createEventCall), attachValidation: true }
    app.post(createEventCall.path, createOptions, async (request, reply) => {
      if (request.validationError?.validation)
        return sendShapeProblems(reply, { validation: request.validationError.validation })
      const { organizationId } = callerOf(request)
      const image = imageAsked(request.body)
      const created = await createEvent(shop, { organizationId, request: request.body, image })
      if (!created.ok) return sendEventProblems(reply, created.problems)
      shop.catalog.offerChanged(created.value)
      return sendText(reply, 200, created.value.shortName)
    })

    const updateOptions = { schema: routeSchema(updateEventCall), attachValidation: true }
    app.post(updateEventCall.path, updateOptions, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (event === undefined) return deny(reply)
      if (request.validationError?.validation)
        return sendShapeProblems(reply, { validation: request.validationError.validation })
      const image = imageAsked(request.body)
      const changed = await updateEvent(shop, { event, request: request.body, image })
      if (!changed.ok) return sendEventProblems(reply, changed.problems)
      shop.catalog.offerChanged(event)
      return sendText(reply, 200, event.shortName)
    })

    app.delete(deleteEventCall.path, { schema: routeSchema(deleteEventCall) }, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (event === undefined) return deny(reply)
      const deleted = await deleteEvent(shop, event)
      if (!deleted.ok) return sendBadRequest(reply, 'the event has reservations')
      shop.catalog.offerChanged(event)
      return sendText(reply, 200, 'Ok')
    })

    app.get(listOwnEvents.path, { schema: routeSchema(listOwnEvents) }, request =>
      listEvents(shop, callerOf(request).organizationId),
    )

    app.get(getEventStats.path, { schema: routeSchema(getEventStats) }, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      const stats = event && (await eventStats(shop, event.id))
      return stats ?? deny(reply)
    })
  }
}

/** The event of this short name; undefined when there is none, or it belongs to another organisation. */
export async function ownEvent(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  shortName: string,
): Promise<EventOwner | undefined> {
  const event = await findEvent(db, shortName)
  return event?.organizationId === callerOf(request).organizationId ? event : undefined
}

/** The address of an image; a file beside the event can be had by `import` only. */
function imageAsked({ imageUrl }: EventFile): EventImage {
  const address = imageUrl?.trim() ?? ''
  return address === '' ? null : { from: 'address', address }
}
