import { Link } from '#client/kit/button/button.tsx'
import { shopNow } from '#client/frame/calls/session.ts'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import type { Ticket } from '#contract/ticket.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type TicketPlace, waitingRoomAddress } from '../calls.ts'

type OnlineNoticeProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly place: TicketPlace
  /** Null while the ticket has no holder: then it lets no attendee in either. */
  readonly hash: string | null
}

/** For a ticket that takes part online: from when, or that it is now; and the way to where one waits and joins. */
export function OnlineNotice({ event, ticket, place, hash }: OnlineNoticeProps) {
  const { t, language } = useLanguage()
  const isOver = event.datesWithOffset.endDateTime <= shopNow()
  const opens = inLanguage(ticket.formattedOnlineCheckInDate, language)
  const text = isOver
    ? t('online.check-in.waiting-room.event-ended')
    : ticket.onlineEventStarted
      ? t('event.online.started')
      : t('event.online.not-started', opens)
  return (
    <Notice
      tone={ticket.onlineEventStarted && !isOver ? 'good' : 'plain'}
      {...(hash !== null && {
        action: <Link to={waitingRoomAddress(place, hash)}>{t('foyer.waiting-room.enter')}</Link>,
      })}
    >
      {text}
    </Notice>
  )
}
