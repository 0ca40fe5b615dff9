import { useLanguage } from '#client/language/language-context.ts'
import { type Refusal, stillWrong } from '#client/frame/forms/refused-fields.ts'
import { EMPTY, emptyProblem, emptyTextOf } from '../attendee/empty-text.ts'
import { descriptionOf } from '../attendee/question-texts.ts'
import type { AskedControl, HolderValues } from '../holder/holder-values.ts'

/** What is wrong with a control, in the language of the page; `subject`: which question it is about. */
export type HolderError = { readonly target: string; readonly text: string; readonly subject?: string }

/** What of the refused is wrong with the present form. */
export function useHolderErrors(
  refusal: Refusal | undefined,
  values: HolderValues,
  asked: readonly AskedControl[],
): readonly HolderError[] {
  const { t, language } = useLanguage()
  const questionAt = (field: string) => asked.find(({ id }) => id === field)?.question
  const problems = stillWrong(refusal?.fields ?? [], values, (field, value) =>
    value === '' ? emptyProblem(field, questionAt(field)) : undefined,
  )
  return problems.map(({ field, code, args }) => {
    const question = questionAt(field)
    const text = code === EMPTY ? t(emptyTextOf(question)) : t(code, ...args)
    return { target: field, text, ...(question && { subject: descriptionOf(question, language).label }) }
  })
}
