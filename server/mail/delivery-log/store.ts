import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

export type MailStatus = 'WAITING' | 'IN_PROCESS' | 'SENT' | 'RETRY' | 'ERROR'

/** Takes the mail for the rest of the transaction, with when its event ends if it matters; undefined when there is none. */
export async function lockMail(
  tx: Tx,
  id: bigint,
): Promise<{ readonly status: MailStatus; readonly isSentUntil: Instant | null } | undefined> {
  const row = await tx.kysely
    .selectFrom('mail')
    .leftJoin('event', 'event.id', 'purchase_context_id')
    .select(['mail.status', 'event.ends_at', 'outlives_event'])
    .where('mail.id', '=', id)
    .forUpdate('mail')
    .executeTakeFirst()
  return row && { status: row.status, isSentUntil: row.outlives_event ? null : row.ends_at }
}

/** Due at once, and as if it had never been tried. */
export async function storeAgain(tx: Tx, id: bigint, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('mail')
    .set({ ...anew, next_attempt_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

const anew = { status: 'WAITING', attempts: 0, away_attempts: 0, tried_since: null } as const

/** The same for all that have failed, of one event or of all; how many, and how many stay because their event is over. */
export async function storeAllAgain(
  tx: Tx,
  eventId: number | null,
  now: Instant,
): Promise<{ readonly again: number; readonly over: number }> {
  const { rows } = await sql<{ again: number; over: number }>`
    with failed as (
      select mail.id, event.ends_at <= ${timestamp(now)} and not outlives_event as is_over
      from mail left join event on event.id = purchase_context_id
      where mail.status in ('ERROR', 'RETRY') and (${eventId}::integer is null or purchase_context_id = ${eventId})
      for update of mail skip locked
    ), again as (
      update mail set status = ${anew.status}, attempts = 0, away_attempts = 0, tried_since = null,
        next_attempt_at = ${timestamp(now)}
      from failed where mail.id = failed.id and is_over is not true
      returning mail.id
    )
    select (select count(*) from again)::int as again, (select count(*) from failed where is_over)::int as over`.execute(
    tx.kysely,
  )
  return rows[0] ?? { again: 0, over: 0 }
}
