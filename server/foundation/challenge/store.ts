import type { Queryable } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import type { Instant } from '#domain/foundation/instant.ts'

/** Remembers that a solution has been used; false when it had been already. */
export async function spendSolution(db: Queryable, digest: Buffer, expiresAt: Instant): Promise<boolean> {
  const spent = await db.kysely
    .insertInto('spent_challenge')
    .values({ digest, expires_at: timestamp(expiresAt) })
    .onConflict(conflict => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return spent !== undefined
}

/** A solution that has expired is refused for that, and need not be remembered any longer. Returns how many. */
export async function deleteExpiredSolutions(db: Queryable, now: Instant): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('spent_challenge')
    .where('expires_at', '<=', sqlInstant(now))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The key every process signs robot checks with; made by the first one. */
export async function challengeKey(db: Queryable, fresh: Buffer): Promise<Buffer> {
  await db.kysely
    .insertInto('secret')
    .values({ purpose: 'challenge', value: fresh })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { value } = await db.kysely
    .selectFrom('secret')
    .select('value')
    .where('purpose', '=', 'challenge')
    .executeTakeFirstOrThrow()
  return value
}
