import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from '#client/routing/router.tsx'
import type { ListedEvent } from '#contract/listed-events.ts'
import { MAX_EVENTS_ON_HOME } from '#contract/limits.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { eventsQuery } from '../shell/calls/offer-queries.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Loading, Page as PageFrame, Shape } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../shell/site-footer.tsx'
import { HOME_PART, carriedParameters, eventSearchOf, leadsToOnlyEvent, queryOfForm } from './event-choice.ts'
import { FeedLinks, SearchField } from './search-field.tsx'
import { allEventsOf } from './list-addresses.ts'
import { EventsUnreachable, NoEvents } from './list-parts.tsx'
import { PassInUse } from './pass-in-use.tsx'
import { EventCard, PassesOnHome, usePassesOfHome } from './first-cards.tsx'
import type { FormEvent, ReactNode } from 'react'
import css from './first-offers.module.css'

type OffersProps = {
  /** Above the events. */
  readonly head: ReactNode
  /** An only event takes the place of the page. */
  readonly mayLead: boolean
}

/** The first events and passes, of all organisers or of the one in the address, with the ways to all of them. */
export function Offers({ head, mayLead }: OffersProps) {
  const { organizerSlug } = useParams()
  const [query] = useSearchParams()
  const { search } = useLocation()
  const eventSearch = eventSearchOf(query, organizerSlug)
  const events = useQuery(eventsQuery(eventSearch, HOME_PART))
  const { passes, isPending: arePassesPending } = usePassesOfHome(eventSearch)
  const { data: info } = useQuery(infoQuery())

  const { count = 0, events: shown = [] } = events.data ?? {}
  const [first] = shown
  const allEvents = allEventsOf(organizerSlug)
  if (events.isPending || arePassesPending) return <HomeShape />
  if (first && count === 1 && passes.length === 0 && mayLead && leadsToOnlyEvent(eventSearch))
    return <Navigate to={{ pathname: `/event/${first.shortName}`, search }} replace />
  return (
    <>
      <PageFrame>
        {events.isError ? <EventsUnreachable onRetry={() => void events.refetch()} /> : null}
        {events.isSuccess && first === undefined && passes.length === 0 ? <NoEvents /> : null}
        {first ? (
          <>
            {head}
            <PassInUse where="events" />
            {count > MAX_EVENTS_ON_HOME ? <SearchForm allEvents={allEvents} /> : null}
            <Cards events={shown} allEvents={allEvents} />
          </>
        ) : null}
        <PassesOnHome passes={passes} organizerSlug={organizerSlug} isAlone={events.isSuccess && first === undefined} />
        {first ? <FeedLinks organizerSlug={organizerSlug} /> : null}
      </PageFrame>
      <SiteFooter findsOrders termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}

function Cards({ events, allEvents }: { events: readonly ListedEvent[]; allEvents: string }) {
  const t = useT()
  const { search } = useLocation()
  return (
    <>
      <ul className={css.cards} data-count={events.length}>
        {events.map((event, index) => (
          <li key={event.shortName}>
            <EventCard event={event} lead={index === 0 && events.length !== 2} />
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

/** Looks for words in all events; the list that answers can be narrowed further. */
function SearchForm({ allEvents }: { allEvents: string }) {
  const t = useT()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const search = queryOfForm(new FormData(event.currentTarget), query).toString()
    navigate({ pathname: allEvents, search })
  }
  return (
    <form
      role="search"
      aria-label={t('foyer.search.form')}
      method="get"
      action={allEvents}
      className={css.search}
      onSubmit={onSubmit}
    >
      {carriedParameters(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SearchField search={undefined} />
    </form>
  )
}

/** Where the cards will be. */
export function HomeShape() {
  return (
    <PageFrame>
      <Loading>
        <div className={css.head}>
          <Shape width="16rem" height="3.2rem" round />
        </div>
        <div className={css.cards}>
          {[1, 2, 3].map(card => (
            <Shape key={card} height="22rem" round />
          ))}
        </div>
      </Loading>
    </PageFrame>
  )
}
