import type { ReactNode } from 'react'
import css from './stub.module.css'

type StubProps = {
  /** What it is: heading and text. */
  readonly children: ReactNode
  /** Behind the perforation: what it costs, and how to take it. */
  readonly tear: ReactNode
  /** Can't be bought now. */
  readonly off?: boolean
}

/** A ticket to tear off. The notch and the dashed edge belong to tickets and are used for nothing else. */
export function Stub({ children, tear, off = false }: StubProps) {
  return (
    <article className={css.stub} data-off={off || undefined}>
      <div className={css.paper}>
        <div className={css.what}>{children}</div>
        <div className={css.tear}>{tear}</div>
      </div>
    </article>
  )
}

/** Stubs under each other. */
export function Stubs({ children }: { children: ReactNode }) {
  return <ul className={css.stubs}>{children}</ul>
}
