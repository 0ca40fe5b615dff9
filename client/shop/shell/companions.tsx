import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { matchPath, useLocation } from 'react-router'
import { eventQuery, infoQuery } from '../../api/queries.ts'
import { isEmbedded } from '../embedding/is-embedded.ts'
import { EventStyle } from './event-style.tsx'

const Embedded = lazy(async () => ({ default: (await import('../embedding/embedded.tsx')).Embedded }))
const CountedPages = lazy(async () => ({ default: (await import('../analytics/counted-pages.tsx')).CountedPages }))

/** What goes along with every page and is rarely there: an event's own style, a page around ours, a count of visits. */
export function Companions() {
  const { data: info } = useQuery(infoQuery())
  const event = useEventOfAddress()
  const isInFrame = useSyncExternalStore(neverChanges, isEmbedded, () => false)
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <>
      {event ? <EventStyle event={event} /> : null}
      <Suspense>
        {isInFrame ? <Embedded origin={event?.embeddingConfiguration.notificationOrigin || messageOrigin()} /> : null}
        {isAlive && info?.analyticsConfiguration.googleAnalyticsKey ? <CountedPages /> : null}
      </Suspense>
    </>
  )
}

/** The event whose page, order or ticket is shown, as soon as the page knows it. */
function useEventOfAddress() {
  const { pathname } = useLocation()
  const shortName = matchPath('/event/:shortName/*', pathname)?.params.shortName ?? ''
  return useQuery({ ...eventQuery(shortName), enabled: false }).data
}

/** Who is told on pages of no event, as the server wrote it into the page. */
function messageOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="message-origin"]')?.content ?? ''
}

const neverChanges = () => () => {}
