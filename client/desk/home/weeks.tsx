import type { Week } from '#contract/desk-home.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useDates } from '#client/language/use-dates.ts'
import { Panel } from '../parts/work.tsx'
import css from './home.module.css'

type WeeksProps = { readonly weeks: readonly Week[]; readonly now: number; readonly timeZone: string }

const DAY_MS = 86_400_000

/** The orders of the week in each currency, the most first, with a line of four weeks. */
export function Weeks({ weeks, now, timeZone }: WeeksProps) {
  const { t, language } = useLanguage()
  const dates = useDates(timeZone)
  const [first, ...others] = weeks
  if (!first) {
    return (
      <Panel title={t('foyer.desk.home.money')}>
        <p className="soft">{t('foyer.desk.home.money.none')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('foyer.desk.home.money')} aside={<span className="soft">{dates.days(now - 6 * DAY_MS, now)}</span>}>
      <p className={css.big}>{formatAmount(first.week, first.currency, language)}</p>
      {others
        .filter(({ week }) => Number(week) !== 0)
        .map(({ week, currency }) => (
          <p key={currency}>
            <b>{formatAmount(week, currency, language)}</b>
          </p>
        ))}
      <p className="soft">
        {first.orders === 1
          ? t('foyer.desk.home.money.orders.one')
          : t(
              'foyer.desk.home.money.orders',
              weeks.reduce((sum, { orders }) => sum + orders, 0),
            )}
      </p>
      <Line week={first} now={now} timeZone={timeZone} />
      <p className="soft">
        {t('foyer.desk.home.money.before', formatAmount(first.weekBefore, first.currency, language))}
      </p>
    </Panel>
  )
}

const WIDTH = 270
const HEIGHT = 64

type LineProps = { readonly week: Week; readonly now: number; readonly timeZone: string }

/** Four weeks as a line; its words say the same to those who listen. */
function Line({ week: { days, currency }, now, timeZone }: LineProps) {
  const { t, language } = useLanguage()
  const dates = useDates(timeZone)
  const amounts = days.map(Number)
  const most = Math.max(...amounts)
  const at = amounts.indexOf(most)
  const when = now - (days.length - 1 - at) * DAY_MS
  const points = amounts.map((amount, index): [number, number] => [
    (index / (days.length - 1)) * WIDTH,
    HEIGHT - 4 - (most === 0 ? 0 : (amount / most) * (HEIGHT - 8)),
  ])
  const path = (some: readonly [number, number][]) =>
    some.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const name = t(
    'foyer.desk.home.money.line',
    currency,
    formatAmount(days[at] ?? '0', currency, language),
    dates.dayAndMonth(when),
  )
  return (
    <figure className={css.line}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <path className={css.area} d={`${path(points)}V${HEIGHT}H0z`} />
        <path className={css.stroke} d={path(points)} />
        <path className={css.recent} d={path(points.slice(-7))} />
      </svg>
      <figcaption className={css.axis} aria-hidden="true">
        <span>{dates.dayAndMonth(now - (days.length - 1) * DAY_MS)}</span>
        <span>{t('foyer.desk.home.today')}</span>
      </figcaption>
    </figure>
  )
}
