import type { ListedTicket } from '#contract/door.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { digestOf, sealTickets } from '#server/door/check-in/device.ts'
import { ticketsByNumber } from '#server/door/check-in/lists/list-store.ts'
import { type Door, deskAmounts } from '#server/door/check-in/scan/judge-ticket.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { dueText, notesOf } from './scans/present-answer.ts'

/**
 * Tickets for the list of a device, in the format of scanning apps: only the code of a ticket opens it. The page of a door
 * finds more within than they do: the number of the category, what is due, what is handed out, and since when the holder is in.
 */
export async function listedTickets(
  { db }: Pick<Shop, 'db'>,
  door: Door,
  ids: readonly number[],
): Promise<ListedTicket[]> {
  const eventId = door.offer.context.id
  const tickets = (await ticketsByNumber(db, eventId, ids)).map(({ ticket }) => ticket)
  const due = await deskAmounts(
    db,
    tickets.filter(ticket => ticketHas(ticket, 'isDueAtDesk')).map(({ reservationId }) => reservationId),
  )
  const first = await firstLettings(
    db,
    eventId,
    tickets.filter(ticket => ticketHas(ticket, 'isCheckedIn')).map(({ uuid }) => uuid),
  )
  const sealed = await sealTickets({ db }, door, {
    tickets,
    fields: [],
    more: (ticket, parts) => {
      const amount = ticketHas(ticket, 'isDueAtDesk') ? due.get(ticket.id) : undefined
      const letting = first.get(ticket.uuid)
      return {
        categoryId: String(ticket.categoryId ?? 0),
        notes: JSON.stringify(notesOf(parts, ticket.language)),
        ...(amount !== undefined && { due: dueText(amount, ticket) }),
        ...(letting && { since: String(letting.at), by: letting.by }),
      }
    },
  })
  return sealed.map(({ ticket, signature, text }) => ({
    id: Number(ticket.id),
    signature,
    uuid: digestOf(ticket.uuid),
    sealed: text,
  }))
}

const FIRST = statement<{ uuid: string; at: Instant; by: string }>(
  'door-first-lettings',
  `select distinct on (ticket_uuid) ticket_uuid as uuid, at, scanned_by as by from check_in_scan
   where event_id = $1 and ticket_uuid = any ($2) and operation = 'SCAN' and not undone
     and status in ('SUCCESS', 'BADGE_SCAN_SUCCESS')
   order by ticket_uuid, at, id`,
)

async function firstLettings(db: Queryable, eventId: number, uuids: readonly string[]) {
  const rows = uuids.length === 0 ? [] : await db.query(FIRST, [eventId, uuids])
  return new Map(rows.map(row => [row.uuid, row]))
}
