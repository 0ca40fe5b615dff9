import { describe, expect, test } from 'vitest'
import { translator } from './language-context.ts'

describe('a translation', () => {
  const t = translator({ greeting: 'Hello {{0}}', left: '{{0}} left' }, { left: 'only {{0}}!' })

  test('fills its arguments in', () => expect(t('greeting', 'Ada')).toBe('Hello Ada'))
  test('prefers the words of the event', () => expect(t('left', 9)).toBe('only 9!'))
  test('shows a key that has no words as itself', () => expect(t('error.unheard-of')).toBe('error.unheard-of'))
})
