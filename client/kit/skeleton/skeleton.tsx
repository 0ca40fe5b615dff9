import type { ReactNode } from 'react'
import { useT } from '../../language/language-context.ts'
import css from './skeleton.module.css'

/** The shape of what is coming, for the eyes; for the ears, one word. */
export function Loading({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div role="status" className={css.loading}>
      <span className="unseen">{t('foyer.loading')}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** One bar of a shape; sizes in CSS units. */
export function Shape({
  width = '100%',
  height = '1rem',
  round = false,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  return <div className={css.shape} data-round={round || undefined} style={{ inlineSize: width, blockSize: height }} />
}

/** Lines of text to come. */
export function TextShape({ lines = 3 }: { lines?: number }) {
  return (
    <div className={css.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Shape key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  )
}
