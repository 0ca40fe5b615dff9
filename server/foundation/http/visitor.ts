import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOLDS_COOKIE } from '#contract/limits.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Clock } from '#server/foundation/base/time.ts'
import { JSON_TYPE } from './answer.ts'
import {
  SESSION_LIFETIME_MS,
  type Session,
  type SessionKeys,
  beginSession,
  isTokenOf,
  maskedToken,
  needsRenewal,
  readSession,
  sessionId,
} from './session.ts'
import type { AnalyticsConfiguration } from '#contract/configuration.ts'

export const SESSION_COOKIE = 'ALFIO_SESSION'

const NO_TOKEN = JSON.stringify('the anti-forgery token is missing or foreign')
const PUBLIC_API = '/api/v2/public/'
/** Calls about a payment by the addresses they had before, and addresses that providers send buyers back to. */
const BY_COOKIE = ['/api/reservation/', '/:purchaseContextType/:publicIdentifier/reservation/:reservationId/payment/']
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

const sessions = new WeakMap<FastifyRequest, Session>()
const optionsOf = new WeakMap<FastifyRequest, VisitorOptions>()

/** The session of a call below /api; undefined for requests that need none. */
export function sessionOf(request: FastifyRequest): Session | undefined {
  return sessions.get(request)
}

/** What a reservation remembers of the visit that made it: a digest that leads back to no session (decision 20). */
export type Visit = string

/** The visit of a call below /api/v2/public; null elsewhere. */
export function visitOf(request: FastifyRequest): Visit | null {
  const session = sessionOf(request)
  return session ? visitOfSession(session) : null
}

/**
 * The visits that a call may speak for: of the session it was sent with, and of the one in its cookie, which all tabs of
 * a browser share. The cookie never comes along from inside of another site's page.
 */
export function visitsOf(request: FastifyRequest): readonly Visit[] {
  const options = optionsOf.get(request)
  const sessionFound = [sessionOf(request), options && sessionOfCookie(request, options)]
  return [...new Set(sessionFound.flatMap(session => (session ? [visitOfSession(session)] : [])))]
}

/**
 * Lets the browser's other tabs and later pages know the visit, which holds tickets until `until`: its session becomes
 * the one of the cookie, and a second cookie without a secret says that it is worth asking what is held.
 */
export function shareVisit(request: FastifyRequest, reply: FastifyReply, until: Instant): void {
  const [session, options] = [sessionOf(request), optionsOf.get(request)]
  if (!session || !options) return
  if (sessionOfCookie(request, options)?.uuid !== session.uuid) writeCookie(reply, session, options)
  const maxAge = Math.max(1, Math.ceil((until - options.clock.now()) / 1000))
  reply.setCookie(HOLDS_COOKIE, '1', { path: '/', sameSite: 'lax', secure: options.isSecure, maxAge })
}

export function visitOfSession({ uuid }: Session): Visit {
  return createHash('sha256').update(`visit ${uuid}`).digest('base64url').slice(0, VISIT_LENGTH)
}

/** By which a session is found in the database, and which opens none. */
export function sessionDigest({ uuid }: Session): string {
  return createHash('sha256').update(`session ${uuid}`).digest('base64url')
}

/** 132 bits. */
const VISIT_LENGTH = 22

export type VisitorOptions = {
  readonly clock: Clock
  readonly keys: SessionKeys
  readonly isSecure: boolean
  /** Sent with every answer, as clients of the wire expect. */
  readonly isSignInOffered: () => Promise<boolean>
}

/**
 * Gives every visitor a session and guards writes against forgery, the way shop contract 1 lays down: below
 * `/api/v2/public/` the id travels in `X-Auth-Token` (which wins over the cookie), elsewhere in the cookie.
 */
export function recogniseVisitors(app: FastifyInstance, options: VisitorOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    // The route that was found, not the address as it was written: "/api/v2/%70ublic/" leads to the same calls.
    const path = request.routeOptions.url ?? request.url
    if (path.startsWith(PUBLIC_API)) return recogniseCaller(request, reply, options)
    if (BY_COOKIE.some(start => path.startsWith(start))) return readCookie(request, reply, options)
    if (path.startsWith('/api/v2/info')) {
      await stateSignIn(reply, options)
      keepCookie(request, reply, options)
    }
  })
}

/** The session of a cookie, and none is begun. Who has signed in writes with the token of that session only. */
async function readCookie(request: FastifyRequest, reply: FastifyReply, options: VisitorOptions) {
  const session = sessionOfCookie(request, options)
  if (!session) return
  const isSafe = SAFE_METHODS.has(request.method) || !session.isSignedIn
  if (!isSafe && !isTokenOf(session, presentedToken(request), options.keys)) {
    return reply.code(403).type(JSON_TYPE).send(NO_TOKEN)
  }
  sessions.set(request, session)
}

