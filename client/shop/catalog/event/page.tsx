import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { eventQuery } from '../../shell/calls/offer-queries.ts'
import { OwnTexts } from '#client/language/own-texts.tsx'
import { codeBox } from './code/code.tsx'
import { EventShape } from '../event-shape.tsx'
import { extrasPart } from './extras/extras.tsx'
import { NoOffer } from '../no-offer.tsx'
import { EventView } from './event-view.tsx'
import { passInUse } from './pass-in-use-part.ts'
import { waitingListPart } from './waiting-list/waiting-list.tsx'

// The server renders the page with all of it; in a browser these bundles come after the page's own.
if (import.meta.env.SSR) await Promise.all([codeBox, extrasPart, waitingListPart, passInUse].map(part => part.load()))

/** An event and its tickets. */
export function Page() {
  const { shortName = '' } = useParams()
  const event = useQuery(eventQuery(shortName))
  if (event.isPending) return <EventShape />
  if (event.isError)
    return <NoOffer kind="event" failure={failureOf(event.error)} onRetry={() => void event.refetch()} />
  return (
    <OwnTexts of={event.data}>
      <EventView key={shortName} event={event.data} />
    </OwnTexts>
  )
}
