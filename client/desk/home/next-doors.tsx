import type { ComingEvent } from '#contract/desk-home.ts'
import { deskEventPagePath, pathTo } from '#contract/paths.ts'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { Panel } from '../parts/work.tsx'
import css from './home.module.css'

type NextDoorsProps = { readonly coming: readonly ComingEvent[]; readonly now: number }

/** The published event whose doors open next. */
export function NextDoors({ coming, now }: NextDoorsProps) {
  const next = coming.find(({ status, startsAt }) => status === 'PUBLIC' && startsAt > now)
  return next ? <Doors event={next} /> : null
}

function Doors({ event: { id, title, startsAt, timeZone, place, sold } }: { readonly event: ComingEvent }) {
  const t = useT()
  const dates = useDates(timeZone)
  return (
    <Panel title={t('foyer.desk.home.doors')}>
      <p className="strong">
        <Link to={pathTo(deskEventPagePath, { eventId: String(id) })}>
          <bdi>{title}</bdi>
        </Link>
      </p>
      <p className="soft">
        {dates.moment(startsAt)}
        {place !== null && (
          <span className={css.place}>
            <bdi>{place}</bdi>
          </span>
        )}
        <br />
        {sold === 1 ? t('foyer.desk.home.doors.sold.one') : t('foyer.desk.home.doors.sold', sold)}
      </p>
    </Panel>
  )
}
