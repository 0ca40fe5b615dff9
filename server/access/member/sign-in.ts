import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { passwordProblem } from '#domain/access/member/password.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Database, type Tx, transaction } from '#server/foundation/database/database.ts'
import type { Services } from '#server/foundation/services.ts'
import { recordOfMember } from './audit.ts'
import { deleteLinksOf, findLink, lockLink, makeLink, takeLink } from './links.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { newRecoveryCodes, newTotpSecret, recoveryDigest, totpStep, totpUri } from './second-factor.ts'
import {
  type MemberRow,
  deleteOtherSessions,
  insertSession,
  memberByEmail,
  memberById,
  setPassword,
  setTotp,
  useRecoveryCode,
  useTotpStep,
} from './members.ts'
import { digestOf, newToken } from './token.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** What a password, or the second factor after it, opens. */
export type SignedIn =
  /** The secret of the session. */
  | { readonly kind: 'session'; readonly token: string; readonly memberId: number }
  /** A ticket with which the second factor is shown, within ten minutes. */
  | { readonly kind: 'second-factor'; readonly ticket: string }

const WRONG = { code: 'foyer.desk.sign-in.wrong' } as const
const WRONG_CODE = { code: 'foyer.desk.sign-in.wrong-code', field: 'code' } as const
const TICKET_GONE = { code: 'foyer.desk.sign-in.begin-again' } as const

/**
 * Signs a member in by password. An unknown address is answered as a wrong password is, after the same time. Guesses are
 * limited by the routes (decision 90).
 */
export async function signInByPassword(
  { db, clock }: Needs,
  { email, password, userAgent }: { readonly email: string; readonly password: string; readonly userAgent: string },
): Promise<Outcome<SignedIn>> {
  const member = await memberByEmail(db, email)
  if (!(await isPassword(member?.password ?? null, password)) || !member) return refused(WRONG)
  return transaction(db, async tx => {
    if (member.totpSecret === null) return accepted(await beginSession(tx, member.id, userAgent, clock.now()))
    const ticket = await makeLink(tx, { kind: 'SECOND_FACTOR', memberId: member.id }, clock.now())
    return accepted({ kind: 'second-factor', ticket })
  })
}

/** Goes on after a password with the code of an app, or a recovery code. A wrong code leaves the ticket good. */
export async function showSecondFactor(
  { db, clock }: Needs,
  { ticket, code, userAgent }: { readonly ticket: string; readonly code: string; readonly userAgent: string },
): Promise<Outcome<SignedIn>> {
  const now = clock.now()
  const link = await findLink(db, ticket, now)
  if (link?.kind !== 'SECOND_FACTOR') return refused(TICKET_GONE)
  const member = await memberById(db, link.memberId)
  if (!member) return refused(TICKET_GONE)
  const step = await stepOf(db, member, code, now)
  return transaction(db, async tx => {
    if (!(await lockLink(tx, ticket, now))) return refused(TICKET_GONE)
    const isGood =
      step === null
        ? await useRecoveryCode(tx, member.id, recoveryDigest(code))
        : await useTotpStep(tx, member.id, step)
    if (!isGood) return refused(WRONG_CODE)
    await takeLink(tx, ticket, now)
    return accepted(await beginSession(tx, member.id, userAgent, now))
  })
}

/** Begins the session of a member who has proved who they are. */
export async function beginSession(
  tx: Tx,
  memberId: number,
  userAgent: string,
  now: Instant,
): Promise<SignedIn & { readonly kind: 'session' }> {
  const token = newToken()
  await insertSession(tx, { digest: digestOf(token), memberId, userAgent: userAgent.slice(0, 200) }, now)
  return { kind: 'session', token, memberId }
}

async function stepOf(db: Database, member: MemberRow, code: string, now: Instant): Promise<number | null> {
  const secret = member.totpSecret === null ? null : db.sealing.open(member.totpSecret, placeOfTotp(member.id))
  return secret === null ? null : totpStep(secret, code, { last: member.totpStep, now })
}

const placeOfTotp = (memberId: number): string => `member ${memberId} totp`

/** Whose session asks. */
type Caller = { readonly memberId: number; readonly sessionId: number }

/** Replaces the password of a member who knows the present one. Every other session ends, and every link of the member. */
export async function changePassword(
  { db, clock }: Needs,
  { memberId, sessionId }: Caller,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<Outcome<true>> {
  const member = await memberById(db, memberId)
  if (!member || !(await isPassword(member.password, current))) {
    return refused({ code: 'foyer.desk.password.wrong', field: 'current' })
  }
  const problem = passwordProblem(next, member)
  if (problem) return refused({ ...problem, field: 'next' })
  const password = await hashPassword(next)
  await transaction(db, async tx => {
    await setPassword(tx, memberId, password)
    await deleteOtherSessions(tx, memberId, sessionId)
    await deleteLinksOf(tx, memberId)
    const now = clock.now()
    await recordOfMember(
      tx,
      { memberId, actor: member.name },
      { action: 'MEMBER_PASSWORD_CHANGED', subject: member.email, now },
    )
  })
  return accepted(true)
}

/** A secret for the member's app. Nothing is stored until a code proves that the app has it. */
export async function proposeSecondFactor(
  { db }: Needs,
  memberId: number,
  issuer: string,
): Promise<{ readonly secret: string; readonly uri: string } | undefined> {
  const member = await memberById(db, memberId)
  if (!member) return undefined
  const secret = newTotpSecret()
  return { secret, uri: totpUri(secret, { issuer, email: member.email }) }
}

type NewFactor = { readonly secret: string; readonly code: string; readonly password: string }

/**
 * Demands a second factor from now on, where password and code are right. Every other session ends.
 * @returns Ten recovery codes, to be shown once.
 */
export async function setSecondFactor(
  { db, clock }: Needs,
  { memberId, sessionId }: Caller,
  { secret, code, password }: NewFactor,
): Promise<Outcome<readonly string[]>> {
  const member = await memberById(db, memberId)
  if (!member || !(await isPassword(member.password, password))) {
    return refused({ code: 'foyer.desk.password.wrong', field: 'password' })
  }
  const now = clock.now()
  const step = await totpStep(secret, code, { last: 0, now })
  if (step === null) return refused(WRONG_CODE)
  const codes = newRecoveryCodes()
  await transaction(db, async tx => {
    await setTotp(tx, memberId, db.sealing.seal(secret, placeOfTotp(memberId)), codes.map(recoveryDigest))
    await useTotpStep(tx, memberId, step)
    await deleteOtherSessions(tx, memberId, sessionId)
    await recordOfMember(
      tx,
      { memberId, actor: member.name },
      { action: 'MEMBER_SECOND_FACTOR_SET', subject: member.email, now },
    )
  })
  return accepted(codes)
}

/** Demands no second factor any more, where the password is right. */
export async function removeSecondFactor(
  { db, clock }: Needs,
  { memberId }: Caller,
  password: string,
): Promise<Outcome<true>> {
  const member = await memberById(db, memberId)
  if (!member || !(await isPassword(member.password, password))) {
    return refused({ code: 'foyer.desk.password.wrong', field: 'password' })
  }
  await transaction(db, async tx => {
    await setTotp(tx, memberId, null, [])
    const now = clock.now()
    await recordOfMember(
      tx,
      { memberId, actor: member.name },
      { action: 'MEMBER_SECOND_FACTOR_REMOVED', subject: member.email, now },
    )
  })
  return accepted(true)
}
