import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Who did it: a member; or a key, the operator and the shop itself by name. */
export type Actor = { readonly memberId: number | null; readonly actor: string }

/** What was changed: something of a kind, by its number where it has one, and by a name for people. */
export type LoggedChange = {
  readonly kind: 'MEMBER' | 'EVENT' | 'PASS' | 'ORGANIZATION' | 'KEY' | 'SETTING' | 'ORDER' | 'WEBHOOK' | 'EXPORT'
  readonly subjectId?: number | null
  readonly subject: string
  readonly organizationId: number | null
  readonly action: string
  /** Of an event or pass, after the change. */
  readonly version?: number | null
  /** What JSON can write; no secrets, and no people but members. */
  readonly before?: object | null
  readonly after?: object | null
  readonly now: Instant
}

/** Notes what was changed, with before and after, in the transaction that changes it. */
export async function recordChange(tx: Tx, by: Actor, change: LoggedChange): Promise<void> {
  const {
    kind,
    subjectId = null,
    subject,
    organizationId,
    action,
    version = null,
    before = null,
    after = null,
  } = change
  await tx.kysely
    .insertInto('change_log')
    .values({
      at: timestamp(change.now),
      member_id: by.memberId,
      actor: by.actor,
      organization_id: organizationId,
      kind,
      subject_id: subjectId,
      subject,
      action,
      version,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

/** A change as it was noted; its values are as JSON has them. */
export type NotedChange = {
  readonly id: bigint
  readonly at: Instant
  readonly actor: string
  readonly action: string
  readonly version: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

type Which = {
  readonly kind: LoggedChange['kind']
  readonly subjectId: number
  /** Only those that have made a later version. */
  readonly afterVersion?: number
  /** Only those before this one, by its id. */
  readonly before?: bigint | null
  readonly limit?: number
  readonly latestFirst?: boolean
}

/** The changes of one thing, in their order or the latest first. */
export async function changesOf(db: Queryable, which: Which): Promise<NotedChange[]> {
  const { kind, subjectId, afterVersion, before = null, limit, latestFirst = false } = which
  const rows = await db.kysely
    .selectFrom('change_log')
    .select(['id', 'at', 'actor', 'action', 'version', 'before', 'after'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .$if(afterVersion !== undefined, query => query.where('version', '>', afterVersion ?? 0))
    .$if(before !== null, query => query.where('id', '<', before ?? 0n))
    .orderBy('id', latestFirst ? 'desc' : 'asc')
    .$if(limit !== undefined, query => query.limit(limit ?? 0))
    .execute()
  return rows.map(row => ({
    ...row,
    before: row.before as NotedChange['before'],
    after: row.after as NotedChange['after'],
  }))
}
