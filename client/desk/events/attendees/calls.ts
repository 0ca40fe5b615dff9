import {
  ATTENDEE_ENTRIES,
  ATTENDEE_STATES,
  type AttendeeEntry,
  type AttendeeState,
} from '#domain/organiser/order-desk/attendee.ts'
import { deskAnswersPath, deskAttendeesPath, deskBadgesPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** Which attendees are listed, as the address of the page says it. */
export type AttendeeQuery = {
  readonly q: string
  readonly category: number | undefined
  readonly entry: AttendeeEntry | undefined
  /** Those with a ticket, unless the address says otherwise. */
  readonly state: AttendeeState | undefined
  /** Id of a question, a colon and an answer; empty for everybody. */
  readonly answer: string
}

/** States that can be chosen; `all` in the address is every one. */
export const STATES = ['COMPLETE', 'AWAITED', 'OPEN'] as const satisfies readonly AttendeeState[]

const ANSWER = /^[1-9]\d{0,8}:/

/** What the address says; what it says wrongly counts as not said. */
export function attendeeQueryOf(address: URLSearchParams): AttendeeQuery {
  const category = Number(address.get('category'))
  const answer = address.get('answer') ?? ''
  const state = address.get('state')
  return {
    q: address.get('q') ?? '',
    category: Number.isInteger(category) && category > 0 ? category : undefined,
    entry: ATTENDEE_ENTRIES.find(each => each === address.get('entry')),
    state: state === 'all' ? undefined : (ATTENDEE_STATES.find(each => each === state) ?? 'COMPLETE'),
    answer: ANSWER.test(answer) ? answer : '',
  }
}

/** Texts that are empty are not asked for. */
const statedIn = ({ q, answer, ...rest }: AttendeeQuery) => ({
  ...rest,
  q: q === '' ? undefined : q,
  answer: answer === '' ? undefined : answer,
})

/** A page of the list. */
export const attendeesQuery = (eventId: number, query: AttendeeQuery, cursor: string) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'attendees', JSON.stringify(query), cursor],
    queryFn: ({ signal }) =>
      valueOf(
        server().call('GET', deskAttendeesPath, {
          params: { eventId },
          query: { ...statedIn(query), cursor: cursor === '' ? undefined : cursor, limit: 200 },
          signal,
        }),
      ),
    staleTime: 5_000,
  })

/** The sums of the answers. */
export const answersQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'answers'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskAnswersPath, { params: { eventId }, signal })),
    staleTime: 5_000,
  })

/** The filters as the address of a file has them. */
export const filterOf = (query: AttendeeQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(statedIn(query)).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** How many badges those who are listed get. */
export const badgesQuery = (eventId: number, query: AttendeeQuery) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'badges', JSON.stringify(query)],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskBadgesPath, { params: { eventId }, query: statedIn(query), signal })),
    staleTime: 5_000,
  })
