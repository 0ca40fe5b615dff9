import { useQuery } from '@tanstack/react-query'
import { Section } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { eventsOfPassQuery } from '../../shell/calls/offer-queries.ts'
import { EventRows } from '../event-rows.tsx'

/** The events that take the pass, each with the way to it. */
export function EventsOfPass({ id }: { readonly id: string }) {
  const t = useT()
  const { data: events, isError } = useQuery(eventsOfPassQuery(id))
  // Without the list the pass can be bought all the same.
  if (isError || events === undefined) return null
  return (
    <Section title={t('foyer.pass.events.title')} id="events">
      {events.length === 0 ? <p>{t('foyer.pass.events.none')}</p> : <EventRows events={events} />}
    </Section>
  )
}
