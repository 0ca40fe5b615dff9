import type { FieldDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { type FieldPlan, type StoredField, isKeptAsStored, planFields } from '#domain/organiser/event-editing/field.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { categoryIds } from './category-ids.ts'
import { keepFields, keepFromAnswers, loadAnsweredFields, loadFieldDrafts } from './field-store.ts'

/** The questions of a pass as its organiser stated them: they are about neither categories nor extras. */
export const loadQuestions = (db: Queryable, passId: number): Promise<FieldDraft[]> => loadFieldDrafts(db, passId, '')

/** Decides how the questions of an event or pass change; null when it is new. What is answered stays. */
export async function planQuestions(
  tx: Tx,
  contextId: number | null,
  fields: readonly FieldDraft[],
): Promise<Outcome<FieldPlan>> {
  return planFields(contextId === null ? [] : await fieldsAtRest(tx, contextId, fields), fields)
}

/** Stores the questions of a pass as they were planned. */
export const keepQuestions = (tx: Tx, passId: number, plan: FieldPlan): Promise<void> =>
  keepFields(tx, passId, plan, { categories: categoryIds([], []), firstLanguage: '' })

/** The stored questions. Those that are to go or to be asked otherwise can't be answered until the transaction ends. */
async function fieldsAtRest(tx: Tx, contextId: number, fields: readonly FieldDraft[]): Promise<StoredField[]> {
  const stored = await loadAnsweredFields(tx, contextId)
  const touched = stored.filter(one => !one.isAnswered && !isKeptAsStored(one, fields)).map(({ id }) => id)
  if (touched.length === 0) return stored
  await keepFromAnswers(tx, touched)
  return loadAnsweredFields(tx, contextId)
}
