import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Loading, Page as Sheet, PageTitle, Shape, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import type { FullTicket, Ticket } from '#contract/ticket.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { BackToOrder } from '../order-behind.tsx'
import { type TicketPlace, waitingRoomAddress } from '../calls.ts'
import { type Extras, hasHolderDraft, hasQuestions } from '../holder/holder-values.ts'
import type { PassingOn } from '../holder/passing-on.tsx'
import { HolderForm } from './holder-form.tsx'
import { TicketActions } from './ticket-actions.tsx'
import { shopNow } from '#client/frame/calls/session.ts'
import css from './update.module.css'

type TicketUpdateProps = {
  readonly event: Event
  readonly category: Pick<FullTicket, 'name' | 'ticketAccessType' | 'ticketCodeHash'>
  readonly ticket: Ticket
  /** Those that go with the ticket; undefined while they are on their way. */
  readonly extras: Extras | undefined
  readonly place: TicketPlace
  readonly onPassedOn: (to: PassingOn) => void
}

/** Whose the ticket is, and the form to change that; open at once without a holder or with unsaved input. */
export function TicketUpdate({ event, category, ticket, extras, place, onPassedOn }: TicketUpdateProps) {
  const { t, language } = useLanguage()
  const title = inLanguage(event.title, language)
  useTabTitle(`${t('foyer.ticket.change')} · ${title}`)
  const [isOpen, setIsOpen] = useState(() => !ticket.assigned || hasHolderDraft(tabStorage, place))
  const sheet = useFocusThatFollows(isOpen)
  const isRemote = isOnline(event, { accessType: category.ticketAccessType })
  return (
    <Sheet narrow>
      <div className={css.page} ref={sheet}>
        <div className={css.head}>
          <p className="soft">
            <bdi>{category.name}</bdi>,{' '}
            <Link to={pathTo(eventPagePath, { shortName: event.shortName })}>
              <bdi>{title}</bdi>
            </Link>
          </p>
          <PageTitle quiet>
            {ticket.assigned ? ticket.fullName : t('reservation-page-complete.ticket-not-assigned')}
          </PageTitle>
          {ticket.assigned && <p className={css.email}>{ticket.email}</p>}
        </div>
        {isRemote && <OnlineNotice event={event} ticket={ticket} place={place} hash={category.ticketCodeHash} />}
        {!ticket.assigned && <Notice tone="warn">{t('reservation-page-complete.assign-ticket-warning')}</Notice>}
        {isOpen ? (
          <Card>
            {extras ? (
              <HolderForm
                event={event}
                ticket={ticket}
                extras={extras}
                place={place}
                onDone={() => setIsOpen(false)}
                onPassedOn={onPassedOn}
              />
            ) : (
              <Loading>
                <Shape height="14rem" round />
              </Loading>
            )}
          </Card>
        ) : (
          <TicketActions
            event={event}
            ticket={ticket}
            place={place}
            isOnline={isRemote}
            hasQuestions={hasQuestions(ticket, extras ?? [])}
            onChange={() => setIsOpen(true)}
          />
        )}
        <BackToOrder />
      </div>
    </Sheet>
  )
}

/** Into the form when it opens, and to whose the ticket is when it closes: the button that did it is gone. */
function useFocusThatFollows(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const sheet = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    sheet.current?.querySelector<HTMLElement>(isOpen ? 'input, select, textarea' : 'h1')?.focus()
  }, [isOpen])
  return sheet
}

type OnlineNoticeProps = {
  readonly event: Event
  readonly ticket: Ticket
  readonly place: TicketPlace
  /** Null while the ticket has no holder: then it lets no attendee in either. */
  readonly hash: string | null
}

/** For a ticket that takes part online: from when, or that it is now; and the way to where one waits and joins. */
function OnlineNotice({ event, ticket, place, hash }: OnlineNoticeProps) {
  const t = useT()
  const { moment } = useDates(event.timeZone)
  const isOver = event.datesWithOffset.endDateTime <= shopNow()
  const opens = ticket.onlineCheckInAt === undefined ? '' : moment(ticket.onlineCheckInAt)
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
