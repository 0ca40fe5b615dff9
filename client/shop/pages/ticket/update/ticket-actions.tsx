import { useState } from 'react'
import { explain } from '#client/api/answer.ts'
import { Button, ButtonAnchor, ButtonLink, TextButton } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { downloadTicketPath, pathTo } from '#contract/paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { type TicketPlace, mailTicket, paramsOf, ticketAddress } from '../calls.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import css from './update.module.css'

type TicketActionsProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly place: TicketPlace
  readonly onChange: () => void
}

/** What can be done with the ticket as it is (specification, booking 2). */
export function TicketActions({ event, ticket, place, onChange }: TicketActionsProps) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const isForTheDoor = event.format !== 'ONLINE' && ticket.assigned
  return (
    <div className={css.actions}>
      {!ticket.locked && (
        <Button wide onClick={onChange}>
          {t(ticket.assigned ? 'reservation-page-complete.update-ticket-owner' : 'reservation-page-complete.assign')}
        </Button>
      )}
      {isForTheDoor && (
        <ButtonLink wide tone="quiet" to={ticketAddress(place, 'view')}>
          {t('reservation-page-complete.show-ticket')}
        </ButtonLink>
      )}
      {isForTheDoor && ticket.downloadEnabled && (
        <ButtonAnchor wide tone="quiet" href={pathTo(downloadTicketPath, paramsOf(place))}>
          {t('foyer.success.pdf')}
        </ButtonAnchor>
      )}
      {ticket.assigned && <SendTicket place={place} />}
      {ticket.cancellationEnabled && (
        <TextButton onClick={() => setIsAsking(true)}>{t('reservation-page-complete.release-button.text')}</TextButton>
      )}
      <ReleaseDialog isOpen={isAsking} place={place} onClose={() => setIsAsking(false)} />
    </div>
  )
}

/** Sends the ticket to its holder; the word about it stays until it is put away. */
function SendTicket({ place }: { readonly place: TicketPlace }) {
  const t = useT()
  const toast = useToast()
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const send = async () => {
    setState('sending')
    const answer = await mailTicket(place)
    setState(answer.kind === 'done' ? 'sent' : 'idle')
    if (answer.kind !== 'done') for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
  }
  return (
    <>
      <Button wide tone="quiet" busy={state === 'sending'} onClick={() => void send()}>
        {t('reservation-page-complete.send-ticket-by-email-to')}
      </Button>
      <div role="status">
        {state === 'sent' && (
          <Notice
            tone="good"
            action={<TextButton onClick={() => setState('idle')}>{t('foyer.ticket.dismiss')}</TextButton>}
          >
            {t('email.ticket-email-sent')}
          </Notice>
        )}
      </div>
    </>
  )
}
