import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import {
  type AdditionalField,
  type SentAnswers,
  fieldsOfCategory,
  isManyfold,
  readAnswer,
} from '#domain/catalog/fields/field.ts'
import { type AnswerFacts, judgeAnswers } from '#domain/catalog/fields/judge-answers.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { NAME_MAX_LENGTH, checkContact } from '#domain/order/reservation/contact.ts'
import { tableDate } from '#domain/payment/reconciliation/statement-columns.ts'
import { type ListRole, roleOfAnswer } from './list-columns.ts'

/** A row of a list of people. `row` is its number in the file, as spreadsheets count: the heads are in row 1. */
export type ListRow = { readonly row: number; readonly cells: readonly string[] }

/** A person of a list who can have a ticket. */
export type ListedPerson = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly company: string | null
  readonly categoryId: CategoryId
  readonly externalReference: string | null
  /** Null: that of the whole list. */
  readonly language: string | null
  readonly answers: SentAnswers
}

/** What is wrong with a row, with the place of its column; null: with the row as a whole. */
export type RowFault = Problem & { readonly column: number | null }

export type JudgedRow =
  | { readonly row: number; readonly person: ListedPerson }
  | { readonly row: number; readonly person: null; readonly faults: readonly RowFault[] }

export type ListFacts = {
  readonly roles: readonly ListRole[]
  /** Those that can be ordered now, and why the others can't. */
  readonly categories: readonly { readonly id: CategoryId; readonly name: string; readonly problem: Problem | null }[]
  /** Of rows that name none. */
  readonly categoryId: CategoryId | null
  readonly fields: readonly AdditionalField[]
  readonly answers: AnswerFacts
  /** As in "Deutsch", "German" or "de"; undefined for no language of the shop. */
  readonly languageOf: (text: string) => string | undefined
  /** As in "Schweiz" or "CH". */
  readonly countryOf: (text: string) => string | undefined
  /** Days of the list are written as 12/31/2026. */
  readonly isMonthFirst: boolean
}

/** Who a row names and what they get, or everything that is wrong with it. */
export function judgeRow({ row, cells }: ListRow, facts: ListFacts): JudgedRow {
  const columnOf = (role: ListRole): number | null => {
    const column = facts.roles.indexOf(role)
    return column < 0 ? null : column
  }
  const cell = (role: ListRole): string => cleanLine(cells[facts.roles.indexOf(role)] ?? '')
  const contact = { firstName: cell('first-name'), lastName: cell('last-name'), email: cell('email') }
  const category = categoryOf(cell('category'), facts)
  const language = cell('language')
  const spoken = language === '' ? null : facts.languageOf(language)
  const texts = { company: cell('company'), 'external-reference': cell('external-reference') } as const
  const { answers, faults: ofAnswers } = judgeAnswersOf(cells, category.id, facts)
  const faults: RowFault[] = [
    ...checkContact(contact).map(({ field, ...found }) => ({
      ...found,
      column: columnOf(COLUMNS[field ?? ''] ?? 'none'),
    })),
    ...(category.problem ? [{ ...category.problem, column: columnOf('category') }] : []),
    ...(spoken === undefined
      ? [{ ...problem('foyer.desk.import.fault.language', { args: [language] }), column: columnOf('language') }]
      : []),
    ...(['company', 'external-reference'] as const).flatMap(role =>
      texts[role].length > NAME_MAX_LENGTH
        ? [{ ...problem('foyer.desk.import.fault.long', { args: [NAME_MAX_LENGTH] }), column: columnOf(role) }]
        : [],
    ),
    ...ofAnswers,
  ]
  if (faults.length > 0 || category.id === null) return { row, person: null, faults }
  const person = {
    ...contact,
    company: texts.company || null,
    categoryId: category.id,
    externalReference: texts['external-reference'] || null,
    language: spoken ?? null,
    answers,
  }
  return { row, person }
}

/** By the field that a problem of a contact names. */
const COLUMNS: Readonly<Record<string, ListRole>> = { firstName: 'first-name', lastName: 'last-name', email: 'email' }

const sameWord = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()

type Found = { readonly id: CategoryId | null; readonly problem: Problem | null }

function categoryOf(text: string, { categories, categoryId }: ListFacts): Found {
  if (text === '' && categoryId === null) return { id: null, problem: problem('foyer.desk.import.fault.no-category') }
  const found = categories.find(({ id, name }) => (text === '' ? id === categoryId : sameWord(name, text)))
  return found
    ? { id: found.id, problem: found.problem }
    : { id: null, problem: problem('foyer.desk.import.fault.category', { args: [text] }) }
}

/** Questions without an answer stay open, as with every order that an organiser makes. */
function judgeAnswersOf(cells: readonly string[], category: CategoryId | null, facts: ListFacts) {
  const asked = category === null ? [] : fieldsOfCategory(facts.fields, category)
  const answers = new Map<string, readonly string[]>()
  const faults: RowFault[] = []
  for (const field of asked) {
    const column = facts.roles.indexOf(roleOfAnswer(field))
    const values = valuesOf(field, cells[column] ?? '', facts)
    if (readAnswer(field, values).length === 0) continue
    answers.set(field.name, values)
    const input = { sent: new Map([[field.name, values]]), stored: new Map(), path: '' }
    for (const { field: _, ...found } of judgeAnswers([field], input, facts.answers)) faults.push({ ...found, column })
  }
  return { answers, faults }
}

/** What a cell says, as a form would send it: choices by their value or by a label in any language. */
function valuesOf(field: AdditionalField, cell: string, { countryOf, isMonthFirst }: ListFacts): string[] {
  const text = cell.trim()
  if (field.type === 'DATE_OF_BIRTH') return [tableDate(text, isMonthFirst) ?? text]
  if (field.type === 'COUNTRY' && field.options.length === 0) return [countryOf(text) ?? text]
  if (field.options.length === 0) return [text]
  const chosen = optionOf(field, text)
  if (chosen !== undefined || !isManyfold(field)) return [chosen ?? text]
  return text.split(/[,;|\n]/).map(part => optionOf(field, part) ?? part.trim())
}

function optionOf({ options }: AdditionalField, text: string): string | undefined {
  return options.find(
    ({ value, labels }) => sameWord(value, text) || Object.values(labels).some(label => sameWord(label, text)),
  )?.value
}
