import { useId } from 'react'
import { useT } from '../../language/language-context.ts'
import css from './quantity-stepper.module.css'

type QuantityStepperProps = {
  /** What is counted: "Student tickets". */
  readonly label: string
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
  /** The id of the control that raises the number, for who leads there. */
  readonly id?: string | undefined
  /** The id of what is said about it: what is wrong, or why there is none. */
  readonly describedBy?: string | undefined
}

/** Beyond this many, picking from a list is quicker than pressing, and beyond that many, typing is. */
const STEPS_AT_MOST = 10
const LIST_AT_MOST = 50

/** How many, from none to the maximum: two buttons around a number, or a list or a field where the maximum is large. */
export function QuantityStepper(props: QuantityStepperProps) {
  if (props.max <= STEPS_AT_MOST) return <Steps {...props} />
  return props.max <= LIST_AT_MOST ? <QuantityList {...props} /> : <TypedQuantity {...props} />
}

function Steps({ label, value, max, onChange, id, describedBy }: QuantityStepperProps) {
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
        id={id}
        describedBy={describedBy}
        sign="+"
        blocked={value >= max}
        onPress={() => onChange(value + 1)}
      />
    </div>
  )
}

type StepButtonProps = Pick<QuantityStepperProps, 'label' | 'id' | 'describedBy'> & {
  of: string
  sign: string
  blocked: boolean
  onPress: () => void
}

/** Stays focusable at its end, so that the keyboard doesn't lose its place there. */
function StepButton({ label, of, id, describedBy, sign, blocked, onPress }: StepButtonProps) {
  const made = useId()
  const own = id ?? made
  return (
    <button
      type="button"
      id={own}
      className={css.step}
      aria-label={label}
      aria-labelledby={`${own} ${of}`}
      aria-describedby={describedBy}
      aria-disabled={blocked || undefined}
      onClick={() => blocked || onPress()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}

function QuantityList({ label, value, max, onChange, id, describedBy }: QuantityStepperProps) {
  return (
    <select
      id={id}
      className={css.list}
      aria-label={label}
      aria-describedby={describedBy}
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

/** Digits only; more than there are become as many as there are. */
function TypedQuantity({ label, value, max, onChange, id, describedBy }: QuantityStepperProps) {
  return (
    <input
      id={id}
      className={css.typed}
      aria-label={label}
      aria-describedby={describedBy}
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      value={value === 0 ? '' : value}
      onChange={event => onChange(Math.min(max, Number(event.target.value.replaceAll(/\D/g, '').slice(0, 9))))}
    />
  )
}
