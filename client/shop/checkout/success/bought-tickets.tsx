import { ButtonLink } from '#client/kit/button/button.tsx'
import { Stub, Stubs } from '#client/kit/card/card.tsx'
import { Badge } from '#client/kit/mark/mark.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { TicketCard } from '#client/kit/ticket-card/ticket-card.tsx'
import { useT } from '#client/language/language-context.ts'
import { pathTo } from '#contract/paths.ts'
import { downloadTicketPath } from '#contract/ticket-paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { ticketAddress } from '../../ticket/calls.ts'
import { TicketCode } from '../../ticket/ticket-code.tsx'
import { WalletButtons, WalletLinks } from '../../ticket/wallet/wallet.tsx'
import { isEvent, useOpenReservation } from '../frame/open-reservation.ts'
import { useComingFromOrder } from './coming-from-order.ts'
import { OfHolder, TicketActions, TicketLink } from './ticket-actions.tsx'
import css from './success.module.css'

type BoughtTicketProps = { readonly ticket: Ticket; readonly overline: string; readonly isOnline: boolean }

/** Every ticket of the order, by category. The only one is shown with its code, as its own page shows it. */
export function BoughtTickets() {
  const t = useT()
  const { context, reservation } = useOpenReservation()
  const tickets: readonly BoughtTicketProps[] = reservation.ticketsByCategory.flatMap(category =>
    category.tickets.map((ticket, position) => ({
      ticket,
      overline: t('foyer.book.ticket', category.name, position + 1),
      isOnline: isEvent(context) && isOnline(context, { accessType: category.ticketAccessType }),
    })),
  )
  const [only, ...others] = tickets
  if (only && others.length === 0 && isForTheDoor(only)) {
    return (
      <Section title={t('foyer.success.your-ticket')} id="tickets">
        <OnlyTicket {...only} />
      </Section>
    )
  }
  return (
    <Section title={t('reservation-page-complete.your-tickets')} id="tickets">
      <Stubs>
        {tickets.map(bought => (
          <li key={bought.ticket.uuid}>
            <BoughtTicket {...bought} />
          </li>
        ))}
      </Stubs>
    </Section>
  )
}

/** It has a code that its buyer may see. */
const isForTheDoor = ({ ticket, isOnline: isForTheScreen }: BoughtTicketProps): boolean =>
  ticket.assigned && !ticket.passedOn && !isForTheScreen

function OnlyTicket({ ticket, overline }: BoughtTicketProps) {
  const t = useT()
  const { place, reservation } = useOpenReservation()
  const ticketPlace = { shortName: place.publicIdentifier, ticketId: ticket.uuid }
  return (
    <TicketCard
      wide
      code={<TicketCode place={ticketPlace} holder={`${ticket.firstName} ${ticket.lastName}`} />}
      overline={overline}
      name={<h3 dir="auto">{`${ticket.firstName} ${ticket.lastName}`}</h3>}
      notice={reservation.orderSummary.notYetPaid ? t('ticket.payment-required') : undefined}
    >
      <WalletButtons place={ticketPlace} wallets={ticket.walletConfiguration} />
      <p className={css.links}>
        <TicketLink ticket={ticket} page="view">
          {t('reservation-page-complete.show-ticket')}
          <OfHolder ticket={ticket} />
        </TicketLink>
        <DownloadTicket ticket={ticket} />
      </p>
      <TicketActions ticket={ticket} />
    </TicketCard>
  )
}

function BoughtTicket({ ticket, overline, isOnline: isForTheScreen }: BoughtTicketProps) {
  const { place } = useOpenReservation()
  if (ticket.passedOn) return <PassedOnTicket ticket={ticket} overline={overline} />
  if (!ticket.assigned) return <NamelessTicket ticket={ticket} overline={overline} />
  return (
    <Stub tear={isForTheScreen ? <OnlineTear /> : <TicketLinks ticket={ticket} />}>
      <p className={`soft small ${css.words}`}>{overline}</p>
      <h3 dir="auto" className={css.words}>
        {ticket.firstName} {ticket.lastName}
      </h3>
      <p className={`soft small ${css.words}`}>{ticket.email}</p>
      <div className={css.more}>
        <WalletLinks
          place={{ shortName: place.publicIdentifier, ticketId: ticket.uuid }}
          wallets={ticket.walletConfiguration}
        >
          <OfHolder ticket={ticket} />
        </WalletLinks>
      </div>
      <TicketActions ticket={ticket} />
    </Stub>
  )
}

/** Its new holder has it alone (lifecycle E). */
function PassedOnTicket({ ticket, overline }: Omit<BoughtTicketProps, 'isOnline'>) {
  const t = useT()
  return (
    <Stub off tear={<Badge>{t('foyer.success.passed-on')}</Badge>}>
      <p className={`soft small ${css.words}`}>{overline}</p>
      <h3 dir="auto" className={css.words}>
        {t('foyer.ticket.passed-on-to', ticket.fullName ?? '')}
      </h3>
      <p className="soft small">{t('foyer.success.passed-on.text')}</p>
    </Stub>
  )
}

function NamelessTicket({ ticket, overline }: Omit<BoughtTicketProps, 'isOnline'>) {
  const t = useT()
  return (
    <Stub
      off
      tear={
        <TicketLink ticket={ticket} page="update">
          {t('reservation-page-complete.assign')}
          <span className="unseen"> {t('foyer.success.of', overline)}</span>
        </TicketLink>
      }
    >
      <p className={`soft small ${css.words}`}>{overline}</p>
      <h3>{t('reservation-page-complete.ticket-not-assigned')}</h3>
      <p className="soft small">{t('reservation-page-complete.assign-ticket-warning')}</p>
    </Stub>
  )
}

/** Nothing to show at a door. */
function OnlineTear() {
  const t = useT()
  return <Badge>{t('event.online.badge')}</Badge>
}

function TicketLinks({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  const { place } = useOpenReservation()
  return (
    <>
      <div className={css.show}>
        <ButtonLink
          to={ticketAddress({ shortName: place.publicIdentifier, ticketId: ticket.uuid }, 'view')}
          {...useComingFromOrder()}
        >
          {t('reservation-page-complete.show-ticket')}
          <OfHolder ticket={ticket} />
        </ButtonLink>
      </div>
      <DownloadTicket ticket={ticket} />
    </>
  )
}

function DownloadTicket({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  const { place } = useOpenReservation()
  if (!ticket.downloadEnabled) return null
  return (
    <a
      className={css.link}
      href={pathTo(downloadTicketPath, { eventName: place.publicIdentifier, ticketIdentifier: ticket.uuid })}
    >
      {t('foyer.success.pdf')}
      <OfHolder ticket={ticket} />
    </a>
  )
}
