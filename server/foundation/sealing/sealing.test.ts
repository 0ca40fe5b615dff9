import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sealingBy } from './sealing.ts'

const key = randomBytes(32)
const sealing = sealingBy(key)
const text = 'sk_live_whispered 漢字 \n'

test('what is sealed is opened at its place, and shows nothing of its content', () => {
  const sealed = sealing.seal(text, 'here')
  expect(sealed).not.toContain('whispered')
  expect(sealed.startsWith(sealing.prefix)).toBe(true)
  expect(sealing.open(sealed, 'here')).toBe(text)
})

test('the same text is sealed in another way each time', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => sealing.seal(text, 'here')))
  expect(sealed.size).toBe(100)
})

test('a text that was never sealed is its own content; one that only looks sealed when it is stated is kept', () => {
  expect(sealing.open('plain', 'here')).toBe('plain')
  const disguised = sealing.seal('anything', 'elsewhere')
  expect(sealing.open(sealing.seal(disguised, 'here'), 'here')).toBe(disguised)
})

describe('is not opened', () => {
  const sealed = sealing.seal(text, 'here')
  const [, content = ''] = /:([^:]*)$/.exec(sealed) ?? []
  const flipped = (index: number) => {
    const bytes = Buffer.from(content, 'base64')
    bytes[index] = (bytes[index] ?? 0) ^ 1
    return sealing.prefix + bytes.toString('base64')
  }

  test.each([
    ['at another place', sealed, 'there', sealing],
    ['by another key', sealed, 'here', sealingBy(randomBytes(32))],
    ['with another nonce', flipped(0), 'here', sealing],
    ['with another tag', flipped(12), 'here', sealing],
    ['with another content', flipped(28), 'here', sealing],
    ['cut off', sealed.slice(0, -4), 'here', sealing],
    ['without anything', sealing.prefix, 'here', sealing],
    ['as plain text', 'sealed-1:00000000:', 'here', sealing],
  ])('%s', (_, written, place, by) => {
    expect(by.open(written, place)).toBeNull()
  })
})

test('an older key opens, and the current one seals', () => {
  const next = sealingBy(randomBytes(32), [key])
  expect(next.open(sealing.seal(text, 'here'), 'here')).toBe(text)
  expect(sealing.open(next.seal(text, 'here'), 'here')).toBeNull()
  expect(next.prefix).not.toBe(sealing.prefix)
})
