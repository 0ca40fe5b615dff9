import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { pathTo } from '#contract/paths.ts'
import { onlineCheckInPath } from '#contract/ticket-paths.ts'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { OutOfReach } from '../../checkout/frame/out-of-reach.tsx'
import { paramsOf } from '../calls.ts'
import { GoneTicket } from '../gone-ticket.tsx'
import { isGone } from '../is-gone.ts'
import { fullTicketQuery } from '../queries.ts'
import { roomQuery } from './room-query.ts'
import { WaitingRoom } from './waiting-room.tsx'

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
