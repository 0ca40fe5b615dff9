import { expect, test } from 'vitest'
import type { AdditionalField } from '#contract/ticket.ts'
import { emptyProblem, emptyTextOf } from './field-errors.ts'

test.each<[AdditionalField['type'] | undefined, string]>([
  ['input:text', 'foyer.empty.enter'],
  ['textarea', 'foyer.empty.enter'],
  ['input:dateOfBirth', 'foyer.empty.enter'],
  ['select', 'foyer.empty.choose'],
  ['country', 'foyer.empty.choose'],
  ['radio', 'foyer.empty.choose'],
  ['checkbox', 'foyer.empty.choose'],
  [undefined, 'error.emptyField'],
])('an unanswered question of the type %s gets the text %s', (type, key) => {
  expect(emptyTextOf(type && { type })).toBe(key)
})

test.each([
  ['tickets.a.firstName', undefined, 'error.STEP_2_EMPTY_FIRSTNAME'],
  ['lastName', undefined, 'error.STEP_2_EMPTY_LASTNAME'],
  ['email', undefined, 'foyer.empty.email'],
  ['tickets.a.additional.meal', { required: true }, 'error.emptyField'],
  ['tickets.a.additional.email', { required: false }, undefined],
  ['customerReference', undefined, undefined],
])('the field %s of %o left empty gets the code %s', (field, question, code) => {
  expect(emptyProblem(field, question)?.code).toBe(code)
})
