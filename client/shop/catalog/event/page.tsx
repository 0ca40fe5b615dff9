import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams, useSearchParams } from '#client/routing/router.tsx'
import { type WireProblem, failureOf } from '#client/frame/calls/call-result.ts'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import {
  AcceptedPasses,
  EventMap,
  Extras,
  GoodToKnow,
  SaleNotice,
  WaitingList,
  acceptedPasses,
  codeBox,
  codeBoxFor,
  elsewhere,
  eventMap,
  extrasPart,
  goodToKnow,
  passInUse,
  refreshStock,
  saleNotice,
  waitingListPart,
} from './late-parts.tsx'
import { EventShape, TicketsShape } from '../event-facts.tsx'
import { NoOffer } from '../offer-parts.tsx'
import { useMemo } from 'react'
import { infoQuery } from '#client/frame/calls/queries.ts'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { Button } from '#client/kit/button/button.tsx'
import { LongText } from '#client/kit/rich-text/long-text.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Beside, Page as PageFrame, Section, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useCaptcha } from '../../shell/challenge/use-captcha.tsx'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { EventHead } from './event-head.tsx'
import { FirstStep, OrderBar, OrderCard } from './order-card.tsx'
import type { PlacedProblem } from './order/problems.tsx'
import { isSaleOver, saleStateOfEvent } from '../sale-state.ts'
import { Tickets } from './tickets.tsx'
import { type Order, useOrder } from './use-order.ts'
import { useReserve } from './use-reserve.ts'
import css from '../offer-page.module.css'

// The server renders the page with all of it; in a browser these bundles come after the page's own.
if (import.meta.env.SSR)
  await Promise.all(
    [
      acceptedPasses,
      codeBox,
      elsewhere,
      eventMap,
      extrasPart,
      goodToKnow,
      passInUse,
      refreshStock,
      saleNotice,
      waitingListPart,
    ].map(part => part.load()),
  )

/** An event and its tickets. */
export function Page() {
  const { shortName = '' } = useParams()
  const event = useQuery(eventQuery(shortName))
  if (event.isPending) return <EventShape />
  if (event.isError)
    return <NoOffer kind="event" failure={failureOf(event.error)} onRetry={() => void event.refetch()} />
  return (
    <OwnTexts of={event.data}>
      <EventView key={shortName} event={event.data} />
    </OwnTexts>
  )
}

/** The page of an event, from its name down to the way on. */
export function EventView({ event }: { event: Event }) {
  const { language, t } = useLanguage()
  const order = useOrder(event)
  const namesPass = useSearchParams()[0].has('subscription')
  const { offer, code, selection, choice } = order
  const items = offer.data
  const captcha = useCaptcha(event.captchaConfiguration.captchaForTicketSelection)
  const reserving = useReserve({
    shortName: event.shortName,
    selection,
    initial: useAddressProblems(),
    onRefused: codeProblem => {
      captcha.renew()
      if (codeProblem) code.drop(codeProblem)
      else void offer.refetch()
    },
  })
  useTabTitle(t('show-event.header.title', inLanguage(event.title, language)))

  const onContinue = () => {
    const extras = items?.additionalServices ?? []
    void reserving.reserve({
      choice,
      selection,
      extras,
      promoCode: code.applied?.code,
      captcha: captcha.answer,
      held: order.held,
    })
  }
  // An event without tickets here says where they are, if they are anywhere.
  const { announced, ticketsUrl, cancelled } = event.facts ?? {}
  const ordering = isSold(event) && items && { event, items, order, isReserving: reserving.isReserving, onContinue }
  return (
    <>
      <PageFrame>
        <EventHead event={event}>
          {isSold(event) && (items || offer.isPending) && <FirstStep event={event} items={items} />}
        </EventHead>
        {cancelled !== undefined && <Cancelled text={cancelled} />}
        {namesPass && (
          <passInUse.Component with={{ where: event.canApplySubscriptions ? 'event' : 'other-event' }} shape={null} />
        )}
        <Beside
          asideLabel={t(announced ? 'foyer.event.elsewhere.title' : 'foyer.order.title')}
          aside={
            announced
              ? ticketsUrl && <elsewhere.Component with={{ ticketsUrl }} shape={null} />
              : ordering && (
                  <OrderCard {...ordering} codeBox={codeBoxFor({ event, code })} robotCheck={captcha.widget} />
                )
          }
        >
          <Content event={event} order={order} reserving={reserving} />
        </Beside>
        {ordering && <OrderBar {...ordering} />}
        <BackToWebsite event={event} />
      </PageFrame>
      <EventFooter event={event} />
    </>
  )
}

