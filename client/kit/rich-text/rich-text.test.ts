import { expect, test } from 'vitest'
import { asPlainText } from './rich-text.tsx'

test('a value put into a text with markup brings no markup of its own', () => {
  expect(asPlainText('<b>"Ada" & \'Co\'</b>')).toBe('&#60;b&#62;&#34;Ada&#34; &#38; &#39;Co&#39;&#60;/b&#62;')
  expect(asPlainText('ada@example.org')).toBe('ada@example.org')
})
