import { useState } from 'react'
import { deskNewOrderPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useT } from '#client/language/language-context.ts'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Stack, Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
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
  return (
    <Work>
      <Loaded query={offer}>
        {({ title }) => (
          <>
            <EventPartHead
              eventId={eventId}
              title={title}
              name={t('foyer.desk.import')}
              lead={t('foyer.desk.import.lead')}
            />
            <Stack>
              <Upload eventId={eventId} onUploaded={setList} />
              {list && <ImportForm key={list.listId} eventId={eventId} list={list} />}
            </Stack>
          </>
        )}
      </Loaded>
    </Work>
  )
}
