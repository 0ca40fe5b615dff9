import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { SALE_NOTICE_FORM, type SaleNotice, cancelSaleNotice, requestSaleNotice } from '#contract/sale-notice.ts'
import { problem } from '#domain/foundation/problem.ts'
import { EMAIL_MAX_LENGTH, isPlausibleEmail } from '#domain/order/reservation/contact.ts'
import { saleToCome } from '#domain/order/sale-notice/sale-notice.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refusal, validated } from '#server/foundation/http/answer.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { deleteNotice, insertNotice } from './store.ts'

/** One mail when a sale begins: left on the page of the event, and cancelled there. */
export function saleNoticeRoutes({ db, clock, catalog }: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const leaving = { schema: routeSchema(requestSaleNotice), ...limited('waitingList') }
    app.post(requestSaleNotice.path, leaving, async (request, reply) => {
      const offer = await catalog.offeredEvent(request.params.shortName)
      if (!offer) return reply.code(404).send()
      const email = request.body.email?.trim() ?? ''
      if (email.length > EMAIL_MAX_LENGTH || !isPlausibleEmail(email)) {
        const problems = [problem('error.email', { field: 'email' })]
        return reply.code(422).send(refusal<SaleNotice | null>(problems, { form: SALE_NOTICE_FORM, value: null }))
      }
      const { context, categories } = offer
      const now = clock.now()
      const sale = saleToCome({ status: context.status, endsAt: context.endsAt, categories, now })
      if (sale === undefined) return reply.code(200).send(validated<SaleNotice | null>({ isKept: false, key: null }))
      const language = languageOfTag(request.body.userLanguage ?? '') ?? context.languages[0]
      const key = await insertNotice(db, { eventId: context.id, email, language }, now)
      return reply.code(200).send(validated<SaleNotice | null>({ isKept: true, key }))
    })

    const cancelling = { schema: routeSchema(cancelSaleNotice), ...limited('leaveWaitingList') }
    app.delete(cancelSaleNotice.path, cancelling, async (request, reply) => {
      await deleteNotice(db, request.params.key)
      return reply.code(200).send(true)
    })
  }
}
