import { failureOf } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams, useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Work } from '../../parts/work.tsx'
import { useMay } from '../../session/me.ts'
import { eventQuery, figuresQuery } from '../calls.ts'
import { EventHead } from '../event-head.tsx'
import { ServedEvent } from '../served-event.tsx'
import { Figures } from './figures.tsx'

/** What was sold of an event, by day, kind of ticket, code and way of payment, and beside an earlier one. */
export function Page() {
  const { eventId = '' } = useParams()
  const mayEdit = useMay()('manage-events')
  const event = useQuery({ ...eventQuery(Number(eventId)), enabled: mayEdit })
  // Who edits other events alone may manage the orders of this one.
  if (!mayEdit || (event.isError && failureOf(event.error).kind === 'missing'))
    return <ServedEvent eventId={Number(eventId)}>{({ id }) => <FiguresOf eventId={id} />}</ServedEvent>
  return (
    <Loaded query={event}>
      {read => (
        <Work>
          <EventHead event={read} />
          <FiguresOf eventId={read.id} />
        </Work>
      )}
    </Loaded>
  )
}

function FiguresOf({ eventId }: { readonly eventId: number }) {
  const [search, setSearch] = useSearchParams()
  const compareWith = numberIn(search.get('compareWith'))
  const figures = useQuery(figuresQuery(eventId, undefined))
  const compare = (other: string) =>
    setSearch(new URLSearchParams(other === '' ? {} : { compareWith: other }), { replace: true })
  return (
    <Loaded query={figures}>{shown => <Figures figures={shown} compareWith={compareWith} compare={compare} />}</Loaded>
  )
}

/** The id in the address; what is no number is no event. */
function numberIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
