import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { eventsQuery, infoQuery } from '../../../../api/queries.ts'
import { PageTitle, useTabTitle } from '../../../../kit/page/page-title.tsx'
import { Page as PageFrame } from '../../../../kit/page/page.tsx'
import { useT } from '../../../../language/language-context.ts'
import { SiteFooter } from '../../../shell/site-footer.tsx'
import { eventSearchOf } from '../event-search.ts'
import { EventsUnreachable, NoEvents } from '../no-events.tsx'
import { Agenda } from './agenda.tsx'
import { EventsShape } from './events-shape.tsx'
import css from './events.module.css'

/** Everything that is listed, month by month; straight to the event where there is only one. */
export function Page() {
  const t = useT()
  const { organizerSlug } = useParams()
  const [query] = useSearchParams()
  const { search } = useLocation()
  const events = useQuery(eventsQuery(eventSearchOf(query, organizerSlug)))
  const { data: info } = useQuery(infoQuery())
  useTabTitle(`${t('event-list.header.title')} · Foyer`)

  const [first, ...others] = events.data ?? []
  if (first && others.length === 0) return <Navigate to={{ pathname: `/event/${first.shortName}`, search }} replace />
  if (events.isPending) return <EventsShape />
  return (
    <>
      <PageFrame>
        {events.isError ? <EventsUnreachable onRetry={() => void events.refetch()} /> : null}
        {events.isSuccess && first === undefined ? <NoEvents /> : null}
        {first ? (
          <>
            <div className={css.head}>
              <PageTitle>{t('event-list.title')}</PageTitle>
            </div>
            <Agenda events={[first, ...others]} />
          </>
        ) : null}
      </PageFrame>
      <SiteFooter termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}
