import { type ReactNode, useEffect, useState } from 'react'
import type { DeskAttendee } from '#contract/desk-attendees.ts'
import { hasTicket } from '#domain/organiser/order-desk/attendee.ts'
import { deskOrdersPagePath } from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import { EndOfList } from '../../parts/filters.tsx'
import cards from '../../parts/card-table.module.css'
import { Tag } from '../../parts/work.tsx'
import { type AttendeeQuery, attendeesQuery } from './calls.ts'
import type { ChosenColumns, PlainColumn } from './columns.ts'
import type { AttendeePage } from './filter-bar.tsx'
import css from './attendees.module.css'

type TableProps = {
  readonly eventId: number
  readonly query: AttendeeQuery
  readonly first: AttendeePage
  readonly columns: ChosenColumns
  /** Everybody is to be printed: all pages are read, and then it prints. */
  readonly isPrinting: boolean
  readonly onPrinted: () => void
}

/** The attendees by name; more of them are read when the end comes into view. */
export function AttendeeTable({ eventId, query, first, columns, isPrinting, onPrinted }: TableProps) {
  const t = useT()
  const [cursors, setCursors] = useState<readonly string[]>([])
  const isEmpty = first.attendees.length === 0
  usePrint(isPrinting && isEmpty, onPrinted)
  if (isEmpty) return <p className={cards.none}>{t('foyer.desk.attendees.none')}</p>
  const more = (next: string) => setCursors(known => (known.includes(next) ? known : [...known, next]))
  return (
    <>
      <div className={`${cards.sheet} ${css.sheet}`}>
        <table className={`${cards.table} ${css.table}`}>
          <caption className="unseen">{t('foyer.desk.attendees')}</caption>
          <Head columns={columns} />
          <Rows page={first} columns={columns} />
          {cursors.map(cursor => (
            <MoreRows key={cursor} eventId={eventId} query={query} cursor={cursor} columns={columns} />
          ))}
        </table>
      </div>
      <End
        key={cursors.at(-1) ?? ''}
        part={attendeesQuery(eventId, query, cursors.at(-1) ?? '')}
        onMore={more}
        isPrinting={isPrinting}
        onPrinted={onPrinted}
      />
    </>
  )
}

type EndProps = {
  readonly part: ReturnType<typeof attendeesQuery>
  readonly onMore: (next: string) => void
  readonly isPrinting: boolean
  readonly onPrinted: () => void
}

/** Reads on when it comes into view, or when all is to be printed. */
function End({ part, onMore, isPrinting, onPrinted }: EndProps) {
  const query = useQuery(part)
  const next = query.data?.nextCursor ?? null
  useEffect(() => {
    if (isPrinting && next !== null) onMore(next)
  }, [isPrinting, next, onMore])
  usePrint(isPrinting && query.data !== undefined && next === null, onPrinted)
  return <EndOfList query={query} next={next} onMore={onMore} />
}

/** Opens the browser's dialog of printing once the page is drawn. */
function usePrint(isReady: boolean, onPrinted: () => void): void {
  useEffect(() => {
    if (!isReady) return
    const frame = requestAnimationFrame(() => {
      onPrinted()
      print()
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady, onPrinted])
}

type Columned = { readonly columns: ChosenColumns }

function Head({ columns: { plain, questions } }: Columned) {
  const t = useT()
  return (
    <thead>
      <tr>
        <th scope="col">{t('foyer.desk.attendees.name')}</th>
        {plain.map(each => (
          <th key={each} scope="col" data-end={each === 'price' || undefined}>
            {t(`foyer.desk.attendees.column.${each}`)}
          </th>
        ))}
        {questions.map(({ id, label, extra }) => (
          <th key={id} scope="col" dir="auto">
            {extra === null ? label : `${extra}: ${label}`}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type MoreProps = Columned & { readonly eventId: number; readonly query: AttendeeQuery; readonly cursor: string }

function MoreRows({ eventId, query, cursor, columns }: MoreProps) {
  const part = useQuery(attendeesQuery(eventId, query, cursor))
  return part.data ? <Rows page={part.data} columns={columns} /> : null
}

function Rows({ page, columns }: Columned & { readonly page: AttendeePage }) {
  const t = useT()
  return (
    <tbody>
      {page.attendees.map(attendee => (
        <tr key={attendee.ticketId}>
          <th scope="row">
            <Link
              to={`${deskOrdersPagePath}?event=${page.event.id}&order=${attendee.order.id}`}
              className={css.name}
              dir="auto"
            >
              {nameOf(attendee) || t('foyer.desk.attendees.nameless')}
            </Link>
          </th>
          {columns.plain.map(each => (
            <td
              key={each}
              data-end={each === 'price' || undefined}
              data-name={t(`foyer.desk.attendees.column.${each}`)}
            >
              <Cell column={each} attendee={attendee} timezone={page.event.timezone} />
            </td>
          ))}
          {columns.questions.map(({ id, label }) => (
            <td key={id} dir="auto" data-name={label} data-empty={attendee.answers[id] === undefined || undefined}>
              {attendee.answers[id] ?? ''}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** As lists are sorted: the last name first. */
export const nameOf = ({ firstName, lastName }: DeskAttendee): string =>
  [lastName, firstName].filter(Boolean).join(', ')

type CellProps = { readonly column: PlainColumn; readonly attendee: DeskAttendee; readonly timezone: string }

function Cell({ column, attendee, timezone }: CellProps): ReactNode {
  const { t, language } = useLanguage()
  const dates = useDates(timezone)
  const { category, state, email, isIn, inSince, order, price, currency } = attendee
  switch (column) {
    case 'category':
      return <bdi>{category}</bdi>
    case 'state':
      return (
        <Tag tone={hasTicket(state) ? 'good' : 'off'}>{t(`foyer.desk.attendees.state.${state.toLowerCase()}`)}</Tag>
      )
    case 'entry':
      if (!isIn) return null
      return inSince === null ? t('foyer.desk.attendees.in') : `${dates.dayAndMonth(inSince)}, ${dates.time(inSince)}`
    case 'email':
      return <bdi>{email}</bdi>
    case 'order':
      return (
        <>
          <span className="number">{order.shortId}</span> <bdi>{order.company ?? order.buyer}</bdi>
        </>
      )
    case 'price':
      return price !== null && currency !== null && formatAmount(price, currency, language)
    default:
      return column satisfies never
  }
}
