import type { ReactNode } from 'react'
import { FieldError } from '../field/field.tsx'
import { Icon, type IconName } from '../mark/mark.tsx'
import css from './payment-choice.module.css'

export type PaymentChoiceOption<Method extends string> = {
  readonly method: Method
  readonly name: string
  readonly icon?: IconName
  /** The mark of its own, in place of a drawing for all of a kind. */
  readonly mark?: ReactNode
  readonly description: ReactNode
}

type PaymentChoiceProps<Method extends string> = {
  readonly id: string
  readonly legend: string
  readonly options: readonly PaymentChoiceOption<Method>[]
  readonly chosen: Method | undefined
  readonly onChoose: (method: Method) => void
  readonly error?: string | undefined
  /** What the chosen one needs: its form, and why it was not paid. */
  readonly children?: ReactNode
}

/**
 * How the buyer pays. One method is shown without a question; several are a list from top to bottom, so that long names stay whole
 * (specification, booking 4), the chosen one open with its form in it. The description of each is read with its name.
 */
export function PaymentChoice<Method extends string>(props: PaymentChoiceProps<Method>) {
  const { id, legend, options, chosen, onChoose, error, children } = props
  const [only, second] = options
  if (!only) return null
  if (!second)
    return (
      <OnlyMethod legend={legend} option={only}>
        {children}
      </OnlyMethod>
    )
  return (
    <fieldset className={css.choice} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      <FieldError id={id} error={error} />
      <div className={css.methods}>
        {options.map((option, position) => (
          <div key={option.method} className={css.method}>
            <label className={css.choosing}>
              <input
                id={position === 0 ? id : undefined}
                type="radio"
                name={id}
                value={option.method}
                aria-labelledby={`${id}-${option.method}-name`}
                aria-describedby={`${id}-${option.method}`}
                checked={option.method === chosen}
                onChange={() => onChoose(option.method)}
              />
              <Name option={option} id={`${id}-${option.method}-name`} />
              <span className={css.description} id={`${id}-${option.method}`}>
                {option.description}
              </span>
            </label>
            {option.method === chosen && children ? <div className={css.form}>{children}</div> : null}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** The drawing is for the eyes alone; the name says it all. */
function Name({ option: { name, icon, mark }, id }: { option: PaymentChoiceOption<string>; id?: string }) {
  return (
    <span className={css.name}>
      {mark ?? (icon && <Icon name={icon} />)}
      <span id={id}>{name}</span>
    </span>
  )
}

type OnlyMethodProps = {
  readonly legend: string
  readonly option: PaymentChoiceOption<string>
  readonly children: ReactNode
}

function OnlyMethod({ legend, option, children }: OnlyMethodProps) {
  return (
    <section className={css.choice}>
      <h2 className={css.legend}>{legend}</h2>
      <div className={css.only}>
        <p>
          <Name option={option} />
        </p>
        <p className={css.description}>{option.description}</p>
        {children ? <div className={css.form}>{children}</div> : null}
      </div>
    </section>
  )
}
