import { deskEventFiguresPath, deskEventPath, deskEventStepsPath, deskEventsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

export type EventFilter = {
  readonly when: 'upcoming' | 'past' | 'all' | 'archived'
  readonly q: string
  readonly cursor?: string
}

/** A part of the list of events that the member may see. */
export const eventsQuery = ({ when, q, cursor }: EventFilter) =>
  queryOptions({
    queryKey: ['desk', 'events', when, q, cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(
        server().call('GET', deskEventsPath, {
          query: {
            ...(when === 'archived' ? ({ when: 'all', status: 'ARCHIVED' } as const) : { when }),
            q: q === '' ? undefined : q,
            cursor,
          },
          signal,
        }),
      ),
    staleTime: 5_000,
  })

/** The event of this number as the list has it, for those who work for it; none for others. */
export const listedEventQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'events', 'one', eventId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskEventsPath, { query: { eventId }, signal })),
    staleTime: 5_000,
  })

/** An event with what its organiser states and what has been sold. */
export const eventQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskEventPath, { params: { eventId }, signal })),
    staleTime: 5_000,
  })

/** What the shop does by itself about an event, besides what the event states. */
export const stepsQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'next-steps'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskEventStepsPath, { params: { eventId }, signal })),
    staleTime: 5_000,
  })

/** What was sold of an event, beside another one where that is chosen. */
export const figuresQuery = (eventId: number, compareWith: number | undefined) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'figures', compareWith ?? ''],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskEventFiguresPath, { params: { eventId }, query: { compareWith }, signal })),
    staleTime: 5_000,
  })
