import { expect, test } from 'vitest'
import { after, hours } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import {
  type Session,
  type SessionKeys,
  SESSION_LIFETIME_MS,
  beginSession,
  isTokenOf,
  maskedToken,
  needsRenewal,
  readSession,
  sessionId,
} from './session.ts'

const keys = { sign: Buffer.alloc(32, 1), antiForgery: Buffer.alloc(32, 2) }
const otherKeys = { sign: Buffer.alloc(32, 3), antiForgery: Buffer.alloc(32, 4) }
/** The token without its mask, as clients may send it. */
function plainToken(of: Session, keysOf: SessionKeys): string {
  const bytes = Buffer.from(maskedToken(of, keysOf), 'base64url')
  const [mask, masked] = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)]
  return Buffer.from(masked.map((byte, index) => byte ^ (mask[index] ?? 0))).toString('base64url')
}

const session = beginSession(SOME_DAY)

test('a session id leads back to its session', () => {
  expect(readSession(sessionId(session, keys), SOME_DAY, keys)).toEqual(session)
})

test('two visitors have two sessions', () => {
  expect(beginSession(SOME_DAY).uuid).not.toBe(session.uuid)
})

test.each([
  ['the signature of another shop', sessionId(session, otherKeys)],
  [
    'a longer life than was signed',
    sessionId(session, keys).replace(/\.[^.]+\./, `.${after(SOME_DAY, hours(9)).toString(36)}.`),
  ],
  ['another visitor than was signed', sessionId(session, keys).replace(/^[^.]+/, beginSession(SOME_DAY).uuid)],
  ['a part more', `${sessionId(session, keys)}.x`],
  ['a part less', sessionId(session, keys).replace(/\.[^.]+$/, '')],
  ['nothing', ''],
])('an id with %s is no session', (_, id) => {
  expect(readSession(id, SOME_DAY, keys)).toBeUndefined()
})

test('a session ends four hours after it was renewed, and is due for renewal after the first', () => {
  const id = sessionId(session, keys)
  expect(readSession(id, after(SOME_DAY, SESSION_LIFETIME_MS - 1), keys)).toEqual(session)
  expect(readSession(id, after(SOME_DAY, SESSION_LIFETIME_MS), keys)).toBeUndefined()
  expect(needsRenewal(session, after(SOME_DAY, hours(1) - 1))).toBe(false)
  expect(needsRenewal(session, after(SOME_DAY, hours(1)))).toBe(true)
})

test('the plain anti-forgery token, as printed in a page, is good', () => {
  expect(isTokenOf(session, plainToken(session, keys), keys)).toBe(true)
})

test('every masked token is good, and no two are the same', () => {
  const tokens = Array.from({ length: 20 }, () => maskedToken(session, keys))
  expect(new Set(tokens).size).toBe(20)
  expect(tokens.every(token => isTokenOf(session, token, keys))).toBe(true)
})

test('a token survives the renewal of its session', () => {
  const renewed = { ...session, startedAt: after(SOME_DAY, hours(2)) }
  expect(isTokenOf(renewed, maskedToken(session, keys), keys)).toBe(true)
})

test.each([
  ['of another visitor', plainToken(beginSession(SOME_DAY), keys)],
  ['of another visitor, masked', maskedToken(beginSession(SOME_DAY), keys)],
  ['of another shop', plainToken(session, otherKeys)],
  ['cut short', plainToken(session, keys).slice(0, -2)],
  ['that is empty', ''],
  ['of zeros', Buffer.alloc(64).toString('base64url')],
  ['that is no base64', '***'],
])('a token %s is refused', (_, token) => {
  expect(isTokenOf(session, token, keys)).toBe(false)
})
