import { type Instant, minutes } from '#domain/foundation/instant.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { StoredMessage } from './message-body.ts'
import type { Posted } from './post.ts'

/** Messages on their way to endpoints: claimed, recorded, sent again, deleted when they are old. */

/** After so long no process is sending a claimed delivery any more: an attempt ends after seconds. */
const CLAIM_MILLISECONDS = minutes(1)

const IS_DUE = `status = 'WAITING' and next_attempt_at <= $1
  and (claimed_at is null or claimed_at <= $1::timestamptz - ${CLAIM_MILLISECONDS} * interval '1 millisecond')`

/** True while there is a delivery to send; `$1` is the time. */
export const DELIVERIES_ARE_DUE = `exists (select from webhook_delivery where ${IS_DUE})`

/** The endpoints that something is due for, the longest waiting first, without these. */
export async function dueEndpoints(
  db: Queryable,
  { now, without, limit }: { readonly now: Instant; readonly without: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query(DUE_ENDPOINTS, [timestamp(now), without, limit])
  return rows.map(({ id }) => id)
}

const DUE_ENDPOINTS = statement<{ id: string }>(
  'webhook-due-endpoints',
  `select endpoint_id as id from webhook_delivery where ${IS_DUE} and endpoint_id <> all ($2::uuid[])
   group by endpoint_id order by min(next_attempt_at), endpoint_id limit $3`,
)

export type ClaimedDelivery = StoredMessage & {
  readonly id: bigint
  readonly endpointId: string
  /** With this one; together with the id it names the claim. */
  readonly attempts: number
  readonly triedSince: Instant
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousUntil: Instant | null
}

/** Takes deliveries of an endpoint that no other process has. The attempt is in the log from here on. */
export function claimDeliveries(
  db: Queryable,
  { endpointId, now, limit }: { readonly endpointId: string; readonly now: Instant; readonly limit: number },
): Promise<ClaimedDelivery[]> {
  return db.query(CLAIM, [timestamp(now), endpointId, limit])
}

const CONTEXT_OF_MESSAGE = `left join purchase_context as context on context.id = (message.data ->> 'contextId')::integer
   left join event on event.id = context.id left join pass on pass.id = context.id`
const MESSAGE_COLUMNS = `message.id as "messageId", message.organization_id as "organizationId", message.kind, message.at, message.data,
   context.kind as "contextKind", coalesce(event.short_name, pass.public_id::text) as slug`

const CLAIM = statement<ClaimedDelivery>(
  'webhook-claim',
  `with due as (
     select id from webhook_delivery where endpoint_id = $2 and ${IS_DUE}
     order by next_attempt_at, id limit $3 for update skip locked
   ), taken as (
     update webhook_delivery as delivery set claimed_at = $1, attempts = attempts + 1, tried_since = coalesce(tried_since, $1)
     from due where delivery.id = due.id
     returning delivery.id, delivery.message_id, delivery.endpoint_id, delivery.attempts, delivery.tried_since
   ), noted as (
     insert into webhook_attempt (delivery_id, number, at) select id, attempts, $1 from taken
   )
   select taken.id, endpoint_id as "endpointId", attempts, tried_since as "triedSince", endpoint.url, endpoint.secret,
     previous_secret as "previousSecret", previous_until as "previousUntil", ${MESSAGE_COLUMNS}
   from taken join webhook_endpoint as endpoint on endpoint.id = endpoint_id
     join webhook_message as message on message.id = message_id ${CONTEXT_OF_MESSAGE}
   order by taken.id`,
)

type After = { readonly status: 'WAITING' | 'DELIVERED' | 'FAILED'; readonly nextAttemptAt: Instant }

/** What became of an attempt. A delivery that another process has claimed since, or that is over, stays as it is. */
export async function recordAttempt(
  tx: Tx,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  posted: Posted,
  { status, nextAttemptAt }: After,
): Promise<void> {
  const { outcome, durationMs, error, response } = posted
  const httpStatus = outcome.kind === 'answered' ? outcome.status : null
  await tx.query(RECORD, [id, attempts, durationMs, httpStatus, error, response, status, timestamp(nextAttemptAt)])
}

const RECORD = statement(
  'webhook-record',
  `with noted as (
     update webhook_attempt set duration_ms = $3, http_status = $4, error = $5, response = $6
     where delivery_id = $1 and number = $2
   )
   update webhook_delivery set status = $7, next_attempt_at = $8, claimed_at = null
   where id = $1 and attempts = $2 and (status = 'WAITING' or $7 = 'DELIVERED')`,
)

/** A message for one endpoint alone; returns its delivery. */
export async function insertTestDelivery(
  tx: Tx,
  {
    endpointId,
    organizationId,
    kind,
    now,
  }: { readonly endpointId: string; readonly organizationId: number; readonly kind: string; readonly now: Instant },
): Promise<bigint> {
  const [row] = await tx.query(INSERT_TEST, [organizationId, kind, timestamp(now), endpointId])
  if (!row) throw new Error(`no test of webhook ${endpointId} was written`)
  return row.id
}

const INSERT_TEST = statement<{ id: bigint }>(
  'webhook-test',
  `with message as (
     insert into webhook_message (organization_id, kind, at, data) values ($1, $2, $3, '{}') returning id
   )
   insert into webhook_delivery (message_id, endpoint_id) select id, $4 from message returning id`,
)

/** Sends it at once, with the time for retries before it; one that is being sent stays as it is. */
export async function sendAgain(db: Queryable, id: bigint): Promise<void> {
  await db.kysely
    .updateTable('webhook_delivery')
    .set(({ val }) => ({
      status: 'WAITING',
      tried_since: null,
      next_attempt_at: val(new Date(0)),
    }))
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .execute()
}

export type ListedDelivery = {
  readonly id: bigint
  readonly messageId: string
  readonly kind: string
  readonly at: Instant
  readonly status: 'WAITING' | 'DELIVERED' | 'FAILED'
  readonly attempts: number
  /** Of one that waits and was tried. */
  readonly nextAttemptAt: Instant | null
  readonly lastStatus: number | null
  readonly lastError: string | null
}

/** The latest first, from behind one of them. */
export function listDeliveries(
  db: Queryable,
  endpointId: string,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<ListedDelivery[]> {
  return db.query(LIST, [endpointId, before, limit])
}

const LISTED = `delivery.id, delivery.message_id as "messageId", message.kind, message.at, delivery.status, delivery.attempts,
   case when delivery.status = 'WAITING' and delivery.attempts > 0 and isfinite(next_attempt_at) then next_attempt_at end as "nextAttemptAt",
   last.http_status as "lastStatus", last.error as "lastError"`
const OF_LISTED = `webhook_delivery as delivery join webhook_message as message on message.id = delivery.message_id
   left join webhook_attempt as last on last.delivery_id = delivery.id and last.number = delivery.attempts`

const LIST = statement<ListedDelivery>(
  'webhook-list',
  `select ${LISTED} from ${OF_LISTED}
   where endpoint_id = $1 and ($2::bigint is null or delivery.id < $2) order by delivery.id desc limit $3`,
)

export type ReadDelivery = ListedDelivery & StoredMessage & { readonly endpointId: string }

export async function findDelivery(db: Queryable, endpointId: string, id: bigint): Promise<ReadDelivery | undefined> {
  return (await db.query(FIND, [endpointId, id]))[0]
}

const FIND = statement<ReadDelivery>(
  'webhook-find-delivery',
  `select ${LISTED}, endpoint_id as "endpointId", message.organization_id as "organizationId", message.data,
     context.kind as "contextKind", coalesce(event.short_name, pass.public_id::text) as slug
   from ${OF_LISTED} ${CONTEXT_OF_MESSAGE} where endpoint_id = $1 and delivery.id = $2`,
)

/** So many of its attempts are shown. */
const SHOWN_ATTEMPTS = 50

/** The latest first. */
export function attemptsOf(db: Queryable, id: bigint) {
  return db.kysely
    .selectFrom('webhook_attempt')
    .select(['number', 'at', 'duration_ms as durationMs', 'http_status as status', 'error', 'response'])
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(SHOWN_ATTEMPTS)
    .execute()
}

/** Deletes messages of before then, with all that was sent of them; returns how many. */
export async function deleteMessages(db: Queryable, before: Instant, limit: number): Promise<number> {
  const rows = await db.query(DELETE_OLD, [timestamp(before), limit])
  return rows.length
}

const DELETE_OLD = statement<object>(
  'webhook-delete-old',
  `delete from webhook_message where id = any (array(
     select id from webhook_message where at <= $1 order by at limit $2)) returning id`,
)
