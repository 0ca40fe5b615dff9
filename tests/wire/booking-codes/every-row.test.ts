import { expect, test } from 'vitest'
import * as codes from '#contract/error-codes.ts'
import { WRONG_NUMBER_AS_A_WHOLE } from './answer-cases.ts'
import { DETAILS_DIFFERENCES } from './details-cases.ts'
import { provokedRows as provoked } from './provoked.ts'
import { OWN_ROWS, REFERENCE, nameOf, rowNamed } from './rows.ts'
import { servedLater } from './served-later.ts'
import { PROVIDER_DIFFERENCES, PROVIDER_REASON_CASES } from './provider-cases.ts'
import { TICKET_DIFFERENCES } from './ticket-cases.ts'

// The tests beside this one run every case there is; here each row of section 6 has one, and each case its row.

const differences: readonly (readonly [string, { readonly errors: readonly string[]; readonly why: string }])[] = [
  ...Object.entries(DETAILS_DIFFERENCES),
  ...Object.entries(TICKET_DIFFERENCES),
  ...Object.entries(PROVIDER_DIFFERENCES),
]
const different = differences.map(([name]) => name)
const later = [...servedLater.values()].flat()

test('each row of section 6 is provoked, answered otherwise for a reason, or waits for its step, and nothing else is', () => {
  const rows = [...REFERENCE, ...OWN_ROWS].map(nameOf)
  expect(rows.length).toBeGreaterThan(180)
  expect(new Set(rows).size).toBe(rows.length)
  expect([...provoked, ...different, ...later].toSorted()).toEqual(rows.toSorted())
})

test('most rows are provoked as they are written', () => {
  expect(provoked.length).toBeGreaterThan(120)
  expect(different).toHaveLength(26)
  expect([...servedLater].map(([step, rows]) => [step, rows.length])).toEqual([['Extensions', 5]])
})

test('a difference says why, and names a row of ours or nothing', () => {
  for (const [, { errors: instead, why }] of differences) {
    expect(why).toMatch(/^[A-Z].{20,}\.$/)
    expect(instead.every(line => line.includes('error.'))).toBe(true)
  }
})

const rowsAt = (calls: string) => provoked.map(rowNamed).filter(({ call }) => calls.includes(call))
const linesAt = (calls: string) => new Set(rowsAt(calls).map(({ field, code }) => `${field} ${code}`))
/** The errors of the rows of the details that are answered otherwise, without their arguments. */
const insteadLines = Object.values(DETAILS_DIFFERENCES).flatMap(({ errors: lines }) =>
  lines.map(line => line.replace(/ \(\d+\)$/, '')),
)
const codesAt = (calls: string) => new Set(rowsAt(calls).map(({ code }) => code))

test('each code of the contract is provoked by a row', () => {
  const ofForm = (problem: string) => problem.replace(/^ /, 'G ')
  expect(codes.DETAILS_CODES.filter(code => !codesAt('C').has(code))).toEqual([])
  expect(codes.WHOLE_FORM_CODES.filter(code => !linesAt('C').has(`G ${code}`))).toEqual([])
  const ofInvoice = new Set([...linesAt('C'), ...insteadLines])
  expect(codes.INVOICE_PROBLEMS.filter(problem => !ofInvoice.has(problem))).toEqual([])
  expect(codes.TICKET_PROBLEMS.filter(problem => !linesAt('T').has(ofForm(problem)))).toEqual([])
  expect(codes.CONFIRM_CODES.filter(code => !linesAt('P').has(`G ${code}`))).toEqual([])
  expect(codes.PAYMENT_FAILURE_REASONS.filter(code => !linesAt('P').has(`reason ${code}`))).toEqual([])
  const warnings = [...codes.DETAILS_WARNINGS, ...codes.INVOICE_WARNINGS]
  expect(warnings.filter(code => !linesAt('C').has(`warning ${code}`))).toEqual([])
  for (const call of ['C', 'T']) expect(codes.ANSWER_CODES.filter(code => !codesAt(call).has(code))).toEqual([])
})

test('each code that a row provokes is one of the contract', () => {
  const expected = new Set<string>([
    ...codes.DETAILS_CODES,
    ...codes.DETAILS_WARNINGS,
    ...codes.INVOICE_PROBLEMS.map(problem => problem.split(' ')[1] ?? ''),
    ...codes.INVOICE_WARNINGS,
    ...codes.ANSWER_CODES,
    ...codes.WHOLE_FORM_CODES,
    ...codes.CONFIRM_CODES,
    ...codes.PAYMENT_FAILURE_REASONS,
    // The reason of a provider is a text of its folder, sent as an argument.
    ...Object.keys(PROVIDER_REASON_CASES).map(name => rowNamed(name).code),
  ])
  expect(Object.keys(WRONG_NUMBER_AS_A_WHOLE)).toHaveLength(2)
  expect([...codesAt('CTP')].filter(code => !expected.has(code))).toEqual([])
})
