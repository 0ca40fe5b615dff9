import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Instant, hours, instant } from '#domain/foundation/instant.ts'
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
export function readSession(id: string, now: Instant, { sign }: SessionKeys): Session | undefined {
  const parts = id.split('.')
  const signed = parts.pop() ?? ''
  const [uuid, begin, kind, ...rest] = parts
  if (!uuid || !begin || rest.length > 0 || (kind !== undefined && kind !== SIGNED_IN)) return undefined
  if (!isSameText(signed, signature(sign, parts.join('.')))) return undefined
  const startedAt = instant(Number.parseInt(begin, 36))
  return now - startedAt < SESSION_LIFETIME_MS ? { uuid, startedAt, isSignedIn: kind === SIGNED_IN } : undefined
}

export const needsRenewal = ({ startedAt }: Session, now: Instant): boolean => now - startedAt >= SESSION_RENEWAL_MS

/** The plain anti-forgery token of a session, as printed in a page. */
export function antiForgeryToken({ uuid }: Session, { antiForgery }: SessionKeys): string {
  return createHmac('sha256', antiForgery).update(uuid).digest('base64url')
}

/** The token masked afresh, so that a compressed answer never repeats it. Every masked form of a session stays good. */
export function maskedToken(session: Session, keys: SessionKeys): string {
  const token = Buffer.from(antiForgeryToken(session, keys), 'base64url')
  const mask = randomBytes(token.length)
  return Buffer.concat([mask, xor(mask, token)]).toString('base64url')
}

/** Accepts the plain and the masked form (shop contract 1). */
export function isTokenOf(session: Session, presented: string, keys: SessionKeys): boolean {
  const token = Buffer.from(antiForgeryToken(session, keys), 'base64url')
  const bytes = Buffer.from(presented, 'base64url')
  const plain =
    bytes.length === token.length * 2 ? xor(bytes.subarray(0, token.length), bytes.subarray(token.length)) : bytes
  return plain.length === token.length && timingSafeEqual(plain, token)
}

function signature(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function xor(a: Uint8Array, b: Uint8Array): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)))
}
