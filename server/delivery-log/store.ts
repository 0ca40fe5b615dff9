import type { Instant } from '#domain/instant.ts'
import type { Tx } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'

export type MailStatus = 'WAITING' | 'IN_PROCESS' | 'SENT' | 'RETRY' | 'ERROR'

/** Takes the mail for the rest of the transaction; undefined when there is none. */
export async function lockMail(
  tx: Tx,
  id: bigint,
): Promise<{ readonly status: MailStatus; readonly eventEnd: Instant | null } | undefined> {
  const row = await tx.kysely
    .selectFrom('mail')
    .leftJoin('event', 'event.id', 'purchase_context_id')
    .select(['mail.status', 'event.ends_at'])
    .where('mail.id', '=', id)
    .forUpdate('mail')
    .executeTakeFirst()
  return row && { status: row.status, eventEnd: row.ends_at }
}

/** Due at once, and as if it had never been tried. */
export async function storeAgain(tx: Tx, id: bigint, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('mail')
    .set({ status: 'WAITING', attempts: 0, next_attempt_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}
