import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import type { MailStatus } from './store.ts'

/** A mail with the state of its delivery. */
export type LoggedMail = {
  readonly id: bigint
  readonly recipient: string
  readonly subject: string
  readonly status: MailStatus
  readonly attempts: number
  /** When it was last requested. */
  readonly askedAt: Instant
  readonly sentAt: Instant | null
  /** When it is tried again; null: it is not. */
  readonly nextAttemptAt: Instant | null
  /** What the mail server, or we, said last. */
  readonly lastError: string | null
}

export type MailSearch = {
  /** Of an event or of one order; neither: of all. */
  readonly eventId?: number
  readonly reservationId?: ReservationId
  /** Only those that have not arrived: tried again, or given up. */
  readonly isFailedOnly: boolean
  readonly limit: number
}

/** The newest first. */
export async function findMails(on: Queryable, search: MailSearch): Promise<LoggedMail[]> {
  const { eventId, reservationId, isFailedOnly, limit } = search
  return on.kysely
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'status', 'attempts', 'last_error as lastError', 'sent_at as sentAt'])
    .select(['created_at as askedAt'])
    .select(sql<Instant | null>`case when status in ('WAITING', 'RETRY') then next_attempt_at end`.as('nextAttemptAt'))
    .$if(eventId !== undefined, mails => mails.where('purchase_context_id', '=', eventId ?? 0))
    .$if(reservationId !== undefined, mails => mails.where('reservation_id', '=', reservationId ?? ''))
    .$if(isFailedOnly, mails => mails.where('status', 'in', ['RETRY', 'ERROR']))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
