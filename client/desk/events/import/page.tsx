import { useState } from 'react'
import { deskAttendeesPagePath, deskNewOrderPath, pathTo } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Stack, Title, Work } from '../../parts/work.tsx'
import { ImportForm } from './import-form.tsx'
import { Upload, type UploadedList } from './upload.tsx'

const offerQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['desk', 'event', eventId, 'new-order'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskNewOrderPath, { params: { eventId }, signal })),
    staleTime: 0,
  })

/** A file of people becomes orders of an event: uploaded, its columns confirmed, planned, and imported by a job. */
export function Page() {
  const t = useT()
  const eventId = Number(useParams().eventId)
  const offer = useQuery(offerQuery(eventId))
  const [list, setList] = useState<UploadedList>()
  useHouseTitle(t('foyer.desk.import'))
  return (
    <Work>
      <Loaded query={offer}>
        {({ title }) => (
          <Stack>
            <Title
              lead={
                <>
                  <Link to={pathTo(deskAttendeesPagePath, { eventId })}>
                    <bdi>{title}</bdi>
                  </Link>{' '}
                  · {t('foyer.desk.import.lead')}
                </>
              }
            >
              {t('foyer.desk.import')}
            </Title>
            <Upload eventId={eventId} onUploaded={setList} />
            {list && <ImportForm key={list.listId} eventId={eventId} list={list} />}
          </Stack>
        )}
      </Loaded>
    </Work>
  )
}
