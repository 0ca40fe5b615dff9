import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { redirectEventReservation } from '#contract/pages.ts'
import { pageOfStatus } from '#domain/reservation/page-of-status.ts'
import { reservationId } from '#domain/reservation/reservation.ts'
import type { Shop } from '#server/context.ts'
import { findStatus } from '#server/order/reservations.ts'

/** The address in mails: leads to the page that fits the status of the reservation (lifecycle A.3). */
export function reservationRedirect(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const schema = routeSchema(redirectEventReservation)
    app.get(redirectEventReservation.path, { schema }, async (request, reply) => {
      const { eventName, reservationId: text } = request.params
      if (!(await shop.catalog.offeredEvent(eventName))) return reply.redirect('/', 302)
      const id = reservationId(text)
      const found = id && (await findStatus(shop.db, id))
      const page = pageOfStatus(found && { status: found.status, validatedBookingInformation: found.isValidated })
      const target = `/event/${encodeURIComponent(eventName)}/reservation/${encodeURIComponent(text)}/${page}`
      return reply.redirect(`${target}${carriedOver(request.url)}`, 302)
    })
  }
}

/** `lang` and a pass to be used go on to the page. */
function carriedOver(url: string): string {
  const given = new URLSearchParams(url.split('?')[1] ?? '')
  const kept = new URLSearchParams(
    [...given].filter(([name, value]) => (name === 'lang' || name === 'subscription') && value),
  )
  return kept.size > 0 ? `?${kept.toString()}` : ''
}
