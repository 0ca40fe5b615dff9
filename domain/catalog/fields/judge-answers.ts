import { isCountry, isEuVatCountry } from '#domain/foundation/country/country-codes.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import {
  type RegisterAnswers,
  type VatNumber,
  isWellFormed,
  keyOf,
  vatNumber,
} from '#domain/documents/tax-id/vat-number.ts'
import { type AdditionalField, type Answers, type SentAnswers, isManyfold, readAnswer } from './field.ts'

export type AnswerFacts = {
  /** In the zone of the event, as in 2026-12-31. */
  readonly today: string
  readonly vat: VatFacts
}

/** VAT numbers are those of the organiser's country, as VAT knows it. */
export type VatFacts = {
  readonly country: string | null
  /** Numbers are looked up; otherwise they have to look like one. */
  readonly isVerified: boolean
  /** What the register says. */
  readonly answers: RegisterAnswers
}

type AnswerInput = {
  readonly sent: SentAnswers
  readonly stored: Answers
  /** Where the answers are in the form, such as `tickets[<id>].`. */
  readonly path: string
}

/**
 * Judges the answers to these fields (booking contract section 6, rows {a}). An answer that was not sent is the one
 * that is stored. An option that is switched off stays valid as the stored answer.
 */
export function judgeAnswers(fields: readonly AdditionalField[], input: AnswerInput, facts: AnswerFacts): Problem[] {
  return fields.flatMap(field => {
    const stored = input.stored.get(field.id) ?? []
    const values = input.sent.get(field.name) ?? stored
    const path = `${input.path}additional[${field.name}]`
    if (readAnswer(field, values).length === 0) return judgeMissing(field, path)
    return values.flatMap((raw, index) => {
      const value = raw?.trim() ?? ''
      const isJudged = value !== '' && (index === 0 || isManyfold(field))
      const found = isJudged ? judgeValue(field, value, { ...facts, isStored: stored.includes(value) }) : null
      return found === null ? [] : [{ ...found, field: `${path}[${index}]` }]
    })
  })
}

/** The numbers that `judgeAnswers` will want to know about. */
export function numbersToVerify(
  fields: readonly AdditionalField[],
  input: Omit<AnswerInput, 'path'>,
  { country, isVerified }: Omit<VatFacts, 'answers'>,
): VatNumber[] {
  if (country === null || !isVerified || !isEuVatCountry(country)) return []
  return fields
    .filter(({ type }) => type === 'VAT_NUMBER')
    .flatMap(field => readAnswer(field, input.sent.get(field.name) ?? input.stored.get(field.id) ?? []))
    .map(text => vatNumber(country, text))
}

/** Of several boxes one has to be ticked, so that none of them is wrong by itself. */
function judgeMissing(field: AdditionalField, path: string): Problem[] {
  if (!field.isRequired) return []
  if (field.type === 'VAT_NUMBER') return [problem(INVALID_VAT, { field: `${path}[0]` })]
  return [problem('error.emptyField', { field: isManyfold(field) ? path : `${path}[0]` })]
}

const INVALID_VAT = 'error.STEP_2_INVALID_VAT'
const RESTRICTED = problem('error.restrictedValue')

type ValueFacts = AnswerFacts & { readonly isStored: boolean }

/** Null: nothing is wrong with it. */
function judgeValue(field: AdditionalField, value: string, facts: ValueFacts): Problem | null {
  switch (field.type) {
    case 'TEXT':
    case 'PHONE':
    case 'LONG_TEXT':
      return judgeLength(field, value)
    case 'DATE_OF_BIRTH':
      return judgeBirth(field, value, facts.today)
    case 'VAT_NUMBER':
      return judgeVatNumber(value, facts.vat)
    case 'COUNTRY':
      return field.options.length > 0 ? judgeOption(field, value, facts) : isCountry(value) ? null : RESTRICTED
    case 'SELECT':
    case 'RADIO':
    case 'CHECKBOX':
      return judgeOption(field, value, facts)
  }
}

function judgeLength({ minimum, maximum }: AdditionalField, value: string): Problem | null {
  if (minimum !== null && value.length < minimum) return problem('error.tooShort', { args: [minimum] })
  return maximum !== null && value.length > maximum ? problem('error.tooLong', { args: [maximum] }) : null
}

/** Who is as old as the maximum is too old from the day after the birthday; a birthday is before today. */
function judgeBirth({ minimum, maximum }: AdditionalField, value: string, today: string): Problem | null {
  if (!isDay(value) || value >= today) return RESTRICTED
  if (minimum !== null && completedYears(value, today) < minimum) return problem('error.tooYoung', { args: [minimum] })
  return maximum !== null && startedYears(value, today) > maximum ? problem('error.tooOld', { args: [maximum] }) : null
}

function judgeVatNumber(value: string, { country, isVerified, answers }: VatFacts): Problem | null {
  const number = country === null ? null : vatNumber(country, value)
  if (number === null || !isWellFormed(number)) return problem(INVALID_VAT)
  if (!isVerified) return null
  switch (answers.get(keyOf(number))) {
    case 'valid':
      return null
    case 'invalid':
      return problem(INVALID_VAT)
    case 'unreachable':
    case undefined:
      return problem('error.vatVIESDown')
  }
}

function judgeOption({ options }: AdditionalField, value: string, { isStored }: ValueFacts): Problem | null {
  const option = options.find(one => one.value === value)
  if (!option) return RESTRICTED
  return option.isEnabled || isStored ? null : problem('error.disabledValue')
}

/** Days are written as 2026-12-31, so that they can be compared as texts. */

/** Is it a day of the calendar? */
export function isDay(text: string): boolean {
  const [year, month, day] = partsOf(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Years of age on a day, as people count them: a birthday completes a year. */
export function completedYears(born: string, today: string): number {
  const years = partsOf(today)[0] - partsOf(born)[0]
  return today.slice(5) < born.slice(5) ? years - 1 : years
}

/** Years of age counted up: with the year that has been begun. */
export function startedYears(born: string, today: string): number {
  const years = completedYears(born, today)
  return today.slice(5) === born.slice(5) ? years : years + 1
}

function partsOf(text: string): readonly [year: number, month: number, day: number] {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : [0, 0, 0]
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}
