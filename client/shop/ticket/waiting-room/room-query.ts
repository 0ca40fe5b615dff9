import { queryOptions } from '@tanstack/react-query'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { OnlineCheckInInfo } from '#contract/online-check-in.ts'
import { checkInInfoPath } from '#contract/ticket-paths.ts'
import type { RoomTimes } from '#domain/door/check-in/online-room.ts'
import { instant } from '#domain/foundation/instant.ts'
import { type TicketPlace, paramsOf } from '../calls.ts'
import { ticketKey } from '../queries.ts'

/** An organiser may open the room earlier, or late: an attendee who waits needn't load the page again for that. */
const LOOK_AGAIN_MS = 60_000

/** When the room of an online ticket is open. Each answer has the shop's time as well. */
export const roomQuery = (place: TicketPlace, hash: string) =>
  queryOptions({
    queryKey: [...ticketKey(place), 'room', hash],
    queryFn: async ({ signal }) => {
      const params = { ...paramsOf(place), checkInCode: hash }
      return timesOf(await valueOf(server().call('GET', checkInInfoPath, { params, signal })))
    },
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: true,
  })

function timesOf({ room }: OnlineCheckInInfo): RoomTimes {
  return {
    openings: room.openings.map(({ from, until }) => ({ from: instant(from), until: instant(until) })),
    startsAt: instant(room.startsAt),
    endsAt: instant(room.endsAt),
  }
}
