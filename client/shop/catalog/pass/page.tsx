import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { passQuery } from '../../shell/calls/offer-queries.ts'
import { NoOffer } from '../offer-parts.tsx'
import type { Subscription } from '#contract/subscription.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Beside, Loading, Page as PageFrame, Section, Shape, TextShape, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { passSaleStateOf } from '../pass-sale.ts'
import { EventsOfPass, PassConditions, PassHead } from './pass-head.tsx'
import { PassBar, PassCard, useReservePass } from './pass-card.tsx'
import css from '../offer-page.module.css'

/** A pass, and what it is good for. */
export function Page() {
  const { id = '' } = useParams()
  const pass = useQuery(passQuery(id))
  if (pass.data) return <PassView key={id} id={id} pass={pass.data} onRefresh={pass.refetch} />
  if (pass.isPending) return <PassShape />
  return <NoOffer kind="pass" failure={failureOf(pass.error)} onRetry={() => void pass.refetch()} />
}

type PassViewProps = {
  readonly id: string
  readonly pass: Subscription
  readonly onRefresh: () => Promise<unknown>
}

/** The page of a pass, from its name down to the events it is good for. */
export function PassView({ id, pass, onRefresh }: PassViewProps) {
  const { language, t } = useLanguage()
  const { data: info } = useQuery(infoQuery())
  // What is left is the likeliest reason of a refusal.
  const { refused, isReserving, reserve } = useReservePass({ id, onRefused: () => void onRefresh() })
  useTabTitle(t('show-subscription.header.title', inLanguage(pass.title, language)))
  const ordering = { pass, state: passSaleStateOf(pass), isReserving, onReserve: () => void reserve() }
  return (
    <>
      <PageFrame>
        <PassHead id={id} pass={pass} />
        <Beside asideLabel={t('foyer.pass.order')} aside={<PassCard {...ordering} />}>
          {refused.problems.length === 0 ? null : (
            <div className={css.problems}>
              <ErrorSummary
                title={t('foyer.pass.problem')}
                entries={refused.problems.map(({ code, args }) => ({ text: t(code, ...args) }))}
                occasion={refused.refusal}
                status={refused.status}
              />
            </div>
          )}
          <About pass={pass} />
          <PassConditions pass={pass} />
          <EventsOfPass id={id} />
        </Beside>
        <PassBar {...ordering} />
        <BackToWebsite pass={pass} />
      </PageFrame>
      <SiteFooter
        findsOrders
        termsUrl={pass.termsAndConditionsUrl ?? info?.globalTermsUrl}
        privacyUrl={pass.privacyPolicyUrl ?? info?.globalPrivacyPolicyUrl}
      />
    </>
  )
}

/** What the organiser says about it. */
function About({ pass: { description } }: { readonly pass: Subscription }) {
  const { language, t } = useLanguage()
  const text = inLanguage(description, language)
  if (text.trim() === '') return null
  return (
    <Section title={t('foyer.event.about')} id="about">
      <Html html={text} lang={otherLanguage(description, language)} />
    </Section>
  )
}

function BackToWebsite({ pass: { websiteUrl } }: { readonly pass: Subscription }) {
  const t = useT()
  if (!websiteUrl) return null
  return (
    <a className={css.back} href={websiteUrl}>
      {t('foyer.pass.website')} <Icon name="out" size="1.1rem" />
    </a>
  )
}

/** Where the pass will be. */
export function PassShape() {
  return (
    <PageFrame>
      <Loading>
        <Shape width="min(34rem, 90%)" height="3.4rem" round />
        <TextShape lines={4} />
        <Shape height="9rem" round />
      </Loading>
    </PageFrame>
  )
}
