import { Badge } from '#client/kit/mark/mark.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { Stub, Stubs } from '#client/kit/card/card.tsx'
import { useT } from '#client/language/language-context.ts'
import { pathTo } from '#contract/paths.ts'
import { downloadTicketPath } from '#contract/ticket-paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { contextAddress, isEvent, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { Link, TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { questionsOf } from '../../ticket/attendee/answer-values.ts'
import { ReleaseDialog } from '../../ticket/release-dialog.tsx'
import { MailRefused, useSending } from '../../ticket/mail-again.tsx'
import { WalletLinks } from '../../ticket/wallet/wallet.tsx'
import { ticketsOf } from '../details/booking-values.ts'
import { ticketAddress } from '../../ticket/calls.ts'
import { comingFrom } from '../../ticket/order-behind.tsx'
import css from './success.module.css'

/** Every ticket of the order, by category. */
export function BoughtTickets() {
  const t = useT()
  const { context, reservation } = useOpenReservation()
  return (
    <Section title={t('reservation-page-complete.your-tickets')} id="tickets">
      <Stubs>
        {reservation.ticketsByCategory.map(({ name, ticketAccessType, tickets }) =>
          tickets.map((ticket, position) => (
            <li key={ticket.uuid}>
              <BoughtTicket
                ticket={ticket}
                overline={t('foyer.book.ticket', name, position + 1)}
                isOnline={isEvent(context) && isOnline(context, { accessType: ticketAccessType })}
              />
            </li>
          )),
        )}
      </Stubs>
    </Section>
  )
}

type BoughtTicketProps = { readonly ticket: Ticket; readonly overline: string; readonly isOnline: boolean }

function BoughtTicket({ ticket, overline, isOnline: isForTheScreen }: BoughtTicketProps) {
  if (ticket.passedOn) return <PassedOnTicket ticket={ticket} overline={overline} />
  if (!ticket.assigned) return <NamelessTicket ticket={ticket} overline={overline} />
  return (
    <Stub tear={isForTheScreen ? <OnlineTear /> : <TicketLinks ticket={ticket} />}>
      <p className={`soft small ${css.words}`}>{overline}</p>
      <h3 className={css.words}>
        {ticket.firstName} {ticket.lastName}
      </h3>
      <p className={`soft small ${css.words}`}>{ticket.email}</p>
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
      <h3 className={css.words}>{t('foyer.ticket.passed-on-to', ticket.fullName ?? '')}</h3>
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
  const ofHolder = <span className="unseen"> {t('foyer.success.of', `${ticket.firstName} ${ticket.lastName}`)}</span>
  return (
    <>
      <TicketLink ticket={ticket} page="view">
        {t('reservation-page-complete.show-ticket')}
        {ofHolder}
      </TicketLink>
      {ticket.downloadEnabled && (
        <a
          className={css.link}
          href={pathTo(downloadTicketPath, { eventName: place.publicIdentifier, ticketIdentifier: ticket.uuid })}
        >
          {t('foyer.success.pdf')}
          {ofHolder}
        </a>
      )}
    </>
  )
}

/** What else can be done with a ticket that has its holder (specification, booking 2: ticket actions). */
function TicketActions({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  const { reservation, place } = useOpenReservation()
  const ofHolder = <span className="unseen"> {t('foyer.success.of', `${ticket.firstName} ${ticket.lastName}`)}</span>
  const hasMoreQuestions =
    questionsOf(ticket).length > 0 ||
    reservation.additionalServiceWithData.some(extra => hasQuestionsFor(extra, ticket))
  return (
    <div className={css.more}>
      {(!ticket.locked || hasMoreQuestions) && (
        <TicketLink ticket={ticket} page="update">
          {t(ticket.locked ? 'foyer.ticket.change-answers' : 'foyer.ticket.change')}
          {ofHolder}
        </TicketLink>
      )}
      <WalletLinks
        place={{ shortName: place.publicIdentifier, ticketId: ticket.uuid }}
        wallets={ticket.walletConfiguration}
      >
        {ofHolder}
      </WalletLinks>
      {ticket.sendMailEnabled && <Send ticket={ticket}>{ofHolder}</Send>}
      {ticket.cancellationEnabled && <ReleaseTicket ticket={ticket}>{ofHolder}</ReleaseTicket>}
    </div>
  )
}

type ActionProps = { readonly ticket: Ticket; readonly children: ReactNode }

const hasQuestionsFor = (
  extra: { readonly ticketUUID: string | null; readonly ticketFieldConfiguration: readonly unknown[] },
  { uuid }: Ticket,
): boolean => extra.ticketUUID === uuid && extra.ticketFieldConfiguration.length > 0

function Send({ ticket, children }: ActionProps) {
  const t = useT()
  const toast = useToast()
  const { place } = useOpenReservation()
  const { isSending, send, refusal } = useSending({ shortName: place.publicIdentifier, ticketId: ticket.uuid })
  const sendAndSay = async () => {
    if (await send()) toast(t('email.ticket-email-sent'), 'good')
  }
  return (
    <>
      <TextButton busy={isSending} onClick={() => void sendAndSay()}>
        {t('reservation-page-complete.send-ticket-by-email-to')}
        {children}
      </TextButton>
      <MailRefused refusal={refusal} />
    </>
  )
}

/** The order stays with what is left of it; without a ticket there is only the event. */
function ReleaseTicket({ ticket, children }: ActionProps) {
  const t = useT()
  const navigate = useNavigate()
  const open = useOpenReservation()
  const { place } = open
  const [isAsking, setIsAsking] = useState(false)
  const onReleased = async () => {
    if (ticketsOf(open).length > 1) await open.reload()
    else navigate(contextAddress(place), { replace: true })
  }
  return (
    <>
      <TextButton onClick={() => setIsAsking(true)}>
        {t('reservation-page-complete.release-button.text')}
        {children}
      </TextButton>
      <ReleaseDialog
        isOpen={isAsking}
        place={{ shortName: place.publicIdentifier, ticketId: ticket.uuid }}
        onClose={() => setIsAsking(false)}
        onReleased={onReleased}
      />
    </>
  )
}

type TicketLinkProps = {
  readonly ticket: Ticket
  readonly page: 'view' | 'update'
  readonly children: ReactNode
}

/** To a page of the ticket, and from there back to this order. */
function TicketLink({ ticket, page, children }: TicketLinkProps) {
  const { place } = useOpenReservation()
  return (
    <Link
      className={css.link}
      to={ticketAddress({ shortName: place.publicIdentifier, ticketId: ticket.uuid }, page)}
      {...comingFrom(reservationAddress(place, 'success'))}
    >
      {children}
    </Link>
  )
}
