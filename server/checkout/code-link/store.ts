import type { Category, CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { TokenId } from '#domain/catalog/promo-code/redeemable-code.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereReservation, whereTicket } from '#server/foundation/database/status-sql.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import type { Visit } from '#server/foundation/http/visitor.ts'

/** A token that an order holds which is not finished. */
export type HeldToken = { readonly id: TokenId; readonly categoryId: CategoryId; readonly until: Instant }

/** The token of this text in one of these categories, as long as an order holds it. */
export async function findHeldToken(
  on: Queryable,
  code: string,
  categories: readonly Category[],
): Promise<HeldToken | undefined> {
  if (categories.length === 0) return undefined
  const row = await heldTokens(on)
    .where('token.code', '=', code)
    .where(
      'token.category_id',
      'in',
      categories.map(({ id }) => id),
    )
    .executeTakeFirst()
  return row && { id: row.id as TokenId, categoryId: row.category_id as CategoryId, until: row.validity }
}

/** When the first of the tokens that orders hold of a category may be free again; undefined where they hold none. */
export async function firstHeldUntil(on: Queryable, categoryId: CategoryId): Promise<Instant | undefined> {
  const row = await heldTokens(on)
    .where('token.category_id', '=', categoryId)
    .where('token.recipient_name', 'is', null)
    .where('token.recipient_email', 'is', null)
    .orderBy('reservation.validity')
    .limit(1)
    .executeTakeFirst()
  return row?.validity
}

const heldTokens = (on: Queryable) =>
  on.kysely
    .selectFrom('token')
    .innerJoin('ticket', 'ticket.token_id', 'token.id')
    .innerJoin('reservation', 'reservation.id', 'ticket.reservation_id')
    .select(['token.id', 'token.category_id', 'reservation.validity'])
    .where('token.status', '=', 'PENDING')
    .where(whereTicket('isHeld'))

type Own = {
  readonly visits: readonly Visit[]
  readonly categoryId: CategoryId
  /** The token of the link; null for the own code of a category. */
  readonly token: TokenId | null
  readonly now: Instant
}

/** The open order of these visits for what the link opens, the latest one; undefined where there is none. */
export async function findOwnOrder(
  on: Queryable,
  { visits, categoryId, token, now }: Own,
): Promise<{ readonly id: ReservationId; readonly validity: Instant } | undefined> {
  if (visits.length === 0) return undefined
  const row = await on.kysely
    .selectFrom('reservation')
    .innerJoin('ticket', 'ticket.reservation_id', 'reservation.id')
    .select(['reservation.id', 'reservation.validity'])
    .where('reservation.visit', 'in', visits)
    .where('ticket.category_id', '=', categoryId)
    .where(whereReservation('isOpen'))
    .where('reservation.validity', '>', sqlInstant(now))
    .$if(token !== null, query => query.where('ticket.token_id', '=', token))
    .orderBy('reservation.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id as ReservationId, validity: row.validity }
}
