import type { ReactNode } from 'react'
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
