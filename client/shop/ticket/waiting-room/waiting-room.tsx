import { Button, Link } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { Page as Sheet, PageTitle, useTabTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import type { Event } from '#contract/event.ts'
import { eventPagePath, pathTo } from '#contract/paths.ts'
import { type Room, type RoomTimes, roomAt } from '#domain/door/check-in/online-room.ts'
import { type Instant, hours, instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type TicketPlace, ticketAddress } from '../calls.ts'
import { WayToVote } from '../way-to-vote.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { WhereYouAre } from '../../catalog/where-you-are.tsx'
import { clockDigits, clockWords } from '#client/kit/countdown/countdown.tsx'
import { useEffect, useState } from 'react'
import { shopNow } from '#client/frame/calls/session.ts'
import css from './waiting-room.module.css'

type WaitingRoomProps = {
  readonly event: Event
  readonly firstName: string
  readonly times: RoomTimes
  readonly joinAddress: string
  readonly place: TicketPlace
}

/**
 * Greets the holder, shows the state of the room, and lets in as soon as the room is open, without being loaded again
 * (specification, booking 2). That it has opened is said once; the time that is left is for those who look.
 */
export function WaitingRoom({ event, firstName, times, joinAddress, place }: WaitingRoomProps) {
  const { t, language } = useLanguage()
  const now = useShopTime()
  const room = roomAt(times, now)
  const hasStarted = event.datesWithOffset.startDateTime <= now
  const title = inLanguage(event.title, language)
  const isOpen = room.state === 'running' && room.isOpen
  // An attendee who waits is likely to look at another tab meanwhile.
  useTabTitle(`${t(isOpen ? 'online.check-in.waiting-room.button' : 'foyer.waiting-room.title')} · ${title}`)
  return (
    <Sheet narrow>
      <div className={css.page}>
        <div className={css.head}>
          <p className="soft">
            {t('foyer.waiting-room.title')},{' '}
            <Link to={pathTo(eventPagePath, { shortName: event.shortName })}>
              <bdi>{title}</bdi>
            </Link>
          </p>
          <PageTitle quiet>{t('foyer.waiting-room.greeting', firstName)}</PageTitle>
        </div>
        <Card>
          <div className={css.room}>
            <p role="status" className={css.state}>
              {t(stateText(room, hasStarted))}
            </p>
            {room.state === 'not-started' && <Waiting event={event} opensAt={room.opensAt} now={now} />}
            {room.state === 'running' && <WayIn isOpen={room.isOpen} address={joinAddress} />}
            {hasStarted && <Contact event={event} />}
          </div>
        </Card>
        <WayToVote place={place} />
        <Link className="soft" to={ticketAddress(place, 'update')}>
          {t('foyer.waiting-room.ticket')}
        </Link>
      </div>
    </Sheet>
  )
}

function stateText(room: Room, hasStarted: boolean): string {
  switch (room.state) {
    case 'not-started':
      return hasStarted ? 'foyer.waiting-room.pause' : 'online.check-in.waiting-room.event-not-started'
    case 'running':
      if (!room.isOpen) return 'foyer.waiting-room.closed'
      return hasStarted ? 'online.check-in.waiting-room.event-started' : 'foyer.waiting-room.open'
    case 'ended':
      return 'online.check-in.waiting-room.event-ended'
    default:
      return room satisfies never
  }
}

function Waiting({ event, opensAt, now }: { event: Event; opensAt: Instant; now: Instant }) {
  const t = useT()
  return (
    <>
      <When event={event} opensAt={opensAt} now={now} />
      <OpensIn opensAt={opensAt} now={now} />
      <p className="soft">{t('foyer.waiting-room.stay')}</p>
    </>
  )
}

/**
 * A form, so that no program checks the holder in by following addresses. Out of a frame too: hardly any call can be held in
 * one.
 */
function WayIn({ isOpen, address }: { isOpen: boolean; address: string }) {
  const t = useT()
  if (!isOpen) return <p className="soft">{t('foyer.waiting-room.stay')}</p>
  return (
    <form method="post" action={address} target="_top" rel="noreferrer">
      <Button wide type="submit">
        {t('online.check-in.waiting-room.button')}
      </Button>
    </form>
  )
}

function Contact({ event: { organizationName, organizationEmail } }: { event: Event }) {
  const t = useT()
  return (
    <div className={css.contact}>
      <p className="soft">{t('online.check-in.waiting-room.event-started.contact-organizers')}</p>
      <a href={`mailto:${organizationEmail}`}>
        <bdi>{organizationName}</bdi>
      </a>
    </div>
  )
}

type WhenProps = { readonly event: Event; readonly opensAt: Instant; readonly now: Instant }

/** When it begins, or goes on after a break, by the event's clock; and from when one can come in, where that differs. */
function When({ event, opensAt, now }: WhenProps) {
  const { t } = useLanguage()
  const dates = useDates(event.timeZone)
  const startsAt = event.datesWithOffset.startDateTime
  if (startsAt <= now) {
    return (
      <dl className={css.when}>
        <TimeFact label={t('foyer.waiting-room.pause.until')} instant={opensAt} timeZone={event.timeZone} />
      </dl>
    )
  }
  const isSameDay = dates.day(startsAt) === dates.day(opensAt)
  return (
    <dl className={css.when}>
      <TimeFact
        label={t('online.check-in.waiting-room.event-not-started.start')}
        instant={startsAt}
        timeZone={event.timeZone}
      />
      {opensAt !== startsAt && (
        <div>
          <dt>{t('foyer.waiting-room.join-from')}</dt>
          <dd>{isSameDay ? dates.time(opensAt) : dates.moment(opensAt)}</dd>
        </div>
      )}
    </dl>
  )
}

type TimeFactProps = { readonly label: string; readonly instant: number; readonly timeZone: string }

/** A moment at the event, with its zone, and what the clock of a visitor elsewhere shows then. */
function TimeFact({ label, instant, timeZone }: TimeFactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{useDates(timeZone).moment(instant)}</strong>
        <WhereYouAre instant={instant} timeZone={timeZone} />
      </dd>
    </div>
  )
}

/** Days are not counted by the second. */
const FAR_MS = hours(24)

/** How long until the room opens. It runs down silently: a screen reader announces when it has opened. */
function OpensIn({ opensAt, now }: { readonly opensAt: Instant; readonly now: Instant }) {
  const { t, language } = useLanguage()
  const left = opensAt - now
  if (left > FAR_MS) return null
  return (
    <p role="timer" aria-live="off" className={css.left}>
      <span className="soft">{t('foyer.waiting-room.opens-in')}</span>
      <span className={css.digits} aria-hidden="true">
        {clockDigits(left)}
      </span>
      <span className="unseen">{clockWords(left, language)}</span>
    </p>
  )
}

/** The shop's time, updated each second: rooms open by it, whatever clock the visitor has. */
function useShopTime(): Instant {
  const [now, setNow] = useState(() => instant(shopNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(instant(shopNow())), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
