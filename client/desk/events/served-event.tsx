import type { ReactNode } from 'react'
import type { ListedDeskEvent } from '#contract/desk-event.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Loaded, Missing } from '../parts/loaded.tsx'
import { Work } from '../parts/work.tsx'
import { listedEventQuery } from './calls.ts'
import { ListedEventHead } from './event-head.tsx'

type ServedEventProps = {
  readonly eventId: number
  readonly acts?: ReactNode
  readonly children: (event: ListedDeskEvent) => ReactNode
}

/** A page of an event for members who work for it and don't edit it: its money, its people or its doors. */
export function ServedEvent({ eventId, acts, children }: ServedEventProps) {
  const query = useQuery(listedEventQuery(eventId))
  return (
    <Loaded query={query}>
      {({ events: [event] }) =>
        event ? (
          <Work>
            <ListedEventHead event={event} acts={acts} />
            {children(event)}
          </Work>
        ) : (
          <Missing />
        )
      }
    </Loaded>
  )
}
