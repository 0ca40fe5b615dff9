import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account } from '#domain/buyer/account/account.ts'
import type { Clock } from '#server/foundation/base/time.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { sessionDigest, sessionOf } from '#server/foundation/http/visitor.ts'
import { accountOfSession } from './store.ts'

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
