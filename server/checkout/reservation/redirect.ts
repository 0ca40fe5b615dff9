import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { redirectEventReservation, redirectSubscriptionReservation } from '#contract/pages.ts'
import { pageOfStatus } from '#domain/order/reservation/states.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findStatus } from '#server/order/order/reservations.ts'

/** The address in mails: leads to the page that fits the status of the reservation (lifecycle A.3). */
export function reservationRedirect(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const schema = routeSchema(redirectEventReservation)
    app.get(redirectEventReservation.path, { schema }, async (request, reply) => {
      const { eventName, reservationId: text } = request.params
      if (!(await shop.catalog.offeredEvent(eventName))) return reply.redirect('/', 302)
      const target = `/event/${encodeURIComponent(eventName)}/reservation/${encodeURIComponent(text)}`
      return reply.redirect(`${target}/${await pageOf(shop, text)}${carriedOver(request.url)}`, 302)
    })

    const ofPass = routeSchema(redirectSubscriptionReservation)
    app.get(redirectSubscriptionReservation.path, { schema: ofPass }, async (request, reply) => {
      const { id, reservationId: text } = request.params
      if (!(await shop.catalog.offeredPass(id))) return reply.redirect('/', 302)
      const target = `/subscription/${encodeURIComponent(id)}/reservation/${encodeURIComponent(text)}`
      return reply.redirect(`${target}/${await pageOf(shop, text)}`, 302)
    })
  }
}

async function pageOf({ db }: Shop, text: string): Promise<string> {
  const id = reservationId(text)
  const found = id && (await findStatus(db, id))
  return pageOfStatus(found && { status: found.status, validatedBookingInformation: found.isValidated })
}

/** `lang` and a pass to be used go on to the page. */
function carriedOver(url: string): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const kept = new URLSearchParams(
    [...query].filter(([name, value]) => (name === 'lang' || name === 'subscription') && value),
  )
  return kept.size > 0 ? `?${kept.toString()}` : ''
}
