import type { SignedInPerson } from '#domain/buyer/account/account.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Services } from '#server/foundation/services.ts'
import { recordOfMember } from './audit.ts'
import { lockLink, takeLink } from './links.ts'
import { addressKey, insertMember, memberByEmail, memberById, putRole, rolesOf } from './members.ts'
import { type ProviderOf, type ProviderTerms, isOfDomain } from './providers.ts'
import { beginSession } from './sign-in.ts'

/** Why a member was sent to a provider. */
export type Purpose =
  | { readonly kind: 'sign-in' }
  /** The secret of an invitation. */
  | { readonly kind: 'invitation'; readonly token: string }
  /** A member who has signed in connects their own account. */
  | { readonly kind: 'bind'; readonly memberId: number; readonly sessionId: number }

/** A person whom a provider has just identified. */
export type Arrival = {
  readonly person: SignedInPerson
  readonly of: ProviderOf
  readonly terms: ProviderTerms
  readonly purpose: Purpose
  readonly userAgent: string
  /** Of a new member. */
  readonly language: string
}

const no = (name: string) => refused({ code: `foyer.desk.openid.${name}` })

/**
 * Signs a member in whom a provider identifies, by what the provider calls them: bound before, at an invitation to the address that
 * the provider has verified, or at their own account. An address alone proves no identity: a member who was never bound
 * signs in otherwise first. A person without an invitation becomes a member where the organisation says so.
 * @returns The secret of the session; null where a member has only bound their account.
 */
export function arrive(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  arrival: Arrival,
): Promise<Outcome<string | null>> {
  const now = clock.now()
  return transaction(db, async tx => {
    const { purpose } = arrival
    if (purpose.kind === 'bind') return bindOwn(tx, arrival, { ...purpose, now })
    const found = await identityOf(tx, arrival)
    if (found !== undefined && !(await isWithin(tx, found, arrival.of))) return no('elsewhere')
    const member = await memberOf(tx, arrival, { found, now })
    if (!member.ok) return member
    await bind(tx, member.value, arrival, now)
    const { token } = await beginSession(tx, member.value, arrival.userAgent, now)
    return accepted(token)
  })
}

type Found = {
  /** Whose identity it is already. */
  readonly found: number | undefined
  readonly now: Instant
}

/** Nothing is written where it refuses. */
async function memberOf(tx: Tx, arrival: Arrival, { found, now }: Found): Promise<Outcome<number>> {
  const { purpose } = arrival
  if (purpose.kind === 'invitation') return acceptInvitation(tx, arrival, { token: purpose.token, found, now })
  return found === undefined ? admitNewcomer(tx, arrival, now) : accepted(found)
}

async function identityOf(tx: Tx, { person }: Arrival): Promise<number | undefined> {
  const { issuer, subject } = person.identity
  const row = await tx.kysely
    .selectFrom('member_identity')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.member_id
}

/** Binds, or notes that it was used. */
async function bind(tx: Tx, memberId: number, { person }: Arrival, now: Instant): Promise<void> {
  const used_at = timestamp(now)
  await tx.kysely
    .insertInto('member_identity')
    .values({ member_id: memberId, ...person.identity, created_at: timestamp(now), used_at })
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doUpdateSet({ used_at }))
    .execute()
}

type OwnAccount = { readonly memberId: number; readonly sessionId: number; readonly now: Instant }

async function bindOwn(tx: Tx, arrival: Arrival, { memberId, sessionId, now }: OwnAccount): Promise<Outcome<null>> {
  const session = await tx.kysely
    .selectFrom('member_session')
    .select('id')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const member = session && (await memberById(tx, memberId))
  if (!member) return no('begin-again')
  const bound = await identityOf(tx, arrival)
  if (bound !== undefined && bound !== memberId) return no('taken')
  if (!(await isWithin(tx, memberId, arrival.of))) return no('elsewhere')
  await bind(tx, memberId, arrival, now)
  const change = { action: 'MEMBER_IDENTITY_ADDED', subject: member.email, now }
  await recordOfMember(tx, { memberId, actor: member.name }, change)
  return accepted(null)
}

