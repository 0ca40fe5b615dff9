import { Link } from 'react-router'
import { Icon } from '#client/kit/icon/icon.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { Stub, Stubs } from '#client/kit/stub/stub.tsx'
import { useT } from '#client/language/language-context.ts'
import { downloadTicketPath, pathTo } from '#contract/paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { ticketAddress } from '../../ticket/calls.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import css from './success.module.css'

/** Every ticket of the order, by category. */
export function BoughtTickets() {
  const t = useT()
  const { ticketsByCategory } = useOpenReservation().reservation
  return (
    <Section title={t('reservation-page-complete.your-tickets')} id="tickets">
      <Stubs>
        {ticketsByCategory.map(({ name, tickets }) =>
          tickets.map((ticket, position) => (
            <li key={ticket.uuid}>
              <BoughtTicket ticket={ticket} overline={t('foyer.book.ticket', name, position + 1)} />
            </li>
          )),
        )}
      </Stubs>
    </Section>
  )
}

function BoughtTicket({ ticket, overline }: { readonly ticket: Ticket; readonly overline: string }) {
  const t = useT()
  const { event } = useOpenReservation()
  if (!ticket.assigned) {
    return (
      <Stub
        off
        tear={
          <span className="soft">
            <Icon name="person" />
          </span>
        }
      >
        <p className="soft small">{overline}</p>
        <h3>{t('reservation-page-complete.ticket-not-assigned')}</h3>
        <p className="soft small">{t('reservation-page-complete.assign-ticket-warning')}</p>
        <Link className={css.link} to={ticketAddress({ shortName: event.shortName, ticketId: ticket.uuid }, 'update')}>
          {t('reservation-page-complete.assign')}
          <span className="unseen"> {t('foyer.success.of', overline)}</span>
        </Link>
      </Stub>
    )
  }
  return (
    <Stub tear={<TicketLinks ticket={ticket} />}>
      <p className="soft small">{overline}</p>
      <h3 className={css.holder}>
        {ticket.firstName} {ticket.lastName}
      </h3>
      <p className="soft small">{ticket.email}</p>
    </Stub>
  )
}

function TicketLinks({ ticket: { uuid, firstName, lastName, downloadEnabled } }: { readonly ticket: Ticket }) {
  const t = useT()
  const { event } = useOpenReservation()
  const place = { shortName: event.shortName, ticketId: uuid }
  const ofHolder = <span className="unseen"> {t('foyer.success.of', `${firstName} ${lastName}`)}</span>
  return (
    <>
      <Link className={css.link} to={ticketAddress(place, 'view')}>
        {t('reservation-page-complete.show-ticket')}
        {ofHolder}
      </Link>
      <Link className={css.link} to={ticketAddress(place, 'update')}>
        {t('foyer.ticket.change')}
        {ofHolder}
      </Link>
      {downloadEnabled && (
        <a
          className={css.link}
          href={pathTo(downloadTicketPath, { eventName: event.shortName, ticketIdentifier: uuid })}
        >
          {t('foyer.success.pdf')}
          {ofHolder}
        </a>
      )}
    </>
  )
}
