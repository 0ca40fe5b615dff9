import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { MAX_PASSES_ON_HOME } from '#contract/limits.ts'
import type { EventSearch } from '#contract/page-need.ts'
import type { BasicSubscriptionInfo } from '#contract/subscription.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { passesQuery } from '../../shell/calls/offer-queries.ts'
import { showsPasses } from '../event-choice.ts'
import { offerSearchOf } from '../event-search.ts'
import { allPassesOf } from '../list-addresses.ts'
import { PassCards } from '../pass-cards.tsx'
import css from './passes-on-home.module.css'

/** The passes of the home page: none for a visitor who searches for an event, or has a pass. */
export function usePassesOfHome(asked: EventSearch) {
  const [query] = useSearchParams()
  const isWanted = showsPasses(asked)
  const { data, isPending } = useQuery({ ...passesQuery(offerSearchOf(query, asked.organizerSlug)), enabled: isWanted })
  return { passes: (isWanted && data) || NONE, isPending: isWanted && isPending }
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
