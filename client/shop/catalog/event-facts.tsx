import type { Event } from '#contract/event.ts'
import { calendarPath, pathTo } from '#contract/paths.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { useDates } from '#client/language/use-dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { ByWhom, Fact } from './offer-parts.tsx'
import { openMapOf, placeParts, whenText } from './when-and-where.ts'
import { WhereYouAre } from './where-you-are.tsx'
import { Loading, Page, Shape, TextShape } from '#client/kit/page/page.tsx'
import css from './offer-head.module.css'

type OfEvent = { readonly event: Event }

/** By whom, when, and where, with the small print under each (specification, browsing 2). */
export function Facts({ event }: OfEvent) {
  return (
    <ul className={css.facts}>
      <ByWhom name={event.organizationName} slug={event.organizerSlug} email={event.organizationEmail} />
      <When event={event} />
      <Where event={event} />
    </ul>
  )
}

function When({ event }: OfEvent) {
  const { language, t } = useLanguage()
  const calendar = pathTo(calendarPath, { shortName: event.shortName, locale: language })
  return (
    <Fact icon="clock">
      <span suppressHydrationWarning>
        {whenText(event, useDates(event.timeZone))}
        <WhereYouAre instant={event.datesWithOffset.startDateTime} timeZone={event.timeZone} />
      </span>
      <span className={css.more}>
        <span>{t('show-event.add-to-calendar')}:</span>
        <a href={`${calendar}?type=google`} target="_blank" rel="noopener">
          Google<span className="unseen"> ({t('link.new-tab')})</span>
        </a>
        <a href={calendar}>iCalendar</a>
      </span>
    </Fact>
  )
}

function Where({ event: { format, location } }: OfEvent) {
  const { t } = useLanguage()
  if (format === 'ONLINE') return <Fact icon="online">{t('event.location.online')}</Fact>
  const place = placeParts(location)
  const { name, address } = place
  if (name === '') return null
  return (
    <Fact icon="place">
      <span dir="auto">
        {name} {format === 'HYBRID' ? <Badge>{t('foyer.event.also-online')}</Badge> : null}
      </span>
      <span className={css.more}>
        {address.length === 0 ? null : <span dir="auto">{address.join(', ')}</span>}
        <a href={openMapOf(place)} target="_blank" rel="noopener noreferrer">
          {t('foyer.event.open-map')}
          <span className="unseen"> ({t('link.new-tab')})</span>
        </a>
      </span>
    </Fact>
  )
}

/** Where the event will be. */
export function EventShape() {
  return (
    <Page>
      <Loading>
        <Shape width="4.75rem" height="5.6rem" />
        <Shape width="min(34rem, 90%)" height="3.4rem" round />
        <TextShape lines={4} />
        <Shape height="7rem" round />
        <Shape height="7rem" round />
      </Loading>
    </Page>
  )
}

/** Where the tickets will be. */
export function TicketsShape() {
  return (
    <Loading>
      <Shape height="7rem" round />
      <Shape height="7rem" round />
    </Loading>
  )
}
