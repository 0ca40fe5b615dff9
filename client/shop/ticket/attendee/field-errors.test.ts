import { expect, test } from 'vitest'
import type { WireProblem } from '#client/frame/calls/call-result.ts'
import { sortProblems } from './field-errors.ts'

const aProblem = (field: string, code: string, ...args: string[]): WireProblem => ({ field, code, args })
const CONTROLS = ['firstName', 'lastName', 'email', 'vatNr', 'tickets.a.firstName', 'tickets.a.email']

test('a problem without a control belongs to the whole form', () => {
  const { fields, global } = sortProblems(
    [aProblem('email', 'error.STEP_2_EMPTY_EMAIL'), aProblem('contactAndTicketsForm', 'error.generic')],
    CONTROLS,
  )
  expect(fields).toEqual([aProblem('email', 'error.STEP_2_EMPTY_EMAIL')])
  expect(global).toEqual([aProblem('contactAndTicketsForm', 'error.generic')])
})

test('what is sent twice is shown once, and a field shows one problem at a time', () => {
  const again = aProblem('tickets.a.email', 'error.email')
  const whole = aProblem('contactAndTicketsForm', 'error.generic')
  const { fields, global } = sortProblems(
    [again, again, aProblem('tickets.a.email', 'error.tooLong', '255'), whole, whole],
    CONTROLS,
  )
  expect(fields).toEqual([again])
  expect(global).toEqual([whole])
})

test('missing attendee data is shown for the whole form only when no field shows it', () => {
  const companion = aProblem('contactAndTicketsForm', 'error.STEP_2_MISSING_ATTENDEE_DATA')
  expect(sortProblems([aProblem('email', 'error.STEP_2_EMPTY_EMAIL'), companion], CONTROLS).global).toEqual([])
  expect(sortProblems([companion], CONTROLS).global).toEqual([companion])
})

test('an unknown VAT number is shown for the whole form only when its field does not show it', () => {
  const companion = aProblem('contactAndTicketsForm', 'error.STEP_2_INVALID_VAT')
  expect(sortProblems([aProblem('vatNr', companion.code), companion], CONTROLS).global).toEqual([])
  expect(sortProblems([aProblem('email', 'error.email'), companion], CONTROLS).global).toEqual([companion])
})

test('problems are shown in the order of the page', () => {
  const problems = ['vatNr', 'email', 'tickets.a.firstName', 'firstName'].map(field =>
    aProblem(field, 'error.emptyField'),
  )
  const { fields } = sortProblems(problems, CONTROLS)
  expect(fields.map(({ field }) => field)).toEqual(['firstName', 'email', 'vatNr', 'tickets.a.firstName'])
})
