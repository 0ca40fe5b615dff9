import { describe, expect, test } from 'vitest'
import { fill, translator } from './texts.ts'

describe('a translation', () => {
  const t = translator({ greeting: 'Hello {{0}}', left: '{{0}} left' }, { left: 'only {{0}}!' })

  test('fills its arguments in', () => expect(t('greeting', 'Ada')).toBe('Hello Ada'))
  test('prefers the words of the event', () => expect(t('left', 9)).toBe('only 9!'))
  test('shows a key that has no words as itself', () => expect(t('error.unheard-of')).toBe('error.unheard-of'))
})

describe('filling a text', () => {
  test('puts each argument where its number stands, as often as it stands there', () => {
    expect(fill('{{1}} of {{0}}, {{1}}', ['all', 'some'])).toBe('some of all, some')
  })
  test('leaves out what has no argument', () => expect(fill('{{0}} and {{1}}', ['one'])).toBe('one and '))
  test('does not fill an argument into another', () => expect(fill('{{0}}', ['{{0}} {{1}}'])).toBe('{{0}} {{1}}'))
  test('leaves single braces alone', () => expect(fill('{0}', ['x'])).toBe('{0}'))
})
