import { type ReactNode, useState } from 'react'
import { Link, TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import type { Ticket } from '#contract/ticket.ts'
import { questionsOf } from '../../ticket/attendee/answer-values.ts'
import { ticketAddress } from '../../ticket/calls.ts'
import { MailRefused, useSending } from '../../ticket/mail-again.tsx'
import { useComingFromOrder } from './coming-from-order.ts'
import { ReleaseDialog } from '../../ticket/release-dialog.tsx'
import { ticketsOf } from '../details/booking-values.ts'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'
import css from './success.module.css'

/** Whose ticket a link or button is about, for screen readers on a page with several of the same name. */
export function OfHolder({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  return <span className="unseen"> {t('foyer.success.of', `${ticket.firstName} ${ticket.lastName}`)}</span>
}

/** What else can be done with a ticket that has its holder (specification, booking 2: ticket actions). */
export function TicketActions({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  const { reservation } = useOpenReservation()
  const ofHolder = <OfHolder ticket={ticket} />
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
export function TicketLink({ ticket, page, children }: TicketLinkProps) {
  const { place } = useOpenReservation()
  return (
    <Link
      className={css.link}
      to={ticketAddress({ shortName: place.publicIdentifier, ticketId: ticket.uuid }, page)}
      {...useComingFromOrder()}
    >
      {children}
    </Link>
  )
}
