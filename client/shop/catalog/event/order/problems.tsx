import { useMemo } from 'react'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Refused } from './placed-problem.ts'
import css from '../../offer-page.module.css'

/** Why the order was not held. */
export function Problems({ problems, refusal, status }: Refused) {
  const t = useT()
  const entries = useMemo(
    () =>
      problems.map(({ code, args, control, subject }) => ({
        text: t(code, ...args),
        ...(subject === undefined ? {} : { subject }),
        ...(control === undefined ? {} : { target: control }),
      })),
    [problems, t],
  )
  return (
    <div className={css.problems}>
      <ErrorSummary title={t('foyer.event.problem')} entries={entries} occasion={refusal} status={status} />
    </div>
  )
}
