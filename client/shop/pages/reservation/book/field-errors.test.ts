import { expect, test } from 'vitest'
import { problemFromWire, type WireProblem } from '#client/api/answer.ts'
import { hasControl, sortProblems } from './field-errors.ts'

const aProblem = (field: string, code: string, ...args: string[]): WireProblem => ({ field, code, args })
const everyTicket = (path: string) => path.startsWith('tickets.') || path === 'email'

test('a ticket field of the wire finds its control', () => {
  const problem = problemFromWire({
    fieldName: 'tickets[207f224c-1df6].firstName',
    code: 'error.STEP_2_EMPTY_FIRSTNAME',
    arguments: null,
  })
  expect(problem.field).toBe('tickets.207f224c-1df6.firstName')
  expect(hasControl(problem.field, ['207f224c-1df6'], true)).toBe(true)
})

test.each([
  ['email', true],
  ['tickets.a.email', true],
  ['tickets.unknown.email', false],
  ['tickets.a.additional.meal.0', false],
  ['tickets.a', false],
  ['vatNr', false],
  ['contactAndTicketsForm', false],
])('%s has a control: %s', (path, expected) => {
  expect(hasControl(path, ['a'], true)).toBe(expected)
})

test('attendee fields have no control while the assignment is postponed', () => {
  expect(hasControl('tickets.a.email', ['a'], false)).toBe(false)
})

test('a problem without a control belongs to the whole form', () => {
  const { fields, global } = sortProblems(
    [aProblem('email', 'error.STEP_2_EMPTY_EMAIL'), aProblem('contactAndTicketsForm', 'error.generic')],
    everyTicket,
  )
  expect(fields).toEqual([aProblem('email', 'error.STEP_2_EMPTY_EMAIL')])
  expect(global).toEqual([aProblem('contactAndTicketsForm', 'error.generic')])
})

test('what is told twice is shown once, and a field shows one problem at a time', () => {
  const again = aProblem('tickets.a.email', 'error.email')
  const whole = aProblem('contactAndTicketsForm', 'error.generic')
  const { fields, global } = sortProblems(
    [again, again, aProblem('tickets.a.email', 'error.tooLong', '255'), whole, whole],
    everyTicket,
  )
  expect(fields).toEqual([again])
  expect(global).toEqual([whole])
})

test('missing attendee data is told for the whole form only when no field tells it', () => {
  const companion = aProblem('contactAndTicketsForm', 'error.STEP_2_MISSING_ATTENDEE_DATA')
  expect(sortProblems([aProblem('email', 'error.STEP_2_EMPTY_EMAIL'), companion], everyTicket).global).toEqual([])
  expect(sortProblems([companion], everyTicket).global).toEqual([companion])
})

test('problems are told in the order of the page', () => {
  const problems = ['email', 'firstName', 'tickets.a.firstName', 'lastName'].map(field =>
    aProblem(field, 'error.emptyField'),
  )
  const { fields } = sortProblems(problems, () => true)
  expect(fields.map(({ field }) => field)).toEqual(['firstName', 'lastName', 'email', 'tickets.a.firstName'])
})
