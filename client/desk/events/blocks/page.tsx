import { deskEventPagePath, deskSeatBlocksPath, pathTo } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Stack, Title, Work } from '../../parts/work.tsx'
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
  useHouseTitle(t('foyer.desk.blocks'))
  return (
    <Work>
      <Loaded query={blocks}>
        {read => (
          <Stack>
            <Title
              lead={
                <>
                  <Link to={pathTo(deskEventPagePath, { eventId })}>
                    <bdi>{read.title}</bdi>
                  </Link>{' '}
                  · {t('foyer.desk.blocks.lead')}
                </>
              }
            >
              {t('foyer.desk.blocks')}
            </Title>
            <Blocks eventId={eventId} read={read} onChanged={() => blocks.refetch()} />
            <HoldForm eventId={eventId} read={read} onChanged={() => blocks.refetch()} />
          </Stack>
        )}
      </Loaded>
    </Work>
  )
}
