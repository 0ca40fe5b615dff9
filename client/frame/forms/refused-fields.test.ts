import { describe, expect, test } from 'vitest'
import type { WireProblem } from '../calls/call-result.ts'
import { refusedFields, stillWrong } from './refused-fields.ts'

const MEAL = 'tickets.a.additional.meal'
const form = (email: string, meal: readonly string[] = []) => ({ email, tickets: { a: { additional: { meal } } } })
const about = (field: string, code: string): WireProblem => ({ field, code, args: [] })
const needed = (field: string, value: string) => (value === '' ? about(field, 'empty') : undefined)
const notNeeded = () => undefined

function openAfter(problem: WireProblem, then: unknown, now: unknown, judge = needed): string[] {
  return stillWrong(refusedFields([problem], then), now, judge).map(({ field, code }) => `${field} ${code}`)
}

describe('what was refused', () => {
  const wrong = about('email', 'error.email')

  test('is wrong as long as the field holds it, with space around it too', () => {
    expect(openAfter(wrong, form('eva@'), form('eva@'))).toEqual(['email error.email'])
    expect(openAfter(wrong, form('eva@'), form(' eva@ '))).toEqual(['email error.email'])
    expect(openAfter(wrong, form('eva@'), form('eva@example.org'))).toEqual([])
  })

  test.each([
    ['an answer', form('', ['vegan'])],
    ['several boxes', form('', ['vegan', 'cold'])],
  ])('for being empty is solved by %s, and wrong again without', (_, filled) => {
    const missing = about(MEAL, 'error.emptyField')
    expect(openAfter(missing, form(''), filled, notNeeded)).toEqual([])
    expect(openAfter(missing, form(''), form(''), notNeeded)).toEqual([`${MEAL} error.emptyField`])
    expect(openAfter(missing, form(''), form('', ['  ']), notNeeded)).toEqual([`${MEAL} error.emptyField`])
  })

  test('and then emptied is judged anew', () => {
    expect(openAfter(wrong, form('eva@'), form(' '))).toEqual(['email empty'])
    expect(openAfter(wrong, form('eva@'), form(''), notNeeded)).toEqual([])
  })

  test('of a part that is gone is gone too', () => {
    expect(openAfter(about(MEAL, 'error.tooLong'), form('', ['everything']), { email: '' }, notNeeded)).toEqual([])
  })

  test('of the whole form stays until it is sent again', () => {
    expect(openAfter(about('', 'error.generic'), form(''), form('eva@example.org'))).toEqual([' error.generic'])
  })
})

test('an address that is missing is asked for', () => {
  expect(openAfter(about('email', 'error.email'), form(' '), form(''))).toEqual(['email foyer.empty.email'])
})
