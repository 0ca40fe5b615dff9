import { datesIn } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { useDifferentZone } from '../../catalog/when-and-where.ts'
import css from './waiting-room.module.css'

type WhenProps = { readonly event: Event; readonly opensAt: Instant; readonly now: Instant }

/** When it begins, or goes on after a break, by the event's clock; and from when one can come in, where that differs. */
export function When({ event, opensAt, now }: WhenProps) {
  const { t, language } = useLanguage()
  const startsAt = event.datesWithOffset.startDateTime
  if (startsAt <= now) {
    return (
      <dl className={css.when}>
        <TimeFact label={t('foyer.waiting-room.pause.until')} instant={opensAt} timeZone={event.timeZone} />
      </dl>
    )
  }
  const dates = datesIn(language, event.timeZone)
  const isSameDay = dates.day(startsAt) === dates.day(opensAt)
  return (
    <dl className={css.when}>
      <TimeFact
        label={t('online.check-in.waiting-room.event-not-started.start')}
        instant={startsAt}
        timeZone={event.timeZone}
      />
      {opensAt !== startsAt && (
        <div>
          <dt>{t('foyer.waiting-room.join-from')}</dt>
          <dd>{isSameDay ? dates.time(opensAt) : dates.moment(opensAt)}</dd>
        </div>
      )}
    </dl>
  )
}

type TimeFactProps = { readonly label: string; readonly instant: number; readonly timeZone: string }

/** A moment at the event, with its zone, and what the clock of a visitor elsewhere shows then. */
function TimeFact({ label, instant, timeZone }: TimeFactProps) {
  const { language } = useLanguage()
  const t = useT()
  const ownZone = useDifferentZone(timeZone, instant)
  const there = datesIn(language, timeZone)
  const here = ownZone === undefined ? undefined : datesIn(language, ownZone)
  const told = here && (here.day(instant) === there.day(instant) ? here.time(instant) : here.moment(instant))
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{there.moment(instant)}</strong>
        <span className="soft small">
          {there.zoneName(instant)}
          {told === undefined ? null : ` · ${t('foyer.event.where-you-are', told)}`}
        </span>
      </dd>
    </div>
  )
}