/** The session of a page request: read from its cookie, or begun and announced by one. */
export function keepCookie(request: FastifyRequest, reply: FastifyReply, options: VisitorOptions): Session {
  const now = options.clock.now()
  const sessionFound = sessionOfCookie(request, options)
  const session = !sessionFound
    ? beginSession(now)
    : needsRenewal(sessionFound, now)
      ? { ...sessionFound, startedAt: now }
      : sessionFound
  sessions.set(request, session)
  optionsOf.set(request, options)
  if (session !== sessionFound) writeCookie(reply, session, options)
  return session
}

/** Begins another session in the browser, as after a sign-in. */
export function replaceSession(reply: FastifyReply, session: Session, options: VisitorOptions): void {
  writeCookie(reply, session, options)
}

/** Nothing of a session stays with the browser. */
export function clearSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' }).header('X-Auth-Token', '')
}

function writeCookie(reply: FastifyReply, session: Session, { keys, isSecure }: VisitorOptions): void {
  const value = Buffer.from(sessionId(session, keys)).toString('base64')
  reply.setCookie(SESSION_COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: isSecure ? 'strict' : 'lax',
    secure: isSecure,
    maxAge: SESSION_LIFETIME_MS / 1000,
  })
}

/** Does the request carry the anti-forgery token of its own session? */
export function carriesToken(request: FastifyRequest, options: VisitorOptions): boolean {
  const session = presentedSession(request, options)
  const token = presentedToken(request)
  return session !== undefined && token !== '' && isTokenOf(session, token, options.keys)
}

function presentedSession(request: FastifyRequest, options: VisitorOptions): Session | undefined {
  const presented = headerOf(request, 'x-auth-token')
  return presented ? readSession(presented, options.clock.now(), options.keys) : sessionOfCookie(request, options)
}

async function recogniseCaller(request: FastifyRequest, reply: FastifyReply, options: VisitorOptions) {
  const now = options.clock.now()
  const { keys } = options
  const sessionFound = presentedSession(request, options)
  if (!SAFE_METHODS.has(request.method) && !carriesToken(request, options)) {
    return reply.code(403).type(JSON_TYPE).send(NO_TOKEN)
  }
  const session = !sessionFound
    ? beginSession(now)
    : needsRenewal(sessionFound, now)
      ? { ...sessionFound, startedAt: now }
      : sessionFound
  sessions.set(request, session)
  optionsOf.set(request, options)
  // So that a countdown ends when the reservation does, whatever clock the visitor has.
  reply.header('Foyer-Time', String(now))
  if (session !== sessionFound) announce(request, reply, session, options)
  if (request.method !== 'GET') return
  reply.header('XSRF-TOKEN', maskedToken(session, keys))
  await stateSignIn(reply, options)
}

/** The session of a signed-in person stays in the cookie it came with, out of reach of scripts. */
function announce(request: FastifyRequest, reply: FastifyReply, session: Session, options: VisitorOptions): void {
  if (session.isSignedIn && headerOf(request, 'x-auth-token') === '') writeCookie(reply, session, options)
  else reply.header('X-Auth-Token', sessionId(session, options.keys))
}

async function stateSignIn(reply: FastifyReply, { isSignInOffered }: VisitorOptions): Promise<void> {
  reply.header('Alfio-OpenId-Enabled', String(await isSignInOffered()))
}

export function sessionOfCookie(request: FastifyRequest, { clock, keys }: VisitorOptions): Session | undefined {
  const cookie = request.cookies[SESSION_COOKIE]
  return cookie ? readSession(Buffer.from(cookie, 'base64').toString('utf8'), clock.now(), keys) : undefined
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? ''
}

const presentedToken = (request: FastifyRequest): string => headerOf(request, 'x-csrf-token') || tokenOfQuery(request)

function tokenOfQuery(request: FastifyRequest): string {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  return query.get('_csrf') ?? ''
}

/**
 * Analytics for one visitor: what their visits are counted by, where visits are counted without recognising visitors
 * (shop contract, AnalyticsConfiguration). It ends with the session and identifies no person.
 */
export function analyticsFor(request: FastifyRequest, analytics: AnalyticsConfiguration): AnalyticsConfiguration {
  const { googleAnalyticsKey, googleAnalyticsScrambledInfo } = analytics
  return googleAnalyticsKey !== null && googleAnalyticsScrambledInfo
    ? { ...analytics, clientId: clientIdOf(request) }
    : analytics
}

/** The same for an answer that was written once for all visitors. */
export function withClientId(request: FastifyRequest, json: string): string {
  return json.replace(WITHOUT_CLIENT, (_, before: string) => before + JSON.stringify(clientIdOf(request)))
}

/** The members as presentAnalytics orders them. A text that a person wrote can't look like this: its quotes are escaped. */
const WITHOUT_CLIENT = /("googleAnalyticsKey":"[^"]+","googleAnalyticsScrambledInfo":true,"clientId":)null/

/** Of what stays the same when a session is renewed. */
function clientIdOf(request: FastifyRequest): string | null {
  const session = sessionOf(request)
  return session ? createHash('sha256').update(session.uuid).digest('hex') : null
}
