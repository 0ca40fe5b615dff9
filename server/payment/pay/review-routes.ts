import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { endPaymentReview, listPaymentReviews } from '#contract/organiser-payments.ts'
import { callerOf, deny, mayDo, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownerOf } from '#server/order/order/offer-of-reservation.ts'
import { dealWithReview, listReviews } from './online/list-reviews.ts'

/** The organiser looks which payments need a person, and says which have been dealt with. */
export function paymentReviewRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    app.get(listPaymentReviews.path, { schema: routeSchema(listPaymentReviews) }, async (request, reply) => {
      const { organizationId } = callerOf(request)
      const { event: shortName } = request.query
      if (shortName === undefined) return listReviews(shop, { organizationId })
      const offer = await shop.catalog.offeredEvent(shortName)
      if (!offer || !mayDo(request, ownerOf(offer))) return deny(reply)
      return listReviews(shop, { organizationId, eventId: offer.context.id })
    })

    app.put(endPaymentReview.path, { schema: routeSchema(endPaymentReview) }, async (request, reply) => {
      const note = request.body.note?.trim() || null
      const endedAt = await dealWithReview(shop, BigInt(request.params.reviewId), { note, by: callerOf(request) })
      return endedAt === undefined ? deny(reply) : reply.code(200).send({ endedAt })
    })
  }
}
