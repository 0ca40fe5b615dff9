import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { deskEventCancelPlanPath } from '#contract/paths.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Work } from '../../parts/work.tsx'
import { eventQuery } from '../calls.ts'
import { EventHead } from '../event-head.tsx'
import { CancelForm } from './cancel-form.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { CancelledEvent } from './cancelled-event.tsx'

const planQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'cancel'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskEventCancelPlanPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** An event is cancelled: what will happen, and the way to it; afterwards what has become of it. */
export function Page() {
  const eventId = Number(useParams().eventId)
  const event = useQuery(eventQuery(eventId))
  const plan = useQuery(planQuery(eventId))
  return (
    <Loaded query={event}>
      {read => (
        <Loaded query={plan}>
          {planned => (
            <Work>
              <EventHead event={read} />
              {planned.cancelledAt === null ? (
                <CancelForm eventId={eventId} isAllowed={planned.isAllowed}>
                  <CancelPlan plan={planned} />
                </CancelForm>
              ) : (
                <CancelledEvent eventId={eventId} plan={planned} at={planned.cancelledAt} />
              )}
            </Work>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
