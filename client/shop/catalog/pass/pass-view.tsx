import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '#contract/subscription.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Beside, Page as PageFrame, Section, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { passSaleStateOf } from '../pass-sale.ts'
import { EventsOfPass } from './events-of-pass.tsx'
import { PassBar, PassCard } from './pass-card.tsx'
import { PassConditions } from './pass-conditions.tsx'
import { PassHead } from './pass-head.tsx'
import { useReservePass } from './use-reserve-pass.ts'
import css from '../offer-page.module.css'

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
        <BackToWebsite pass={pass} />
      </PageFrame>
      <SiteFooter
        findsOrders
        termsUrl={pass.termsAndConditionsUrl ?? info?.globalTermsUrl}
        privacyUrl={pass.privacyPolicyUrl ?? info?.globalPrivacyPolicyUrl}
      />
      <PassBar {...ordering} />
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
