import type { ComponentProps, ReactNode } from 'react'
import { FieldError } from '#client/kit/field/field.tsx'
import css from './offer.module.css'

type OfferProps = {
  /** What it is: heading and text. */
  readonly children: ReactNode
  /** What it costs, and how to take it. */
  readonly take: ReactNode
  /** Can't be had now. */
  readonly off?: boolean
}

/** Something that goes with a ticket and isn't one: a card without the notch. */
export function Offer({ children, take, off = false }: OfferProps) {
  return (
    <article className={css.offer} data-off={off || undefined}>
      <div className={css.paper}>
        <div className={css.what}>{children}</div>
        <div className={css.take}>{take}</div>
      </div>
    </article>
  )
}

/** Offers under each other. */
export function Offers({ children }: { children: ReactNode }) {
  return <ul className={css.offers}>{children}</ul>
}

type AmountFieldProps = {
  readonly id: string
  /** What the amount is for; drawn small above the field. */
  readonly label: string
  /** More of the name, for the ear. */
  readonly of?: string
  readonly currency: string
  readonly value: string
  readonly onType: (value: string) => void
  readonly error?: string | undefined
} & Pick<ComponentProps<'input'>, 'onBlur'>

/** An amount of money that the visitor names: digits with the currency before them. */
export function AmountField({ id, label, of, currency, value, onType, error, onBlur }: AmountFieldProps) {
  return (
    <div className={css.amount}>
      <label htmlFor={id} className="soft small">
        {label}
        {of === undefined ? null : <span className="unseen">: {of}</span>}
      </label>
      <FieldError id={id} error={error} />
      <div className={css.line} data-wrong={error ? true : undefined}>
        <span className={css.currency}>{currency}</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={value}
          onChange={event => onType(event.target.value)}
          onBlur={onBlur}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </div>
    </div>
  )
}