/** The member of an invitation, new or not; the link is used. */
async function acceptInvitation(
  tx: Tx,
  arrival: Arrival,
  { token, found, now }: Found & { readonly token: string },
): Promise<Outcome<number>> {
  const link = await lockLink(tx, token, now)
  if (link?.kind !== 'INVITATION') return no('begin-again')
  const email = verifiedAddress(arrival)
  if (email === null || email !== link.email) return no('other-address')
  const member = await memberByEmail(tx, email)
  if (found !== undefined && found !== member?.id) return no('taken')
  const isMemberWithin = !member || (await isWithin(tx, member.id, arrival.of))
  if (!isOfProvider(link.given, arrival.of) || !isMemberWithin) return no('elsewhere')
  const memberId = member?.id ?? (await insertMember(tx, { email, ...nameOf(arrival) }, now))
  if (memberId === undefined) return no('begin-again')
  await takeLink(tx, token, now)
  await putRole(tx, memberId, link.given)
  const action = member ? 'MEMBER_ROLE_GIVEN' : 'MEMBER_CREATED'
  const actor = member?.name ?? nameOf(arrival).name
  await recordOfMember(tx, { memberId, actor }, { action, subject: email, given: link.given, now })
  return accepted(memberId)
}

async function admitNewcomer(tx: Tx, arrival: Arrival, now: Instant): Promise<Outcome<number>> {
  const { of, terms } = arrival
  const email = verifiedAddress(arrival)
  if (email !== null && (await memberByEmail(tx, email))) return no('bind-first')
  if (email === null || of === null || terms.role === null || terms.domains.length === 0) return no('unknown')
  const given: ScopedRole = { role: terms.role, scope: { kind: 'organization', organizationId: of } }
  const memberId = await insertMember(tx, { email, ...nameOf(arrival) }, now)
  if (memberId === undefined) return no('begin-again')
  await putRole(tx, memberId, given)
  const actor = { memberId, actor: nameOf(arrival).name }
  await recordOfMember(tx, actor, { action: 'MEMBER_CREATED', subject: email, given, now })
  return accepted(memberId)
}

/** Null where the provider has not verified it, or its domain may not come in. */
function verifiedAddress({ person, terms }: Arrival): string | null {
  const { email, isEmailVerified } = person
  return email !== null && isEmailVerified && isOfDomain(terms, email) ? addressKey(email) : null
}

function nameOf({ person, language }: Arrival): { readonly name: string; readonly language: string } {
  const { firstName, lastName, email } = person
  return { name: `${firstName} ${lastName}`.trim() || (email ?? ''), language }
}

/** Who runs the provider of an organisation could sign in as anybody it knows: so it opens nothing beyond the organisation. */
async function isWithin(tx: Tx, memberId: number, of: ProviderOf): Promise<boolean> {
  const roles = await rolesOf(tx, memberId)
  return roles.length > 0 && roles.every(role => isOfProvider(role, of))
}

const isOfProvider = ({ scope }: ScopedRole, of: ProviderOf): boolean =>
  of === null || (scope.kind !== 'shop' && scope.organizationId === of)

/** By which providers a member is recognised, the oldest first. */
export function identitiesOf(db: Queryable, memberId: number) {
  return db.kysely
    .selectFrom('member_identity')
    .select(['id', 'issuer', 'created_at as createdAt', 'used_at as usedAt'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}

/** Undefined where the member has no such identity; refused where nothing else lets them in. */
export function removeIdentity(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  id: number,
): Promise<Outcome<true> | undefined> {
  return transaction(db, async tx => {
    const member = await memberById(tx, memberId)
    const own = await identitiesOf(tx, memberId)
    if (!member || own.every(identity => identity.id !== id)) return undefined
    const passkey = await tx.kysely
      .selectFrom('member_passkey')
      .select('id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (own.length === 1 && member.password === null && !passkey) return no('last-way')
    await tx.kysely.deleteFrom('member_identity').where('id', '=', id).execute()
    const change = { action: 'MEMBER_IDENTITY_REMOVED', subject: member.email, now: clock.now() }
    await recordOfMember(tx, { memberId, actor: member.name }, change)
    return accepted(true)
  })
}