/** Its tickets are sold here: it is not announced only, and takes place. */
const isSold = ({ facts }: Event): boolean => !facts?.announced && facts?.cancelled === undefined

/** The event does not take place; what its organiser says of that. */
function Cancelled({ text }: { readonly text: string }) {
  const { t } = useLanguage()
  return (
    <div className={css.cancelled}>
      <Notice tone="bad">
        <p>
          <b>{t('foyer.event.cancelled')}</b>
        </p>
        {text && (
          <p className={css.words} dir="auto">
            {text}
          </p>
        )}
      </Notice>
    </div>
  )
}

type ContentProps = { readonly event: Event; readonly order: Order; readonly reserving: ReturnType<typeof useReserve> }

/** The place, the description, and all that can be chosen. */
function Content({ event, order, reserving }: ContentProps) {
  const { offer, engine } = order
  const items = offer.data
  return (
    <div className={css.content} data-few={(items && isFew(items)) || undefined}>
      <div className={css.about}>
        <EventMap event={event} />
        <About event={event} />
        <GoodToKnow event={event} />
      </div>
      {engine ? <engine.Problems {...reserving} /> : null}
      {items && isSold(event) ? (
        <ChoiceOfTickets event={event} items={items} order={order} problems={reserving.problems} />
      ) : null}
      {offer.isPending ? <TicketsShape /> : null}
      {offer.isError && !items ? <TicketsUnreachable onRetry={() => void offer.refetch()} /> : null}
      <AcceptedPasses event={event} />
    </div>
  )
}

/** So few kinds of ticket are shown before the description where there is room beside it; in the document it is first. */
const isFew = ({ ticketCategories }: ItemsByCategory): boolean => ticketCategories.length <= 3

type ChoiceOfTicketsProps = {
  readonly event: Event
  readonly items: ItemsByCategory
  readonly order: Order
  readonly problems: readonly PlacedProblem[]
}

/** All that can be chosen, and the list for those who find nothing. */
function ChoiceOfTickets({ event, items, order, problems }: ChoiceOfTicketsProps) {
  const { t } = useLanguage()
  const { offer, code, selection, choose, choice, engine, isSettled } = order
  const errorOf = (control: string) => {
    const problem = problems.find(one => one.control === control)
    return problem && t(problem.code, ...problem.args)
  }
  const chosen = { event, selection, errorOf }
  return (
    <>
      <Tickets {...chosen} items={items} onChoose={choose.tickets} onRefresh={offer.refetch}>
        {engine ? <engine.Shortages items={items} selection={selection} isSettled={isSettled} /> : null}
      </Tickets>
      <WaitingList event={event} items={items} />
      <SaleNotice event={event} items={items} />
      <Extras
        {...chosen}
        extras={extrasOf(items)}
        code={code.applied}
        ticketCount={choice.ticketCount}
        choose={choose}
      />
    </>
  )
}

/** Where no ticket can be had, now or later, nothing goes with one. */
function extrasOf(items: ItemsByCategory): ItemsByCategory['additionalServices'] {
  const state = saleStateOfEvent(items)
  return isSaleOver(state) ? [] : items.additionalServices
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

/** What the organiser says about it. */
function About({ event }: { event: Event }) {
  const { language, t } = useLanguage()
  const description = inLanguage(event.description, language)
  if (description.trim() === '') return null
  return (
    <Section title={t('foyer.event.about')} id="about">
      <LongText html={description} lang={otherLanguage(event.description, language)} />
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
      {t('foyer.event.website')} <Icon name="out" size="1.1rem" />
    </a>
  )
}

/** The event's own terms; the shop's where it has none. */
function EventFooter({ event }: { event: Event }) {
  const { data: info } = useQuery(infoQuery())
  return (
    <SiteFooter
      findsOrders
      termsUrl={event.termsAndConditionsUrl ?? info?.globalTermsUrl}
      privacyUrl={event.privacyPolicyUrl ?? info?.globalPrivacyPolicyUrl}
    />
  )
}
