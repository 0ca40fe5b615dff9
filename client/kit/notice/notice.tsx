import type { ReactNode } from 'react'
import css from './notice.module.css'

type NoticeTone = 'plain' | 'good' | 'warn' | 'bad'

type NoticeProps = {
  readonly children: ReactNode
  readonly tone?: NoticeTone
  /** What can be done about it, at the end of the line. */
  readonly action?: ReactNode
}

/** A remark within a page. It is read in its place; what must interrupt is a toast or an error summary. */
export function Notice({ children, tone = 'plain', action }: NoticeProps) {
  return (
    <div className={css.notice} data-tone={tone}>
      <div>{children}</div>
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </div>
  )
}

/** Fills a page that has nothing to show: what is so, and what to do next. */
export function Blank({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.blank}>
      {title}
      {children === undefined ? null : <div className={css.why}>{children}</div>}
      {action === undefined ? null : <div className={css.next}>{action}</div>}
    </div>
  )
}
