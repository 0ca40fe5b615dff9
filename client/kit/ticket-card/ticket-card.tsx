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
  /** As wide as its place, with the holder beside the code where there is room: for a page with more than the ticket. */
  readonly wide?: boolean
  /** Below the tear line: event, date, place, order. */
  readonly children: ReactNode
}

/** The ticket itself: code, holder, and below the tear line what it is for. */
export function TicketCard({ code, overline, name, notice, wide = false, children }: TicketCardProps) {
  return (
    <article className={css.ticket} data-wide={wide || undefined}>
      <div className={css.head}>
        <div className={css.code}>{code}</div>
        <div className={css.who}>
          <p className="soft" dir="auto">
            {overline}
          </p>
          {name}
          {notice && <p className={css.notice}>{notice}</p>}
        </div>
      </div>
      <div className={css.foot} dir="auto">
        {children}
      </div>
    </article>
  )
}
