import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { isSection } from '../../settings/sections.ts'
import { SettingsPage } from '../../settings/settings-page.tsx'
import { eventQuery } from '../calls.ts'
import { EventHead } from '../event-head.tsx'

/** Settings of one event: each says where its value comes from, and is put back in one press. */
export function Page() {
  const { eventId = '', section } = useParams()
  const query = useQuery(eventQuery(Number(eventId)))
  return (
    <Loaded query={query}>
      {event => (
        <SettingsPage
          key={event.id}
          place={{ organizationId: event.organizationId, eventId: event.id }}
          section={isSection(section) ? section : 'tickets'}
          title={event.file.title ?? event.shortName}
          head={<EventHead event={event} />}
        />
      )}
    </Loaded>
  )
}
