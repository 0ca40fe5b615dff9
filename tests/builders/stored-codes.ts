import type { Instant } from '#domain/foundation/instant.ts'
import { after, days } from '#domain/foundation/instant.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { SOME_DAY } from './offer.ts'

export type CodeChanges = {
  readonly eventId?: number | null
  readonly type?: 'PERCENTAGE' | 'FIXED_AMOUNT' | 'FIXED_AMOUNT_RESERVATION'
  /** Percent, or minor units. */
  readonly amount?: number
  readonly currency?: string
  readonly from?: Instant
  readonly to?: Instant
  readonly maximumUsage?: number
  readonly categories?: number[]
  /** Makes it an access code. */
  readonly opens?: number
}

/** Stores a code of an organisation: 10 % off everything from a day ago to a day ahead; say what matters. */
export async function storeCode(
  db: Database,
  organizationId: number,
  code: string,
  { eventId = null, type = 'PERCENTAGE', amount = 10, currency = 'CHF', ...changes }: CodeChanges = {},
): Promise<number> {
  const isAccess = changes.opens !== undefined
  const isPercentage = !isAccess && type === 'PERCENTAGE'
  const isAmount = !isAccess && !isPercentage
  const { id } = await db.kysely
    .insertInto('promo_code')
    .values({
      organization_id: organizationId,
      event_id: eventId,
      code,
      code_type: isAccess ? 'ACCESS' : 'DISCOUNT',
      discount_type: isAccess ? 'NONE' : type,
      percentage: isPercentage ? String(amount) : null,
      amount: isAmount ? BigInt(amount) : null,
      currency: isAmount ? currency : null,
      valid_from: timestamp(changes.from ?? after(SOME_DAY, -days(1))),
      valid_to: timestamp(changes.to ?? after(SOME_DAY, days(1))),
      max_usage: changes.maximumUsage ?? null,
      categories: changes.categories ?? [],
      hidden_category_id: changes.opens ?? null,
      created_at: timestamp(SOME_DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type TokenStatus = 'FREE' | 'PENDING' | 'TAKEN' | 'CANCELLED'

/** Hides a category and gives it these tokens. */
export async function hideCategory(
  db: Database,
  categoryId: number,
  tokens: readonly { readonly code: string; readonly status?: TokenStatus; readonly recipient?: string }[] = [],
): Promise<void> {
  await db.kysely.updateTable('ticket_category').set({ access_restricted: true }).where('id', '=', categoryId).execute()
  for (const { code, status = 'FREE', recipient = null } of tokens) {
    await db.kysely
      .insertInto('token')
      .values({ category_id: categoryId, code, status, recipient_name: recipient })
      .execute()
  }
}
