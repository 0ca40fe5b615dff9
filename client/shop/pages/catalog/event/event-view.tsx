import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { WireProblem } from '../../../../api/answer.ts'
import { infoQuery, ticketCategoriesQuery } from '../../../../api/queries.ts'
import type { Event } from '#contract/event.ts'
import { inLanguage } from '#domain/language/texts.ts'
import { Button } from '../../../../kit/button/button.tsx'
import { ErrorSummary } from '../../../../kit/error-summary/error-summary.tsx'
import { Html } from '../../../../kit/html/html.tsx'
import { Icon } from '../../../../kit/icon/icon.tsx'
import { Notice } from '../../../../kit/notice/notice.tsx'
import { useTabTitle } from '../../../../kit/page/page-title.tsx'
import { Beside, Page, Section } from '../../../../kit/page/page.tsx'
import { useLanguage } from '../../../../language/language-context.ts'
import { SiteFooter } from '../../../shell/site-footer.tsx'
import { EventHead } from './event-head.tsx'
import { TicketsShape } from './event-shape.tsx'
import { OrderBar, OrderCard } from './order-card.tsx'
import { orderOf } from './selection.ts'
import { Tickets } from './tickets.tsx'
import { useReserve } from './use-reserve.ts'
import { useSelection } from './use-selection.ts'
import css from './event-view.module.css'

/** The page of an event, from its name down to the way on. */
export function EventView({ event }: { event: Event }) {
  const { language, t } = useLanguage()
  const items = useQuery(ticketCategoriesQuery(event.shortName))
  const [selection, choose] = useSelection()
  const reserving = useReserve(event.shortName, () => void items.refetch(), useAddressProblems())
  const { isReserving, reserve } = reserving
  useTabTitle(t('show-event.header.title', inLanguage(event.title, language)))

  const order = orderOf(event, items.data?.ticketCategories ?? [], selection)
  const onContinue = () => void reserve(order.lines)
  const ordering = items.data && { event, items: items.data, order, isReserving, onContinue }
  return (
    <>
      <EventStyle event={event} />
      <Page>
        <EventHead event={event} />
        <Beside asideLabel={t('foyer.order.title')} aside={ordering ? <OrderCard {...ordering} /> : null}>
          <About event={event} />
          <Problems {...reserving} />
          {items.data ? (
            <Tickets
              event={event}
              items={items.data}
              selection={selection}
              onChoose={choose}
              onRefresh={items.refetch}
            />
          ) : null}
          {items.isPending ? <TicketsShape /> : null}
          {items.isError && !items.data ? <TicketsUnreachable onRetry={() => void items.refetch()} /> : null}
          <BackToWebsite event={event} />
        </Beside>
      </Page>
      <EventFooter event={event} />
      {ordering ? <OrderBar {...ordering} /> : null}
    </>
  )
}

/**
 * Errors that another page sends along: `?errors=`, codes parted by commas. Only codes that we have words for are
 * shown; words with a gap that the address can't fill become general ones.
 */
function useAddressProblems(): readonly WireProblem[] {
  const { texts } = useLanguage()
  const [query] = useSearchParams()
  const codes = query.get('errors') ?? ''
  return useMemo(
    () =>
      codes
        .split(',')
        .filter(code => texts[code] !== undefined)
        .map(code => ({ field: '', code: texts[code]?.includes('{{') ? 'error.generic' : code, args: [] })),
    [codes, texts],
  )
}

function Problems({ problems, refusal }: { problems: readonly WireProblem[]; refusal: number }) {
  const { t } = useLanguage()
  const entries = useMemo(() => problems.map(({ code, args }) => ({ text: t(code, ...args) })), [problems, t])
  return (
    <div className={css.problems}>
      <ErrorSummary title={t('foyer.event.problem')} entries={entries} occasion={refusal} />
    </div>
  )
}

/** What the organiser says about it, and where it is. */
function About({ event }: { event: Event }) {
  const { language, t } = useLanguage()
  const description = inLanguage(event.description, language)
  if (description.trim() === '' && !event.mapUrl) return null
  return (
    <Section title={t('foyer.event.about')} id="about">
      <Html html={description} />
      {event.mapUrl ? (
        <img
          className={css.map}
          src={event.mapUrl}
          width={400}
          height={400}
          loading="lazy"
          alt={t('foyer.event.map', event.location ?? '')}
        />
      ) : null}
    </Section>
  )
}

function TicketsUnreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useLanguage()
  return (
    <Section title={t('show-event.tickets')} id="tickets">
      <Notice
        tone="warn"
        action={
          <Button tone="quiet" onClick={onRetry}>
            {t('foyer.unreachable.retry')}
          </Button>
        }
      >
        {t('foyer.unreachable.text')}
      </Notice>
    </Section>
  )
}

function BackToWebsite({ event: { websiteUrl } }: { event: Event }) {
  const { t } = useLanguage()
  if (!websiteUrl) return null
  return (
    <a className={css.back} href={websiteUrl}>
      {t('to-event-site')} <Icon name="out" size="1.1rem" />
    </a>
  )
}

/** The event's own terms; the shop's where it has none. */
function EventFooter({ event }: { event: Event }) {
  const { data: info } = useQuery(infoQuery())
  return (
    <SiteFooter
      termsUrl={event.termsAndConditionsUrl ?? info?.globalTermsUrl}
      privacyUrl={event.privacyPolicyUrl ?? info?.globalPrivacyPolicyUrl}
    />
  )
}

/** The organiser's own style sheet; the names are those that other clients of this shop use. */
function EventStyle({ event: { customCss, organizationName, shortName } }: { event: Event }) {
  if (customCss === null) return null
  return (
    <style data-event-custom-css="true" id={`event-custom-css-${organizationName}-${shortName}`}>
      {customCss}
    </style>
  )
}
