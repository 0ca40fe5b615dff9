import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { forceCheckByEvent, getPaymentStatusByOldName, initPaymentByOldName } from '#contract/payment-calls.ts'
import { paymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { NOT_YET, initPayment } from './init-payment.ts'
import { checkPayment } from './online/check-payment.ts'
import { latestPaymentOf, openPaymentOf } from './online/payments.ts'
import { presentBeginning, presentForced, presentStateAsCheck, presentUnreached } from './present-payment.ts'

/** The same by older addresses, which clients of the wire still use. */
export function olderPaymentRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const init = { schema: routeSchema(initPaymentByOldName), ...limited('details') }
    app.post(initPaymentByOldName.path, init, async (request, reply) => {
      const method = paymentMethod(request.params.method)
      if (!method) return reply.code(400).type(JSON_TYPE).send(UNKNOWN)
      const id = reservationId(request.params.reservationId)
      const started = id && (await initPayment(shop, id, { method, agreed: NOT_YET }))
      if (!started || started === 'unoffered') return reply.code(404).send()
      const textOf = (code: string) => shop.texts.text(choosePageLanguage(request), code)
      if (started.kind === 'unreached') return reply.code(422).send(presentUnreached(method, started, textOf))
      return reply.code(200).send(presentBeginning(method, started, textOf))
    })

    const status = { schema: routeSchema(getPaymentStatusByOldName) }
    app.get(getPaymentStatusByOldName.path, status, async (request, reply) => {
      const method = paymentMethod(request.params.method)
      if (!method) return reply.code(400).type(JSON_TYPE).send(UNKNOWN)
      const id = reservationId(request.params.reservationId)
      const payment = id && (await latestPaymentOf(shop.db, id))
      if (payment?.method !== method) return reply.code(404).send()
      return reply.code(200).send(presentStateAsCheck(payment))
    })

    const check = { schema: routeSchema(forceCheckByEvent), ...limited('extend') }
    app.get(forceCheckByEvent.path, check, async (request, reply) => {
      const id = reservationId(request.params.reservationId)
      const payment = id && (await openPaymentOf(shop.db, id))
      if (!payment) return reply.code(404).send()
      return reply.code(200).send(presentForced(await checkPayment(shop, payment, 'buyer'), payment.reference))
    })
  }
}

const UNKNOWN = JSON.stringify('bad request: there is no such way to pay')
