import type { NamedState } from '#domain/payment/reconciliation/judge-entries.ts'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { isInReach, reachValues } from '#server/foundation/database/reach-sql.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'
import type { IdRange } from './named-in-entry.ts'

/** Orders as entries of bank statements name them, and those whose transfer is awaited. */

export type NamedRow = {
  readonly prefix: string
  readonly id: ReservationId
  readonly contextId: number
  readonly state: NamedState
  readonly amount: bigint
  readonly currency: string | null
}

/** The orders of an organisation whose ids begin like this, whatever became of them; those that were deleted too. */
export async function namedOrders(
  db: Queryable,
  organizationId: number,
  ranges: readonly IdRange[],
): Promise<NamedRow[]> {
  if (ranges.length === 0) return []
  return db.query(NAMED, [
    organizationId,
    ranges.map(({ prefix }) => prefix),
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
  ])
}

const RANGES = 'unnest($2::text[], $3::uuid[], $4::uuid[]) as range(prefix, first, last)'

const NAMED = statement<NamedRow>(
  'bank-statement-named',
  `select prefix, reservation.id, context.id as "contextId", final_price as amount, reservation.currency,
     case when ${reservationHas('canTransferArrive')} then case when erased_at is null then 'awaited' else 'erased' end
       when ${reservationHas('hasEnded')} then 'ended'
       when ${reservationHas('isConfirmed')} and not ${reservationHas('awaitsTransfer')} then 'paid'
       else 'open' end as state
   from ${RANGES}
     join reservation on reservation.id between first and last
     join purchase_context as context on context.id = purchase_context_id and organization_id = $1
   union all
   select distinct prefix, gone.reservation_id, context.id, 0::bigint, null, 'ended'
   from ${RANGES}
     join audit as gone on gone.reservation_id between first and last
     join purchase_context as context on context.id = gone.purchase_context_id and organization_id = $1
   where not exists (select from reservation where reservation.id = gone.reservation_id)`,
)

export type TransferRow = {
  readonly id: ReservationId
  readonly contextId: number
  readonly firstName: string | null
  readonly lastName: string | null
  readonly title: LocalizedTexts
  readonly amount: bigint
  readonly currency: string | null
  /** Null where it has no deadline, or is not awaited. */
  readonly dueAt: Instant | null
}

const ORDER = `reservation.id, context.id as "contextId", first_name as "firstName", last_name as "lastName", title,
  final_price as amount, reservation.currency,
  case when ${reservationHas('hasTransferDeadline')} then validity end as "dueAt"`
const FROM = 'from reservation join purchase_context as context on context.id = purchase_context_id'
const AWAITED = `${reservationHas('canTransferArrive')} and erased_at is null`

/** All that an organisation awaits. */
export function awaitedOf(db: Queryable, organizationId: number): Promise<TransferRow[]> {
  return db.query(OF_ORGANIZATION, [organizationId])
}

const OF_ORGANIZATION = statement<TransferRow>(
  'bank-statement-awaited',
  `select ${ORDER} ${FROM} where organization_id = $1 and ${AWAITED}`,
)

/** What there is to say of orders, whatever became of them. */
export async function describedOrders(db: Queryable, ids: readonly string[]): Promise<TransferRow[]> {
  return ids.length === 0 ? [] : db.query(DESCRIBED, [ids])
}

const DESCRIBED = statement<TransferRow>(
  'bank-statement-described',
  `select ${ORDER} ${FROM} where reservation.id = any ($1::uuid[])`,
)

type Listed = {
  readonly reach: Reach
  readonly organizationId: number | null
  /** Patterns of `like` for names and the beginning of the id; null for any. */
  readonly like: string | null
  readonly isOverdue: boolean
  readonly now: Date
  readonly after: string | null
  readonly limit: number
}

/** Those whose transfer is awaited, due first at the top, from behind one of them. */
export function listedTransfers(db: Queryable, listed: Listed): Promise<TransferRow[]> {
  const { reach, organizationId, like, isOverdue, now, after, limit } = listed
  return db.query(LISTED, [...reachValues(reach), organizationId, like, isOverdue, now, after, limit])
}

const LISTED = statement<TransferRow>(
  'bank-statement-transfers',
  `select ${ORDER} ${FROM}
   where ${AWAITED} and ${isInReach(1, { organization: 'organization_id', context: 'context.id' })}
     and ($4::integer is null or organization_id = $4)
     and ($5::text is null or reservation.id::text like lower($5) || '%' or concat_ws(' ', first_name, last_name, email) ilike '%' || $5 || '%'
       or (final_price::numeric / 100)::text like $5 || '%')
     and (not $6::boolean or ${reservationHas('hasTransferDeadline')} and validity <= $7::timestamptz)
     and ($8::uuid is null or (validity, reservation.id) > (select validity, id from reservation where id = $8::uuid))
   order by validity, reservation.id limit $9`,
)

/** Whose an order is; undefined for none. */
export async function ownerOfOrder(db: Queryable, id: ReservationId): Promise<number | undefined> {
  const [found] = await db.query(OWNER, [id])
  return found?.organizationId
}

const OWNER = statement<{ readonly organizationId: number }>(
  'bank-statement-owner',
  `select organization_id as "organizationId" ${FROM} where reservation.id = $1`,
)

/** What an order comes to within a transaction that has it. */
export async function dueOf(
  on: Queryable,
  id: ReservationId,
): Promise<{ readonly amount: bigint; readonly currency: string | null } | undefined> {
  const [found] = await on.query(DUE, [id])
  return found
}

const DUE = statement<{ readonly amount: bigint; readonly currency: string | null }>(
  'bank-statement-due',
  'select final_price as amount, currency from reservation where id = $1',
)
