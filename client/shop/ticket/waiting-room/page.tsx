import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { pathTo } from '#contract/paths.ts'
import { checkInInfoPath, onlineCheckInPath } from '#contract/ticket-paths.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { OutOfReach } from '../../checkout/frame/no-such-order.tsx'
import { type TicketPlace, fullTicketQuery, paramsOf, ticketKey } from '../calls.ts'
import { GoneTicket, isGone } from '../gone-ticket.tsx'
import { WaitingRoom } from './waiting-room.tsx'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { OnlineCheckInInfo } from '#contract/online-check-in.ts'
import type { RoomTimes } from '#domain/door/check-in/online-room.ts'
import { instant } from '#domain/foundation/instant.ts'

/** Where an online attendee waits. A ticket that isn't there, or another one's hash, leads home. */
export function Page() {
  const { shortName = '', ticketId = '', hash = '' } = useParams()
  const place = { shortName, ticketId }
  const event = useQuery(eventQuery(shortName))
  const ticket = useQuery(fullTicketQuery(place))
  const room = useQuery(roomQuery(place, hash))
  const failed = [event, ticket, room].filter(query => query.isError)
  // Also when it is found out later: the ticket has gone to another person while this page was open.
  if (failed.some(({ error }) => isGone(error))) return <GoneTicket place={place} />
  const held = ticket.data?.tickets[0]
  if (event.data && held && room.data) {
    const joinAddress = pathTo(onlineCheckInPath, { ...paramsOf(place), ticketCodeHash: hash })
    return (
      <OwnTexts of={event.data}>
        <WaitingRoom
          event={event.data}
          firstName={held.firstName ?? ''}
          times={room.data}
          joinAddress={joinAddress}
          place={place}
        />
      </OwnTexts>
    )
  }
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return failed.length > 0 ? <OutOfReach onRetry={retry} /> : <PageShape />
}

/** An organiser may open the room earlier, or late: an attendee who waits needn't load the page again for that. */
const REFRESH_MS = 60_000

/** When the room of an online ticket is open. Each answer has the shop's time as well. */
export const roomQuery = (place: TicketPlace, hash: string) =>
  queryOptions({
    queryKey: [...ticketKey(place), 'room', hash],
    queryFn: async ({ signal }) => {
      const params = { ...paramsOf(place), checkInCode: hash }
      return timesOf(await valueOf(server().call('GET', checkInInfoPath, { params, signal })))
    },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  })

function timesOf({ room }: OnlineCheckInInfo): RoomTimes {
  return {
    openings: room.openings.map(({ from, until }) => ({ from: instant(from), until: instant(until) })),
    startsAt: instant(room.startsAt),
    endsAt: instant(room.endsAt),
  }
}
