import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeSchema } from '#contract/call.ts'
import * as calls from '#contract/check-in.ts'
import { callerOf, deny } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findOwnEvent, onlyForDoor, scannerOf } from './access.ts'
import { checkInByHand, checkInMany, confirmAtDesk, revertCheckIn } from './scan/check-in.ts'
import type { WhichEvent } from './event-store.ts'
import { openDoor } from './scan/judge-ticket.ts'
import { presentDeskScan, presentScan } from './present.ts'

/** What is more than one scan: uploads, payments, check-ins by hand, and taking them back. */
export function deskRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const forScanners = onlyForDoor('check-in', shop)

    app.post(
      calls.bulkCheckIn.path,
      { ...forScanners, schema: routeSchema(calls.bulkCheckIn) },
      async (request, reply) => {
        const offer = await findOwnEvent(shop, callerOf(request), { shortName: request.params.eventName })
        if (offer === undefined) return deny(reply)
        const results = await checkInMany(shop, await openDoor(shop, offer), {
          shown: request.body.map(({ identifier, code }) => ({ identifier, code: code ?? '' })),
          by: scannerOf(request, request.query),
          isPaid: request.query.forceCheckInPaymentOnSite ?? false,
        })
        return Object.fromEntries([...results].map(([identifier, result]) => [identifier, presentScan(result)]))
      },
    )

    app.post(
      calls.confirmOnSitePayment.path,
      { ...forScanners, schema: routeSchema(calls.confirmOnSitePayment) },
      async (request, reply) => {
        const { eventName, ticketIdentifier: identifier } = request.params
        const offer = await findOwnEvent(shop, callerOf(request), { shortName: eventName })
        if (offer === undefined) return deny(reply)
        const showing = { identifier, code: request.body.code ?? '', by: scannerOf(request, request.query) }
        return presentDeskScan(await confirmAtDesk(shop, await openDoor(shop, offer), showing))
      },
    )

    const byHand = async (request: FastifyRequest, reply: FastifyReply, picked: Picked, change: ChangeByHand) => {
      const offer = await findOwnEvent(shop, callerOf(request), picked.event)
      if (offer === undefined) return deny(reply)
      const { identifier } = picked
      const isDone = await change(shop, { event: offer.context, identifier, by: scannerOf(request) })
      return isDone === 'unknown' ? deny(reply) : isDone
    }

    app.post(
      calls.manualCheckIn.path,
      { ...forScanners, schema: routeSchema(calls.manualCheckIn) },
      async (request, reply) => byHand(request, reply, byName(request.params), checkInByHand),
    )

    app.post(
      calls.manualCheckInById.path,
      { ...forScanners, schema: routeSchema(calls.manualCheckInById) },
      async (request, reply) => byHand(request, reply, byNumber(request.params), checkInByHand),
    )

    app.post(
      calls.revertCheckIn.path,
      { ...forScanners, schema: routeSchema(calls.revertCheckIn) },
      async (request, reply) => byHand(request, reply, byName(request.params), revertCheckIn),
    )

    app.post(
      calls.revertCheckInById.path,
      { ...forScanners, schema: routeSchema(calls.revertCheckInById) },
      async (request, reply) => byHand(request, reply, byNumber(request.params), revertCheckIn),
    )
  }
}

type Picked = { readonly event: WhichEvent; readonly identifier: string }
type ChangeByHand = typeof checkInByHand

const byName = ({ eventName, ticketIdentifier }: { eventName: string; ticketIdentifier: string }): Picked => ({
  event: { shortName: eventName },
  identifier: ticketIdentifier,
})

const byNumber = ({ eventId, ticketIdentifier }: { eventId: number; ticketIdentifier: string }): Picked => ({
  event: { eventId },
  identifier: ticketIdentifier,
})
