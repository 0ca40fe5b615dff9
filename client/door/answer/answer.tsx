import { type ReactNode, useEffect, useRef } from 'react'
import type { DoorInfo } from '#contract/door.ts'
import { Icon, type IconName } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { type RecentScan, hasLabel } from '../device/recent-scan.ts'
import { signFor } from './signal.ts'
import css from './answer.module.css'

type AnswerProps = {
  readonly scan: RecentScan
  readonly door: DoorInfo
  readonly onNext: () => void
  readonly onUndo: () => void
  readonly onPaid: () => unknown
  /** Prints a label, where the scan has one. */
  readonly onLabel: (scan: RecentScan) => unknown
}

/** Who is let in needs no press: the next one may come. */
const NEXT_MS = 2_500

/** Where a label may be printed, there is time for it. */
const LABEL_MS = 8_000

const ICONS: Readonly<Record<ReturnType<typeof signFor>, IconName>> = { in: 'check', talk: 'alert', stop: 'close' }

/** The answer over the whole screen: by colour, shape and words. It is announced, and the keyboard is on what comes next. */
export function Answer({ scan, door, onNext, onUndo, onPaid, onLabel }: AnswerProps) {
  const t = useT()
  const next = useRef<HTMLButtonElement>(null)
  const { answer } = scan
  const { outcome, name, category, notes, due } = answer
  const sign = signFor(outcome)
  const isIn = outcome === 'LET_IN'
  const nextMs = hasLabel(scan) ? LABEL_MS : NEXT_MS
  const latestNext = useRef(onNext)
  useEffect(() => {
    latestNext.current = onNext
  })
  useEffect(() => {
    next.current?.focus()
    if (!isIn) return
    const timer = setTimeout(() => latestNext.current(), nextMs)
    return () => clearTimeout(timer)
  }, [isIn, nextMs])
  return (
    <section className={css.answer} data-sign={sign} aria-label={t('foyer.door.answer')}>
      <div className={css.words} role="alert">
        <span className={css.sign} data-shape={sign}>
          <Icon name={ICONS[sign]} size="3.5rem" />
        </span>
        <h2>{t(`foyer.door.${outcome}`)}</h2>
        <Why scan={scan} door={door} />
        {(name ?? category) !== null && (
          <div className={css.ticket}>
            <span dir="auto">{category}</span>
            <b>
              <bdi>{name}</bdi>
            </b>
            {notes.map(note => (
              <span key={note}>{note}</span>
            ))}
          </div>
        )}
      </div>
      <div className={css.acts}>
        {hasLabel(scan) && <Act onClick={() => void onLabel(scan)}>{t('foyer.door.badge.print')}</Act>}
        {isIn && <Act onClick={onUndo}>{t('foyer.door.undo')}</Act>}
        {outcome === 'UNPAID' && due !== null && <Act onClick={() => void onPaid()}>{t('foyer.door.paid', due)}</Act>}
        <button ref={next} type="button" data-main onClick={onNext}>
          {t('foyer.door.next')}
        </button>
      </div>
    </section>
  )
}

function Act({ children, onClick }: { readonly children: ReactNode; readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  )
}

/** Why, and what to do. */
function Why({ scan: { answer, isWaiting }, door }: Pick<AnswerProps, 'scan' | 'door'>) {
  const t = useT()
  const dates = useDates(door.event.timezone)
  const { outcome, since, by, due, opensAt, closesAt, event } = answer
  const sentences = [
    ...(outcome === 'ALREADY_IN' && since !== null ? [t('foyer.door.since', dates.moment(since), by ?? '')] : []),
    ...(outcome === 'WRONG_DAY' && opensAt !== null ? [t('foyer.door.opens', dates.moment(opensAt))] : []),
    ...(outcome === 'WRONG_DAY' && closesAt !== null ? [t('foyer.door.closes', dates.moment(closesAt))] : []),
    ...(outcome === 'UNPAID' && due !== null ? [t('foyer.door.due', due)] : []),
    ...(outcome === 'OTHER_EVENT' && event !== null ? [event] : []),
    ...(outcome === 'LET_IN'
      ? []
      : [t(outcome === 'UNPAID' && due === null ? 'foyer.door.awaited' : `foyer.door.do.${outcome}`)]),
    ...(isWaiting ? [t('foyer.door.alone')] : []),
  ]
  return (
    <>
      {sentences.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  )
}
