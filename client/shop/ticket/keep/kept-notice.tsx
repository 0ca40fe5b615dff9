import { useEffect, useState } from 'react'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { TicketInfo } from '#contract/ticket.ts'
import { days } from '#domain/foundation/instant.ts'
import { type TicketPlace, ticketKey } from '../calls.ts'
import css from './kept-notice.module.css'
import { keepTicket, onTicketNews, seenBefore } from './keep-ticket.ts'

type KeptNoticeProps = { readonly place: TicketPlace; readonly ticket: TicketInfo }

/**
 * Keeps the ticket on this device for times without a connection, and says when the one that is shown was last seen with
 * one (decision 88).
 */
export function KeptNotice({ place, ticket }: KeptNoticeProps) {
  const { t, language } = useLanguage()
  const seen = useKept(place, ticket, language)
  const dates = datesIn(language, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <div role="status" className={css.kept}>
      {seen !== undefined && <Notice>{t('foyer.ticket.kept', dates.moment(seen))}</Notice>}
    </div>
  )
}

function useKept(place: TicketPlace, ticket: TicketInfo, language: string): number | undefined {
  const { shortName, ticketId } = place
  const cache = useQueryCache()
  const [seen, setSeen] = useState<number>()
  const [reading, setReading] = useState(0)
  const until = keptUntil(ticket)

  useEffect(() => {
    let isShown = true
    void seenBefore(ticketId).then(moment => {
      if (!isShown) return
      setSeen(moment)
      // What comes from there is kept already.
      if (moment === undefined) void keepTicket({ ticketId, language, until })
    })
    return () => {
      isShown = false
    }
  }, [ticketId, ticket, language, until, reading])

  useEffect(
    () => onTicketNews(changed => void cache.invalidateQueries(ticketKey({ shortName, ticketId: changed }))),
    [cache, shortName],
  )
  const isCopy = seen !== undefined
  useEffect(() => {
    if (!isCopy) return
    // A browser that has a connection again does not always say so, and the first answer may still fail.
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void cache.invalidateQueries(ticketKey({ shortName, ticketId })).then(() => setReading(count => count + 1))
    }, AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [cache, isCopy, shortName, ticketId])
  return seen
}

const AGAIN_AFTER_MS = 5_000

/** A day after the end of the event, or after its beginning where it has no end. */
export function keptUntil({
  datesWithOffset: { startDateTime: start, endDateTime: end },
}: Pick<TicketInfo, 'datesWithOffset'>): number {
  return (end === 0 ? start : end) + days(1)
}
