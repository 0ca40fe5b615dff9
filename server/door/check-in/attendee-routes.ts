import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '#contract/attendee.ts'
import { routeSchema } from '#contract/call.ts'
import type { TicketAndCheckInResult } from '#contract/check-in.ts'
import type { OrganizationKey } from '#domain/access/principal/principal.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { callerOf, deny } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findDoorTicket, findEvent, onlyForDoor } from './access.ts'
import { sendBadRequest, sendText } from '#server/foundation/http/answer.ts'
import { type DoorTicket, answersOf } from './store.ts'
import { presentAttendee, presentLead, presentSponsorScan } from './present.ts'
import { UNNAMED_OPERATOR, mySponsorScans, readMoment, sponsorScan } from './sponsor/sponsor-scan.ts'

/** Lead scanners: sponsors remember whose badge they have scanned. */
export function attendeeRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  const forSponsors = onlyForDoor('collect-leads', shop)
  const forAll = onlyForDoor('see-entrance', shop)

  return async app => {
    const one = { schema: routeSchema(calls.sponsorScan), ...forSponsors, errorHandler: answerBadInput }
    app.post(calls.sponsorScan.path, one, async request => {
      const sponsor = { caller: callerOf(request), operator: operatorOf(request.headers) }
      return presentSponsorScan(await sponsorScan(shop, sponsor, request.body))
    })

    const many = { schema: routeSchema(calls.sponsorScanMany), ...forSponsors, errorHandler: answerBadInput }
    app.post(calls.sponsorScanMany.path, many, async request => {
      const sponsor = { caller: callerOf(request), operator: operatorOf(request.headers) }
      const results: TicketAndCheckInResult[] = []
      for (const form of request.body) results.push(presentSponsorScan(await sponsorScan(shop, sponsor, form)))
      return results
    })

    const mine = { schema: routeSchema(calls.listMySponsorScans), ...onlyForDoor('list-own-leads', shop) }
    app.get(calls.listMySponsorScans.path, mine, async (request, reply) => {
      const found = await findEvent(shop, callerOf(request), { shortName: request.params.eventKey }, 'list-own-leads')
      if (found.kind === 'unknown') return reply.code(404).send()
      if (found.kind === 'foreign') return deny(reply)
      const text = request.query.from?.trim() ?? ''
      const from = text === '' ? undefined : readMoment(text)
      if (text !== '' && from === undefined) return sendBadRequest(reply, 'from is not a moment')
      const leads = await mySponsorScans(shop, callerOf(request), { eventId: found.offer.context.id, from })
      return leads.map(presentLead)
    })

    const attendee = { schema: routeSchema(calls.getAttendee), ...forAll }
    app.get(calls.getAttendee.path, attendee, async (request, reply) => {
      const { eventKey: shortName, UUID: identifier } = request.params
      const found = await findEvent(shop, callerOf(request), { shortName })
      if (found.kind === 'foreign') return deny(reply)
      const ticket = await findDoorTicket(shop, callerOf(request), { shortName, identifier })
      if (ticket === undefined || !maySee(callerOf(request), ticket))
        return sendBadRequest(reply, 'no such event or ticket')
      return presentAttendee(ticket, await answersOf(shop.db, [ticket.id]))
    })
  }
}

/** Sponsors read only attendees who are in; all others are unknown to them. */
function maySee({ role }: OrganizationKey, ticket: DoorTicket): boolean {
  return role !== 'SPONSOR' || ticketHas(ticket, 'isCheckedIn')
}

function operatorOf(headers: { readonly 'alfio-operator'?: unknown }): string {
  const named = headers['alfio-operator']
  return (typeof named === 'string' && named.trim()) || UNNAMED_OPERATOR
}

/** All that could not be read gets the same answer (organiser contract). */
function answerBadInput(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.statusCode !== 400) throw error
  return sendText(reply, 400, calls.BAD_INPUT)
}
