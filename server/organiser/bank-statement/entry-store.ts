import { sql } from 'kysely'
import type { StatementFormat } from '#domain/payment/reconciliation/statement-entry.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import type { KeyedEntry } from './entry-keys.ts'

/** Credits of bank statements, each once for its organisation. */

type NewEntries = {
  readonly organizationId: number
  readonly format: StatementFormat
  readonly now: Instant
}

/** Uploads of one organisation go one after the other until the transaction ends. */
export async function lockEntries(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank entries'), ${organizationId})`.execute(tx.kysely)
}

/** The keys of these that are there already. */
export async function presentKeys(
  tx: Tx,
  organizationId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from bank_entry_key where organization_id = ${organizationId} and key = any (${keys}::text[])`.execute(
    tx.kysely,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Entries that say the same and were on no statement of this format yet, by what they say; the oldest first. */
export async function twinsOf(
  tx: Tx,
  { organizationId, format }: Pick<NewEntries, 'organizationId' | 'format'>,
  contents: readonly string[],
): Promise<Map<string, bigint[]>> {
  const { rows } = await sql<{ id: bigint; content: string }>`
    select id, content from bank_entry as entry
    where organization_id = ${organizationId} and content = any (${contents}::text[])
      and not exists (select from bank_entry_key as own where own.entry_id = entry.id and own.format = ${format})
    order by id`.execute(tx.kysely)
  const found = new Map<string, bigint[]>()
  for (const { id, content } of rows) found.set(content, [...(found.get(content) ?? []), id])
  return found
}

/** Notes that entries that are there were on a statement of another format too. */
export async function storeTwinKeys(
  tx: Tx,
  { organizationId, format }: Pick<NewEntries, 'organizationId' | 'format'>,
  twins: readonly { readonly key: string; readonly id: bigint }[],
): Promise<void> {
  await sql`insert into bank_entry_key (organization_id, key, format, entry_id)
    select ${organizationId}, key, ${format}, id
    from unnest(${twins.map(({ key }) => key)}::text[], ${twins.map(({ id }) => String(id))}::bigint[]) as twin(key, id)
    on conflict do nothing`.execute(tx.kysely)
}

export async function storeEntries(
  tx: Tx,
  { organizationId, format, now }: NewEntries,
  entries: readonly KeyedEntry[],
): Promise<void> {
  const rows = entries.map(({ key, content, entry }) => ({ ...entry, key, content }))
  await sql`with added as (
      select *, nextval(pg_get_serial_sequence('bank_entry', 'id')) as id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row("key" text, "content" text, "account" text,
        "bookedOn" date, "amount" text, "currency" text, "references" text[], "text" text, "payer" text, "payerAccount" text)
    ), entry as (
      insert into bank_entry (id, organization_id, uploaded_at, account, booked_on, amount, currency, reference_texts, text,
        payer, payer_account, content)
      overriding system value
      select id, ${organizationId}, ${timestamp(now)}, account, "bookedOn", amount, currency, "references", text, payer,
        "payerAccount", content
      from added returning id
    )
    insert into bank_entry_key (organization_id, key, format, entry_id)
    select ${organizationId}, key, ${format}, added.id from added join entry on entry.id = added.id`.execute(tx.kysely)
}

/** An entry that is neither booked nor set aside. */
export type OpenEntry = {
  readonly id: bigint
  readonly account: string | null
  readonly bookedOn: string
  readonly amount: string
  readonly currency: string
  readonly references: readonly string[]
  readonly text: string
  readonly payer: string | null
  readonly payerAccount: string | null
  readonly refusal: string | null
}

/** So many are judged at once; what is beyond them comes when some of them are settled. */
const MOST = 5000

const COLUMNS = [
  'id',
  'account',
  'booked_on as bookedOn',
  'amount',
  'currency',
  'reference_texts as references',
  'text',
  'payer',
  'payer_account as payerAccount',
] as const

/** The oldest first. */
export function openEntries(db: Queryable, organizationId: number): Promise<OpenEntry[]> {
  return db.kysely
    .selectFrom('bank_entry')
    .select([...COLUMNS, 'refusal'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'OPEN')
    .orderBy('booked_on')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** Whose an entry is, and what it comes to; undefined for none. */
export function findEntry(db: Queryable, id: bigint) {
  return db.kysely
    .selectFrom('bank_entry')
    .select(['id', 'organization_id as organizationId', 'booked_on as bookedOn', 'amount', 'currency', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those that were settled, the latest first, from behind one of them. */
export function settledEntries(
  db: Queryable,
  organizationId: number,
  { before, limit }: { before: bigint | null; limit: number },
) {
  return db.kysely
    .selectFrom('bank_entry')
    .select([...COLUMNS, 'status', 'order_id as orderId', 'settled_at as settledAt', 'settled_by as settledBy'])
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'OPEN')
    .$if(before !== null, query =>
      query.where(
        sql<boolean>`(settled_at, id) < (select behind.settled_at, behind.id from bank_entry as behind where behind.id = ${String(before)}::bigint)`,
      ),
    )
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type Settled = { readonly id: bigint; readonly now: Instant; readonly by: string }

/** An entry pays an order. False where it is not open any more: another member was first. */
export async function takeForOrder(
  tx: Tx,
  { id, now, by, orderId }: Settled & { readonly orderId: ReservationId },
): Promise<boolean> {
  const taken = await tx.kysely
    .updateTable('bank_entry')
    .set({ status: 'BOOKED', order_id: orderId, settled_at: timestamp(now), settled_by: by, refusal: null })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Notes why an entry could not be booked. False where it is not open any more. */
export async function noteRefusal(db: Queryable, id: bigint, refusal: string): Promise<boolean> {
  const noted = await db.kysely
    .updateTable('bank_entry')
    .set({ refusal })
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** Sets an entry aside, or takes it up again. False where it is booked, or so already. */
export async function moveAside(
  tx: Tx,
  { id, now, by, isAside }: Settled & { readonly isAside: boolean },
): Promise<boolean> {
  const moved = await tx.kysely
    .updateTable('bank_entry')
    .set(
      isAside
        ? { status: 'SET_ASIDE', settled_at: timestamp(now), settled_by: by }
        : { status: 'OPEN', settled_at: null, settled_by: null },
    )
    .where('id', '=', id)
    .where('status', '=', isAside ? 'OPEN' : 'SET_ASIDE')
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** People of entries that were settled before then lose their names; returns how many entries. */
export async function eraseSettled(db: Queryable, { before, now }: { before: Instant; now: Instant }): Promise<number> {
  const erased = await db.kysely
    .updateTable('bank_entry')
    .set({ text: '', payer: null, payer_account: null, reference_texts: [], erased_at: timestamp(now) })
    .where('erased_at', 'is', null)
    .where('status', '<>', 'OPEN')
    .where('settled_at', '<=', sqlInstant(before))
    .executeTakeFirst()
  return Number(erased.numUpdatedRows)
}

/** Entries that were uploaded before then and never settled are deleted; returns how many. */
export async function deleteUnsettled(db: Queryable, before: Instant): Promise<number> {
  const deleted = await db.kysely
    .deleteFrom('bank_entry')
    .where('status', '=', 'OPEN')
    .where('uploaded_at', '<=', sqlInstant(before))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
