import type { ReactNode } from 'react'
import css from './ticket-card.module.css'

type TicketCardProps = {
  /** The code as an image; shown first and on white in every theme, for a scanner has no dark mode. */
  readonly code: ReactNode
  /** Above the name, small: the category. */
  readonly overline: ReactNode
  /** The holder: the page's heading. */
  readonly name: ReactNode
  /** What must not be missed at the door: to be paid there. */
  readonly notice?: ReactNode
  /** Below the tear line: event, date, place, order. */
  readonly children: ReactNode
}

/** The ticket itself: code, holder, and below the tear line what it is for. */
export function TicketCard({ code, overline, name, notice, children }: TicketCardProps) {
  return (
    <article className={css.ticket}>
      <div className={css.code}>{code}</div>
      <div className={css.who}>
        <p className="soft">{overline}</p>
        {name}
        {notice && <p className={css.notice}>{notice}</p>}
      </div>
      <div className={css.foot}>{children}</div>
    </article>
  )
}
