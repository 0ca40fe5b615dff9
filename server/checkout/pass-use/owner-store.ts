import { sql } from 'kysely'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlPassHas, whereTicket } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'
import type { NamedPerson } from '#server/order/order/name-order.ts'

/** Who has bought a pass that an event takes and that gives tickets by itself. */
const OWNERS = `event_pass as link join pass on pass.id = link.pass_id and pass.generates_tickets
  join bought_pass as bought on bought.pass_id = link.pass_id`

/**
 * The pass has an owner, is valid when the event begins, and is not used up; no ticket of the event was taken by it,
 * held ones included, and none was released.
 */
const ARE_TO_HAVE_ONE = `${sqlPassHas('isAcquired', 'bought.status')} and bought.email is not null
  and (bought.valid_from is null or bought.valid_from <= event.starts_at)
  and (bought.valid_to is null or bought.valid_to >= event.starts_at)
  and not exists (select from ticket where ticket.bought_pass_id = bought.id and ticket.event_id = event.id)
  and not exists (
    select from pass_ticket_return as given_back
    where given_back.bought_pass_id = bought.id and given_back.event_id = event.id)
  and (bought.max_entries is null
    or bought.max_entries > (select count(*) from ticket where ticket.bought_pass_id = bought.id))`

type Round = { readonly now: Instant; readonly job: JobName }

/** Public events that have not begun, with free seats and with owners who are to have a ticket; the next one first. */
export async function eventsWithOwners(
  on: Queryable,
  { now, job }: Round,
): Promise<{ id: number; organizationId: number }[]> {
  const { rows } = await sql<{ id: number; organizationId: number }>`
    select event.id, organization_id as "organizationId"
    from event join purchase_context as context on context.id = event.id
    where context.status = 'PUBLIC' and cancelled_at is null and starts_at > ${timestamp(now)} and ${isNotPutOff(job, 'event', sql`event.id`, now)}
      and exists (
        select from ${sql.raw(OWNERS)}
        where link.event_id = event.id and ${sql.raw(ARE_TO_HAVE_ONE)}
          and ${isNotPutOff(job, 'bought-pass', sql`bought.public_id`, now)})
      and exists (select from ticket where ticket.event_id = event.id and ${whereTicket('isFree')})
    order by starts_at, event.id`.execute(on.kysely)
  return rows
}

/** `categories`: those that the pass is good for at the event; empty: all. */
export type Owner = {
  readonly id: BoughtPassId
  readonly publicId: string
  readonly categories: readonly CategoryId[]
}

type OwnerQuery = Round & {
  readonly eventId: number
  /** Those of which there may be tickets. */
  readonly categories: readonly CategoryId[]
  /** Only who comes after this one. */
  readonly after: BoughtPassId | null
  readonly limit: number
}

/** Holders who are to have a ticket of one of these categories; who has the pass longest comes first. */
export async function ownersToServe(
  on: Queryable,
  { eventId, categories, after, limit, now, job }: OwnerQuery,
): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select bought.id, bought.public_id as "publicId", link.categories
    from event join ${sql.raw(OWNERS)} on link.event_id = event.id
    where event.id = ${eventId} and ${sql.raw(ARE_TO_HAVE_ONE)}
      and (link.categories = '{}' or link.categories && ${[...categories]}::int[])
      and (${after}::uuid is null or (bought.acquired_at, bought.id) > (
        select acquired_at, id from bought_pass where id = ${after}::uuid))
      and ${isNotPutOff(job, 'bought-pass', sql`bought.public_id`, now)}
    order by bought.acquired_at, bought.id limit ${limit}`.execute(on.kysely)
  return rows
}

type Giving = { readonly eventId: number; readonly categoryId: CategoryId }

/**
 * Locks the pass of an owner until the transaction ends, and returns the owner, with the language of its order.
 * Undefined while another process has the lock, and for an owner who is not to get a ticket of this category any more.
 */
export async function lockOwner(
  tx: Tx,
  id: BoughtPassId,
  { eventId, categoryId }: Giving,
): Promise<NamedPerson | undefined> {
  const [locked] = await tx.query(LOCK, [id])
  if (!locked) return undefined
  const [person] = await tx.query(PERSON, [id, eventId, categoryId])
  return person
}

const LOCK = statement<{ id: string }>(
  'bought-pass-lock-free',
  'select id from bought_pass where id = $1 for update skip locked',
)

/** Asked once it is locked: what others have committed before is seen. */
const PERSON = statement<NamedPerson>(
  'owner-of-pass',
  `select coalesce(bought.first_name, '') as "firstName", coalesce(bought.last_name, '') as "lastName", bought.email, language
   from event join ${OWNERS} on link.event_id = event.id join reservation on reservation.id = bought.reservation_id
   where bought.id = $1 and event.id = $2 and ${ARE_TO_HAVE_ONE}
     and (link.categories = '{}' or $3::int = any(link.categories))`,
)
