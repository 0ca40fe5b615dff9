import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import type { Event } from '#contract/event.ts'
import { codeLinkPath, eventPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Badge, Day } from '#client/kit/mark/mark.tsx'
import { Button, ButtonLink, ButtonRow } from '#client/kit/button/button.tsx'
import { Page as PageFrame, PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useDates } from '#client/language/use-dates.ts'
import { leafOf } from '../when-and-where.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { codeOfferQuery, eventQuery } from '../../shell/calls/offer-queries.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { EventShape, Facts } from '../event-facts.tsx'
import { NoOffer } from '../offer-parts.tsx'
import type { CodeOffer } from '#contract/promo-code.ts'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Price } from '#client/kit/price/price.tsx'
import { Stub } from '#client/kit/card/card.tsx'
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
  useHouseTitle(inLanguage(event.title, language))
  return (
    <>
      <PageFrame narrow>
        <div className={css.page}>
          <Day parts={leafOf(event, datesIn(language, event.timeZone))} />
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

type OpenedProps = { readonly event: Event; readonly code: string; readonly offer: CodeOffer }

/**
 * The ticket, and the button. A plain form, so that it works before the scripts have come: the server reserves, and leads to
 * the order.
 */
export function OpenedTicket({ event, code, offer }: OpenedProps) {
  const { language, t } = useLanguage()
  const { shortName } = event
  const isHeld = offer.heldUntil !== null
  const action = `${pathTo(codeLinkPath, { shortName, code })}?${new URLSearchParams({ lang: language }).toString()}`
  return (
    <>
      <Stub off={isHeld} tear={<Price amount={offer.price} currency={event.currency} />}>
        <h2 dir="auto">{offer.categoryName}</h2>
        <Html
          html={inLanguage(offer.description, language)}
          lang={otherLanguage(offer.description, language)}
          compact
        />
        <p>
          <Badge tone="accent">{t('foyer.code-link.yours')}</Badge>
        </p>
      </Stub>
      {offer.heldUntil === null ? (
        <p className="soft">{t('foyer.code-link.promise')}</p>
      ) : (
        <Held until={offer.heldUntil} timeZone={event.timeZone} />
      )}
      <form method="post" action={action}>
        <ButtonRow>
          <ButtonLink to={pathTo(eventPagePath, { shortName })} tone="quiet">
            {t('foyer.code-link.event')}
          </ButtonLink>
          <Button type="submit">{t(isHeld ? 'foyer.code-link.held.action' : 'foyer.code-link.reserve')}</Button>
        </ButtonRow>
      </form>
    </>
  )
}

/**
 * An order that is not finished has the ticket: the recipient's own in another tab, or another person's with the link.
 */
function Held({ until, timeZone }: { readonly until: number; readonly timeZone: string }) {
  const { t } = useLanguage()
  return (
    <Notice tone="warn">
      <p>
        <strong>{t('foyer.code-link.held.title', useDates(timeZone).moment(until))}</strong>
      </p>
      <p>{t('foyer.code-link.held.text')}</p>
    </Notice>
  )
}
