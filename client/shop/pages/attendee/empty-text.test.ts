import { expect, test } from 'vitest'
import type { AdditionalField } from '#contract/ticket.ts'
import { emptyTextOf } from './empty-text.ts'

test.each<[AdditionalField['type'] | undefined, string]>([
  ['input:text', 'foyer.empty.enter'],
  ['textarea', 'foyer.empty.enter'],
  ['input:dateOfBirth', 'foyer.empty.enter'],
  ['select', 'foyer.empty.choose'],
  ['country', 'foyer.empty.choose'],
  ['radio', 'foyer.empty.choose'],
  ['checkbox', 'foyer.empty.choose'],
  [undefined, 'error.emptyField'],
])('a question of the type %s that is not answered is told as %s', (type, key) => {
  expect(emptyTextOf(type && { type })).toBe(key)
})
