import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { PageShape } from '#client/frame/shell/shell.tsx'
import { OutOfReach } from '../../checkout/frame/out-of-reach.tsx'
import { GoneTicket } from '../gone-ticket.tsx'
import { isGone } from '../is-gone.ts'
import { ticketQuery } from '../queries.ts'
import { TicketView } from './ticket-view.tsx'

/**
 * One ticket, to be shown at the door. A visitor who asks for one that isn't there reads that it was passed on, or is
 * led home (specification, booking 2).
 */
export function Page() {
  const { shortName = '', ticketId = '' } = useParams()
  const place = { shortName, ticketId }
  const event = useQuery(eventQuery(shortName))
  const ticket = useQuery(ticketQuery(place))
  if (event.data && ticket.data) {
    return (
      <OwnTexts of={event.data}>
        <TicketView event={event.data} ticket={ticket.data} />
      </OwnTexts>
    )
  }
  const failed = [event, ticket].filter(query => query.isError)
  if (failed.some(({ error }) => isGone(error))) return <GoneTicket place={place} />
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return failed.length > 0 ? <OutOfReach onRetry={retry} /> : <PageShape />
}
