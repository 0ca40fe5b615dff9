import { expect } from 'vitest'
import type { Reply } from '../../support/buyer/buyer.ts'
import { type Row, rowNamed } from './rows.ts'

/** Provokes a row in a shop that is open for it. */
export type Case<Fixture> = (at: Fixture) => Promise<Reply>

/** By the names of their rows. */
export type Cases<Fixture> = Readonly<Record<string, Case<Fixture>>>

/** Rows at which we answer otherwise than the reference, with the reason; `errors` is empty where we accept it. */
export type Differences<Fixture> = Readonly<
  Record<string, { readonly provoke: Case<Fixture>; readonly errors: readonly string[]; readonly why: string }>
>

/** The error of a row, and no other, is in the answer as section 6 says. */
export function expectErrors(answer: Reply, name: string): void {
  const row = rowNamed(name)
  expect(answer).toMatchObject({ status: 422, value: { success: false } })
  const reported = errorLines(answer)
  expect(answer.value).toHaveProperty('errorCount', reported.length)
  if (row.field === 'G') expect(reported.filter(line => line === lineOf(row))).toEqual([lineOf(row)])
  else expect(reported.toSorted()).toEqual([lineOf(row), ...besideIt(row)].toSorted())
}

type ReportedError = {
  readonly fieldName: string
  readonly code: string
  readonly arguments: Record<string, string | number> | null
}

/** The errors of an answer, as rows say it: "tickets[uuid].email error.email". */
export function errorLines({ status, value }: Reply): string[] {
  if (status === 200) return []
  // The decoding edge: `ask` has checked the answer against the contract.
  const { validationErrors } = value as { validationErrors: readonly ReportedError[] }
  return validationErrors.map(({ fieldName, code, arguments: sentArguments }) =>
    lineOf({ field: placeOf(fieldName), code, argument: argumentOf(sentArguments) }),
  )
}

const lineOf = ({
  field,
  code,
  argument,
}: Pick<Row, 'field' | 'code'> & { readonly argument: string | number | null }): string =>
  argument === null ? `${field} ${code}` : `${field} ${code} (${argument})`

function argumentOf(sentArguments: ReportedError['arguments']): string | number | null {
  if (sentArguments === null) return null
  expect(Object.keys(sentArguments)).toEqual(['0'])
  return sentArguments['0'] ?? null
}

const WHOLE_FORMS = new Set(['', 'contactAndTicketsForm', 'paymentForm'])

function placeOf(fieldName: string): string {
  if (WHOLE_FORMS.has(fieldName)) return 'G'
  return fieldName
    .replace(/\[[0-9a-f-]{36}\]/, '[uuid]')
    .replaceAll(/\[\d+\]/g, '[i]')
    .replace(/\[(?!uuid|i\])[\w-]+\]/, '[name]')
}

const INVALID_VAT = 'error.STEP_2_INVALID_VAT'

/** An error of a ticket is one of the whole form, too; a wrong VAT number of a ticket by itself twice. */
function besideIt({ call, field, code }: Row): string[] {
  if (call === 'C' && /^(tickets|additionalServices)\[/.test(field)) {
    return [`G ${code === INVALID_VAT ? code : 'error.STEP_2_MISSING_ATTENDEE_DATA'}`]
  }
  if (call !== 'T' || code !== INVALID_VAT) return []
  return [`${field.endsWith('[i]') ? field.slice(0, -'[i]'.length) : `${field}[i]`} ${code}`]
}
