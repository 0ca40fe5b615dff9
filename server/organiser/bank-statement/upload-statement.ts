import type { ReadStatement, StatementFormat } from '#domain/payment/reconciliation/statement-entry.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { type KeyedEntry, withKeys } from './entry-keys.ts'
import { lockEntries, presentKeys, storeEntries, storeTwinKeys, twinsOf } from './entry-store.ts'

export type Uploaded = { readonly format: StatementFormat; readonly added: number; readonly seenBefore: number }

/**
 * Stores the credits of a statement that were on none before: each is recognised by its key on statements of the same format,
 * and on those of another one by what it says. Uploads of one organisation go one after the other.
 */
export async function uploadStatement(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { organizationId, by }: { readonly organizationId: number; readonly by: Actor },
  { format, entries }: ReadStatement,
): Promise<Uploaded> {
  const now = clock.now()
  const keyed = [...new Map(withKeys(entries, format).map(one => [one.key, one])).values()]
  return transaction(db, async tx => {
    await lockEntries(tx, organizationId)
    const present = await presentKeys(
      tx,
      organizationId,
      keyed.map(({ key }) => key),
    )
    const unseen = keyed.filter(({ key }) => !present.has(key))
    const twins = await twinsOf(tx, { organizationId, format }, [...new Set(unseen.map(({ content }) => content))])
    const { fresh, paired } = pairTwins(unseen, twins)
    if (paired.length > 0) await storeTwinKeys(tx, { organizationId, format }, paired)
    if (fresh.length > 0) await storeEntries(tx, { organizationId, format, now }, fresh)
    const uploaded = { format, added: fresh.length, seenBefore: entries.length - fresh.length }
    const change = { kind: 'ORGANIZATION', subjectId: organizationId, action: 'STATEMENT_UPLOADED' } as const
    await recordChange(tx, by, { ...change, subject: format, organizationId, after: uploaded, now })
    return uploaded
  })
}

/** Each entry of another format is the twin of one new entry alone: three equal payments are three on both statements. */
function pairTwins(unseen: readonly KeyedEntry[], twins: ReadonlyMap<string, readonly bigint[]>) {
  const used = new Map<string, number>()
  const fresh: KeyedEntry[] = []
  const paired: { key: string; id: bigint }[] = []
  for (const one of unseen) {
    const at = used.get(one.content) ?? 0
    const id = twins.get(one.content)?.[at]
    if (id === undefined) fresh.push(one)
    else {
      used.set(one.content, at + 1)
      paired.push({ key: one.key, id })
    }
  }
  return { fresh, paired }
}
