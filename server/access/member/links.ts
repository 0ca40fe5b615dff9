import type { MemberRole, ScopedRole } from '#domain/access/principal/principal.ts'
import { passwordProblem } from '#domain/access/member/password.ts'
import { type Instant, after, days, hours, minutes } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Queryable, type Tx, statement, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Services } from '#server/foundation/services.ts'
import { recordOfMember } from './audit.ts'
import { hashPassword } from './passwords.ts'
import {
  deleteOtherSessions,
  insertMember,
  memberById,
  putRole,
  scopeColumns,
  scopedRole,
  setPassword,
} from './members.ts'
import { digestOf, newToken } from './token.ts'

/** Links that are good once: their secret is in the address, and its digest in the database. */

export type LinkKind = 'OWNER' | 'INVITATION' | 'PASSWORD' | 'SECOND_FACTOR' | 'PASSKEY' | 'NEW_PASSKEY'

/** An invitation is good for so many days. */
export const INVITATION_DAYS = 7

/** How long a link of each kind is good. */
const LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  OWNER: days(7),
  INVITATION: days(INVITATION_DAYS),
  PASSWORD: hours(1),
  SECOND_FACTOR: minutes(10),
  PASSKEY: minutes(5),
  NEW_PASSKEY: minutes(5),
}

export type Invitation = { readonly email: string; readonly language: string; readonly given: ScopedRole }

/** A link as it is stored. */
export type Link = { readonly id: number; readonly expiresAt: Instant } & NewLink

type NewLink =
  | { readonly kind: 'OWNER' }
  /** The challenge of a person who signs in by passkey. */
  | { readonly kind: 'PASSKEY' }
  | ({ readonly kind: 'INVITATION' } & Invitation)
  | { readonly kind: 'PASSWORD' | 'SECOND_FACTOR' | 'NEW_PASSKEY'; readonly memberId: number }

/**
 * The secret of a link that makes the first owner, for the first start of a shop; undefined where there is an owner, or such a
 * link that is still good. Many processes may start at once: one of them gets it.
 */
