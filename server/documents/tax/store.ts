import { type Instant, after } from '#domain/foundation/instant.ts'
import type { VatNumber } from '#domain/documents/tax-id/vat-number.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'

/** How long an answer of the register counts (domain rules 1.6). */
const REMEMBERED_MS = 15 * 60_000

/** What was answered a short time ago; undefined: nothing. */
export async function recallAnswer(
  db: Database,
  { country, number }: VatNumber,
  now: Instant,
): Promise<boolean | undefined> {
  const row = await db.kysely
    .selectFrom('vat_number_check')
    .select('is_valid')
    .where('country', '=', country)
    .where('number', '=', number)
    .where('checked_at', '>', sqlInstant(after(now, -REMEMBERED_MS)))
    .executeTakeFirst()
  return row?.is_valid
}

/** Remembers an answer, and forgets those that no longer count. */
export async function rememberAnswer(
  db: Database,
  { country, number }: VatNumber,
  { isValid, now }: { readonly isValid: boolean; readonly now: Instant },
): Promise<void> {
  const answer = { is_valid: isValid, checked_at: timestamp(now) }
  await db.kysely
    .insertInto('vat_number_check')
    .values({ country, number, ...answer })
    .onConflict(conflict => conflict.columns(['country', 'number']).doUpdateSet(answer))
    .execute()
  await db.kysely
    .deleteFrom('vat_number_check')
    .where('checked_at', '<=', sqlInstant(after(now, -REMEMBERED_MS)))
    .execute()
}
