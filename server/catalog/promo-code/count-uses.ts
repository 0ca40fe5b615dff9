import { sql } from 'kysely'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { PromoCodeId } from '#domain/catalog/promo-code/redeemable-code.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'

/** A code and the categories whose tickets count; none: those of all. */
export type CountedCode = { readonly id: PromoCodeId; readonly categories: readonly CategoryId[] }

/**
 * How many tickets have used a code, which is what is compared with its maximum (domain rules 2.3). `countsAsUse`: in
 * orders that are confirmed, or being paid. `holdsSeats`: with those of buyers who are still filling in.
 */
export async function countUses(
  on: Queryable,
  { id, categories }: CountedCode,
  trait: 'countsAsUse' | 'holdsSeats',
): Promise<number> {
  return countTickets(on, categories, sql<boolean>`promo_code_id = ${id} and ${whereReservation(trait)}`)
}

/** How many of the tickets that a condition on reservations finds are of these categories. */
export async function countTickets(
  on: Queryable,
  categories: readonly CategoryId[],
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { rows } = await sql<{ tickets: number }>`
    select count(*)::int as tickets from reservation join ticket on ticket.reservation_id = reservation.id
    where ${condition} and (${categories.length} = 0 or ticket.category_id = any(${[...categories]}::int[]))`.execute(
    on.kysely,
  )
  return rows[0]?.tickets ?? 0
}
