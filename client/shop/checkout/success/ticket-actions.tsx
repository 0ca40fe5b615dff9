import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Ticket } from '#contract/ticket.ts'
import { questionsOf } from '../../ticket/attendee/answer-values.ts'
import { ReleaseDialog } from '../../ticket/release-dialog.tsx'
import { MailRefused } from '../../ticket/mail-again/mail-refused.tsx'
import { useSending } from '../../ticket/use-sending.ts'
import { WalletLinks } from '../../ticket/wallet/wallet-links.tsx'
import { ticketsOf } from '../details/stored-details.ts'
import { contextAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { TicketLink } from './ticket-link.tsx'
import css from './success.module.css'

/** What else can be done with a ticket that has its holder (specification, booking 2: ticket actions). */
export function TicketActions({ ticket }: { readonly ticket: Ticket }) {
  const t = useT()
  const { reservation, place } = useOpenReservation()
  const ofHolder = <span className="unseen"> {t('foyer.success.of', `${ticket.firstName} ${ticket.lastName}`)}</span>
  const isAskedMore =
    questionsOf(ticket).length > 0 || reservation.additionalServiceWithData.some(extra => isAskedOf(extra, ticket))
  return (
    <div className={css.more}>
      {(!ticket.locked || isAskedMore) && (
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
      {ticket.cancellationEnabled && <GiveBack ticket={ticket}>{ofHolder}</GiveBack>}
    </div>
  )
}

type ActionProps = { readonly ticket: Ticket; readonly children: ReactNode }

const isAskedOf = (
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
function GiveBack({ ticket, children }: ActionProps) {
  const t = useT()
  const navigate = useNavigate()
  const open = useOpenReservation()
  const { place } = open
  const [isAsking, setIsAsking] = useState(false)
  const onReleased = async () => {
    if (ticketsOf(open).length > 1) await open.reload()
    else await navigate(contextAddress(place), { replace: true })
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
