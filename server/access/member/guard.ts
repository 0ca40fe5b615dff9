import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { type Member, type Principal, type Verb, isFor } from '#domain/access/principal/principal.ts'
import { principalOf } from '#server/access/api-key/guard.ts'
import type { Database, Queryable } from '#server/foundation/database/database.ts'
import type { Clock } from '#server/foundation/base/time.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { LONGEST_SESSION_MS, memberOfSession, rolesOf } from './members.ts'
import { digestOf } from './token.ts'

/** Who calls the organiser's API: a member by the cookie of their session, or a program by its key. */

const COOKIE = 'foyer_desk'

type Needs = {
  readonly db: Database
  readonly clock: Clock
  /** "https://tickets.example": where the desk is served. */
  readonly baseUrl: string
}

/** The session by which a member calls. */
export type MemberSession = { readonly memberId: number; readonly sessionId: number }

type Called = { readonly principal: Principal; readonly session: MemberSession | null }

const called = new WeakMap<FastifyRequest, Called>()

/**
 * A hook that lets in members who are signed in and keys, where the verb, or one of several, is for them; without a verb,
 * members alone. 401 without credentials that are good, 403 for others and for a write that another site has sent. What
 * it answers is kept nowhere.
 */
export function onlyForDesk(verb: Verb | readonly Verb[] | null, needs: Needs): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const caller = await callerOf(request, needs)
    if (!caller) return refuse(reply, 401, 'sign in first')
    if (caller.session && !isOwnSite(request, needs.baseUrl)) return refuse(reply, 403, 'sent by another site')
    if (!isLetIn(caller, verb)) return refuse(reply, 403, 'not for this role')
    called.set(request, caller)
  }
}

function isLetIn({ principal, session }: Called, verb: Verb | readonly Verb[] | null): boolean {
  if (verb === null) return session !== null
  return [verb].flat().some(one => isFor(principal, one))
}

/** The same hook for calls before a session: nothing but where a write comes from is checked. */
export function onlyFromOwnSite({ baseUrl }: Pick<Needs, 'baseUrl'>): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (!isOwnSite(request, baseUrl)) return refuse(reply, 403, 'sent by another site')
  }
}

/** Who calls; only behind `onlyForDesk`. */
export function deskPrincipal(request: FastifyRequest): Principal {
  return calledBy(request).principal
}

/** The session of the member who calls; only behind `onlyForDesk(null, …)`. */
export function ownSession(request: FastifyRequest): MemberSession {
  const { session } = calledBy(request)
  if (!session) throw new Error(`${request.url} is not guarded by the session of a member`)
  return session
}

function calledBy(request: FastifyRequest): Called {
  const found = called.get(request)
  if (!found) throw new Error(`${request.url} is not guarded`)
  return found
}

/** The member of a session, with the roles of this moment: a role that is taken away counts no longer at the next call. */
async function callerOf(request: FastifyRequest, { db, clock }: Needs): Promise<Called | undefined> {
  const token = request.cookies[COOKIE]
  if (token !== undefined && request.headers.authorization === undefined) {
    const session = await memberOfSession(db, digestOf(token), clock.now())
    return session && { principal: await memberPrincipal(db, session.memberId), session }
  }
  const principal = await principalOf(request, { db, clock })
  return principal.kind === 'visitor' ? undefined : { principal, session: null }
}

export async function memberPrincipal(db: Queryable, memberId: number): Promise<Member> {
  return { kind: 'member', memberId, roles: await rolesOf(db, memberId) }
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Browsers state where a write comes from (Fetch Metadata, and Origin in older ones). The cookie is not sent along with
 * what another site sends, either.
 */
function isOwnSite({ method, headers }: FastifyRequest, baseUrl: string): boolean {
  if (SAFE_METHODS.has(method)) return true
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === new URL(baseUrl).origin
}

export function writeSessionCookie(reply: FastifyReply, token: string, baseUrl: string): void {
  reply.setCookie(COOKIE, token, { ...cookieOptions(baseUrl), maxAge: LONGEST_SESSION_MS / 1000 })
}

export function clearSessionCookie(reply: FastifyReply, baseUrl: string): void {
  reply.clearCookie(COOKIE, cookieOptions(baseUrl))
}

function cookieOptions(baseUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: baseUrl.startsWith('https:') } as const
}

function refuse(reply: FastifyReply, status: 401 | 403, reason: string): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(reason))
}
