import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Suspense, lazy } from 'react'
import { useIsInBrowser } from '#client/routing/hydration.ts'
import { matchPath } from '#client/routing/match-path.ts'
import { useLocation } from '#client/routing/router.tsx'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { eventQuery, passQuery } from './calls/offer-queries.ts'
import { isEmbedded } from './embedding/is-embedded.ts'
import type { Event } from '#contract/event.ts'
import { NONCE } from '#client/frame/document/page-state.ts'

const Embedded = lazy(async () => ({ default: (await import('./embedding/embedded.tsx')).Embedded }))
const CountedPages = lazy(async () => ({ default: (await import('./analytics/google-analytics.tsx')).CountedPages }))

/** What goes along with every page and is rarely there: an event's own style, a page around ours, a count of visits. */
export function Companions() {
  const { data: info } = useQuery(infoQuery())
  const event = useEventOfAddress()
  const pass = usePassOfAddress()
  const isInBrowser = useIsInBrowser()
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
  const shortName = matchPath('/event/:shortName/*', pathname)?.['shortName'] ?? ''
  return useQuery({ ...eventQuery(shortName), enabled: false }).data
}

/** Likewise of a pass. */
function usePassOfAddress() {
  const { pathname } = useLocation()
  const id = matchPath('/subscription/:id/*', pathname)?.['id'] ?? ''
  return useQuery({ ...passQuery(id), enabled: false }).data
}

/**
 * The organiser's own style sheet, on all pages of the event and on no other. The names are those that other clients of
 * this shop use; the nonce is what the policy of the page wants.
 */
function EventStyle({ event: { customCss, organizationName, shortName } }: { readonly event: Event }) {
  if (customCss === null) return null
  return (
    <style data-event-custom-css="true" id={`event-custom-css-${organizationName}-${shortName}`} nonce={nonceOfPage()}>
      {customCss}
    </style>
  )
}

/** Browsers hide it from style sheets; scripts may ask an element that has it. */
const nonceOfPage = (): string | undefined => (import.meta.env.SSR ? NONCE : document.querySelector('script')?.nonce)
