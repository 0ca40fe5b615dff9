import { useId } from 'react'
import { useT } from '../../language/language-context.ts'
import css from './quantity-stepper.module.css'

type QuantityStepperProps = {
  /** What is counted: "Student tickets". */
  readonly label: string
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/** Beyond this many, picking from a list is quicker than pressing. */
const STEPS_AT_MOST = 10

/** How many, from none to the maximum: two buttons around a number, or a list where the maximum is large. */
export function QuantityStepper(props: QuantityStepperProps) {
  return props.max > STEPS_AT_MOST ? <QuantityList {...props} /> : <Steps {...props} />
}

function Steps({ label, value, max, onChange }: QuantityStepperProps) {
  const t = useT()
  const name = useId()
  return (
    <div role="group" aria-labelledby={name} className={css.steps}>
      <span id={name} className="unseen">
        {label}
      </span>
      <StepButton
        label={t('foyer.quantity.less')}
        of={name}
        sign="−"
        blocked={value <= 0}
        onPress={() => onChange(value - 1)}
      />
      <output className={css.value} aria-live="polite" aria-atomic="true">
        {value}
      </output>
      <StepButton
        label={t('foyer.quantity.more')}
        of={name}
        sign="+"
        blocked={value >= max}
        onPress={() => onChange(value + 1)}
      />
    </div>
  )
}

type StepButtonProps = { label: string; of: string; sign: string; blocked: boolean; onPress: () => void }

/** Stays focusable at its end, so that the keyboard doesn't lose its place there. */
function StepButton({ label, of, sign, blocked, onPress }: StepButtonProps) {
  const own = useId()
  return (
    <button
      type="button"
      id={own}
      className={css.step}
      aria-label={label}
      aria-labelledby={`${own} ${of}`}
      aria-disabled={blocked || undefined}
      onClick={() => blocked || onPress()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}

function QuantityList({ label, value, max, onChange }: QuantityStepperProps) {
  return (
    <select
      className={css.list}
      aria-label={label}
      value={value}
      onChange={event => onChange(Number(event.target.value))}
    >
      {Array.from({ length: max + 1 }, (_, count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </select>
  )
}
