import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { Navigate, useLocation, useParams, useSearchParams } from '#client/routing/router.tsx'
import { EVENTS_ON_A_PAGE, MAX_EVENTS_ON_HOME } from '#contract/limits.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { eventChoicesQuery, eventsQuery } from '../../shell/calls/offer-queries.ts'
import { Loading, Page as PageFrame, PageTitle, Shape, useHouseTitle } from '#client/kit/page/page.tsx'
import { type LanguageSetting, useLanguage, useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import {
  eventSearchOf,
  isChosenHere,
  isNarrowed,
  leadsToOnlyEvent,
  pageOf,
  partOf,
  withoutChoice,
} from '../event-choice.ts'
import { FeedLinks } from '../search-field.tsx'
import { EventsUnreachable, NoEvents, OrganizerName, organizerOf } from '../list-parts.tsx'
import { PassInUse } from '../pass-in-use.tsx'
import { ChoiceForm } from './choice-form.tsx'
import type { ListedEvent } from '#contract/listed-events.ts'
import { grouped } from '#client/frame/grouped.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { EventRows } from '../event-rows.tsx'
import { useRef } from 'react'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import { pluralOf } from '#domain/foundation/language/texts.ts'
import css from './agenda.module.css'

/** Everything that is listed, month by month, and a way to choose; straight to the event where there is only one. */
export function Page() {
  const t = useT()
  const { organizerSlug } = useParams()
  const [query] = useSearchParams()
  const { search, state } = useLocation()
  const chosenSearch = eventSearchOf(query, organizerSlug)
  const page = pageOf(query)
  // What is on the page stays until the answer to the next choice is here, and so does the focus.
  const events = useQuery({ ...eventsQuery(chosenSearch, partOf(page)), placeholderData: keepPreviousData })
  const { data: choices } = useQuery(eventChoicesQuery(organizerSlug))
  const { data: info } = useQuery(infoQuery())
  const organizer = organizerOf(organizerSlug, choices)
  useHouseTitle(t('event-list.header.title'), organizer)

  const { count = 0, events: shown = [] } = events.data ?? {}
  const [first] = shown
  const isChosen = isNarrowed(chosenSearch)
  const mayLead = leadsToOnlyEvent(chosenSearch) && !isChosenHere(state) && !events.isPlaceholderData
  if (first && count === 1 && mayLead)
    return <Navigate to={{ pathname: `/event/${first.shortName}`, search }} replace />
  if (events.isPending) return <EventsShape />
  const canChoose = choices !== undefined && (isChosen || choices.events > MAX_EVENTS_ON_HOME)
  return (
    <>
      <PageFrame>
        {events.isError ? <EventsUnreachable onRetry={() => void events.refetch()} /> : null}
        {events.isSuccess && !first && !canChoose ? <NoEvents /> : null}
        {events.isSuccess && (first || canChoose) ? (
          <>
            <div className={css.head}>
              <OrganizerName name={organizer} />
              <PageTitle>{t('event-list.title')}</PageTitle>
            </div>
            <PassInUse where="events" />
            {canChoose ? <ChoiceForm chosenSearch={chosenSearch} choices={choices} /> : null}
            {canChoose ? <Found count={count} isChosen={isChosen} /> : null}
            {first ? <Agenda events={shown} /> : null}
            {count > EVENTS_ON_A_PAGE || page > 1 ? <Pages page={page} count={count} /> : null}
            <FeedLinks organizerSlug={organizerSlug} />
          </>
        ) : null}
      </PageFrame>
      <SiteFooter findsOrders termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}

/** Events under the names of their months. They come ordered by their start. */
export function Agenda({ events }: { events: readonly ListedEvent[] }) {
  const { language } = useLanguage()
  const months = grouped(events, ({ timeZone, datesWithOffset }) =>
    datesIn(language, timeZone).month(datesWithOffset.startDateTime),
  )
  return [...months].map(([month, ofMonth], position) => (
    <section key={month} className={css.month} aria-labelledby={`month-${position}`}>
      <h2 id={`month-${position}`} className={css.monthName} suppressHydrationWarning>
        {month}
      </h2>
      <EventRows events={ofMonth} />
    </section>
  ))
}

/** The ways to the events before and after those of a page; from a page beyond the last one, to the last. */
function Pages({ page, count }: { page: number; count: number }) {
  const t = useT()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const last = Math.ceil(count / EVENTS_ON_A_PAGE)
  const way = (to: number, text: string) => {
    const search = new URLSearchParams(query)
    search.set('page', String(to))
    return to < 1 || to > last ? null : (
      <ButtonLink tone="quiet" to={{ pathname, search: search.toString() }}>
        {t(text)}
      </ButtonLink>
    )
  }
  return (
    <p className={css.pages}>
      {way(Math.min(page - 1, last), 'foyer.list.before')}
      {way(page + 1, 'foyer.list.more')}
    </p>
  )
}

/**
 * How many events the choice leaves, read out to those who don't see the list change; what to try when it leaves none;
 * and the way back to everything.
 */
export function Found({ count, isChosen }: { count: number; isChosen: boolean }) {
  const setting = useLanguage()
  const { t } = setting
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const line = useRef<HTMLParagraphElement>(null)
  return (
    <div className={css.found}>
      <p role="status" tabIndex={-1} ref={line} className={css.count}>
        {countText(count, setting)}
      </p>
      {count === 0 ? <p className="soft">{t('foyer.search.nothing.text')}</p> : null}
      {isChosen ? (
        // The link goes when it has been followed; the focus must not go with it.
        <Link to={{ pathname, search: withoutChoice(query).toString() }} onClick={() => line.current?.focus()}>
          {t('foyer.search.show-all')}
        </Link>
      ) : null}
    </div>
  )
}

function countText(count: number, { language, t }: LanguageSetting): string {
  return t(count === 0 ? 'foyer.search.nothing' : `foyer.search.found.${pluralOf(language, count)}`, count)
}

/** Where the rows will be. */
export function EventsShape() {
  return (
    <PageFrame>
      <Loading>
        <div className={css.head}>
          <Shape width="14rem" height="3.2rem" round />
        </div>
        {[1, 2, 3, 4].map(row => (
          <Shape key={row} height="8rem" round />
        ))}
      </Loading>
    </PageFrame>
  )
}
