import type { ReactNode } from 'react'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { shopNow } from '#client/frame/calls/session.ts'
import { useLocation, useParams, useSearchParams } from '#client/routing/router.tsx'
import { ButtonLink, ButtonRow } from '#client/kit/button/button.tsx'
import { PageTitle, Section, Page as Sheet, useHouseTitle } from '#client/kit/page/page.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { ListedEvent } from '#contract/listed-events.ts'
import { eventsPagePath } from '#contract/paths.ts'
import { eventChoicesQuery, eventsQuery } from '../../shell/calls/offer-queries.ts'
import { eventSearchOf } from '../event-choice.ts'
import { EventRows } from '../event-rows.tsx'
import { allOf } from '../list-addresses.ts'
import { EventsUnreachable, NoEvents, OrganizerName, organizerOf } from '../list-parts.tsx'
import { middleOf } from './month.ts'
import { MonthTable } from './month-table.tsx'

/** The events of an organiser by months: a table of days, and below it the list of the month. */
export function Page() {
  const t = useT()
  const { organizerSlug = '' } = useParams()
  const [query] = useSearchParams()
  const choices = useQuery(eventChoicesQuery(organizerSlug))
  const search = eventSearchOf(query, organizerSlug)
  const months = choices.data?.months ?? []
  const month = search.month ?? months[0] ?? new Date(shopNow()).toISOString().slice(0, 7)
  const events = useQuery({
    ...eventsQuery({ organizerSlug, month }, {}),
    placeholderData: keepPreviousData,
    enabled: choices.isSuccess,
  })
  const organizer = organizerOf(organizerSlug, choices.data)
  useHouseTitle(t('foyer.calendar'), organizer)
  const retry = () => void Promise.all([choices.refetch(), events.refetch()])
  if (choices.isError || events.isError) {
    return (
      <Sheet>
        <EventsUnreachable onRetry={retry} />
      </Sheet>
    )
  }
  if (events.isPending || choices.isPending) return <PageShape />
  if (choices.data.events === 0) {
    return (
      <Sheet>
        <NoEvents />
      </Sheet>
    )
  }
  const { count, events: shown } = events.data
  return (
    <Sheet>
      <OrganizerName name={organizer} />
      <PageTitle>{t('foyer.calendar')}</PageTitle>
      <Month month={month} months={months}>
        <MonthTable month={month} events={shown} />
        <ListOfMonth events={shown} />
        {count > shown.length && (
          <p>
            <ButtonLink
              tone="quiet"
              to={{ pathname: `${allOf(organizerSlug)}${eventsPagePath}`, search: `month=${month}` }}
            >
              {t('home.view.all.events')}
            </ButtonLink>
          </p>
        )}
      </Month>
    </Sheet>
  )
}

type MonthProps = {
  readonly month: string
  /** Those that have events. */
  readonly months: readonly string[]
  readonly children: ReactNode
}

/** A month under its name, with the ways to the months beside it that have events. */
function Month({ month, months, children }: MonthProps) {
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const nameOf = (each: string) => {
    const name = datesIn(language, 'UTC').month(middleOf(each))
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  }
  const way = (to: string | undefined) => {
    if (to === undefined) return null
    const search = new URLSearchParams(query)
    search.set('month', to)
    return (
      <ButtonLink tone="quiet" to={{ pathname, search: search.toString() }}>
        {nameOf(to)}
      </ButtonLink>
    )
  }
  return (
    <Section id="month" title={<span aria-live="polite">{nameOf(month)}</span>}>
      {children}
      <ButtonRow>
        {way(months.filter(each => each < month).at(-1))}
        {way(months.find(each => each > month))}
      </ButtonRow>
    </Section>
  )
}

function ListOfMonth({ events }: { readonly events: readonly ListedEvent[] }) {
  const t = useT()
  return events.length === 0 ? (
    <p className="soft">{t('foyer.calendar.empty')}</p>
  ) : (
    <EventRows events={events} hasAnchors />
  )
}
