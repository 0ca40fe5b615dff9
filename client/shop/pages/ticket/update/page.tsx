import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { valueOf } from '#client/api/answer.ts'
import { eventQuery } from '#client/api/queries.ts'
import { shop } from '#client/api/shop.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { fullTicketPath, pathTo } from '#contract/paths.ts'
import type { TicketsByCategory } from '#contract/ticket.ts'
import { PageShape } from '../../../shell/page-shape.tsx'
import { OutOfReach } from '../../reservation/frame/out-of-reach.tsx'
import { paramsOf } from '../calls.ts'
import { isGone } from '../is-gone.ts'
import { TicketUpdate } from './ticket-update.tsx'

/** Who holds a ticket, and what can be done about it. A ticket that isn't there leads home (specification, booking 2). */
export function Page() {
  const { shortName = '', ticketId = '' } = useParams()
  const place = { shortName, ticketId }
  const event = useQuery(eventQuery(shortName))
  const category = useQuery({
    queryKey: ['ticket', shortName, ticketId, 'full'],
    queryFn: ({ signal }) =>
      valueOf(shop().call<TicketsByCategory>({ path: pathTo(fullTicketPath, paramsOf(place)), signal })),
  })
  const ticket = category.data?.tickets[0]
  if (event.data && category.data && ticket) {
    return (
      <OwnTexts of={event.data}>
        <TicketUpdate event={event.data} categoryName={category.data.name} ticket={ticket} place={place} />
      </OwnTexts>
    )
  }
  const failed = [event, category].filter(query => query.isError)
  if (failed.some(({ error }) => isGone(error))) return <Navigate replace to="/" />
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return failed.length > 0 ? <OutOfReach onRetry={retry} /> : <PageShape />
}
