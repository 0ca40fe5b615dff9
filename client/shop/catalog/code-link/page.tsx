import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Day } from '#client/kit/mark/mark.tsx'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Page as PageFrame, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { datesIn } from '#client/language/formats.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { codeOfferQuery, eventQuery } from '../../shell/calls/offer-queries.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { EventShape } from '../event-shape.tsx'
import { Facts } from '../facts.tsx'
import { NoOffer } from '../no-offer.tsx'
import { OpenedTicket } from './opened-ticket.tsx'
import css from './code-link.module.css'

/** What a link with a code opens, and one button to reserve it: the link itself takes nothing. */
export function Page() {
  const { shortName = '', code = '' } = useParams()
  const event = useQuery(eventQuery(shortName))
  const offer = useQuery(codeOfferQuery(shortName, code))
  if (event.isPending || offer.isPending) return <EventShape />
  if (event.isError)
    return <NoOffer kind="event" failure={failureOf(event.error)} onRetry={() => void event.refetch()} />
  return (
    <OwnTexts of={event.data}>
      <EventOfLink event={event.data}>
        {offer.isError ? (
          <NothingOpened shortName={shortName} />
        ) : (
          <OpenedTicket {...{ event: event.data, code }} offer={offer.data} />
        )}
      </EventOfLink>
    </OwnTexts>
  )
}

function EventOfLink({ event, children }: { readonly event: Event; readonly children: React.ReactNode }) {
  const { language } = useLanguage()
  const { data: info } = useQuery(infoQuery())
  useTabTitle(`${inLanguage(event.title, language)} · Foyer`)
  return (
    <>
      <PageFrame narrow>
        <div className={css.page}>
          <Day parts={datesIn(language, event.timeZone).parts(event.datesWithOffset.startDateTime)} />
          <PageTitle lang={otherLanguage(event.title, language)}>{inLanguage(event.title, language)}</PageTitle>
          <Facts event={event} />
          {children}
        </div>
      </PageFrame>
      <SiteFooter
        termsUrl={event.termsAndConditionsUrl ?? info?.globalTermsUrl}
        privacyUrl={event.privacyPolicyUrl ?? info?.globalPrivacyPolicyUrl}
      />
    </>
  )
}

/** The last one has gone since the page was sent. */
function NothingOpened({ shortName }: { readonly shortName: string }) {
  const { t } = useLanguage()
  return (
    <>
      <p>{t('error.STEP_1_CODE_NOT_FOUND')}</p>
      <ButtonLink to={pathTo(eventPagePath, { shortName })} tone="quiet">
        {t('foyer.code-link.event')}
      </ButtonLink>
    </>
  )
}
