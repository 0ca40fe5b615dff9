import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { type TicketScans, getCheckInLog } from '#contract/organiser-orders.ts'
import { deny, onlyFor, ownEvent } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { localDateTime } from '#domain/foundation/wall-clock.ts'
import { type AnswersByName, attendeeAnswers } from '#server/catalog/fields/fields.ts'
import { presentAttendeeData } from '#server/ticket/ticket/present-tickets.ts'
import { type LoggedScan, scansOf } from './log-store.ts'

/** Who was scanned when and by whom, for the organiser: not by a key of the entrance. */
export function logRoutes(shop: Shop): FastifyPluginAsyncTypebox {
  return async app => {
    const log = { schema: routeSchema(getCheckInLog), onRequest: onlyFor('manage-orders', shop) }
    app.get(getCheckInLog.path, log, async (request, reply) => {
      const event = await ownEvent(shop, request, request.params.slug)
      return event ? reply.code(200).send(await readCheckInLog(shop, event.id)) : deny(reply)
    })
  }
}

/**
 * The scans of an event by ticket, the latest first; the ticket that was scanned last comes first. Status and name are
 * those that were stored when it was scanned: every scan of a ticket that was found is stored with both, also by hand,
 * online and by a device that was offline. Of a ticket that was released since, the scans are left and the attendee is
 * not shown; with the personal data of the event the log is erased. Two statements, however many tickets there are.
 */
async function readCheckInLog({ db, catalog }: Pick<Shop, 'db' | 'catalog'>, eventId: number): Promise<TicketScans[]> {
  const { context: event } = await catalog.eventOf(eventId)
  const scans = Map.groupBy(await scansOf(db, eventId), ({ ticketUuid }) => ticketUuid)
  const tickets = [...scans.values()].flatMap(([first]) => (first?.ticket ? [first.ticket.id] : []))
  const answers = await attendeeAnswers(db, tickets)
  return [...scans].map(([ticketId, ofTicket]) => ({
    ticketId,
    ...presentAttendeeOf(ofTicket[0], answers),
    audit: ofTicket.map(scan => presentScan(scan, event.timeZone)),
  }))
}

function presentAttendeeOf(
  scan: LoggedScan | undefined,
  answers: ReadonlyMap<bigint, AnswersByName>,
): Pick<TicketScans, 'attendeeData'> {
  if (!scan?.ticket) return {}
  const { id, orderLanguage } = scan.ticket
  return { attendeeData: presentAttendeeData(scan.ticket, { orderLanguage, answers: answers.get(id) ?? {} }) }
}

const presentScan = ({ ticketUuid, at, by, operation, status }: LoggedScan, timeZone: string) => ({
  ticketUuid,
  scanTimestamp: localDateTime(at, timeZone),
  username: by,
  checkInStatus: status,
  operation,
})
