import { deskSeatBlocksPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Stack, Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
import { Blocks } from './blocks.tsx'
import { HoldForm } from './hold-form.tsx'

const blocksQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'seat-blocks'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskSeatBlocksPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** Seats of an event that are held for later: for whom, until when, released or ordered from. */
export function Page() {
  const t = useT()
  const eventId = Number(useParams().eventId)
  const blocks = useQuery(blocksQuery(eventId))
  return (
    <Work>
      <Loaded query={blocks}>
        {read => (
          <>
            <EventPartHead
              eventId={eventId}
              title={read.title}
              name={t('foyer.desk.blocks')}
              lead={t('foyer.desk.blocks.lead')}
            />
            <Stack>
              <Blocks eventId={eventId} read={read} onChanged={() => blocks.refetch()} />
              <HoldForm eventId={eventId} read={read} onChanged={() => blocks.refetch()} />
            </Stack>
          </>
        )}
      </Loaded>
    </Work>
  )
}
