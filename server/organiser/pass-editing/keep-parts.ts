import type { FieldPlan } from '#domain/organiser/event-editing/field.ts'
import type { PassDraft } from '#domain/organiser/pass-editing/pass-draft.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { keepSettings, problemsOfEventSettings } from '#server/organiser/event-editing/event-settings.ts'
import { keepQuestions } from '#server/organiser/event-editing/parts/questions.ts'
import { putText } from '#server/foundation/language/state-text.ts'

/** What is wrong with the settings of a pass. */
export const problemsOfPassSettings = ({ settings }: Pick<PassDraft, 'settings'>): Problem[] =>
  problemsOfEventSettings({ settings, categories: [] })

/** Stores questions, settings and own texts of a pass; the pass is stored before. */
export async function keepPassParts(tx: Tx, passId: number, draft: PassDraft, questions: FieldPlan): Promise<void> {
  await keepQuestions(tx, passId, questions)
  await keepSettings(tx, { level: 'context', contextId: passId }, draft.settings)
  for (const text of draft.texts) await putText(tx, { organizationId: null, contextId: passId }, text)
}
