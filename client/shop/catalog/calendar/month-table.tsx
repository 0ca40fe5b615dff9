import type { CSSProperties } from 'react'
import { Link } from '#client/kit/button/button.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { ListedEvent } from '#contract/listed-events.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { anchorOf } from '../event-rows.tsx'
import { daysOf, middleOf, weeksOf } from './month.ts'

type MonthTableProps = { readonly month: string; readonly events: readonly ListedEvent[] }

/** A month as a table; a day leads to its event, or to the first of several in the list below. */
export function MonthTable({ month, events }: MonthTableProps) {
  const { language } = useLanguage()
  const name = datesIn(language, 'UTC').month(middleOf(month))
  const byDay = events.map(event => ({ event, days: new Set(daysOf(event, month)) }))
  const weekday = (style: 'long' | 'short') => new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
  return (
    <table style={TABLE}>
      <caption className="unseen">{name}</caption>
      <thead>
        <tr>
          {MONDAY_TO_SUNDAY.map(day => (
            <th key={day} scope="col" style={HEAD} abbr={weekday('long').format(day)}>
              {weekday('short').format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, position) => (
          <tr key={`${month}-${week.find(Boolean) ?? position}`}>
            {week.map((day, at) => (
              <td key={MONDAY_TO_SUNDAY[at]} style={CELL}>
                {day === undefined ? null : (
                  <DayOfMonth
                    month={month}
                    day={day}
                    events={byDay.filter(({ days }) => days.has(day)).map(({ event }) => event)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayOfMonthProps = { readonly month: string; readonly day: number; readonly events: readonly ListedEvent[] }

function DayOfMonth({ month, day, events }: DayOfMonthProps) {
  const { language } = useLanguage()
  const [first] = events
  if (!first) return <span style={DAY}>{day}</span>
  const date = datesIn(language, 'UTC').dayAndMonth(Date.parse(`${month}-01T12:00:00Z`) + (day - 1) * DAY_MS)
  const titles = events.map(({ title }) => inLanguage(title, language)).join(', ')
  const look = { style: { ...DAY, ...BUSY }, title: titles, 'aria-label': `${date}: ${titles}` }
  if (events.length > 1)
    return (
      <a href={`#${anchorOf(first)}`} {...look}>
        {day}
      </a>
    )
  return (
    <Link to={pathTo(eventPagePath, first)} {...look}>
      {day}
    </Link>
  )
}

const DAY_MS = 86_400_000

/** Days of a week that began on a Monday. */
const MONDAY_TO_SUNDAY = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day))

// Written here: one page has it, and the style sheet is every page's.
const TABLE: CSSProperties = {
  marginBlockEnd: '1.5rem',
  inlineSize: '100%',
  maxInlineSize: '34rem',
  tableLayout: 'fixed',
  borderSpacing: 0,
}
const HEAD: CSSProperties = { paddingBlock: '0.5rem', color: 'var(--ink-soft)', fontSize: '0.9rem', fontWeight: 600 }
const CELL: CSSProperties = { padding: '0.15rem', textAlign: 'center' }
const DAY: CSSProperties = {
  display: 'inline-grid',
  placeItems: 'center',
  inlineSize: '100%',
  maxInlineSize: '3.25rem',
  blockSize: 'var(--touch)',
  borderRadius: 'var(--radius-small)',
  fontVariantNumeric: 'tabular-nums',
}
const BUSY: CSSProperties = {
  background: 'var(--accent)',
  color: 'var(--on-accent)',
  fontWeight: 700,
  textDecoration: 'none',
  border: '1px solid var(--accent)',
}
