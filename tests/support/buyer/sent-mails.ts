import type { Database } from '#server/foundation/database/database.ts'

export type Letter = { readonly recipient: string; readonly subject: string; readonly text: string }

/** What has been written about an order with a subject that contains this, the oldest first. */
export function lettersOf(db: Database, reservationId: string, subject: string): Promise<Letter[]> {
  return letters(db, subject).where('reservation_id', '=', reservationId).execute()
}

/** The same of an event, to any recipient. */
export function lettersOfEvent(db: Database, shortName: string, subject: string): Promise<Letter[]> {
  return letters(db, subject)
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .where('short_name', '=', shortName)
    .execute()
}

function letters(db: Database, subject: string) {
  return db.kysely
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text_body as text'])
    .where('subject', 'like', `%${subject}%`)
    .orderBy('mail.id')
}
