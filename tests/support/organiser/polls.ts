import type { EventFile } from '#contract/event-file.ts'
import { pinOf, TICKET_PIN } from '#domain/foundation/text/pin.ts'
import type { Database } from '#server/foundation/database/database.ts'

/** Those who have come in, put there by hand: a ticket is checked in with the order it belongs to. */

type PollFile = NonNullable<NonNullable<EventFile['polls']>[number]>

/** An open poll between two talks; say what matters. */
export function aPollFile(changes: Partial<PollFile> = {}): PollFile {
  return {
    title: [{ lang: 'en', body: 'Best talk' }],
    options: [[{ lang: 'en', body: 'Opening' }], [{ lang: 'en', body: 'Closing' }]],
    status: 'OPEN',
    ...changes,
  }
}

/** Checks in all tickets of a reservation; returns the PIN of each. */
export async function checkIn(db: Database, reservationId: string): Promise<string[]> {
  const rows = await db.kysely
    .updateTable('ticket')
    .set({ status: 'CHECKED_IN' })
    .where('reservation_id', '=', reservationId)
    .returning('uuid')
    .execute()
  return rows.map(({ uuid }) => pinOf(uuid, TICKET_PIN))
}

/** Gives the tickets of a reservation, in the order of their ids, these private ids. */
export async function renumber(db: Database, reservationId: string, uuids: readonly string[]): Promise<void> {
  const tickets = await db.kysely
    .selectFrom('ticket')
    .select('id')
    .where('reservation_id', '=', reservationId)
    .orderBy('id')
    .execute()
  for (const [index, uuid] of uuids.entries()) {
    await db.kysely
      .updateTable('ticket')
      .set({ uuid })
      .where('id', '=', tickets[index]?.id ?? 0n)
      .execute()
  }
}
