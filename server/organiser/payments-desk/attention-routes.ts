import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import { checkDeskPayment, confirmPaymentByHand, listPaymentAttention } from '#contract/desk-money.ts'
import { may, reachOf } from '#domain/access/principal/principal.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { sendForbidden, sendRefusals } from '#server/organiser/member/answer.ts'
import { confirmByOrganiser } from '#server/payment/pay/confirm-by-organiser.ts'
import { checkAtOnce } from '#server/payment/pay/online/check-at-once.ts'
import { type PaymentOwner, ownerOfPayment } from './attention-store.ts'
import { listAttention } from './attention.ts'

/** Payments that need a person, and what is done about one of them. */
export function attentionRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  /** The payment, where the caller manages its order. */
  const ownPayment = async (request: FastifyRequest, id: string): Promise<PaymentOwner | undefined> => {
    const owner = await ownerOfPayment(db, BigInt(id))
    return owner && may(deskPrincipal(request), 'manage-orders', owner) ? owner : undefined
  }

  return async app => {
    app.addHook('onRequest', onlyForDesk('manage-orders', { db, clock, baseUrl: config.baseUrl }))

    app.get(listPaymentAttention.path, { schema: routeSchema(listPaymentAttention) }, request => {
      const { organizationId = null, eventId = null } = request.query
      const reach = reachOf(deskPrincipal(request), 'manage-orders')
      return listAttention(shop, { reach, organizationId, eventId }, choosePageLanguage(request))
    })

    const checking = { schema: routeSchema(checkDeskPayment), ...limited('profile') }
    app.post(checkDeskPayment.path, checking, async (request, reply) => {
      const { paymentId } = request.params
      const state = (await ownPayment(request, paymentId)) && (await checkAtOnce(shop, BigInt(paymentId)))
      return state ? { state } : sendForbidden(reply)
    })

    app.post(confirmPaymentByHand.path, { schema: routeSchema(confirmPaymentByHand) }, async (request, reply) => {
      const owner = await ownPayment(request, request.params.paymentId)
      if (!owner) return sendForbidden(reply)
      const by = deskPrincipal(request)
      const { orderId, organizationId, method: provider, reference } = owner
      const notes = request.body.note.trim()
      const [actor, settings] = await Promise.all([actorOf(db, by), systemSettings(db)])
      const subject = shortId({ id: orderId }, settings.number('PARTIAL_RESERVATION_ID_LENGTH'))
      const change = { kind: 'ORDER', action: 'PAYMENT_CONFIRMED_BY_HAND', subject, organizationId } as const
      const outcome = await confirmByOrganiser(shop, orderId, {
        by,
        provider,
        reference,
        notes,
        amount: null,
        billing: null,
        isBuyerWrittenTo: true,
        areHoldersWrittenTo: true,
        note: async tx => {
          const reservation = { id: orderId, contextId: owner.eventId }
          const modifications = { note: notes, by: actor.actor }
          await noteAudit(tx, { at: clock.now(), type: 'PAYMENT_REVIEWED', reservation, modifications })
          await recordChange(tx, actor, { ...change, now: clock.now() })
        },
      })
      if (outcome.kind === 'confirmed') return reply.code(204).send(undefined)
      if (outcome.kind !== 'refused') return sendForbidden(reply)
      return sendRefusals(request, reply, shop, [{ code: 'foyer.desk.attention.not-confirmed' }])
    })
  }
}
