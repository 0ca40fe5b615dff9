import { sql } from 'kysely'
import { type Instant, after } from '#domain/instant.ts'
import { REQUESTS_COUNT_FOR, waitBeforeMail } from '#domain/mail-request/limit.ts'
import type { Tx } from '#server/database/database.ts'
import { sqlInstant, timestamp } from '#server/database/types.ts'

/**
 * Counts that somebody wants the mail of an order or ticket once more, by its id. Answers 0, or in how many seconds it may
 * be asked for: then it was not counted. The caller has locked the order or ticket, so that of many at the same time no
 * more are let through.
 */
export async function countMailRequest(tx: Tx, subjectId: string, now: Instant): Promise<number> {
  const earlier = await tx.kysely
    .selectFrom('mail_request')
    .select('at')
    .where('subject_id', '=', subjectId)
    .where('at', '>', sqlInstant(after(now, -REQUESTS_COUNT_FOR)))
    .execute()
  const wait = waitBeforeMail(
    earlier.map(({ at }) => at),
    now,
  )
  if (wait > 0) return Math.ceil(wait / 1000)
  await sql`insert into mail_request (subject_id, at) values (${subjectId}, ${timestamp(now)})`.execute(tx.kysely)
  return 0
}
