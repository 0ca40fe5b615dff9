import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { reconcilePayments } from '#contract/organiser-payments.ts'
import { callerOf, deny, mayDo, onlyFor } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { ownerOf } from '#server/order/order/offer-of-reservation.ts'
import { dayOf, reconcileDay, reconciliationCsv } from './reconcile-day.ts'

/** The organiser compares a day with the books of a provider, by API key. */
export function reconciliationRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.addHook('onRequest', onlyFor('manage-orders', shop))

    app.get(reconcilePayments.path, { schema: routeSchema(reconcilePayments) }, async (request, reply) => {
      const { provider: proxy, day: text, event: shortName } = request.query
      const offer = shortName === undefined ? null : await shop.catalog.offeredEvent(shortName)
      if (offer === undefined || (offer && !mayDo(request, ownerOf(offer)))) return deny(reply)
      const day = dayOf(text)
      if (day === undefined) return reply.code(400).type(JSON_TYPE).send(JSON.stringify(NO_DAY))
      const { organizationId } = callerOf(request)
      const found = await reconcileDay(shop, { proxy, day, organizationId, eventId: offer?.context.id ?? null })
      if (found.kind === 'unknown') return reply.code(502).type(JSON_TYPE).send(JSON.stringify(BOOKS_NOT_RECEIVED))
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${proxy}-${text}.csv"`)
        .send(await reconciliationCsv(shop, found))
    })
  }
}

const NO_DAY = 'bad request: a day is written as 2027-01-15'
const BOOKS_NOT_RECEIVED = 'the provider did not tell its books'
