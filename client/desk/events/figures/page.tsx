import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams, useSearchParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Work } from '../../parts/work.tsx'
import { eventQuery, figuresQuery } from '../calls.ts'
import { EventHead } from '../event-head.tsx'
import { Figures } from './figures.tsx'

/** What was sold of an event, by day, kind of ticket, code and way of payment, and beside an earlier one. */
export function Page() {
  const { eventId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const compareWith = numberIn(search.get('compareWith'))
  const event = useQuery(eventQuery(Number(eventId)))
  const figures = useQuery(figuresQuery(Number(eventId), undefined))
  const compare = (other: string) =>
    setSearch(new URLSearchParams(other === '' ? {} : { compareWith: other }), { replace: true })
  return (
    <Loaded query={event}>
      {read => (
        <Loaded query={figures}>
          {shown => (
            <Work>
              <EventHead event={read} />
              <Figures figures={shown} compareWith={compareWith} compare={compare} />
            </Work>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The id in the address; what is no number is no event. */
function numberIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
