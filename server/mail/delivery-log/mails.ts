import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import { type MailStatus, lockMail, storeAgain, storeAllAgain } from './store.ts'
import type { Shop } from '#server/catalog/context.ts'

/** A mail with the state of its delivery. */
export type LoggedMail = {
  readonly id: bigint
  readonly recipient: string
  readonly subject: string
  readonly status: MailStatus
  readonly attempts: number
  /** When it was last requested. */
  readonly requestedAt: Instant
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
    .select(['created_at as requestedAt'])
    .select(sql<Instant | null>`case when status in ('WAITING', 'RETRY') then next_attempt_at end`.as('nextAttemptAt'))
    .$if(eventId !== undefined, mails => mails.where('purchase_context_id', '=', eventId ?? 0))
    .$if(reservationId !== undefined, mails => mails.where('reservation_id', '=', reservationId ?? ''))
    .$if(isFailedOnly, mails => mails.where('status', 'in', ['RETRY', 'ERROR']))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type SentAgain =
  | 'again'
  | 'unknown'
  /** It has arrived, or is about to leave by itself. */
  | 'not failed'
  /** Most mails of an event that has ended are not sent (lifecycle D). */
  | 'event over'

/** Sets a mail going again that has been given up, or waits for its next try. */
export async function sendAgain(
  { db, clock, jobs }: Pick<Shop, 'db' | 'clock' | 'jobs'>,
  id: bigint,
): Promise<SentAgain> {
  const now = clock.now()
  const outcome = await transaction<SentAgain>(db, async tx => {
    const mail = await lockMail(tx, id)
    if (!mail) return 'unknown'
    if (mail.status !== 'ERROR' && mail.status !== 'RETRY') return 'not failed'
    if (mail.isSentUntil !== null && mail.isSentUntil <= now) return 'event over'
    await storeAgain(tx, id, now)
    return 'again'
  })
  if (outcome === 'again') await jobs.wake('deliver-mail')
  return outcome
}

type AllSentAgain = {
  readonly again: number
  /** How many stay where they are, because their event is over. */
  readonly over: number
}

/** The same for all of them: after a mail server was away for long, or refused us. Null: of every event. */
export async function sendAllAgain(
  { db, clock, jobs }: Pick<Shop, 'db' | 'clock' | 'jobs'>,
  eventId: number | null,
): Promise<AllSentAgain> {
  const sent = await transaction(db, tx => storeAllAgain(tx, eventId, clock.now()))
  if (sent.again > 0) await jobs.wake('deliver-mail')
  return sent
}