export async function firstOwnerLink({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string | undefined> {
  const now = clock.now()
  return transaction(db, async tx => {
    await tx.query(LOCK_LINKS)
    const [state] = await tx.query(OWNER_STATE, [timestamp(now)])
    return state?.has_owner || state?.has_link ? undefined : makeLink(tx, { kind: 'OWNER' }, now)
  })
}

/** Another link that makes an owner of the shop, for the operator; an earlier one is no longer good. */
export async function anotherOwnerLink({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string> {
  return transaction(db, tx => makeLink(tx, { kind: 'OWNER' }, clock.now()))
}

const LOCK_LINKS = statement<never>('lock-member-links', 'lock table member_link in share row exclusive mode')
const OWNER_STATE = statement<{ readonly has_owner: boolean; readonly has_link: boolean }>(
  'owner-state',
  `select exists (select from member_role where organization_id is null and event_id is null) as has_owner,
     exists (select from member_link where kind = 'OWNER' and expires_at > $1) as has_link`,
)

/** Makes a link and returns its secret, which is nowhere else. An earlier link for the same purpose is no longer good. */
export async function makeLink(tx: Tx, link: NewLink, now: Instant): Promise<string> {
  const token = newToken()
  await replaceEarlier(tx, link)
  const isInvitation = link.kind === 'INVITATION'
  const scope = isInvitation ? scopeColumns(link.given.scope) : { organization_id: null, event_id: null }
  await tx.kysely
    .insertInto('member_link')
    .values({
      digest: digestOf(token),
      kind: link.kind,
      member_id: 'memberId' in link ? link.memberId : null,
      email: isInvitation ? link.email : null,
      language: isInvitation ? link.language : null,
      role: isInvitation ? link.given.role : null,
      ...scope,
      created_at: timestamp(now),
      expires_at: timestamp(after(now, LIFETIMES_MS[link.kind])),
    })
    .execute()
  return token
}

async function replaceEarlier(tx: Tx, link: NewLink): Promise<void> {
  if (link.kind === 'PASSKEY') return
  const same = tx.kysely.deleteFrom('member_link').where('kind', '=', link.kind)
  if ('memberId' in link) await same.where('member_id', '=', link.memberId).execute()
  else if (link.kind === 'OWNER') await same.execute()
  else {
    const { organization_id, event_id } = scopeColumns(link.given.scope)
    await same
      .where('email', '=', link.email)
      .where('organization_id', 'is not distinct from', organization_id)
      .where('event_id', 'is not distinct from', event_id)
      .execute()
  }
}

/** Ends all links of a member: what was begun or mailed under an earlier password is no longer good. */
export async function deleteLinksOf(tx: Tx, memberId: number): Promise<void> {
  await tx.kysely.deleteFrom('member_link').where('member_id', '=', memberId).execute()
}

/** A link that is good now; undefined for one that is unknown, used, replaced or over. */
export async function findLink(db: Queryable, token: string, now: Instant): Promise<Link | undefined> {
  const [row] = await db.query(FIND, [digestOf(token), timestamp(now)])
  return row && linkFrom(row)
}

/** The same, while no other call can take it. */
export async function lockLink(tx: Tx, token: string, now: Instant): Promise<Link | undefined> {
  const [row] = await tx.query(LOCK, [digestOf(token), timestamp(now)])
  return row && linkFrom(row)
}

/** The same, taken: no other call gets it. */
export async function takeLink(tx: Tx, token: string, now: Instant): Promise<Link | undefined> {
  const [row] = await tx.query(TAKE, [digestOf(token), timestamp(now)])
  return row && linkFrom(row)
}

type LinkRow = {
  readonly id: number
  readonly kind: LinkKind
  readonly member_id: number | null
  readonly email: string | null
  readonly language: string | null
  readonly role: MemberRole | null
  readonly organization_id: number | null
  readonly event_id: number | null
  readonly owner_of_event: number | null
  readonly expires_at: Instant
}

const COLUMNS = `id, kind, member_id, email, language, role, organization_id, event_id, expires_at,
  (select organization_id from purchase_context where purchase_context.id = event_id) as owner_of_event`
const FIND = statement<LinkRow>(
  'find-member-link',
  `select ${COLUMNS} from member_link where digest = $1 and expires_at > $2`,
)
const LOCK = statement<LinkRow>(
  'lock-member-link',
  `select ${COLUMNS} from member_link where digest = $1 and expires_at > $2 for update`,
)
const TAKE = statement<LinkRow>(
  'take-member-link',
  `delete from member_link where digest = $1 and expires_at > $2 returning ${COLUMNS}`,
)

function linkFrom(row: LinkRow): Link {
  const { id, kind, member_id: memberId, email, language, role, expires_at: expiresAt } = row
  if (kind === 'OWNER' || kind === 'PASSKEY') return { id, kind, expiresAt }
  if (kind === 'INVITATION') {
    if (email === null || role === null) throw new Error(`member_link ${id} invites no address`)
    return { id, kind, expiresAt, email, language: language ?? 'en', given: scopedRole({ ...row, role }) }
  }
  if (memberId === null) throw new Error(`member_link ${id} is of no member`)
  return { id, kind, expiresAt, memberId }
}

export type Acceptance = {
  /** Of the first owner; an invitation and a new password have one already. */
  readonly email: string | null
  readonly name: string
  readonly password: string
  readonly language: string
}

const GONE = { code: 'foyer.desk.link.gone' } as const

/**
 * Uses a link: makes the first owner or an invited member with their password, gives a further role to a member who is
 * known already, or sets a new password, which ends all sessions. A refused form leaves the link good.
 * @returns The member's id, and whether they are new: a new password opens no session, because the second factor is still due.
 */
export async function acceptLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  form: Acceptance,
): Promise<Outcome<{ readonly memberId: number; readonly isNew: boolean }>> {
  const now = clock.now()
  const link = await findLink(db, token, now)
  if (!link || !isAddress(link.kind)) return refused(GONE)
  const person = await personOf(db, link, form)
  if (!person) return refused(GONE)
  if (person.email === '') return refused({ code: 'error.email', field: 'email' })
  const problem = passwordProblem(form.password, person)
  if (problem) return refused(problem)
  const password = await hashPassword(form.password)
  return transaction(db, async tx => {
    const taken = await lockLink(tx, token, now)
    if (!taken) return refused(GONE)
    const memberId = taken.kind === 'PASSWORD' ? person.id : await insertMember(tx, person, now)
    if (memberId === undefined) return refused({ code: 'foyer.desk.link.address-taken', field: 'email' })
    await takeLink(tx, token, now)
    await setPassword(tx, memberId, password)
    if (taken.kind === 'PASSWORD') {
      await deleteOtherSessions(tx, memberId, null)
      await deleteLinksOf(tx, memberId)
    }
    const given = actorOfRole(taken)
    if (given) await putRole(tx, memberId, given)
    await recordOfMember(
      tx,
      { memberId, actor: person.name },
      { action: ACTIONS[taken.kind], subject: person.email, given, now },
    )
    return accepted({ memberId, isNew: taken.kind !== 'PASSWORD' })
  })
}

/** Is it a link that a person opens, and no step of a sign-in? */
export const isAddress = (kind: LinkKind): boolean => kind === 'OWNER' || kind === 'INVITATION' || kind === 'PASSWORD'

const ACTIONS: Readonly<Record<LinkKind, string>> = {
  OWNER: 'MEMBER_CREATED',
  INVITATION: 'MEMBER_CREATED',
  PASSWORD: 'MEMBER_PASSWORD_RESET',
  SECOND_FACTOR: 'MEMBER_SIGNED_IN',
  PASSKEY: 'MEMBER_SIGNED_IN',
  NEW_PASSKEY: 'MEMBER_PASSKEY_ADDED',
}

function actorOfRole(link: Link): ScopedRole | null {
  if (link.kind === 'OWNER') return { role: 'OWNER', scope: { kind: 'shop' } }
  return link.kind === 'INVITATION' ? link.given : null
}

type Person = {
  readonly id: number | undefined
  readonly email: string
  readonly name: string
  readonly language: string
}

async function personOf(db: Queryable, link: Link, form: Acceptance): Promise<Person | undefined> {
  const { name, language } = form
  if (link.kind === 'OWNER') return { id: undefined, email: form.email?.trim() ?? '', name, language }
  if (link.kind === 'INVITATION') return { id: undefined, email: link.email, name, language }
  return 'memberId' in link ? memberById(db, link.memberId) : undefined
}

/**
 * Gives an invited role to a member who has signed in already, with the same address as the invitation.
 * @returns False where the link is not good for this member.
 */
export async function acceptAsMember(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  memberId: number,
): Promise<boolean> {
  const now = clock.now()
  const member = await memberById(db, memberId)
  return transaction(db, async tx => {
    const link = await findLink(tx, token, now)
    if (!member || link?.kind !== 'INVITATION' || link.email !== member.email) return false
    const taken = await takeLink(tx, token, now)
    if (!taken) return false
    await putRole(tx, memberId, link.given)
    const { email, name } = member
    await recordOfMember(
      tx,
      { memberId, actor: name },
      { action: 'MEMBER_ROLE_GIVEN', subject: email, given: link.given, now },
    )
    return true
  })
}
