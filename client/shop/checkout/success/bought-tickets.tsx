import { Badge } from '#client/kit/mark/mark.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { Stub, Stubs } from '#client/kit/card/card.tsx'
import { useT } from '#client/language/language-context.ts'
import { pathTo } from '#contract/paths.ts'
import { downloadTicketPath } from '#contract/ticket-paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { isEvent } from '../frame/purchase-context.ts'
import { TicketActions } from './ticket-actions.tsx'
import { TicketLink } from './ticket-link.tsx'
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
