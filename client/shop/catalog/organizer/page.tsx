import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useLocation, useParams, useSearchParams } from '#client/routing/router.tsx'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { organizerQuery } from '../../shell/calls/organizer-query.ts'
import { HomeShape, Offers } from '../first-offers.tsx'
import { isListRequested } from '../list-addresses.ts'
import { OrganizerHead, hasPageOfItsOwn } from '../organizer-head.tsx'

/** Who an organiser is, and what can be had of them; straight to the only event where nothing else is said. */
export function Page() {
  const { organizerSlug = '' } = useParams()
  const { state } = useLocation()
  const [query] = useSearchParams()
  const { data: organizer, isPending } = useQuery(organizerQuery(organizerSlug))
  useHouseTitle(undefined, organizer?.name)
  if (isPending) return <HomeShape />
  return (
    <Offers
      mayLead={!query.has('stay') && !isListRequested(state) && !hasPageOfItsOwn(organizer)}
      head={organizer && <OrganizerHead organizer={organizer} />}
    />
  )
}
