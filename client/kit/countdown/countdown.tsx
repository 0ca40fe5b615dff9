import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../../language/language-context.ts'
import { Icon } from '../icon/icon.tsx'
import css from './countdown.module.css'
import { clockDigits, clockWords, minutesInWords, minutesToSpeak, urgencyOf } from './time-left.ts'

type CountdownProps = {
  /** Epoch milliseconds at which the hold ends. */
  readonly endsAt: number
  readonly onOver: () => void
  /** The clock it ends by, when that isn't the visitor's own. */
  readonly clock?: () => number
  /** The end in words, shown instead of hours that run down. */
  readonly endText?: string
  /** The way out: a button that asks for more time. Gone when no time is left. */
  readonly children?: ReactNode
}

/**
 * How long the tickets are held. The digits change silently; five minutes and one minute before the end the time is
 * spoken politely, once. Under five minutes the banner stays in sight (specification, booking 4).
 */
export function Countdown({ endsAt, onOver, clock = Date.now, endText, children }: CountdownProps) {
  const { t, language } = useLanguage()
  const left = useTimeLeft(endsAt, clock)
  const announcement = useAnnouncement(left, minutes => t('foyer.countdown.spoken', minutesInWords(minutes, language)))
  const urgency = urgencyOf(left)
  const isOver = urgency === 'over'
  const isFar = endText !== undefined && left > FAR_MS
  const tellOver = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) tellOver()
  }, [isOver])
  return (
    <div className={css.banner} data-urgency={urgency}>
      <Icon name="clock" />
      {isOver ? <p role="alert">{t('error.STEP_2_ORDER_HAS_EXPIRED')}</p> : null}
      {isFar ? <p>{t('foyer.countdown.until', endText)}</p> : null}
      {!isOver && !isFar ? (
        <>
          <TimeLeft left={left} />
          {children}
        </>
      ) : null}
      <p className="unseen" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** A seat that was offered is held for hours or days: those are not counted down. */
const FAR_MS = 2 * 3_600_000

/** The sentence comes with `##time##` in it, and perhaps with markup; the digits bring their own. */
function TimeLeft({ left }: { left: number }) {
  const { t, language } = useLanguage()
  const [before = '', after = ''] = t('reservation-page.time-for-completion')
    .replace(/<[^>]*>/g, '')
    .split('##time##')
  return (
    <p role="timer" aria-live="off">
      {before}
      <strong className="number" aria-hidden="true">
        {clockDigits(left)}
      </strong>
      <span className="unseen">{clockWords(left, language)}</span>
      {after}
    </p>
  )
}

function useTimeLeft(endsAt: number, clock: () => number): number {
  const [now, setNow] = useState(clock)
  const left = endsAt - now
  const isRunning = left > 0
  useEffect(() => {
    setNow(clock())
    if (!isRunning) return
    const timer = setInterval(() => setNow(clock()), 1000)
    return () => clearInterval(timer)
  }, [endsAt, isRunning, clock])
  return left
}

function useAnnouncement(left: number, sentence: (minutes: number) => string): string {
  const [announcement, setAnnouncement] = useState('')
  const before = useRef(left)
  const announce = useEffectEvent((now: number) => {
    const minutes = minutesToSpeak(before.current, now)
    before.current = now
    if (minutes !== undefined) setAnnouncement(sentence(minutes))
  })
  useEffect(() => announce(left), [left])
  return announcement
}
