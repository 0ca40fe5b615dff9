import { sql } from 'kysely'
import { type Instant, after } from '#domain/foundation/instant.ts'
import { type Currency, NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { GRACE_MS } from '#domain/order/reservation/hold.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type StatusWith, has } from '#domain/order/reservation/states.ts'
import { LEAST_UUID } from '#domain/foundation/uuid.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'
import type { Everywhere } from '#server/foundation/setting/settings.ts'

/** Orders that wait for a bank transfer; one whose people have been erased is not waited for any more. */

/** An order whose transfer should have arrived, and the grace time is over too. */
export type OverdueOrder = { readonly id: ReservationId; readonly eventId: number; readonly validity: string }

type Overdue = {
  /** Only where they are removed. */
  readonly removed: Everywhere<boolean>
  readonly now: Instant
  readonly job: JobName
  /** Only those behind this one. */
  readonly after: OverdueOrder | undefined
}

const BATCH = 100

/** The next ones that are to be removed, the longest overdue first. */
export async function overdueOrders(
  on: Queryable,
  { removed, now, job, after: last }: Overdue,
): Promise<OverdueOrder[]> {
  const { rows } = await sql<OverdueOrder>`
    select id, purchase_context_id as "eventId", validity::text as validity from reservation
    where ${whereReservation('hasTransferDeadline')} and erased_at is null
      and validity < ${sqlInstant(after(now, -GRACE_MS))} and ${isRemoved(removed)}
      and (reservation.validity, id) > (${last?.validity ?? '-infinity'}::timestamptz, ${last?.id ?? LEAST_UUID}::uuid)
      and ${isNotPutOff(job, 'reservation', sql`reservation.id`, now)}
    order by reservation.validity, id limit ${BATCH}`.execute(on.kysely)
  return rows
}

/** By the events that say so, those of the organisations that do, and the shop. */
function isRemoved({ ofShop, organizations, contexts }: Everywhere<boolean>) {
  const idsWith = (map: ReadonlyMap<number, boolean>, what: boolean) =>
    [...map].flatMap(([id, value]) => (value === what ? [id] : []))
  const context = sql.ref('reservation.purchase_context_id')
  const isOf = (ids: number[]) => sql`${context} = any (${ids}::integer[])`
  const isOfAny = (ids: number[]) =>
    sql`${context} = any (array(select id from purchase_context where organization_id = any (${ids}::integer[])))`
  if (ofShop) {
    const exceptions = sql`${isOfAny(idsWith(organizations, false))} and not ${isOf(idsWith(contexts, true))}`
    return sql`not ${isOf(idsWith(contexts, false))} and not (${exceptions})`
  }
  const ofOrganizations = sql`${isOfAny(idsWith(organizations, true))} and not ${isOf(idsWith(contexts, false))}`
  return sql`(${isOf(idsWith(contexts, true))} or ${ofOrganizations})`
}

/** Locks the order until the transaction ends. False when it is no longer overdue, or another process has locked it. */
export async function takeOverdue(tx: Tx, id: ReservationId, now: Instant): Promise<boolean> {
  const query = overdue(tx, now).select('id').where('id', '=', id).forUpdate().skipLocked()
  return (await query.executeTakeFirst()) !== undefined
}

/** Only what has a deadline: a deferred transfer never lapses by itself (lifecycle A.3.11). */
function overdue(on: Queryable, now: Instant) {
  return on.kysely
    .selectFrom('reservation')
    .where(whereReservation('hasTransferDeadline'))
    .where('erased_at', 'is', null)
    .where('validity', '<', sqlInstant(after(now, -GRACE_MS)))
}

/** Of which organisation and which event or pass; left out: of any. */
export type Whose = { readonly organizationId?: number; readonly contextId?: number }

/** An order that waits for a transfer, as its organiser knows it. */
export type AwaitedOrder = {
  readonly id: ReservationId
  /** The short name of the event, or the public id of the pass. */
  readonly name: string
  readonly status: StatusWith<'canTransferArrive'>
  readonly validity: Instant
  readonly amount: Minor
  readonly currency: Currency
  readonly contact: Contact
}

/** Orders whose transfer can be confirmed, the one that is due first at the top. */
export async function awaitedOrders(on: Queryable, whose: Whose): Promise<AwaitedOrder[]> {
  return ordersFrom(await awaited(on, whose).orderBy('validity').orderBy('reservation.id').execute())
}

/**
 * Those of them whose id begins like this: lower-case hexadecimal digits and dashes. Two rows are enough to show that
 * there is more than one.
 */
export async function awaitedByPrefix(on: Queryable, prefix: string, whose: Whose): Promise<AwaitedOrder[]> {
  const query = awaited(on, whose).where(sql`reservation.id::text`, 'like', `${prefix}%`)
  return ordersFrom(await query.limit(2).execute())
}

function awaited(on: Queryable, { organizationId, contextId }: Whose) {
  const all = on.kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context', 'purchase_context.id', 'purchase_context_id')
    .leftJoin('event', 'event.id', 'purchase_context_id')
    .leftJoin('pass', 'pass.id', 'purchase_context_id')
    .select(sql<string>`coalesce(event.short_name, pass.public_id::text)`.as('name'))
    .select([
      'reservation.id',
      'reservation.status',
      'validity',
      'final_price',
      'reservation.currency',
      'first_name',
      'last_name',
      'email',
    ])
    .where(whereReservation('canTransferArrive'))
    .where('reservation.erased_at', 'is', null)
  const ofOwner = organizationId === undefined ? all : all.where('organization_id', '=', organizationId)
  return contextId === undefined ? ofOwner : ofOwner.where('purchase_context_id', '=', contextId)
}

type AwaitedRow = Awaited<ReturnType<ReturnType<typeof awaited>['executeTakeFirstOrThrow']>>

function ordersFrom(rows: readonly AwaitedRow[]): AwaitedOrder[] {
  return rows.filter(isAwaited).map(row => ({
    id: row.id as ReservationId,
    name: row.name,
    status: row.status,
    validity: row.validity,
    amount: minor(row.final_price),
    currency: writtenCurrency(row.currency) ?? NO_CURRENCY,
    contact: { firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email ?? '' },
  }))
}

/** What `awaited` selects, stated for the compiler. */
const isAwaited = (row: AwaitedRow) => has(row, 'canTransferArrive')
