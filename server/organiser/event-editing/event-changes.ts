import {
  type MemberChange,
  type Members,
  changesBetween,
  notedValue,
  overlaps,
  written,
} from '#domain/organiser/event-editing/members.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import {
  type Actor,
  type LoggedChange,
  type NotedChange,
  changesOf,
  recordChange,
} from '#server/foundation/audit/change-log.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { type StatedEvent, isAnotherSecret, loadStated } from './load-stated.ts'

type Noted = {
  readonly event: EventOwner
  readonly by: Actor
  /** Null when the event is new. */
  readonly before: StatedEvent | null
  readonly now: Instant
}

/** Notes in the log of changes what has become of an event, member by member. Returns its version. */
export async function noteChange(tx: Tx, { event, by, before, now }: Noted): Promise<number> {
  const withGroups = before === null || before.stated.organizer.groups !== null
  const after = await loadStated(tx, event.id, { withGroups })
  const { id: subjectId, shortName: subject, organizationId } = event
  await noteMembers(tx, { kind: 'EVENT', subjectId, subject, organizationId, by, before, after, now })
  return after.version
}

/** What has members, and versions of them: an event or a pass. */
export type Versioned = { readonly members: Members; readonly version: number }

type NotedMembers = Pick<LoggedChange, 'subject' | 'organizationId' | 'now'> & {
  readonly kind: 'EVENT' | 'PASS'
  readonly subjectId: number
  readonly by: Actor
  readonly before: Pick<Versioned, 'members'> | null
  readonly after: Versioned
}

/** Notes which members differ; nothing where none does. */
export async function noteMembers(tx: Tx, { kind, by, before, after, ...noted }: NotedMembers): Promise<void> {
  const changes = membersChanged(before, after.members)
  if (before !== null && changes.length === 0) return
  const valuesOf = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map(change => [change.member, notedValue(change.member, change[side])]))
  await recordChange(tx, by, {
    ...noted,
    kind,
    action: `${kind}_${before === null ? 'CREATE' : 'UPDATE'}`,
    version: after.version,
    before: before && valuesOf('before'),
    after: valuesOf('after'),
  })
}

/** The members that differ, secrets that were replaced among them. */
export function membersChanged(before: Pick<Versioned, 'members'> | null, after: Members): MemberChange[] {
  const was = before?.members ?? new Map<string, unknown>()
  const secrets = [...after].flatMap(([member, value]) =>
    isAnotherSecret(was.get(member), value) ? [{ member, before: value, after: value }] : [],
  )
  return [...changesBetween(was, after), ...secrets]
}

/** A member that two people have changed, as it is now and as it was before the other one's change. */
export type Conflict = {
  readonly member: string
  readonly theirs: unknown
  readonly before: unknown
  readonly by: string
  readonly at: Instant
}

type Meant = {
  readonly kind: 'EVENT' | 'PASS'
  readonly subjectId: number
  /** The version that the caller has read. */
  readonly base: number
  readonly stored: Versioned
  /** What the caller states, by member. */
  readonly meant: ReadonlyMap<string, unknown>
}

/** The members that the caller states and another has changed since; the same change by both is none. */
export async function conflictsOf(db: Queryable, { kind, subjectId, base, stored, meant }: Meant): Promise<Conflict[]> {
  if (base >= stored.version) return []
  const since = await changesOf(db, { kind, subjectId, afterVersion: base })
  const found = new Map<string, Conflict>()
  for (const change of since) {
    for (const member of Object.keys(change.after ?? {})) {
      if (!isMeant(member, stored, meant)) continue
      const theirs = notedValue(member, stored.members.get(member) ?? null)
      const before = found.get(member)?.before ?? change.before?.[member] ?? null
      found.set(member, { member, theirs, before, by: change.actor, at: change.at })
    }
  }
  return [...found.values()]
}

function isMeant(member: string, { members }: Versioned, meant: Meant['meant']): boolean {
  const stated = [...meant.keys()].filter(one => overlaps(one, member))
  if (stated.length === 0) return false
  return !(stated.includes(member) && written(meant.get(member) ?? null) === written(members.get(member) ?? null))
}

/** What has been changed about an event, the latest first; so many changes before one of them. */
export const listChanges = (
  db: Queryable,
  eventId: number,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<NotedChange[]> => changesOf(db, { kind: 'EVENT', subjectId: eventId, before, limit, latestFirst: true })
