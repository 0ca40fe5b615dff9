import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import {
  createEvent as createEventCall,
  deleteEvent as deleteEventCall,
  updateEvent as updateEventCall,
} from '#contract/organiser.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { fieldOf, reportEventProblem } from '#domain/organiser/event-editing/event-problem.ts'
import { callerOf, deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { sendLacks } from '#server/catalog/sale-check/lacks.ts'
import { sendBadRequest, sendText } from '#server/foundation/http/answer.ts'
import { imageAt } from './event-checks.ts'
import { updateEvent } from './change-event.ts'
import { createEvent, deleteEvent } from './save-event.ts'

/** Creates, changes and deletes events of the organisation whose key the request carries. */
export function eventEditingRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-events', shop))

    const createOptions = { schema: routeSchema(createEventCall), attachValidation: true }
    app.post(createEventCall.path, createOptions, async (request, reply) => {
      if (request.validationError?.validation)
        return sendShapeProblems(reply, { validation: request.validationError.validation })
      const caller = callerOf(request)
      const { organizationId } = caller
      const image = imageAt(request.body)
      const created = await createEvent(shop, {
        organizationId,
        request: request.body,
        image,
        by: await actorOf(shop.db, caller),
      })
      if (!created.ok) return sendEventProblems(reply, created.problems)
      shop.catalog.offerChanged(created.value)
      await sendLacks(shop, reply, created.value.id)
      return sendText(reply, 200, created.value.shortName)
    })

    const updateOptions = { schema: routeSchema(updateEventCall), attachValidation: true }
    app.post(updateEventCall.path, updateOptions, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (event === undefined) return deny(reply)
      if (request.validationError?.validation)
        return sendShapeProblems(reply, { validation: request.validationError.validation })
      const image = imageAt(request.body)
      const changed = await updateEvent(shop, {
        event,
        request: request.body,
        image,
        by: await actorOf(shop.db, callerOf(request)),
      })
      if (!changed.ok) return sendEventProblems(reply, changed.problems)
      shop.catalog.offerChanged(event)
      await sendLacks(shop, reply, event.id)
      return sendText(reply, 200, event.shortName)
    })

    app.delete(deleteEventCall.path, { schema: routeSchema(deleteEventCall) }, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      if (event === undefined) return deny(reply)
      const deleted = await deleteEvent(shop, event, await actorOf(shop.db, callerOf(request)))
      if (!deleted.ok) return sendBadRequest(reply, 'the event has reservations')
      shop.catalog.offerChanged(event)
      return sendText(reply, 200, 'Ok')
    })
  }
}

/** 400 with all that is wrong: a JSON array inside a JSON string, as clients of the organiser contract expect. */
export const sendEventProblems = (reply: FastifyReply, problems: readonly Problem[]): FastifyReply =>
  sendText(reply, 400, JSON.stringify(problems.map(reportEventProblem)))

/** What the shape of a body lacks, in the same form. */
export function sendShapeProblems(reply: FastifyReply, error: ShapeError): FastifyReply {
  const errors = error.validation.map(({ instancePath, message = 'cannot be read' }) => {
    const field = fieldOf(instancePath)
    return { fieldName: field, code: field === '' ? 'invalid.body' : field, description: message }
  })
  return sendText(reply, 400, JSON.stringify(errors))
}

type ShapeError = { readonly validation: readonly { readonly instancePath: string; readonly message?: string }[] }
