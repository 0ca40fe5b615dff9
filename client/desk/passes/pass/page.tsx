import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { passQuery } from '../calls.ts'
import { PassForm } from './pass-form.tsx'

/** A pass: all that its organiser states of it, by parts, and what can be done about it. */
export function Page() {
  const { passId = '' } = useParams()
  const query = useQuery(passQuery(passId))
  return <Loaded query={query}>{pass => <PassForm key={pass.id} pass={pass} reload={query.refetch} />}</Loaded>
}
