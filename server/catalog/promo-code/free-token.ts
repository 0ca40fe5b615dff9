import { sql } from 'kysely'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type RedeemableCode, openedCategory } from '#domain/catalog/promo-code/redeemable-code.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/**
 * Some token of a category that any buyer may use. Which one is left to chance, so that many who ask at once rarely
 * meet.
 */
export async function freeToken(on: Queryable, category: CategoryId): Promise<string | undefined> {
  const row = await freeTokens(on, category)
    .select('code')
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? undefined
}

/**
 * How many tickets of its category an access code can have now, those of the reservation `own` included; undefined for a
 * code that takes no tokens of others.
 */
export async function tokensForCode(
  on: Queryable,
  code: RedeemableCode,
  own?: ReservationId,
): Promise<number | undefined> {
  const category = code.kind === 'promo-code' ? openedCategory(code) : undefined
  if (category === undefined) return undefined
  const { tokens } = await freeTokens(on, category)
    .select(({ fn }) => fn.countAll<bigint>().as('tokens'))
    .executeTakeFirstOrThrow()
  return Number(tokens) + (own === undefined ? 0 : await tokensHeldBy(on, own, category))
}

async function tokensHeldBy(on: Queryable, id: ReservationId, category: CategoryId): Promise<number> {
  const { tokens } = await on.kysely
    .selectFrom('ticket')
    .select(({ fn }) => fn.count<bigint>('token_id').as('tokens'))
    .where('reservation_id', '=', id)
    .where('category_id', '=', category)
    .executeTakeFirstOrThrow()
  return Number(tokens)
}

/** Those that are free, and not sent to a named person (domain rules 2.5). */
function freeTokens(on: Queryable, category: CategoryId) {
  return on.kysely
    .selectFrom('token')
    .where('category_id', '=', category)
    .where('status', '=', 'FREE')
    .where('recipient_name', 'is', null)
    .where('recipient_email', 'is', null)
}
