import type { ComingEvent, Home, NextStep } from '#contract/desk-home.ts'
import { deskDoorsPagePath, deskEventPagePath, deskEventsPagePath, pathTo } from '#contract/paths.ts'
import { Link } from '#client/kit/button/button.tsx'
import { Day } from '#client/kit/mark/mark.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { formatShortAmount } from '#client/language/formats.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Seats } from '../parts/seats.tsx'
import { Panel, Tag } from '../parts/work.tsx'
import { useMay } from '../session/me.ts'
import css from './home.module.css'

/** The next events as a table; on a phone each row is a block of its own. */
export function Coming({ home: { coming, comingCount, money, erasure } }: { readonly home: Home }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const hasMoney = money !== null
  return (
    <Panel
      title={t('foyer.desk.home.coming')}
      flush
      aside={
        comingCount > 0 && (
          <Link to={deskEventsPagePath}>
            {t('foyer.desk.home.coming.all')} ({comingCount})
          </Link>
        )
      }
    >
      {coming.length === 0 ? (
        <p className={css.quiet}>{t('foyer.desk.home.coming.none')}</p>
      ) : (
        <table className={css.coming}>
          <thead>
            <tr>
              <Head name="event" />
              <Head name="sold" />
              <Head name="week" isNumber />
              {hasMoney && <Head name="money" isNumber />}
              <Head name="next" />
            </tr>
          </thead>
          <tbody>
            {coming.map(event => (
              <Row key={event.id} event={event} hasMoney={hasMoney} />
            ))}
          </tbody>
        </table>
      )}
      {erasure && <p className={css.footnote}>{t('foyer.desk.home.erasure', erasure.title, dates.day(erasure.at))}</p>}
    </Panel>
  )
}

type HeadProps = { readonly name: 'event' | 'sold' | 'week' | 'money' | 'next'; readonly isNumber?: boolean }

function Head({ name, isNumber = false }: HeadProps) {
  const t = useT()
  return (
    <th scope="col" data-number={isNumber || undefined}>
      {t(`foyer.desk.home.column.${name}`)}
    </th>
  )
}

function Row({ event, hasMoney }: { readonly event: ComingEvent; readonly hasMoney: boolean }) {
  const may = useMay()
  const { t, language } = useLanguage()
  const dates = useDates(event.timeZone)
  const { id, title, status, startsAt, place, sold, held, capacity, soldInWeek, money } = event
  const isDraft = status === 'DRAFT'
  // Who works at the entrance alone finds their event there.
  const isForDoor = !may('manage-events') && !may('manage-orders') && may('see-entrance')
  return (
    <tr>
      <td data-all>
        <div className={css.event}>
          <Day parts={dates.tile(startsAt, startsAt)} size="small" />
          <div>
            <Link className="strong" to={pathTo(isForDoor ? deskDoorsPagePath : deskEventPagePath, { eventId: id })}>
              <bdi>{title}</bdi>
            </Link>{' '}
            {isDraft && <Tag tone="off">{t('foyer.desk.home.draft')}</Tag>}
            <p className="soft">
              {dates.moment(startsAt)}
              {place !== null && (
                <span className={css.place}>
                  <bdi>{place}</bdi>
                </span>
              )}
            </p>
          </div>
        </div>
      </td>
      <td data-all>
        <Seats sold={sold} held={held} capacity={capacity} />
      </td>
      <td data-number data-name={t('foyer.desk.home.column.week')}>
        {soldInWeek > 0 ? `+${soldInWeek}` : '0'}
      </td>
      {hasMoney && (
        <td data-number data-name={t('foyer.desk.home.column.money')}>
          {money === null || money.length === 0
            ? '–'
            : money.map(({ amount, currency }) => (
                <span key={currency} className={css.amount}>
                  {formatShortAmount(amount, currency, language)}
                </span>
              ))}
        </td>
      )}
      <td data-all>
        <Steps event={event} />
      </td>
    </tr>
  )
}

function Steps({ event: { next, waiting, timeZone } }: { readonly event: ComingEvent }) {
  const t = useT()
  const dates = useDates(timeZone)
  // The year of what is near says nothing, and the table is narrow.
  const short = (at: number): string => `${dates.dayAndMonth(at)}, ${dates.time(at)}`
  const sayStep = ({ kind, at, of }: NextStep): string => {
    if (kind === 'sale-starts' || kind === 'sale-ends') {
      return of === null
        ? t(`foyer.desk.home.next.${kind}`, short(at))
        : t(`foyer.desk.home.next.${kind}.of`, short(at), of)
    }
    return t(`foyer.desk.home.next.${kind}`, kind === 'begins' ? short(at) : dates.dayAndMonth(at))
  }
  const lines = [
    ...(waiting === 0
      ? []
      : [waiting === 1 ? t('foyer.desk.home.waiting.one') : t('foyer.desk.home.waiting', waiting)]),
    ...next.slice(0, 2).map(sayStep),
  ]
  return (
    <ul className={css.steps}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
