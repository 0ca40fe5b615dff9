import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { Button, ButtonAnchor, ButtonLink, TextButton } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { downloadTicketPath } from '#contract/ticket-paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { MailRefused, useSending } from '../mail-again.tsx'
import { statusNow } from '../../checkout/frame/reservation-view.ts'
import { type TicketPlace, paramsOf, ticketAddress, ticketKey } from '../calls.ts'
import { comingFrom, useOrderBehind } from '../order-behind.tsx'
import { ReleaseDialog } from '../release-dialog.tsx'
import { WalletButtons } from '../wallet/wallet.tsx'
import css from './update.module.css'

type TicketActionsProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly place: TicketPlace
  readonly isOnline: boolean
  /** Anything that can still be answered. */
  readonly hasQuestions: boolean
  readonly onChange: () => void
}

/** What can be done with the ticket as it is, to show it first (specification, booking 2). */
export function TicketActions({ event, ticket, place, isOnline, hasQuestions, onChange }: TicketActionsProps) {
  const t = useT()
  const behind = useOrderBehind()
  const [isAsking, setIsAsking] = useState(false)
  const onReleased = useReleased(event, place)
  const isForTheDoor = !isOnline && ticket.assigned
  return (
    <div className={css.actions}>
      {isForTheDoor && (
        <ButtonLink wide to={ticketAddress(place, 'view')} {...comingFrom(behind)}>
          {t('reservation-page-complete.show-ticket')}
        </ButtonLink>
      )}
      {isForTheDoor && ticket.downloadEnabled && (
        <ButtonAnchor wide tone="quiet" href={pathTo(downloadTicketPath, paramsOf(place))}>
          {t('foyer.success.pdf')}
        </ButtonAnchor>
      )}
      <WalletButtons place={place} wallets={ticket.walletConfiguration} />
      {(!ticket.locked || hasQuestions) && (
        <Button wide tone="quiet" onClick={onChange}>
          {t(changeText(ticket, hasQuestions))}
        </Button>
      )}
      {ticket.assigned && ticket.sendMailEnabled && <SendTicket place={place} />}
      {ticket.assigned && ticket.cancellationEnabled && (
        <TextButton onClick={() => setIsAsking(true)}>{t('reservation-page-complete.release-button.text')}</TextButton>
      )}
      <ReleaseDialog isOpen={isAsking} place={place} onClose={() => setIsAsking(false)} onReleased={onReleased} />
    </div>
  )
}

/** The name of a locked ticket stays; what is asked about it may change. */
function changeText({ assigned, locked }: Ticket, hasQuestions: boolean): string {
  if (!assigned) return 'reservation-page-complete.assign'
  if (locked) return 'foyer.ticket.change-answers'
  return hasQuestions ? 'foyer.ticket.change' : 'reservation-page-complete.update-ticket-owner'
}

/** Back to the order as long as it holds other tickets; to the event when this was the only one. */
function useReleased({ shortName }: Event, place: TicketPlace): () => Promise<void> {
  const navigate = useNavigate()
  const cache = useQueryCache()
  const order = useOrderBehind()?.order
  return async () => {
    const reservationId = order?.split('/').at(-2)
    const isOrderLeft = reservationId !== undefined && (await statusNow(reservationId)).kind === 'done'
    const next = order !== undefined && isOrderLeft ? order : pathTo(eventPagePath, { shortName })
    navigate(next, { replace: true })
    cache.removeQueries(ticketKey(place))
  }
}

/** Sends the ticket to its holder; the word about it stays until it is put away. */
function SendTicket({ place }: { readonly place: TicketPlace }) {
  const t = useT()
  const { isSending, send, refusal } = useSending(place)
  const [isSent, setIsSent] = useState(false)
  const sendAndSay = async () => {
    setIsSent(false)
    setIsSent(await send())
  }
  return (
    <>
      <Button wide tone="quiet" busy={isSending} onClick={() => void sendAndSay()}>
        {t('reservation-page-complete.send-ticket-by-email-to')}
      </Button>
      <MailRefused refusal={refusal} />
      <div role="status">
        {isSent && (
          <Notice
            tone="good"
            action={<TextButton onClick={() => setIsSent(false)}>{t('foyer.ticket.dismiss')}</TextButton>}
          >
            {t('email.ticket-email-sent')}
          </Notice>
        )}
      </div>
    </>
  )
}
