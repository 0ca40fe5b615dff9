import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { confirmDeskTransfer, endDeskReview, sendDeskMailAgain } from '#contract/desk-home.ts'
import { may } from '#domain/access/principal/principal.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { actorOf } from '#server/access/member/audit.ts'
import { deskPrincipal, onlyForDesk } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { sendAgain } from '#server/mail/delivery-log/mails.ts'
import { confirmTransfer } from '#server/payment/pay/finalize.ts'
import { dealWithReview } from '#server/payment/pay/online/list-reviews.ts'
import { sendForbidden, sendRefusals } from '../member/answer.ts'
import { ownerOfMail, ownerOfOrder } from './remedy-store.ts'

/** What is done about a need in one press: a transfer has arrived, a mail goes once more, a payment is checked. */
export function remedyRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const { db, clock, config } = shop
  const shortIdOf = async (id: ReservationId): Promise<string> =>
    shortId({ id }, (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH'))

  return async app => {
    app.addHook('onRequest', onlyForDesk(['manage-orders', 'search-attendees'], { db, clock, baseUrl: config.baseUrl }))

    app.post(confirmDeskTransfer.path, { schema: routeSchema(confirmDeskTransfer) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const { reservationId } = request.params
      const owner = isUuid(reservationId) ? await ownerOfOrder(db, reservationId) : undefined
      if (!owner || !may(by, 'manage-orders', owner)) return sendForbidden(reply)
      // The decoding edge: it is the id of an order of this owner.
      const id = reservationId as ReservationId
      const [actor, subject] = await Promise.all([actorOf(db, by), shortIdOf(id)])
      const change = { action: 'TRANSFER_CONFIRMED', subject, kind: 'ORDER', now: clock.now() } as const
      const outcome = await confirmTransfer(shop, id, {
        note: tx => recordChange(tx, actor, { ...change, organizationId: owner.organizationId }),
      })
      if (outcome === 'confirmed') return reply.code(204).send(undefined)
      return sendRefusals(request, reply, shop, [{ code: 'foyer.desk.transfer.not-confirmed' }])
    })

    const again = { schema: routeSchema(sendDeskMailAgain), ...limited('profile') }
    app.post(sendDeskMailAgain.path, again, async (request, reply) => {
      const by = deskPrincipal(request)
      const owner = await ownerOfMail(db, request.params.id)
      const isOwn = owner && (may(by, 'manage-orders', owner) || may(by, 'search-attendees', owner))
      if (!isOwn) return sendForbidden(reply)
      const outcome = await sendAgain(shop, BigInt(request.params.id))
      if (outcome === 'unknown') return reply.code(404).send(undefined)
      if (outcome === 'event over') return sendRefusals(request, reply, shop, [{ code: 'foyer.desk.mail.event-over' }])
      return reply.code(204).send(undefined)
    })

    app.post(endDeskReview.path, { schema: routeSchema(endDeskReview) }, async (request, reply) => {
      const by = deskPrincipal(request)
      const [actor, settings] = await Promise.all([actorOf(db, by), systemSettings(db)])
      const length = settings.number('PARTIAL_RESERVATION_ID_LENGTH')
      const endedAt = await dealWithReview(shop, BigInt(request.params.id), {
        note: actor.actor,
        by,
        also: async (tx, { orderId, organizationId }) => {
          const subject = shortId({ id: orderId }, length)
          const change = { action: 'PAYMENT_REVIEWED', subject, kind: 'ORDER' } as const
          await recordChange(tx, actor, { ...change, organizationId, now: clock.now() })
        },
      })
      return endedAt === undefined ? sendForbidden(reply) : reply.code(204).send(undefined)
    })
  }
}
