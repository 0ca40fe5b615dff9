import { ErrorSummary, type SummaryEntry } from '../../kit/error-summary/error-summary.tsx'
import { useT } from '../../language/language-context.ts'
import { problemText } from '../calls/call-result.ts'
import type { Refusal } from './refused-fields.ts'

type FormProblemsProps = {
  readonly title: string
  readonly refusal: Pick<Refusal, 'global' | 'status'> | undefined
  /** What is wrong with the present values of its fields. */
  readonly fields: readonly SummaryEntry[]
  /** Called before the focus moves to a field, so that a folded part can be opened. */
  readonly onReveal?: (target: string) => void
}

/** What was refused of a form, at its top: first what concerns the whole of it. Takes the focus with each refusal. */
export function FormProblems({ title, refusal, fields, onReveal }: FormProblemsProps) {
  const t = useT()
  if (!refusal) return null
  const entries = [...refusal.global.map(problem => ({ text: problemText(t, problem) })), ...fields]
  return (
    <ErrorSummary
      title={title}
      entries={entries}
      occasion={refusal}
      status={refusal.status}
      {...(onReveal && { onReveal })}
    />
  )
}
