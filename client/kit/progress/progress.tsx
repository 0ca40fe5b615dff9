import { useT } from '../../language/language-context.ts'
import css from './progress.module.css'

type ProgressProps = {
  readonly steps: readonly string[]
  /** Position of the step being done; all before it are done. */
  readonly current: number
  /** The current step goes on by itself. */
  readonly isBusy?: boolean
}

/** Where the buyer is on the way to the ticket. Not a navigation: the way back is a button of each page. */
export function Progress({ steps, current, isBusy = false }: ProgressProps) {
  const t = useT()
  return (
    <ol className={css.steps} aria-label={t('foyer.order.steps')}>
      {steps.map((step, position) => (
        <li
          key={step}
          data-done={position < current || undefined}
          data-busy={(isBusy && position === current) || undefined}
          aria-current={position === current ? 'step' : undefined}
        >
          {position < current && <span aria-hidden="true">✓ </span>}
          {step}
          {position < current && <span className="unseen">, {t('foyer.order.step-done')}</span>}
        </li>
      ))}
    </ol>
  )
}
