import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getTransfer, getTransferCode } from '#contract/transfer.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { typedReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { transferCodeSvg } from '#server/documents/transfer-code/transfer-code.ts'
import { paymentReading, transferCodeOf } from '#server/order/order/describe-order.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'

/** What the buyer of an order that awaits a transfer makes it with. */
export function transferRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getTransfer.path, { schema: routeSchema(getTransfer) }, async (request, reply) => {
      const order = await findAwaiting(shop, request.params.reservationId)
      if (!order) return reply.code(404).send()
      const payment = paymentReading(shop, order)
      if (payment.kind !== 'bank-transfer') return reply.code(404).send()
      return reply.code(200).send({
        reference: typedReference(payment.reference) ?? null,
        code: transferCodeOf(shop, order)?.kind ?? null,
      })
    })

    app.get(getTransferCode.path, { schema: routeSchema(getTransferCode) }, async (request, reply) => {
      const order = await findAwaiting(shop, request.params.reservationId)
      const code = order && transferCodeOf(shop, order)
      if (!code) return reply.code(404).send()
      return reply.type('image/svg+xml').header('X-Robots-Tag', 'noindex').send(transferCodeSvg(code))
    })
  }
}

type Awaiting = Pick<Order, 'reservation' | 'offer'>

async function findAwaiting(shop: Shop, text: string): Promise<Awaiting | undefined> {
  const id = reservationId(text)
  const offer = id && (await offerOfReservation(shop, id))
  const reservation = offer && (await findReservation(shop.db, id))
  return reservation && { reservation, offer }
}
