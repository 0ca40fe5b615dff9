import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A change that a wallet has yet to receive: of one pass, or of all in a category at Google. */
export type WalletChange = {
  readonly id: bigint
  readonly passId: bigint | null
  readonly categoryId: number | null
  /** With this one. */
  readonly attempts: number
}

/** Takes changes that are due; other processes may take them again only after so long. */
export async function claimChanges(
  on: Queryable,
  { now, limit, milliseconds }: { now: Instant; limit: number; milliseconds: number },
): Promise<WalletChange[]> {
  const { rows } = await sql<WalletChange>`
    update wallet_change set attempts = attempts + 1,
      due_at = ${timestamp(now)}::timestamptz + ${milliseconds}::integer * interval '1 millisecond'
    where id in (
      select id from wallet_change where due_at <= ${timestamp(now)} order by due_at, id
      for update skip locked limit ${limit}
    )
    returning id, pass_id as "passId", category_id as "categoryId", attempts`.execute(on.kysely)
  return rows
}

export async function forgetChange(on: Queryable, id: bigint): Promise<void> {
  await on.kysely.deleteFrom('wallet_change').where('id', '=', id).execute()
}

export async function postponeChange(on: Queryable, id: bigint, dueAt: Instant): Promise<void> {
  await on.kysely
    .updateTable('wallet_change')
    .set({ due_at: timestamp(dueAt) })
    .where('id', '=', id)
    .execute()
}

/** The event a category is of. */
export async function eventOfCategory(on: Queryable, categoryId: number): Promise<number | undefined> {
  const row = await on.kysely
    .selectFrom('ticket_category')
    .select('event_id')
    .where('id', '=', categoryId)
    .executeTakeFirst()
  return row?.event_id
}
