import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { isSameText } from '#server/foundation/base/text.ts'
import type { Visit } from '#server/foundation/http/visitor.ts'

/** What binds the answer of a provider to the browser that asked for it (RFC 6749, RFC 7636, OpenID Connect Core). */
export type AttemptSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** A sign-in under way. It is the browser's own, in a cookie: only the browser that began can end it. */
export type SignInAttempt = AttemptSecrets & {
  /** Where the visitor goes on. */
  readonly path: string
  /** Before the sign-in, so that what it holds is not lost. */
  readonly visit: Visit | null
}

/** Long enough to find a password; several may be under way in as many tabs. */
const LIFETIME_SECONDS = 3600
/** Each is half a kilobyte of the next request, whose head may have 16. */
const UNDER_WAY_AT_MOST = 8

/** Whose attempts they are, and where their cookies go: an attempt for one purpose is none for another. */
export type AttemptPlace = { readonly cookie: string; readonly path: string }

/** Of buyers. */
export const BUYERS: AttemptPlace = { cookie: 'FOYER_SIGN_IN', path: '/openid' }

export type AttemptKeys = AttemptPlace & { readonly key: Buffer; readonly isSecure: boolean }

export const newSecrets = (): AttemptSecrets => ({
  state: randomState(),
  nonce: randomNonce(),
  verifier: randomPKCECodeVerifier(),
})

export function newAttempt(path: string, visit: Visit | null): SignInAttempt {
  return { ...newSecrets(), path, visit }
}

/**
 * The cookie has to come along when the provider sends the visitor back, so it is not strict. It has no other purpose.
 * A visitor who has begun many times without coming back begins anew: the attempts before are dropped.
 * @param keys They sign it, so that no other party can make one.
 */
export function keepAttempt(reply: FastifyReply, attempt: AttemptSecrets, keys: AttemptKeys): void {
  const { path, isSecure } = keys
  const before = Object.keys(reply.request.cookies).filter(name => name.startsWith(`${keys.cookie}_`))
  if (before.length >= UNDER_WAY_AT_MOST) for (const name of before) reply.clearCookie(name, { path })
  const content = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  reply.setCookie(nameOf(attempt.state, keys), `${content}.${signature(keys, content)}`, {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: LIFETIME_SECONDS,
  })
}

/** The attempt that an answer of the provider belongs to; undefined when this browser has begun none such, or ended it. */
export function attemptOf<Attempt extends AttemptSecrets = SignInAttempt>(
  request: FastifyRequest,
  state: string,
  keys: AttemptKeys,
): Attempt | undefined {
  const [content = '', signed = ''] = (request.cookies[nameOf(state, keys)] ?? '').split('.')
  if (content === '' || !isSameText(signed, signature(keys, content))) return undefined
  // Signed by ourselves for this place: it is what was kept.
  const attempt = JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as Attempt
  return isSameText(attempt.state, state) ? attempt : undefined
}

export function endAttempt(reply: FastifyReply, state: string, keys: AttemptKeys): void {
  reply.clearCookie(nameOf(state, keys), { path: keys.path })
}

const nameOf = (state: string, { cookie }: AttemptPlace): string =>
  `${cookie}_${state.replaceAll(/[^\w-]/g, '').slice(0, 12)}`

function signature({ key, cookie }: AttemptKeys, content: string): string {
  return createHmac('sha256', key).update(`sign-in ${cookie} ${content}`).digest('base64url')
}

/** Where a visitor who gave no address goes on. */
export const HOME = '/'

/**
 * The path to go on at after a sign-in: one of this shop, or home. Only the path of an address counts, so that no link
 * of ours leads to another site. No address that signs in itself counts, but that of an order, which then leads on.
 */
export function pathToReturnTo(requested: string | undefined): string {
  if (requested === undefined || !/^\/(?![/\\])/.test(requested) || requested.length > LONGEST_PATH) return HOME
  const { origin, pathname } = new URL(requested, NOWHERE)
  const isPage = !NOT_A_PAGE.test(pathname) || SIGN_IN_FOR_ORDER.test(pathname)
  const isOurs = origin === NOWHERE && !pathname.startsWith('//') && isPage
  return isOurs ? pathname : HOME
}

const LONGEST_PATH = 1000
const NOWHERE = 'https://nowhere.invalid'
const SIGN_IN_FOR_ORDER = /^\/openid\/(event|subscription)\/[^/]+\/reservation\/[^/]+$/
const NOT_A_PAGE = /^\/(openid|api|admin|assets|file)(\/|$)/

/** Informs the next page that a person has just signed in for the first time; the page says so and deletes it. */
const SIGNED_UP_COOKIE = 'FOYER_SIGNED_UP'
const SIGNED_UP_SECONDS = 300

export function markSignedUp(reply: FastifyReply, { isSecure }: { readonly isSecure: boolean }): void {
  reply.setCookie(SIGNED_UP_COOKIE, 'true', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: SIGNED_UP_SECONDS,
  })
}

/** Has the visitor just signed up? Asked once: the next page will not know. */
export function hasJustSignedUp(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.cookies[SIGNED_UP_COOKIE] !== 'true') return false
  reply.clearCookie(SIGNED_UP_COOKIE, { path: '/' })
  return true
}
