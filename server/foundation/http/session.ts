import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Instant, hours, instant } from '#domain/foundation/instant.ts'
import { freshBytes } from '#server/foundation/base/random.ts'
import { isSameText } from '#server/foundation/base/text.ts'

/**
 * A visitor's session. An anonymous one carries nothing but its identity, so it is a signed name instead of a row:
 * `<uuid>.<begin, base 36>.<signature>`. The anti-forgery token is bound to the uuid, which survives renewal. The
 * session of a signed-in person says so, `<uuid>.<begin>.signed-in.<signature>`, so that only those are looked up.
 */
export type Session = { readonly uuid: string; readonly startedAt: Instant; readonly isSignedIn: boolean }

export type SessionKeys = { readonly sign: Buffer; readonly antiForgery: Buffer }

/** A session ends 4 hours after its last renewal (shop contract 1); one in use is renewed after the first. */
export const SESSION_LIFETIME_MS = hours(4)
export const SESSION_RENEWAL_MS = hours(1)

const SIGNED_IN = 'signed-in'

export function beginSession(now: Instant): Session {
  return { uuid: randomUUID(), startedAt: now, isSignedIn: false }
}

/** Another one than before the sign-in: who knew that one gains nothing. */
export function beginSignedInSession(now: Instant): Session {
  return { ...beginSession(now), isSignedIn: true }
}

export function sessionId({ uuid, startedAt, isSignedIn }: Session, { sign }: SessionKeys): string {
  const name = [uuid, startedAt.toString(36), ...(isSignedIn ? [SIGNED_IN] : [])].join('.')
  return `${name}.${signature(sign, name)}`
}

/** Reads a session id; undefined when it is not ours, or has ended. */
export function readSession(id: string, now: Instant, keys: SessionKeys): Session | undefined {
  const session = verifiedSession(id, keys)
  return session && now - session.startedAt < SESSION_LIFETIME_MS ? session : undefined
}

/** So many visitors' signatures are verified once and not at each call; what was forged is not kept. */
const KEPT_SESSIONS = 10_000

const verified = new WeakMap<SessionKeys, LRUCache<string, Session>>()

function verifiedSession(id: string, keys: SessionKeys): Session | undefined {
  const kept = verified.get(keys) ?? new LRUCache<string, Session>({ max: KEPT_SESSIONS })
  verified.set(keys, kept)
  const session = kept.get(id) ?? verify(id, keys)
  if (session) kept.set(id, session)
  return session
}

function verify(id: string, { sign }: SessionKeys): Session | undefined {
  const parts = id.split('.')
  const signed = parts.pop() ?? ''
  const [uuid, begin, kind, ...rest] = parts
  if (!uuid || !begin || rest.length > 0 || (kind !== undefined && kind !== SIGNED_IN)) return undefined
  if (!isSameText(signed, signature(sign, parts.join('.')))) return undefined
  return { uuid, startedAt: instant(Number.parseInt(begin, 36)), isSignedIn: kind === SIGNED_IN }
}

export const needsRenewal = ({ startedAt }: Session, now: Instant): boolean => now - startedAt >= SESSION_RENEWAL_MS

const tokens = new WeakMap<SessionKeys, WeakMap<Session, Buffer>>()

/** The plain anti-forgery token; computed once for a session that is kept. */
function tokenBytes(session: Session, keys: SessionKeys): Buffer {
  const kept = tokens.get(keys) ?? new WeakMap<Session, Buffer>()
  tokens.set(keys, kept)
  const token = kept.get(session) ?? createHmac('sha256', keys.antiForgery).update(session.uuid).digest()
  kept.set(session, token)
  return token
}

/** The token masked afresh, so that a compressed answer never repeats it. Every masked form of a session stays good. */
export function maskedToken(session: Session, keys: SessionKeys): string {
  const token = tokenBytes(session, keys)
  const mask = freshBytes(token.length)
  return Buffer.concat([mask, xor(mask, token)]).toString('base64url')
}

/** Accepts the plain and the masked form (shop contract 1). */
export function isTokenOf(session: Session, presented: string, keys: SessionKeys): boolean {
  const token = tokenBytes(session, keys)
  const bytes = Buffer.from(presented, 'base64url')
  const plain =
    bytes.length === token.length * 2 ? xor(bytes.subarray(0, token.length), bytes.subarray(token.length)) : bytes
  return plain.length === token.length && timingSafeEqual(plain, token)
}

function signature(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function xor(a: Uint8Array, b: Uint8Array): Buffer {
  const result = Buffer.allocUnsafe(a.length)
  for (const [index, byte] of a.entries()) result[index] = byte ^ (b[index] ?? 0)
  return result
}
