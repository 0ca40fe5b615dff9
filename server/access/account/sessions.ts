import type { Shop } from '#server/catalog/context.ts'
import type { SignedInPerson } from '#domain/buyer/account/account.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { Session } from '#server/foundation/http/session.ts'
import { type Visit, sessionDigest } from '#server/foundation/http/visitor.ts'
import {
  type EndedSessions,
  accountOfSession,
  deleteEndedSessions,
  endSession,
  endSessionsOfProvider,
  idTokenOfSession,
  keepAccount,
  moveHeld,
  storeSession,
} from './store.ts'

export type SigningIn = {
  readonly person: SignedInPerson
  readonly providerSession: string | null
  /** By which the provider knows the session that is to end there. */
  readonly idToken: string
  /** Digest of the session that begins. */
  readonly session: string
  /** What was held before goes along from one visit to the other. */
  readonly visit: { readonly before: Visit | null; readonly now: Visit }
}

/** Begins the session of a person named by the provider; says whether it is their first here. */
export async function signIn({ db, clock }: Shop, signing: SigningIn): Promise<{ readonly isNew: boolean }> {
  const { person, providerSession, idToken, session, visit } = signing
  const now = clock.now()
  return transaction(db, async tx => {
    const { id, isNew } = await keepAccount(tx, person, now)
    await storeSession(tx, { session, account: id, providerSession, idToken, now })
    if (visit.before !== null) await moveHeld(tx, visit.before, visit.now)
    return { isNew }
  })
}

/** Has the holder of this session signed in, and has nothing ended that since? */
export async function isSignedIn({ db, clock }: Shop, session: Session): Promise<boolean> {
  return session.isSignedIn && (await accountOfSession(db, sessionDigest(session), clock.now())) !== undefined
}

/** The identity token that a session began with; null where it has ended, or where no key of ours opens what is kept. */
export async function idTokenOf({ db }: Shop, session: string): Promise<string | null> {
  return idTokenOfSession(db, session)
}

export async function signOut({ db }: Shop, session: string): Promise<void> {
  await endSession(db, session)
}

/** The provider says that sessions have ended there; how many ended here with them. */
export async function endedAtProvider({ db }: Shop, ended: EndedSessions): Promise<number> {
  return endSessionsOfProvider(db, ended)
}

/** Deletes the sessions that can't be used any more. */
export async function forgetSessions({ db, clock }: Shop): Promise<number> {
  return deleteEndedSessions(db, clock.now())
}
