import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { eventQuery } from '#client/api/queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { PageShape } from '../../../shell/page-shape.tsx'
import { OutOfReach } from '../../reservation/frame/out-of-reach.tsx'
import { isGone } from '../is-gone.ts'
import { ticketQuery } from '../queries.ts'
import { TicketView } from './ticket-view.tsx'

/** One ticket, to be shown at the door. Who asks for one that isn't there is led home (specification, booking 2). */
export function Page() {
  const { shortName = '', ticketId = '' } = useParams()
  const event = useQuery(eventQuery(shortName))
  const ticket = useQuery(ticketQuery({ shortName, ticketId }))
  if (event.data && ticket.data) {
    return (
      <OwnTexts of={event.data}>
        <TicketView event={event.data} ticket={ticket.data} />
      </OwnTexts>
    )
  }
  const failed = [event, ticket].filter(query => query.isError)
  if (failed.some(({ error }) => isGone(error))) return <Navigate replace to="/" />
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return failed.length > 0 ? <OutOfReach onRetry={retry} /> : <PageShape />
}
