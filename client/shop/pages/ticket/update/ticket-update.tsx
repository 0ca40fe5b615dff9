import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Card } from '#client/kit/card/card.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Page as Sheet } from '#client/kit/page/page.tsx'
import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import type { Ticket } from '#contract/ticket.ts'
import { inLanguage } from '#domain/language/texts.ts'
import type { TicketPlace } from '../calls.ts'
import { HolderForm } from './holder-form.tsx'
import { TicketActions } from './ticket-actions.tsx'
import css from './update.module.css'

export type TicketUpdateProps = {
  readonly event: Event
  readonly categoryName: string
  readonly ticket: Ticket
  readonly place: TicketPlace
}

/** Whose the ticket is, and the form to change that; open at once while it is nobody's. */
export function TicketUpdate({ event, categoryName, ticket, place }: TicketUpdateProps) {
  const { t, language } = useLanguage()
  const title = inLanguage(event.title, language)
  useTabTitle(`${t('foyer.ticket.change')} · ${title}`)
  const [isOpen, setIsOpen] = useState(!ticket.assigned)
  const sheet = useFocusThatFollows(isOpen)
  return (
    <Sheet narrow>
      <div className={css.page} ref={sheet}>
        <div>
          <p className="soft">
            {categoryName}, <Link to={pathTo(eventPagePath, { shortName: event.shortName })}>{title}</Link>
          </p>
          <PageTitle quiet>
            {ticket.assigned ? ticket.fullName : t('reservation-page-complete.ticket-not-assigned')}
          </PageTitle>
          {ticket.assigned && <p className={css.email}>{ticket.email}</p>}
        </div>
        <OnlineNotice event={event} ticket={ticket} />
        {!ticket.assigned && <Notice tone="warn">{t('reservation-page-complete.assign-ticket-warning')}</Notice>}
        {isOpen ? (
          <Card>
            <HolderForm event={event} ticket={ticket} place={place} onDone={() => setIsOpen(false)} />
          </Card>
        ) : (
          <TicketActions event={event} ticket={ticket} place={place} onChange={() => setIsOpen(true)} />
        )}
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
    sheet.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'h1')?.focus()
  }, [isOpen])
  return sheet
}

/** From when the room of an online event is open, or that it is. */
function OnlineNotice({ event, ticket }: Pick<TicketUpdateProps, 'event' | 'ticket'>) {
  const { t, language } = useLanguage()
  if (event.format !== 'ONLINE') return null
  if (ticket.onlineEventStarted) return <Notice tone="good">{t('event.online.started')}</Notice>
  return <Notice>{t('event.online.not-started', inLanguage(ticket.formattedOnlineCheckInDate, language))}</Notice>
}
