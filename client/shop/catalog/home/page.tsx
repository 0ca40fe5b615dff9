import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { BasicEventInfo } from '#contract/event.ts'
import { MAX_EVENTS_ON_HOME } from '#contract/limits.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { eventChoicesQuery, eventsQuery } from '../../shell/calls/offer-queries.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Page as PageFrame, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { leadsToOnlyEvent } from '../event-choice.ts'
import { eventSearchOf } from '../event-search.ts'
import { FeedLinks } from '../feed-links.tsx'
import { allEventsOf } from '../list-addresses.ts'
import { EventsUnreachable, NoEvents } from '../no-events.tsx'
import { listTitle, organizerOf } from '../list-title.ts'
import { OrganizerName } from '../organizer-name.tsx'
import { PassInUse } from '../pass-in-use.tsx'
import { EventCard } from './event-card.tsx'
import { HomeShape } from './home-shape.tsx'
import { PassesOnHome, usePassesOfHome } from './passes-on-home.tsx'
import { SearchForm } from './search-form.tsx'
import css from './home.module.css'

/** What is coming up, and the passes for it; straight to the event where there is nothing else. */
export function Page() {
  const t = useT()
  const { organizerSlug } = useParams()
  const [query] = useSearchParams()
  const { search } = useLocation()
  const asked = eventSearchOf(query, organizerSlug)
  const events = useQuery(eventsQuery(asked))
  const { passes, isPending: arePassesPending } = usePassesOfHome(asked)
  const { data: info } = useQuery(infoQuery())
  const { data: choices } = useQuery({ ...eventChoicesQuery(organizerSlug), enabled: organizerSlug !== undefined })
  const organizer = organizerOf(organizerSlug, choices)
  useTabTitle(listTitle(undefined, organizer))

  const [first, ...others] = events.data ?? []
  const allEvents = allEventsOf(organizerSlug)
  if (events.isPending || arePassesPending) return <HomeShape />
  if (first && others.length === 0 && passes.length === 0 && leadsToOnlyEvent(asked))
    return <Navigate to={{ pathname: `/event/${first.shortName}`, search }} replace />
  return (
    <>
      <PageFrame>
        {events.isError ? <EventsUnreachable onRetry={() => void events.refetch()} /> : null}
        {events.isSuccess && first === undefined && passes.length === 0 ? <NoEvents /> : null}
        {first ? (
          <>
            <div className={css.head}>
              <OrganizerName name={organizer} />
              <PageTitle>{t('foyer.home.title')}</PageTitle>
            </div>
            <PassInUse where="events" />
            {others.length < MAX_EVENTS_ON_HOME ? null : <SearchForm allEvents={allEvents} />}
            <Cards events={[first, ...others]} allEvents={allEvents} />
          </>
        ) : null}
        <PassesOnHome passes={passes} organizerSlug={organizerSlug} isAlone={events.isSuccess && first === undefined} />
        {first ? <FeedLinks organizerSlug={organizerSlug} /> : null}
      </PageFrame>
      <SiteFooter findsOrders termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}

function Cards({ events, allEvents }: { events: readonly BasicEventInfo[]; allEvents: string }) {
  const t = useT()
  const { search } = useLocation()
  const shown = events.slice(0, MAX_EVENTS_ON_HOME)
  return (
    <>
      <ul className={css.cards} data-count={shown.length}>
        {shown.map((event, index) => (
          <li key={event.shortName}>
            <EventCard event={event} lead={index === 0 && shown.length !== 2} />
          </li>
        ))}
      </ul>
      <p className={css.all}>
        <ButtonLink tone="quiet" to={{ pathname: allEvents, search }}>
          {t('home.view.all.events')}
        </ButtonLink>
      </p>
    </>
  )
}
