import { sql } from 'kysely'
import type { MemberRole, Scope, ScopedRole } from '#domain/access/principal/principal.ts'
import { type Instant, after, days, hours } from '#domain/foundation/instant.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'

export type MemberRow = {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly language: string
  readonly password: string | null
  readonly totpSecret: string | null
  readonly totpStep: number
}

const MEMBER_COLUMNS = [
  'id',
  'email',
  'name',
  'language',
  'password',
  'totp_secret as totpSecret',
  sql<number>`totp_step::float8`.as('totpStep'),
] as const

/** An address names one member, however it is written. */
export const addressKey = (email: string): string => email.trim().toLowerCase()

export function memberByEmail(db: Queryable, email: string): Promise<MemberRow | undefined> {
  return db.kysely.selectFrom('member').select(MEMBER_COLUMNS).where('email', '=', addressKey(email)).executeTakeFirst()
}

export function memberById(db: Queryable, id: number): Promise<MemberRow | undefined> {
  return db.kysely.selectFrom('member').select(MEMBER_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export type NewMember = { readonly email: string; readonly name: string; readonly language: string }

/** @returns The id; undefined where a member has the address already. */
export async function insertMember(tx: Tx, member: NewMember, now: Instant): Promise<number | undefined> {
  const row = await tx.kysely
    .insertInto('member')
    .values({ ...member, email: addressKey(member.email), created_at: timestamp(now) })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** What the member is called, and the language they are written to in. */
export async function setNameAndLanguage(tx: Tx, id: number, own: Omit<NewMember, 'email'>): Promise<void> {
  await tx.kysely.updateTable('member').set(own).where('id', '=', id).execute()
}

export async function setPassword(tx: Tx, id: number, password: string): Promise<void> {
  await tx.kysely.updateTable('member').set({ password }).where('id', '=', id).execute()
}

/** Null takes the second factor away, with its recovery codes. */
export async function setTotp(tx: Tx, id: number, sealed: string | null, codes: readonly Buffer[]): Promise<void> {
  await tx.kysely.updateTable('member').set({ totp_secret: sealed, totp_step: 0n }).where('id', '=', id).execute()
  await tx.kysely.deleteFrom('member_recovery_code').where('member_id', '=', id).execute()
  if (codes.length === 0) return
  const rows = codes.map(digest => ({ member_id: id, digest }))
  await tx.kysely.insertInto('member_recovery_code').values(rows).execute()
}

/** Notes that a code was used; false where another call has used it, or a later one, first. */
export async function useTotpStep(db: Queryable, id: number, step: number): Promise<boolean> {
  const used = await db.kysely
    .updateTable('member')
    .set({ totp_step: BigInt(step) })
    .where('id', '=', id)
    .where('totp_step', '<', BigInt(step))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Takes a recovery code; false where the member has no such code, or no more. */
export async function useRecoveryCode(db: Queryable, id: number, digest: Buffer): Promise<boolean> {
  const used = await db.kysely
    .deleteFrom('member_recovery_code')
    .where('member_id', '=', id)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

export async function recoveryCodesLeft(db: Queryable, id: number): Promise<number> {
  const { left } = await db.kysely
    .selectFrom('member_recovery_code')
    .select(eb => eb.fn.countAll<bigint>().as('left'))
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(left)
}

type RoleRow = {
  readonly role: string
  readonly organization_id: number | null
  readonly event_id: number | null
  readonly owner_of_event: number | null
}

export function scopedRole(row: RoleRow): ScopedRole {
  return { role: row.role as MemberRole, scope: scopeOf(row) }
}

function scopeOf({ organization_id, event_id, owner_of_event }: RoleRow): Scope {
  if (organization_id !== null) return { kind: 'organization', organizationId: organization_id }
  if (event_id === null || owner_of_event === null) return { kind: 'shop' }
  return { kind: 'event', eventId: event_id, organizationId: owner_of_event }
}

/** The columns that say what a role counts for. */
export function scopeColumns(scope: Scope): { organization_id: number | null; event_id: number | null } {
  return {
    organization_id: scope.kind === 'organization' ? scope.organizationId : null,
    event_id: scope.kind === 'event' ? scope.eventId : null,
  }
}

/** Gives a role; one that the member has for the same scope is replaced. */
export async function putRole(tx: Tx, memberId: number, { role, scope }: ScopedRole): Promise<void> {
  await tx.kysely
    .insertInto('member_role')
    .values({ member_id: memberId, role, ...scopeColumns(scope) })
    .onConflict(conflict => conflict.columns(['member_id', 'organization_id', 'event_id']).doUpdateSet({ role }))
    .execute()
}

export async function rolesOf(db: Queryable, memberId: number): Promise<ScopedRole[]> {
  return (await db.query(ROLES_OF_MEMBER, [memberId])).map(scopedRole)
}

const ROLES_OF_MEMBER = statement<RoleRow>(
  'roles-of-member',
  `select role, member_role.organization_id, event_id, purchase_context.organization_id as owner_of_event
   from member_role left join purchase_context on purchase_context.id = event_id
   where member_id = $1 order by member_role.id`,
)

/** A session ends so long after its last call, and at the latest so long after its begin. */
export const IDLE_SESSION_MS = hours(12)
export const LONGEST_SESSION_MS = days(30)
/** The last call of a session is noted no more often than this. */
const NOTED_MS = hours(1) / 12

type SessionRow = { readonly id: number; readonly member_id: number; readonly is_stale: boolean }

/** Whose session it is; undefined for one that is unknown or has ended. */
export async function memberOfSession(
  db: Queryable,
  digest: Buffer,
  now: Instant,
): Promise<{ readonly sessionId: number; readonly memberId: number } | undefined> {
  const [row] = await db.query(SESSION, [
    digest,
    timestamp(after(now, -IDLE_SESSION_MS)),
    timestamp(after(now, -LONGEST_SESSION_MS)),
    timestamp(after(now, -NOTED_MS)),
  ])
  if (!row) return undefined
  if (row.is_stale) {
    await db.kysely
      .updateTable('member_session')
      .set({ seen_at: timestamp(now) })
      .where('id', '=', row.id)
      .execute()
  }
  return { sessionId: row.id, memberId: row.member_id }
}

const SESSION = statement<SessionRow>(
  'member-session',
  `select id, member_id, seen_at < $4 as is_stale from member_session
   where digest = $1 and seen_at > $2 and created_at > $3`,
)

export type NewSession = { readonly digest: Buffer; readonly memberId: number; readonly userAgent: string }

export async function insertSession(db: Queryable, session: NewSession, now: Instant): Promise<void> {
  await db.kysely
    .insertInto('member_session')
    .values({
      digest: session.digest,
      member_id: session.memberId,
      user_agent: session.userAgent,
      created_at: timestamp(now),
      seen_at: timestamp(now),
    })
    .execute()
}

export function sessionsOfMember(db: Queryable, memberId: number, now: Instant) {
  return db.kysely
    .selectFrom('member_session')
    .select(['id', 'user_agent as userAgent', 'created_at as createdAt', 'seen_at as seenAt'])
    .where('member_id', '=', memberId)
    .where('seen_at', '>', sqlInstant(after(now, -IDLE_SESSION_MS)))
    .where('created_at', '>', sqlInstant(after(now, -LONGEST_SESSION_MS)))
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Ends one session of a member; false where it is not theirs. */
export async function deleteSession(db: Queryable, memberId: number, id: number): Promise<boolean> {
  const ended = await db.kysely
    .deleteFrom('member_session')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends all sessions of a member but this one. */
export async function deleteOtherSessions(db: Queryable, memberId: number, kept: number | null): Promise<void> {
  const all = db.kysely.deleteFrom('member_session').where('member_id', '=', memberId)
  await (kept === null ? all : all.where('id', '!=', kept)).execute()
}

/** Deletes sessions and links that can't be used any more; returns how many. */
export async function deleteEnded(db: Queryable, now: Instant): Promise<number> {
  const sessions = await db.kysely
    .deleteFrom('member_session')
    .where(eb =>
      eb.or([
        eb('seen_at', '<=', sqlInstant(after(now, -IDLE_SESSION_MS))),
        eb('created_at', '<=', sqlInstant(after(now, -LONGEST_SESSION_MS))),
      ]),
    )
    .executeTakeFirst()
  const links = await db.kysely.deleteFrom('member_link').where('expires_at', '<=', sqlInstant(now)).executeTakeFirst()
  return Number(sessions.numDeletedRows + links.numDeletedRows)
}
