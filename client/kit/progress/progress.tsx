import { Link } from '../link/link.tsx'
import { useT } from '../../language/language-context.ts'
import css from './progress.module.css'

/** The name of a step; with an address where one can go back to it. */
type Step = string | { readonly name: string; readonly to: string }

type ProgressProps = {
  readonly steps: readonly Step[]
  /** Position of the step being done; all before it are done. */
  readonly current: number
  /** The current step goes on by itself. */
  readonly isBusy?: boolean
}

/** Where the buyer is on the way to the ticket, and the way back to what is done, where there is one. */
export function Progress({ steps, current, isBusy = false }: ProgressProps) {
  const t = useT()
  return (
    <ol className={css.steps} aria-label={t('foyer.order.steps')}>
      {steps.map((step, position) => (
        <li
          key={nameOf(step)}
          data-done={position < current || undefined}
          data-busy={(isBusy && position === current) || undefined}
          aria-current={position === current ? 'step' : undefined}
        >
          {position < current && <span aria-hidden="true">✓ </span>}
          {typeof step === 'string' ? step : <Link to={step.to}>{step.name}</Link>}
          {position < current && <span className="unseen">, {t('foyer.order.step-done')}</span>}
        </li>
      ))}
    </ol>
  )
}

const nameOf = (step: Step): string => (typeof step === 'string' ? step : step.name)
