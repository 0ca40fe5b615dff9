import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { passPagePath, pathTo } from '#contract/paths.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { Page as PageFrame, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { eventChoicesQuery, passesQuery } from '../../shell/calls/offer-queries.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { offerSearchOf } from '../event-search.ts'
import { allEventsOf, isListWanted } from '../list-addresses.ts'
import { listTitle, organizerOf } from '../list-title.ts'
import { EventsUnreachable } from '../no-events.tsx'
import { OrganizerName } from '../organizer-name.tsx'
import { PassCards } from '../pass-cards.tsx'
import { NoPasses } from './no-passes.tsx'
import { PassesShape } from './passes-shape.tsx'
import css from './passes.module.css'

/** Every pass on sale; straight to the pass where there is only one, unless the visitor comes from it. */
export function Page() {
  const t = useT()
  const { organizerSlug } = useParams()
  const { search, state } = useLocation()
  const [query] = useSearchParams()
  const passes = useQuery(passesQuery(offerSearchOf(query, organizerSlug)))
  const { data: info } = useQuery(infoQuery())
  const { data: choices } = useQuery({ ...eventChoicesQuery(organizerSlug), enabled: organizerSlug !== undefined })
  const organizer = organizerOf(organizerSlug, choices)
  useTabTitle(listTitle(t('subscription.header.title'), organizer))

  const [first, ...others] = passes.data ?? []
  if (first && others.length === 0 && !isListWanted(state))
    return <Navigate to={{ pathname: pathTo(passPagePath, { id: first.id }), search }} replace />
  if (passes.isPending) return <PassesShape />
  return (
    <>
      <PageFrame>
        {passes.isError ? <EventsUnreachable onRetry={() => void passes.refetch()} /> : null}
        {passes.isSuccess && first === undefined ? <NoPasses allEvents={allEventsOf(organizerSlug)} /> : null}
        {first ? (
          <>
            <div className={css.head}>
              <OrganizerName name={organizer} />
              <PageTitle>{t('subscription.title')}</PageTitle>
              <p className="soft">{t('foyer.pass.list')}</p>
            </div>
            <PassCards passes={[first, ...others]} level="h2" first />
          </>
        ) : null}
      </PageFrame>
      <SiteFooter findsOrders termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}
