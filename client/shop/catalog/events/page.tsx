import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { MAX_EVENTS_ON_HOME } from '#contract/limits.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { eventChoicesQuery, eventsQuery } from '../../shell/calls/offer-queries.ts'
import { Page as PageFrame, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { isChosenHere, isNarrowed, leadsToOnlyEvent } from '../event-choice.ts'
import { eventSearchOf } from '../event-search.ts'
import { FeedLinks } from '../feed-links.tsx'
import { EventsUnreachable, NoEvents } from '../no-events.tsx'
import { listTitle, organizerOf } from '../list-title.ts'
import { OrganizerName } from '../organizer-name.tsx'
import { PassInUse } from '../pass-in-use.tsx'
import { Agenda } from './agenda.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { EventsShape } from './events-shape.tsx'
import { Found } from './found.tsx'
import css from './events.module.css'

/** Everything that is listed, month by month, and a way to choose; straight to the event where there is only one. */
export function Page() {
  const t = useT()
  const { organizerSlug } = useParams()
  const [query] = useSearchParams()
  const { search, state } = useLocation()
  const asked = eventSearchOf(query, organizerSlug)
  // What is on the page stays until the answer to the next choice is here, and so does the focus.
  const events = useQuery({ ...eventsQuery(asked), placeholderData: keepPreviousData })
  const { data: choices } = useQuery(eventChoicesQuery(organizerSlug))
  const { data: info } = useQuery(infoQuery())
  const organizer = organizerOf(organizerSlug, choices)
  useTabTitle(listTitle(t('event-list.header.title'), organizer))

  const [first, ...others] = events.data ?? []
  const isChosen = isNarrowed(asked)
  const mayLead = leadsToOnlyEvent(asked) && !isChosenHere(state) && !events.isPlaceholderData
  if (first && others.length === 0 && mayLead)
    return <Navigate to={{ pathname: `/event/${first.shortName}`, search }} replace />
  if (events.isPending) return <EventsShape />
  const canChoose = choices !== undefined && (isChosen || choices.events > MAX_EVENTS_ON_HOME)
  return (
    <>
      <PageFrame>
        {events.isError ? <EventsUnreachable onRetry={() => void events.refetch()} /> : null}
        {events.isSuccess && first === undefined && !canChoose ? <NoEvents /> : null}
        {events.isSuccess && (first || canChoose) ? (
          <>
            <div className={css.head}>
              <OrganizerName name={organizer} />
              <PageTitle>{t('event-list.title')}</PageTitle>
            </div>
            <PassInUse where="events" />
            {canChoose ? <ChoiceForm asked={asked} choices={choices} /> : null}
            {canChoose ? <Found count={events.data.length} isChosen={isChosen} /> : null}
            {first ? <Agenda events={events.data} /> : null}
            <FeedLinks organizerSlug={organizerSlug} />
          </>
        ) : null}
      </PageFrame>
      <SiteFooter findsOrders termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}
