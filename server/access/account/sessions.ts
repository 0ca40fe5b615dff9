import type { Shop } from '#server/catalog/context.ts'
import type { Account, SignedInPerson } from '#domain/buyer/account/account.ts'
import { type Database, transaction } from '#server/foundation/database/database.ts'
import type { Session } from '#server/foundation/http/session.ts'
import { type Visit, sessionDigest, sessionOf } from '#server/foundation/http/visitor.ts'
import {
  type EndedSessions,
  accountOfSession,
  deleteEndedSessions,
  endSession,
  endSessionsOfProvider,
  idTokenOfSession,
  keepAccount,
  moveHeld,
  ownerOfOrder,
  storeSession,
} from './store.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#server/foundation/base/time.ts'
import { isOfOneBuyer } from '#contract/common-responses.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'

type SigningIn = {
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
export async function discardSessions({ db, clock }: Shop): Promise<number> {
  return deleteEndedSessions(db, clock.now())
}

const accounts = new WeakMap<FastifyRequest, Account>()

/** Finds out who is signed in, once for each call; other callers cost no query of the database. */
export function recogniseAccounts(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  app.addHook('onRequest', async request => {
    const session = sessionOf(request)
    if (!session?.isSignedIn) return
    const account = await accountOfSession(db, sessionDigest(session), clock.now())
    if (account) accounts.set(request, account)
  })
}

/** The buyer who is signed in; undefined for every other caller. */
export function accountOf(request: FastifyRequest): Account | undefined {
  return accounts.get(request)
}

const DENIED = JSON.stringify('Access to this reservation has been denied')

/**
 * An order with an owner answers only to its owner, on every call but that of its status (lifecycle H). Where sign-in
 * is not offered, no buyer could prove ownership: then an id opens it, as it does without owner.
 */
export function guardOrders(app: FastifyInstance, db: Database, isSignInOffered: () => Promise<boolean>): void {
  app.addHook('preValidation', async (request, reply) => {
    if (!isOfOneBuyer(request.routeOptions.url ?? '')) return
    const { reservationId: text = '' } = request.params as { reservationId?: string }
    const id = reservationId(text)
    if (!id || !(await isOfOtherOwner(request, id, { db, isSignInOffered }))) return
    return reply.code(401).type(JSON_TYPE).send(DENIED)
  })
}

/** Has the order an owner with an account, other than the caller? */
export async function isOfOtherOwner(
  request: FastifyRequest,
  id: ReservationId,
  { db, isSignInOffered }: { readonly db: Database; readonly isSignInOffered: () => Promise<boolean> },
): Promise<boolean> {
  if (!(await isSignInOffered())) return false
  const owner = await ownerOfOrder(db, id)
  return owner !== undefined && owner !== null && owner !== accountOf(request)?.id
}
