import { deskNewOrderPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { EventPartHead } from '../events/event-part-head.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Stack, Work } from '../parts/work.tsx'
import { NewOrder } from './new-order.tsx'

const offerQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'new-order'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskNewOrderPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** an order on behalf of a buyer: free, to be paid by a link, or paid to the organiser. */
export function Page() {
  const t = useT()
  const eventId = Number(useParams().eventId)
  const offer = useQuery(offerQuery(eventId))
  return (
    <Work>
      <Loaded query={offer}>
        {read => (
          <>
            <EventPartHead eventId={eventId} title={read.title} name={t('foyer.desk.new-order')} />
            <Stack>
              <NewOrder eventId={eventId} offer={read} />
            </Stack>
          </>
        )}
      </Loaded>
    </Work>
  )
}
