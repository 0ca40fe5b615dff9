import { clockDigits, clockWords } from '#client/kit/countdown/countdown.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { type Instant, hours } from '#domain/foundation/instant.ts'
import css from './waiting-room.module.css'

/** Days are not counted by the second. */
const FAR_MS = hours(24)

/** How long until the room opens. It runs down silently: a screen reader announces when it has opened. */
export function OpensIn({ opensAt, now }: { readonly opensAt: Instant; readonly now: Instant }) {
  const { t, language } = useLanguage()
  const left = opensAt - now
  if (left > FAR_MS) return null
  return (
    <p role="timer" aria-live="off" className={css.left}>
      <span className="soft">{t('foyer.waiting-room.opens-in')}</span>
      <span className={css.digits} aria-hidden="true">
        {clockDigits(left)}
      </span>
      <span className="unseen">{clockWords(left, language)}</span>
    </p>
  )
}
