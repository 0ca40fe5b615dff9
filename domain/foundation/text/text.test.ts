import { describe, expect, test } from 'vitest'
import { CLIENT_PLACEHOLDER, escapeHtml, fill, unescapeHtml } from './text.ts'

describe('filling a text', () => {
  test('replaces each number by its argument, as often as it occurs', () => {
    expect(fill('{{1}} of {{0}}, {{1}}', ['all', 'some'], CLIENT_PLACEHOLDER)).toBe('some of all, some')
  })
  test('leaves out what has no argument', () =>
    expect(fill('{{0}} and {{1}}', ['one'], CLIENT_PLACEHOLDER)).toBe('one and '))
  test('does not fill an argument into another', () =>
    expect(fill('{{0}}', ['{{0}} {{1}}'], CLIENT_PLACEHOLDER)).toBe('{{0}} {{1}}'))
  test('leaves single braces alone', () => expect(fill('{0}', ['x'], CLIENT_PLACEHOLDER)).toBe('{0}'))
})

test('a text that was made safe for HTML is read as it was', () => {
  const text = `&amp; "Rock" & 'Roll' <live> &#39;`
  expect(unescapeHtml(escapeHtml(text))).toBe(text)
})
