import { expect, test } from 'vitest'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { type PassUse, entriesToUse } from './use-pass.ts'

const now = instant(1_800_000_000_000)
const usable: PassUse = {
  status: 'ACQUIRED',
  valid: { from: null, to: null },
  usage: 'UNLIMITED',
  maxEntries: null,
  used: 0,
  usedAtEvent: 0,
  now,
}

test.each<[string, Partial<PassUse>, number | null]>([
  ['any number', { used: 400, usedAtEvent: 3 }, null],
  ['what is left', { maxEntries: 10, used: 7, usedAtEvent: 3 }, 3],
  ['one an event', { usage: 'ONCE_PER_EVENT', used: 9 }, 1],
  ['one an event, of those left', { usage: 'ONCE_PER_EVENT', maxEntries: 10, used: 9 }, 1],
  ['up to its last moment', { valid: { from: null, to: now } }, null],
  ['from its first moment on', { valid: { from: now, to: null } }, null],
])('%s', (_, changes, entries) => {
  expect(entriesToUse({ ...usable, ...changes })).toEqual({ ok: true, value: entries })
})

test.each<[string, Partial<PassUse>]>([
  ['subscription.not.acquired', { status: 'PENDING' }],
  ['subscription.not.acquired', { status: 'CANCELLED' }],
  ['subscription.not.valid', { valid: { from: after(now, 1), to: null } }],
  ['subscription.expired', { valid: { from: null, to: after(now, -1) } }],
  ['subscription.max-usage-reached', { maxEntries: 10, used: 10 }],
  ['subscription.max-usage-reached', { maxEntries: 10, used: 11 }],
  ['subscription.max-usage-reached', { usage: 'ONCE_PER_EVENT', maxEntries: 1, used: 1, usedAtEvent: 1 }],
  ['subscription.max-usage-reached-per-event', { usage: 'ONCE_PER_EVENT', used: 1, usedAtEvent: 1 }],
  // The first problem is returned.
  ['subscription.not.acquired', { status: 'PENDING', valid: { from: after(now, minutes(1)), to: null } }],
])('%s', (code, changes) => {
  expect(entriesToUse({ ...usable, ...changes })).toMatchObject({ ok: false, problems: [{ code }] })
})
