import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getBookingDraft, storeBookingDraft } from '#contract/booking-draft.ts'
import { routeSchema } from '#contract/call.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { findDraft, storeDraft } from './draft-store.ts'

/** What was typed for an order, for other tabs and devices with its link (decision 82). */
export function draftRoutes({ db, clock }: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getBookingDraft.path, { schema: routeSchema(getBookingDraft) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const found = id && (await findDraft(db, id, clock.now()))
      if (!found) return reply.code(404).send()
      return reply.code(200).header('Cache-Control', 'no-store').send(found)
    })

    const storing = { schema: routeSchema(storeBookingDraft), ...limited('draft') }
    app.put(storeBookingDraft.path, storing, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const version = id && (await storeDraft(db, { id, draft: request.body, now: clock.now() }))
      if (version === undefined) return reply.code(404).send()
      return reply.code(200).send({ version })
    })
  }
}
