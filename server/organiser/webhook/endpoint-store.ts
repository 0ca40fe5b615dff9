import { sql } from 'kysely'
import { type WebhookKind, isWebhookKind } from '#domain/organiser/webhook/webhook.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Endpoints of organisations. Their secrets are sealed, each bound to its endpoint. */

export type OffReason = 'MEMBER' | 'GONE' | 'FAILING'

export type Endpoint = {
  readonly id: string
  readonly organizationId: number
  readonly url: string
  readonly description: string
  readonly kinds: readonly WebhookKind[]
  readonly createdAt: Instant
  /** Until then the secret before signs, too. */
  readonly previousUntil: Instant | null
  readonly failingSince: Instant | null
  readonly offAt: Instant | null
  readonly offReason: OffReason | null
}

const COLUMNS = [
  'id',
  'organization_id as organizationId',
  'url',
  'description',
  'kinds',
  'created_at as createdAt',
  'previous_until as previousUntil',
  'failing_since as failingSince',
  'off_at as offAt',
  'off_reason as offReason',
] as const

type Row = Omit<Endpoint, 'kinds'> & { readonly kinds: readonly string[] }
const endpointOf = (row: Row): Endpoint => ({ ...row, kinds: row.kinds.filter(isWebhookKind) })

const placeOf = (id: string): string => `webhook ${id}`

/** In the order in which they were made. */
export async function endpointsOf(db: Queryable, organizationId: number): Promise<Endpoint[]> {
  const rows = await db.kysely
    .selectFrom('webhook_endpoint')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(endpointOf)
}

export async function findEndpoint(db: Queryable, id: string): Promise<Endpoint | undefined> {
  const row = await db.kysely.selectFrom('webhook_endpoint').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && endpointOf(row)
}

/** The same, and no other change of it until the transaction ends. Orders that write messages for it do not wait. */
export async function lockEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  const row = await tx.kysely
    .selectFrom('webhook_endpoint')
    .select(COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && endpointOf(row)
}

/** Endpoints of an organisation are made one after the other until the transaction ends. */
export async function lockEndpointsOf(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('webhook endpoints'), ${organizationId})`.execute(tx.kysely)
}

type NewEndpoint = Pick<Endpoint, 'id' | 'organizationId' | 'url' | 'description' | 'kinds' | 'createdAt'> & {
  readonly secret: string
}

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<void> {
  await tx.kysely
    .insertInto('webhook_endpoint')
    .values({
      id: endpoint.id,
      organization_id: endpoint.organizationId,
      url: endpoint.url,
      description: endpoint.description,
      kinds: [...endpoint.kinds],
      secret: tx.sealing.seal(endpoint.secret, placeOf(endpoint.id)),
      created_at: timestamp(endpoint.createdAt),
    })
    .execute()
}

export async function updateEndpoint(
  tx: Tx,
  id: string,
  { url, description, kinds }: Pick<Endpoint, 'url' | 'description' | 'kinds'>,
): Promise<void> {
  await tx.kysely
    .updateTable('webhook_endpoint')
    .set({ url, description, kinds: [...kinds] })
    .where('id', '=', id)
    .execute()
}

export async function switchOn(tx: Tx, id: string): Promise<void> {
  const set = { off_at: null, off_reason: null, failing_since: null }
  await tx.kysely.updateTable('webhook_endpoint').set(set).where('id', '=', id).execute()
}

/** What still waits for it is given up: a member may send it again, one by one. */
export async function switchOff(tx: Tx, id: string, reason: OffReason, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('webhook_endpoint')
    .set({ off_at: timestamp(now), off_reason: reason })
    .where('id', '=', id)
    .where('off_at', 'is', null)
    .execute()
  await tx.kysely
    .updateTable('webhook_delivery')
    .set({ status: 'FAILED', claimed_at: null })
    .where('endpoint_id', '=', id)
    .where('status', '=', 'WAITING')
    .execute()
}

export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.kysely.deleteFrom('webhook_endpoint').where('id', '=', id).execute()
}

/** The secret of this moment takes the place of the one before, which signs until then; null: it does not. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  { secret, previousUntil }: { readonly secret: string; readonly previousUntil: Instant | null },
): Promise<void> {
  await tx.kysely
    .updateTable('webhook_endpoint')
    .set(({ ref }) => ({
      secret: tx.sealing.seal(secret, placeOf(id)),
      previous_secret: previousUntil === null ? null : ref('secret'),
      previous_until: previousUntil === null ? null : timestamp(previousUntil),
    }))
    .where('id', '=', id)
    .execute()
}

type SealedSecrets = {
  readonly endpointId: string
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousUntil: Instant | null
}

/** The secrets that sign at this moment, the current one first; those that no key of the shop opens are left out. */
export function secretsAt(db: Queryable, sealed: SealedSecrets, now: Instant): string[] {
  const { endpointId, secret, previousSecret, previousUntil } = sealed
  const previous = previousUntil !== null && now < previousUntil ? previousSecret : null
  return [secret, previous].flatMap(text => (text === null ? [] : (db.sealing.open(text, placeOf(endpointId)) ?? [])))
}

/** Since when no attempt has succeeded; null: the last one has. */
export async function noteFailing(tx: Tx, id: string, since: Instant | null): Promise<void> {
  await tx.kysely
    .updateTable('webhook_endpoint')
    .set({ failing_since: since === null ? null : timestamp(since) })
    .where('id', '=', id)
    .execute()
}
