import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { sql } from 'kysely'

export type WalletKind = 'GOOGLE' | 'APPLE'

/** A ticket, or a bought pass, as one holder got it for a wallet. */
export type WalletPass = {
  readonly id: bigint
  readonly kind: WalletKind
  /** The event, or the pass on sale. */
  readonly contextId: number
  /** Null: it is a bought pass. */
  readonly categoryId: number | null
  readonly reservationId: string
  /** Of a ticket its private id, of a bought pass its public one. */
  readonly serialNumber: string
  readonly publicId: string
  readonly holderNumber: number
  readonly objectId: string | null
  readonly status: 'ACTIVE' | 'VOIDED'
  readonly changedAt: Instant
}

const COLUMNS = [
  'id',
  'kind',
  'purchase_context_id as contextId',
  'category_id as categoryId',
  'reservation_id as reservationId',
  'serial_number as serialNumber',
  'public_id as publicId',
  'holder_number as holderNumber',
  'object_id as objectId',
  'status',
  'changed_at as changedAt',
] as const

/** How many holders before this one had it in a wallet. */
export async function countVoided(tx: Tx, serialNumber: string, kind: WalletKind): Promise<number> {
  const { count } = await tx.kysely
    .selectFrom('wallet_pass')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('serial_number', '=', serialNumber)
    .where('kind', '=', kind)
    .where('status', '=', 'VOIDED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The same holder gets the same pass again; Google's name for it follows the settings. */
export async function putPass(
  tx: Tx,
  pass: Omit<WalletPass, 'id' | 'status' | 'changedAt'>,
  now: Instant,
): Promise<WalletPass> {
  return tx.kysely
    .insertInto('wallet_pass')
    .values({
      kind: pass.kind,
      purchase_context_id: pass.contextId,
      category_id: pass.categoryId,
      reservation_id: pass.reservationId,
      serial_number: pass.serialNumber,
      public_id: pass.publicId,
      holder_number: pass.holderNumber,
      object_id: pass.objectId,
      changed_at: timestamp(now),
    })
    .onConflict(conflict =>
      conflict
        .columns(['serial_number', 'kind', 'holder_number'])
        .doUpdateSet({ object_id: ({ ref }) => ref('excluded.object_id') }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function findPass(on: Queryable, id: bigint): Promise<WalletPass | undefined> {
  return on.kysely.selectFrom('wallet_pass').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The id by which reservations and wallets refer to the pass on sale with this public id. */
export async function findPassSaleId(on: Queryable, publicId: string): Promise<number | undefined> {
  const row = await on.kysely.selectFrom('pass').select('id').where('public_id', '=', publicId).executeTakeFirst()
  return row?.id
}

/** What every holder of it had, for a serial number. */
export async function findApplePasses(
  on: Queryable,
  { contextId, serialNumber }: { contextId: number; serialNumber: string },
): Promise<WalletPass[]> {
  return on.kysely
    .selectFrom('wallet_pass')
    .select(COLUMNS)
    .where('serial_number', '=', serialNumber)
    .where('kind', '=', 'APPLE')
    .where('purchase_context_id', '=', contextId)
    .execute()
}

/** Notes once more that the wallet has to know what became of a pass. */
export async function repeatChange(on: Queryable, passId: bigint, now: Instant): Promise<void> {
  await on.kysely
    .insertInto('wallet_change')
    .values({ pass_id: passId, due_at: timestamp(now) })
    .execute()
}

/** A change that a wallet has yet to receive: of one pass, or of all in a category at Google. */
export type WalletChange = {
  readonly id: bigint
  readonly passId: bigint | null
  readonly categoryId: number | null
  /** With this one. */
  readonly attempts: number
}

/** Takes changes that are due; other processes may take them again only after so long. */
export async function claimChanges(
  on: Queryable,
  { now, limit, milliseconds }: { now: Instant; limit: number; milliseconds: number },
): Promise<WalletChange[]> {
  const { rows } = await sql<WalletChange>`
    update wallet_change set attempts = attempts + 1,
      due_at = ${timestamp(now)}::timestamptz + ${milliseconds}::integer * interval '1 millisecond'
    where id in (
      select id from wallet_change where due_at <= ${timestamp(now)} order by due_at, id
      for update skip locked limit ${limit}
    )
    returning id, pass_id as "passId", category_id as "categoryId", attempts`.execute(on.kysely)
  return rows
}

export async function deleteChange(on: Queryable, id: bigint): Promise<void> {
  await on.kysely.deleteFrom('wallet_change').where('id', '=', id).execute()
}

export async function postponeChange(on: Queryable, id: bigint, dueAt: Instant): Promise<void> {
  await on.kysely
    .updateTable('wallet_change')
    .set({ due_at: timestamp(dueAt) })
    .where('id', '=', id)
    .execute()
}

/** The event a category is of. */
export async function eventOfCategory(on: Queryable, categoryId: number): Promise<number | undefined> {
  const row = await on.kysely
    .selectFrom('ticket_category')
    .select('event_id')
    .where('id', '=', categoryId)
    .executeTakeFirst()
  return row?.event_id
}
