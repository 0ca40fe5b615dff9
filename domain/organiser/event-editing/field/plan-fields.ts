import type { FieldOption, FieldType } from '#domain/catalog/fields/field.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { findings } from '../event-problem.ts'
import type { FieldDraft } from './field-draft.ts'

/** A stored question and what people have answered. */
export type StoredField = {
  readonly id: number
  readonly name: string
  readonly type: FieldType
  readonly options: readonly FieldOption[]
  readonly isAnswered: boolean
}

export type FieldPlan = { readonly put: readonly FieldDraft[]; readonly deleted: readonly number[] }

/**
 * Decides how the questions of an event change: one that people have answered stays, and so do its type and its options;
 * an option may be switched off.
 */
export function planFields(stored: readonly StoredField[], fields: readonly FieldDraft[]): Outcome<FieldPlan> {
  const { problems, refuse } = findings()
  const missing = stored.filter(({ id }) => !fields.some(field => field.id === id))
  for (const { name, isAnswered } of missing) if (isAnswered) refuse('field-answered', 'additionalInfo', name)
  for (const before of stored.filter(({ isAnswered }) => isAnswered)) {
    const after = fields.find(({ id }) => id === before.id)
    if (after && !isSameKind(before, after)) refuse('field-answered', 'additionalInfo', before.name)
  }
  return acceptedUnless(problems, { put: fields, deleted: missing.map(({ id }) => id) })
}

/** Does a change leave what people may have answered to this question as it is? */
export function isKeptAsAsked(before: StoredField, fields: readonly FieldDraft[]): boolean {
  const after = fields.find(({ id }) => id === before.id)
  return after !== undefined && isSameKind(before, after)
}

function isSameKind(before: StoredField, after: FieldDraft): boolean {
  const isKept = ({ value }: FieldOption) => after.options.some(option => option.value === value)
  return before.type === after.type && before.options.every(isKept)
}
