import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { OutOfReach } from '../../checkout/frame/no-such-order.tsx'
import { GoneTicket, isGone } from '../gone-ticket.tsx'
import { type TicketPlace, paramsOf, ticketAddress, ticketQuery, waitingRoomAddress } from '../calls.ts'
import { ButtonAnchor, ButtonLink, Link, TextButton } from '#client/kit/button/button.tsx'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Loading, PageTitle, Shape, Page as Sheet, useTabTitle } from '#client/kit/page/page.tsx'
import { TicketCard } from '#client/kit/ticket-card/ticket-card.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { downloadTicketPath } from '#contract/ticket-paths.ts'
import type { TicketInfo } from '#contract/ticket.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { CalendarLinks } from '../../checkout/order/calendar-links.tsx'
import { KeptNotice } from '../keep/kept-notice.tsx'
import { BackToOrder, type OrderBehind, comingFrom, useOrderBehind } from '../order-behind.tsx'
import { TicketCode } from '../ticket-code.tsx'
import { WalletButtons } from '../wallet/wallet.tsx'
import { WayToVote } from '../way-to-vote.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { whenLines } from '../../catalog/when-and-where.ts'
import { TicketStrip } from './ticket-strip.tsx'
import { useScreenOn } from '#client/frame/screen/use-screen-on.ts'
import css from './view.module.css'

/**
 * One ticket, to be shown at the door, and beside it the others of the order that the visitor comes from. A visitor who asks
 * for one that isn't there reads that it was passed on, or is led home (specification, booking 2).
 */
export function Page() {
  const { shortName = '', ticketId = '' } = useParams()
  const place = { shortName, ticketId }
  const event = useQuery(eventQuery(shortName))
  const ticket = useQuery(ticketQuery(place))
  const behind = useOrderBehind()
  const isOneOfMany = behind !== undefined && behind.tickets.length > 1 && behind.tickets.includes(ticketId)
  if (event.data && (ticket.data || (isOneOfMany && !ticket.isError))) {
    return (
      <OwnTexts of={event.data}>
        <TicketView event={event.data} place={place} ticket={ticket.data} behind={isOneOfMany ? behind : undefined} />
      </OwnTexts>
    )
  }
  const failed = [event, ticket].filter(query => query.isError)
  if (failed.some(({ error }) => isGone(error))) return <GoneTicket place={place} />
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return failed.length > 0 ? <OutOfReach onRetry={retry} /> : <PageShape />
}

type TicketViewProps = {
  readonly event: Event
  readonly place: TicketPlace
  /** Undefined while it is read, after another one of the order. */
  readonly ticket: TicketInfo | undefined
  /** The order whose tickets lie beside this one. */
  readonly behind: OrderBehind | undefined
}

/** The ticket as one would hold it, and below it how to take it along. */
function TicketView({ event, place, ticket, behind }: TicketViewProps) {
  const { t, language } = useLanguage()
  useTabTitle(t('show-ticket.header.title', inLanguage(event.title, language)))
  useScreenOn()
  return (
    <Sheet>
      {ticket && ticket.ticketCodeHash === null && <KeptNotice place={place} ticket={ticket} />}
      {behind ? (
        <TicketStrip shortName={event.shortName} current={place.ticketId} behind={behind}>
          {ticketId => <TicketBeside event={event} ticketId={ticketId} isCurrent={ticketId === place.ticketId} />}
        </TicketStrip>
      ) : (
        ticket && <WholeTicket event={event} ticket={ticket} isCurrent />
      )}
      {ticket && (
        <>
          <div className={css.vote}>
            <WayToVote place={place} />
          </div>
          <Actions event={event} ticket={ticket} />
        </>
      )}
    </Sheet>
  )
}

type TicketBesideProps = { readonly event: Event; readonly ticketId: string; readonly isCurrent: boolean }

/** One of several; those beside the present one are read with it, so that a swipe finds them there. */
function TicketBeside({ event, ticketId, isCurrent }: TicketBesideProps) {
  const t = useT()
  const { data: ticket, isError } = useQuery(ticketQuery({ shortName: event.shortName, ticketId }))
  if (ticket) return <WholeTicket event={event} ticket={ticket} isCurrent={isCurrent} />
  if (isError) return <p className={css.missing}>{t('foyer.ticket.beside-missing')}</p>
  return (
    <Loading>
      <Shape height="36rem" />
    </Loading>
  )
}

type WholeTicketProps = { readonly event: Event; readonly ticket: TicketInfo; readonly isCurrent: boolean }

function WholeTicket({ event, ticket, isCurrent }: WholeTicketProps) {
  const { t, language } = useLanguage()
  const title = inLanguage(event.title, language)
  return (
    <TicketCard
      code={<TicketCode place={{ shortName: event.shortName, ticketId: ticket.uuid }} holder={ticket.fullName} />}
      overline={ticket.ticketCategoryName}
      name={isCurrent ? <PageTitle>{ticket.fullName}</PageTitle> : <h2 dir="auto">{ticket.fullName}</h2>}
      notice={ticket.deskPaymentRequired ? t('ticket.payment-required') : undefined}
    >
      <h2 className={css.event} dir="auto">
        <Link to={pathTo(eventPagePath, { shortName: event.shortName })}>{title}</Link>
      </h2>
      {whenLines(ticket, useDates(ticket.timeZone)).map(line => (
        <p key={line}>{line}</p>
      ))}
      <Where event={event} isOnline={ticket.ticketCodeHash !== null} />
      <p className={css.order} dir="auto">
        {t('foyer.order.reference', ticket.reservationId)}, {ticket.reservationFullName}
      </p>
    </TicketCard>
  )
}

function Where({ event: { location }, isOnline }: { readonly event: Event; readonly isOnline: boolean }) {
  const t = useT()
  if (isOnline)
    return (
      <p>
        <Badge>{t('event.online.badge')}</Badge>
      </p>
    )
  return location ? (
    <p className="soft" dir="auto">
      {location}
    </p>
  ) : null
}

function Actions({ event, ticket }: Pick<WholeTicketProps, 'event' | 'ticket'>) {
  const t = useT()
  const place = { shortName: event.shortName, ticketId: ticket.uuid }
  const hash = ticket.ticketCodeHash
  return (
    <div className={css.actions}>
      {hash === null ? (
        <ButtonAnchor wide href={pathTo(downloadTicketPath, paramsOf(place))}>
          {t('foyer.success.pdf')}
        </ButtonAnchor>
      ) : (
        <ButtonLink wide to={waitingRoomAddress(place, hash)}>
          {t('foyer.waiting-room.enter')}
        </ButtonLink>
      )}
      <WalletButtons place={place} wallets={ticket.walletConfiguration} />
      <CalendarLinks shortName={event.shortName} />
      <Link className={css.change} to={ticketAddress(place, 'update')} {...comingFrom(useOrderBehind())}>
        {t('foyer.ticket.change')}
      </Link>
      <TextButton onClick={() => window.print()}>{t('foyer.ticket.print')}</TextButton>
      <BackToOrder />
    </div>
  )
}
