import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../../language/language-context.ts'
import { Icon } from '../mark/mark.tsx'
import { COUNTDOWN_DANGER_MS, COUNTDOWN_OFFER_MS, COUNTDOWN_WARNING_MS } from '#contract/limits.ts'
import css from './countdown.module.css'

type CountdownProps = {
  /** Epoch milliseconds at which the hold ends. */
  readonly endsAt: number
  readonly onOver: () => void
  /** The clock it ends by, when that isn't the visitor's own. */
  readonly clock?: () => number
  /** The end in words, shown instead of hours that run down. */
  readonly endText?: string
  /** The way out: a button that asks for more time. From ten minutes before the end on; gone when no time is left. */
  readonly children?: ReactNode
}

/**
 * How long the tickets are held: a quiet line until ten minutes are left. The digits change silently; five minutes and one minute before the end the time is
 * spoken politely, once. Under five minutes the banner stays in sight (specification, booking 4).
 */
export function Countdown({ endsAt, onOver, clock = Date.now, endText, children }: CountdownProps) {
  const { t, language } = useLanguage()
  const left = useTimeLeft(endsAt, clock)
  const announcement = useAnnouncement(left, minutes => t('foyer.countdown.spoken', minutesInWords(minutes, language)))
  const urgency = urgencyOf(left)
  const isOver = urgency === 'over'
  const isQuiet = left > COUNTDOWN_OFFER_MS
  const isFar = endText !== undefined && left > FAR_MS
  const reportOver = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) reportOver()
  }, [isOver])
  return (
    <div className={css.banner} data-urgency={urgency} data-quiet={isQuiet || undefined}>
      <Icon name="clock" />
      {isOver ? <p role="alert">{t('error.STEP_2_ORDER_HAS_EXPIRED')}</p> : null}
      {isFar ? <p>{t('foyer.countdown.until', endText)}</p> : null}
      {!isOver && !isFar ? (
        <>
          <TimeLeft left={left} />
          {isQuiet ? null : children}
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
    const minutes = minutesToAnnounce(before.current, now)
    before.current = now
    if (minutes !== undefined) setAnnouncement(sentence(minutes))
  })
  useEffect(() => announce(left), [left])
  return announcement
}

/** How pressing the time left is: calm, under five minutes, under one minute, none left (specification, booking 9). */
type Urgency = 'calm' | 'soon' | 'last' | 'over'

/** The moments at which the time left is spoken: five minutes and one minute before the end. */
const ANNOUNCED_AT_MILLISECONDS = [COUNTDOWN_DANGER_MS, COUNTDOWN_WARNING_MS] as const

export function urgencyOf(leftMilliseconds: number): Urgency {
  if (leftMilliseconds <= 0) return 'over'
  if (leftMilliseconds < COUNTDOWN_DANGER_MS) return 'last'
  return leftMilliseconds < COUNTDOWN_WARNING_MS ? 'soon' : 'calm'
}

/**
 * Whole minutes to speak when the time went from `before` to `now` (both milliseconds left), else undefined. Of several
 * marks passed at once, as after the computer slept, only the last is worth saying; past the end nothing is.
 */
export function minutesToAnnounce(before: number, now: number): number | undefined {
  if (now <= 0) return undefined
  const passed = ANNOUNCED_AT_MILLISECONDS.find(mark => before > mark && now <= mark)
  return passed === undefined ? undefined : passed / 60_000
}

/** "4:38", or "1:04:38" from an hour on; a started second counts in full, so that "0:00" is only shown at the end. */
export function clockDigits(leftMilliseconds: number): string {
  const { hours, minutes, seconds } = parts(leftMilliseconds)
  const two = (count: number) => String(count).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** The same in words of `language` for screen readers: "4 minutes 38 seconds". */
export function clockWords(leftMilliseconds: number, language: string): string {
  const { hours, minutes, seconds } = parts(leftMilliseconds)
  const words = [
    inWords(hours, 'hour', language),
    inWords(minutes, 'minute', language),
    inWords(seconds, 'second', language),
  ]
  return words.filter((_, position) => [hours, minutes, seconds][position] !== 0).join(' ')
}

/** "5 minutes", "1 minute", in `language`. */
export function minutesInWords(count: number, language: string): string {
  return inWords(count, 'minute', language)
}

function inWords(count: number, unit: 'hour' | 'minute' | 'second', language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

function parts(leftMilliseconds: number): { hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil(leftMilliseconds / 1000))
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 }
}
