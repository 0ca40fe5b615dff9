import { useEffect } from 'react'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import type { DeskDoors } from '#contract/desk-door.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Columns, Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
import { doorsQuery } from './calls.ts'
import { Doors } from './doors.tsx'
import { NewDoor } from './new-door.tsx'
import { Reports } from './reports.tsx'

/** Figures of a door are as old as this at most. */
const FRESH_MS = 10_000

/** The doors of an event: made, shown once as a link, watched and ended. */
export function Page() {
  const { eventId = '' } = useParams()
  const query = useQuery(doorsQuery(Number(eventId)))
  const { refetch } = query
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), FRESH_MS)
    return () => clearInterval(timer)
  }, [refetch])
  return <Loaded query={query}>{event => <DoorPage eventId={Number(eventId)} event={event} reload={refetch} />}</Loaded>
}

type DoorPageProps = { readonly eventId: number; readonly event: DeskDoors; readonly reload: () => unknown }

function DoorPage({ eventId, event, reload }: DoorPageProps) {
  const t = useT()
  return (
    <Work>
      <EventPartHead
        eventId={eventId}
        title={event.title}
        name={t('foyer.desk.door')}
        lead={t('foyer.desk.door.in-of', event.letIn, event.expected)}
      />
      <Columns side={event.mayMake && <NewDoor eventId={eventId} event={event} onMade={reload} />}>
        <Reports reports={event.reports} timezone={event.timezone} />
        <Doors eventId={eventId} event={event} onEnded={reload} />
      </Columns>
    </Work>
  )
}
