import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Navigate, useLocation, useParams, useSearchParams } from '#client/routing/router.tsx'
import { passPagePath, pathTo } from '#contract/paths.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { Loading, Page as PageFrame, PageTitle, Shape, useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { eventChoicesQuery, passesQuery } from '../../shell/calls/offer-queries.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { offerSearchOf } from '../event-choice.ts'
import { allEventsOf, isListRequested } from '../list-addresses.ts'
import { EventsUnreachable, OrganizerName, organizerOf } from '../list-parts.tsx'
import { PassCards } from '../pass-cards.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import css from './passes.module.css'
import cardsCss from '../pass-cards.module.css'

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
  useHouseTitle(t('subscription.header.title'), organizer)

  const [first, ...others] = passes.data ?? []
  if (first && others.length === 0 && !isListRequested(state))
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

/** No pass is on sale; the events are one step away. */
export function NoPasses({ allEvents }: { readonly allEvents: string }) {
  const t = useT()
  return (
    <Blank
      title={<PageTitle>{t('foyer.no-passes.title')}</PageTitle>}
      action={<ButtonLink to={allEvents}>{t('home.view.all.events')}</ButtonLink>}
    >
      <p>{t('subscription.no-subscriptions')}</p>
    </Blank>
  )
}

/** Where the passes will be. */
export function PassesShape() {
  return (
    <PageFrame>
      <Loading>
        <Shape width="12rem" height="3.2rem" round />
        <div className={cardsCss.cards}>
          {[1, 2, 3, 4].map(card => (
            <Shape key={card} height="18rem" round />
          ))}
        </div>
      </Loading>
    </PageFrame>
  )
}
