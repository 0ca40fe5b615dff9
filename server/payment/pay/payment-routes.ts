import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type BodyOf, routeSchema } from '#contract/call.ts'
import {
  discardPayment,
  forceCheck,
  getPaymentStatus,
  initPayment as initCall,
  removePaymentToken,
} from '#contract/payment-calls.ts'
import { paymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { dropAgreement, giveUpPayment } from './online/give-up-payment.ts'
import { initPayment } from './init-payment.ts'
import { checkPayment } from './online/check-payment.ts'
import { latestPaymentOf, openPaymentOf } from './online/payments.ts'
import { presentBeginning, presentForced, presentState, presentUnreached } from './present-payment.ts'

/** What the browser asks about a payment that is under way (booking contract 7). */
export function paymentRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.post(initCall.path, { schema: routeSchema(initCall), ...limited('details') }, async (request, reply) => {
      const method = paymentMethod(request.params.method)
      const id = reservationId(request.params.reservationId)
      if (!method || !id) return reply.code(400).type(JSON_TYPE).send(UNKNOWN)
      const started = await initPayment(shop, id, { method, agreed: agreedIn(request.body) })
      if (started === null) return reply.code(400).type(JSON_TYPE).send(UNKNOWN)
      if (started === 'unoffered') return reply.code(404).send()
      const textOf = (code: string) => shop.texts.text(choosePageLanguage(request), code)
      if (started.kind === 'unreached') return reply.code(422).send(presentUnreached(method, started, textOf))
      return reply.code(200).send(presentBeginning(method, started, textOf))
    })

    app.get(getPaymentStatus.path, { schema: routeSchema(getPaymentStatus) }, async (request, reply) => {
      const method = paymentMethod(request.params.method)
      if (!method) return reply.code(400).type(JSON_TYPE).send(UNKNOWN)
      const id = reservationId(request.params.reservationId)
      const payment = id && (await latestPaymentOf(shop.db, id))
      if (payment?.method !== method) return reply.code(404).send()
      return reply.code(200).send(presentState(payment))
    })

    app.get(forceCheck.path, { schema: routeSchema(forceCheck), ...limited('extend') }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const payment = id && (await openPaymentOf(shop.db, id))
      if (!payment) return reply.code(404).send()
      return reply.code(200).send(presentForced(await checkPayment(shop, payment, 'buyer'), payment.reference))
    })

    app.delete(removePaymentToken.path, { schema: routeSchema(removePaymentToken) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      return reply.code(200).send(id !== undefined && (await dropAgreement(shop, id)))
    })

    app.delete(discardPayment.path, { schema: routeSchema(discardPayment) }, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      return reply.code(200).send(id !== undefined && (await giveUpPayment(shop, id)))
    })
  }
}

const agreedIn = (body: BodyOf<typeof initCall>) => ({
  isTermsAccepted: body?.termAndConditionsAccepted ?? false,
  isPrivacyAccepted: body?.privacyPolicyAccepted ?? false,
})

const UNKNOWN = JSON.stringify('bad request: there is no such order, or no such way to pay')
