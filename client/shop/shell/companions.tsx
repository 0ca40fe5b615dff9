import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { matchPath, useLocation } from 'react-router'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { eventQuery } from './calls/event-queries.ts'
import { passQuery } from './calls/pass-queries.ts'
import { isEmbedded } from './embedding/is-embedded.ts'
import { EventStyle } from './event-style.tsx'

const Embedded = lazy(async () => ({ default: (await import('./embedding/embedded.tsx')).Embedded }))
const CountedPages = lazy(async () => ({ default: (await import('./analytics/counted-pages.tsx')).CountedPages }))

/** What goes along with every page and is rarely there: an event's own style, a page around ours, a count of visits. */
export function Companions() {
  const { data: info } = useQuery(infoQuery())
  const event = useEventOfAddress()
  const pass = usePassOfAddress()
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <>
      {event ? <EventStyle event={event} /> : null}
      {isInBrowser ? (
        <Suspense>
          {isEmbedded() ? <Embedded origin={(event ?? pass)?.embeddingConfiguration.notificationOrigin} /> : null}
          {info?.analyticsConfiguration.googleAnalyticsKey ? <CountedPages /> : null}
        </Suspense>
      ) : null}
    </>
  )
}

/** The event whose page, order or ticket is shown, as soon as the page knows it. */
function useEventOfAddress() {
  const { pathname } = useLocation()
  const shortName = matchPath('/event/:shortName/*', pathname)?.params.shortName ?? ''
  return useQuery({ ...eventQuery(shortName), enabled: false }).data
}

/** Likewise of a pass. */
function usePassOfAddress() {
  const { pathname } = useLocation()
  const id = matchPath('/subscription/:id/*', pathname)?.params.id ?? ''
  return useQuery({ ...passQuery(id), enabled: false }).data
}

const neverChanges = () => () => {}
