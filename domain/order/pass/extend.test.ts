import { describe, expect, test } from 'vitest'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { type PassExtension, extendedPass } from './validity.ts'

const END = after(SOME_DAY, days(10))
const LATER = after(END, days(1))
const TEN = { status: 'ACQUIRED', maxEntries: 10, valid: { from: null, to: END } } as const
const NOTHING: PassExtension = { validTo: null, maxEntries: null }

describe('a bought pass', () => {
  test.each<[string, Partial<PassExtension>, object]>([
    ['a later end', { validTo: LATER }, { validTo: LATER, maxEntries: 10 }],
    ['more entries', { maxEntries: 12 }, { validTo: END, maxEntries: 12 }],
    ['both', { validTo: LATER, maxEntries: 11 }, { validTo: LATER, maxEntries: 11 }],
    ['what it has already', { validTo: END, maxEntries: 10 }, { validTo: END, maxEntries: 10 }],
  ])('can be given %s', (_, asked, value) => {
    expect(extendedPass(TEN, { ...NOTHING, ...asked })).toEqual({ ok: true, value })
  })

  test.each<[string, Parameters<typeof extendedPass>[0], Partial<PassExtension>, string]>([
    ['an earlier end', TEN, { validTo: SOME_DAY }, 'extension-shorter'],
    ['fewer entries', TEN, { maxEntries: 9 }, 'extension-fewer'],
    [
      'an end where it has none',
      { ...TEN, valid: { from: null, to: null } },
      { validTo: LATER },
      'extension-of-endless',
    ],
    ['a number where it has none', { ...TEN, maxEntries: null }, { maxEntries: 99 }, 'extension-of-unlimited'],
    ['anything before it is paid', { ...TEN, status: 'PENDING' }, { maxEntries: 12 }, 'extension-of-unsold'],
    ['anything once it was taken back', { ...TEN, status: 'CANCELLED' }, { maxEntries: 12 }, 'extension-of-unsold'],
    ['nothing', TEN, {}, 'extension-of-nothing'],
  ])('can’t be given %s', (_, pass, asked, code) => {
    const outcome = extendedPass(pass, { ...NOTHING, ...asked })
    expect(outcome.ok ? [] : outcome.problems.map(found => found.code)).toEqual([code])
  })
})
