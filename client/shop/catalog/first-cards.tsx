import { useLocation, useSearchParams } from '#client/routing/router.tsx'
import { ButtonLink, Link } from '#client/kit/button/button.tsx'
import type { ListedEvent } from '#contract/listed-events.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { Poster } from '#client/kit/poster/poster.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { offerSearchOf, showsPasses, withoutChoice } from './event-choice.ts'
import { Place, shortWhenText } from './place.tsx'
import { leafOf } from './when-and-where.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { MAX_PASSES_ON_HOME } from '#contract/limits.ts'
import type { EventSearch } from '#contract/page-need.ts'
import type { BasicSubscriptionInfo } from '#contract/subscription.ts'
import { PageTitle } from '#client/kit/page/page.tsx'
import { passesQuery } from '../shell/calls/offer-queries.ts'
import { allPassesOf } from './list-addresses.ts'
import { PassCards } from './pass-cards.tsx'
import { SaleLine } from './sale-line.tsx'
import css from './first-cards.module.css'

type EventCardProps = { readonly event: ListedEvent; readonly lead?: boolean }

const SIZES = '(min-width: 44rem) 24rem, 100vw'
const LEAD_SIZES = '(min-width: 52rem) 40rem, 100vw'

/** An event as a poster with its date on it. The whole card leads to the event. */
export function EventCard({ event, lead = false }: EventCardProps) {
  const { language } = useLanguage()
  const dates = useDates(event.timeZone)
  const [query] = useSearchParams()
  const title = inLanguage(event.title, language)
  return (
    <article className={css.card} data-lead={lead || undefined}>
      <div className={css.picture}>
        <Poster file={event.fileBlobId} name={event.shortName} sizes={lead ? LEAD_SIZES : SIZES} first={lead} />
        <div className={css.day}>
          <Day parts={leafOf(event, dates)} />
        </div>
      </div>
      <div className={css.words}>
        <h2 className={css.title} dir="auto">
          <Link to={{ pathname: `/event/${event.shortName}`, search: withoutChoice(query).toString() }}>{title}</Link>
        </h2>
        <p className="soft" suppressHydrationWarning>
          {shortWhenText(event, dates)}
        </p>
        <Place event={event} />
        <SaleLine sale={event.sale} timeZone={event.timeZone} />
      </div>
    </article>
  )
}

/** The passes of the home page: none for a visitor who searches for an event, or has a pass. */
export function usePassesOfHome(eventSearch: EventSearch) {
  const [query] = useSearchParams()
  const isShown = showsPasses(eventSearch)
  const { data, isPending } = useQuery({
    ...passesQuery(offerSearchOf(query, eventSearch.organizerSlug)),
    enabled: isShown,
  })
  return { passes: (isShown && data) || NONE, isPending: isShown && isPending }
}

const NONE: readonly BasicSubscriptionInfo[] = []

type PassesOnHomeProps = {
  readonly passes: readonly BasicSubscriptionInfo[]
  readonly organizerSlug: string | undefined
  /** There are no events above. */
  readonly isAlone: boolean
}

/** The first passes, and the way to all of them; nothing where there are none. */
export function PassesOnHome({ passes, organizerSlug, isAlone }: PassesOnHomeProps) {
  const t = useT()
  const { search } = useLocation()
  if (passes.length === 0) return null
  const title = t('subscription.title')
  return (
    <section className={css.passes} aria-labelledby="passes">
      {isAlone ? (
        <div className={css.head} id="passes">
          <PageTitle>{title}</PageTitle>
        </div>
      ) : (
        <h2 id="passes">{title}</h2>
      )}
      <PassCards passes={passes.slice(0, MAX_PASSES_ON_HOME)} level={isAlone ? 'h2' : 'h3'} first={isAlone} />
      <p className={css.all}>
        <ButtonLink tone="quiet" to={{ pathname: allPassesOf(organizerSlug), search }}>
          {t('home.view.all.subscriptions')}
        </ButtonLink>
      </p>
    </section>
  )
}
