import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Services } from '#server/foundation/services.ts'
import { recordOfMember } from './audit.ts'
import { findLink, makeLink, takeLink } from './links.ts'
import { memberById } from './members.ts'
import { type SignedIn, beginSession } from './sign-in.ts'

/**
 * Passkeys (WebAuthn): a key on a device of the member that its owner opens by finger, face or PIN. It counts as both
 * factors. The challenge it signs is a link that is good once, for five minutes.
 */

type Needs = Pick<Services, 'db' | 'clock'> & {
  /** "https://tickets.example": keys are bound to its host. */
  readonly baseUrl: string
  /** As the device names the shop. */
  readonly shopName: string
}

/** The library holds 5 MB, and no buyer needs it: it is loaded by the first member who has to do with a passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const REFUSED = { code: 'foyer.desk.passkey.refused' } as const

const hostOf = (baseUrl: string): string => new URL(baseUrl).hostname
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

/** What the browser needs to make a key for the member; undefined for a member who is gone. */
export async function proposePasskey({ db, clock, baseUrl, shopName }: Needs, memberId: number) {
  const member = await memberById(db, memberId)
  if (!member) return undefined
  const challenge = await transaction(db, tx => makeLink(tx, { kind: 'NEW_PASSKEY', memberId }, clock.now()))
  const keys = await keysOfMember(db, memberId)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: shopName,
    rpID: hostOf(baseUrl),
    userName: member.email,
    userDisplayName: member.name,
    userID: Uint8Array.from(Buffer.from(`member ${memberId}`)),
    challenge: bytesOf(challenge),
    excludeCredentials: keys.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Keeps the public half of a key that the member has made. */
export async function addPasskey(
  { db, clock, baseUrl }: Needs,
  memberId: number,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Outcome<true>> {
  const now = clock.now()
  const member = await memberById(db, memberId)
  const challenge = await takeChallenge({ db, clock }, response.response.clientDataJSON)
  if (!member || challenge?.memberId !== memberId) return refused(REFUSED)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const info = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.text,
    expectedOrigin: new URL(baseUrl).origin,
    expectedRPID: hostOf(baseUrl),
  }).then(({ verified, registrationInfo }) => (verified ? registrationInfo : undefined), withoutReason)
  if (!info) return refused(REFUSED)
  const { id: credential, publicKey, counter } = info.credential
  return transaction(db, async tx => {
    const added = await tx.kysely
      .insertInto('member_passkey')
      .values({
        member_id: memberId,
        credential,
        public_key: Buffer.from(publicKey),
        counter: BigInt(counter),
        name,
        created_at: timestamp(now),
      })
      .onConflict(conflict => conflict.column('credential').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) return refused(REFUSED)
    const change = { action: 'MEMBER_PASSKEY_ADDED', subject: member.email, now }
    await recordOfMember(tx, { memberId, actor: member.name }, change)
    return accepted(true)
  })
}

/** What the browser needs to sign in by a key, whosever it is. */
export async function proposePasskeySignIn({ db, clock, baseUrl }: Needs) {
  const challenge = await transaction(db, tx => makeLink(tx, { kind: 'PASSKEY' }, clock.now()))
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: hostOf(baseUrl),
    challenge: bytesOf(challenge),
    userVerification: 'required',
  })
}

/** Signs in the member whose key has signed the challenge. */
export async function signInByPasskey(
  { db, clock, baseUrl }: Needs,
  { response, userAgent }: { readonly response: AuthenticationResponseJSON; readonly userAgent: string },
): Promise<Outcome<SignedIn>> {
  const now = clock.now()
  const challenge = await takeChallenge({ db, clock }, response.response.clientDataJSON)
  const key = await db.kysely
    .selectFrom('member_passkey')
    .selectAll()
    .where('credential', '=', response.id)
    .executeTakeFirst()
  if (!challenge || challenge.memberId !== null || !key) return refused(REFUSED)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const used = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.text,
    expectedOrigin: new URL(baseUrl).origin,
    expectedRPID: hostOf(baseUrl),
    credential: {
      id: key.credential,
      publicKey: Uint8Array.from(key.public_key),
      counter: Number(key.counter),
    },
  }).then(({ verified, authenticationInfo }) => (verified ? authenticationInfo : undefined), withoutReason)
  if (!used) return refused(REFUSED)
  return transaction(db, async tx => {
    const counted = { counter: BigInt(used.newCounter), used_at: timestamp(now) }
    await tx.kysely.updateTable('member_passkey').set(counted).where('id', '=', key.id).execute()
    return accepted(await beginSession(tx, key.member_id, userAgent, now))
  })
}

/** What is wrong with a response is for no caller: it is made by a browser. */
const withoutReason = (): undefined => undefined

type Challenge = { readonly text: string; readonly memberId: number | null }

/** The challenge that was signed, where it is one of ours that was not used: from now on it is. */
async function takeChallenge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  clientData: string,
): Promise<Challenge | undefined> {
  const text = challengeIn(clientData)
  if (text === undefined) return undefined
  const found = await findLink(db, text, clock.now())
  if (found?.kind !== 'PASSKEY' && found?.kind !== 'NEW_PASSKEY') return undefined
  const link = await transaction(db, tx => takeLink(tx, text, clock.now()))
  if (link?.kind === 'PASSKEY') return { text, memberId: null }
  return link?.kind === 'NEW_PASSKEY' ? { text, memberId: link.memberId } : undefined
}

function challengeIn(clientData: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The keys of a member, the oldest first. */
export function keysOfMember(db: Queryable, memberId: number) {
  return db.kysely
    .selectFrom('member_passkey')
    .select(['id', 'credential', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}

/** Takes a key away; false where the member has none like it. */
export async function removePasskey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  memberId: number,
  id: number,
): Promise<boolean> {
  const member = await memberById(db, memberId)
  return transaction(db, async tx => {
    const removed = await tx.kysely
      .deleteFrom('member_passkey')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!member || removed.numDeletedRows === 0n) return false
    const change = { action: 'MEMBER_PASSKEY_REMOVED', subject: member.email, now: clock.now() }
    await recordOfMember(tx, { memberId, actor: member.name }, change)
    return true
  })
}
