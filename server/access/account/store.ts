import { sql } from 'kysely'
import type { Account, AccountId, Profile, SignedInPerson } from '#domain/buyer/account/account.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { statement } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'

/** A person who stays signed in by coming back within hours is asked again after this long. */
const LONGEST_SESSION_MS = days(7)

type AccountRow = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  is_email_verified: boolean
  profile: unknown
  created_at: Instant
}

function accountFrom(row: AccountRow): Account {
  return {
    id: row.id as AccountId,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isEmailVerified: row.is_email_verified,
    // Written by storeProfile alone.
    profile: row.profile as Profile | null,
    createdAt: row.created_at,
  }
}

/**
 * The account of a person who has signed in; made at the first time. The address is the one the provider states today;
 * names stay what their owner has made of them.
 */
export async function keepAccount(
  tx: Tx,
  { identity, email, isEmailVerified, firstName, lastName }: SignedInPerson,
  now: Instant,
): Promise<{ readonly id: AccountId; readonly isNew: boolean }> {
  const row = await tx.kysely
    .insertInto('account')
    .values({
      ...identity,
      email,
      is_email_verified: isEmailVerified,
      first_name: firstName,
      last_name: lastName,
      created_at: timestamp(now),
      signed_in_at: timestamp(now),
    })
    .onConflict(conflict =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({
        email,
        is_email_verified: isEmailVerified,
        signed_in_at: timestamp(now),
        first_name: sql`case when account.first_name = '' then ${firstName} else account.first_name end`,
        last_name: sql`case when account.last_name = '' then ${lastName} else account.last_name end`,
      }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  return { id: row.id as AccountId, isNew: row.is_new }
}

export type NewSession = {
  readonly session: string
  readonly account: AccountId
  readonly providerSession: string | null
  readonly idToken: string
  readonly now: Instant
}

export async function storeSession(tx: Tx, signedIn: NewSession): Promise<void> {
  const { session, account, providerSession, idToken, now } = signedIn
  await tx.kysely
    .insertInto('account_session')
    .values({
      session,
      account_id: account,
      provider_session: providerSession,
      id_token: tx.sealing.seal(idToken, placeOfIdToken(session)),
      signed_in_at: timestamp(now),
      ends_at: timestamp(after(now, LONGEST_SESSION_MS)),
    })
    .execute()
}

/** The token is about a person, so who reads the database can't; bound to its session. */
const placeOfIdToken = (session: string): string => `identity token of session ${session}`

/** Null where nothing is kept, and where no key of ours opens it. */
export async function idTokenOfSession(on: Queryable, session: string): Promise<string | null> {
  const row = await on.kysely
    .selectFrom('account_session')
    .select('id_token')
    .where('session', '=', session)
    .executeTakeFirst()
  const sealed = row?.id_token ?? null
  return sealed === null ? null : on.sealing.open(sealed, placeOfIdToken(session))
}

/** Whose session it is; undefined when it has ended, here or elsewhere. */
export async function accountOfSession(on: Queryable, session: string, now: Instant): Promise<Account | undefined> {
  return (await on.query(ACCOUNT_OF_SESSION, [session, timestamp(now)])).map(accountFrom)[0]
}

const ACCOUNT_OF_SESSION = statement<AccountRow>(
  'account-of-session',
  `select account.id, first_name, last_name, email, is_email_verified, profile, created_at
   from account_session join account on account.id = account_id where session = $1 and ends_at > $2`,
)

export async function endSession(on: Queryable, session: string): Promise<void> {
  await on.kysely.deleteFrom('account_session').where('session', '=', session).execute()
}

/** Those at the provider that a message names, as far as they had begun before it was written. */
export type EndedSessions = {
  readonly issuer: string
  readonly subject: string | null
  readonly providerSession: string | null
  readonly before: Instant
}

export async function endSessionsOfProvider(on: Queryable, ended: EndedSessions): Promise<number> {
  const { issuer, subject, providerSession, before } = ended
  const gone = await on.kysely
    .deleteFrom('account_session')
    .using('account')
    .whereRef('account.id', '=', 'account_id')
    .where('issuer', '=', issuer)
    .$if(subject !== null, query => query.where('subject', '=', subject))
    .$if(providerSession !== null, query => query.where('provider_session', '=', providerSession))
    // The message states whole seconds.
    .where('account_session.signed_in_at', '<', sqlInstant(after(before, 1000)))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** How many had come to their end. */
export async function deleteEndedSessions(on: Queryable, now: Instant): Promise<number> {
  const gone = await on.kysely.deleteFrom('account_session').where('ends_at', '<=', sqlInstant(now)).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Takes the account for the rest of the transaction; undefined when it is gone. */
export async function lockAccount(tx: Tx, id: AccountId): Promise<Account | undefined> {
  const row = await tx.kysely.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && accountFrom(row)
}

type Kept = Pick<Account, 'firstName' | 'lastName'> & { readonly profile: Profile }

export async function storeProfile(tx: Tx, id: AccountId, { firstName, lastName, profile }: Kept): Promise<void> {
  await tx.kysely
    .updateTable('account')
    .set({ first_name: firstName, last_name: lastName, profile: JSON.stringify(profile) })
    .where('id', '=', id)
    .execute()
}

/** With its sessions; from then on the ids of its orders open them. */
export async function deleteAccount(tx: Tx, id: AccountId): Promise<void> {
  await tx.kysely.deleteFrom('account').where('id', '=', id).execute()
}

/** What the visit has held before the sign-in, it holds after it. */
export async function moveHeld(tx: Tx, from: string, to: string): Promise<void> {
  await tx.kysely.updateTable('reservation').set({ visit: to }).where('visit', '=', from).execute()
}

/** The owner of the order; null: none, its id opens it; undefined: there is no such order. */
export async function ownerOfOrder(on: Queryable, id: string): Promise<AccountId | null | undefined> {
  const [found] = await on.query(OWNER_OF_ORDER, [id])
  return found && (found.account_id as AccountId | null)
}

const OWNER_OF_ORDER = statement<{ account_id: string | null }>(
  'owner-of-order',
  'select account_id from reservation where id = $1',
)

/** Makes the account the owner of an order without one. */
export async function ownOrder(on: Queryable, id: string, account: AccountId): Promise<void> {
  await on.kysely
    .updateTable('reservation')
    .set({ account_id: account })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    // The account may have been deleted in this moment.
    .where(({ exists, selectFrom }) => exists(selectFrom('account').select('id').where('id', '=', account)))
    .execute()
}
