import { useEffect, useState } from 'react'
import { useLocation } from '#client/routing/router.tsx'
import { server } from '#client/frame/calls/server.ts'
import { infoPath } from '#contract/paths.ts'
import type { AnalyticsConfiguration } from '#contract/configuration.ts'

/** Counts each page that a visitor views. What it is counted by can't be in a page that is the same for everybody. */
export function CountedPages() {
  const { pathname } = useLocation()
  const [counter, setCounter] = useState<Counter>()

  useEffect(() => {
    started ??= start()
    void started.then(setCounter)
  }, [])
  useEffect(() => counter?.countPage(location.href), [counter, pathname])
  return null
}

let started: Promise<Counter | undefined> | undefined

async function start(): Promise<Counter | undefined> {
  const info = await server().call('GET', infoPath)
  if (info.kind !== 'done') return undefined
  const { analyticsConfiguration: analytics } = info.value
  const { googleAnalyticsKey } = analytics
  return googleAnalyticsKey === null ? undefined : startCounting({ ...analytics, googleAnalyticsKey })
}

/** Reports a page view to Google Analytics. */
export type Counter = { countPage(address: string): void }

type Counted = AnalyticsConfiguration & { readonly googleAnalyticsKey: string }

const SCRIPT = 'https://www.googletagmanager.com/gtag/js'

/**
 * Loads the script and says, before anything else, what it may keep: nothing for advertisements, and nothing at all
 * where visitors are not to be recognised (specification, browsing 9). Called once.
 */
export function startCounting({ googleAnalyticsKey, googleAnalyticsScrambledInfo, clientId }: Counted): Counter {
  const isScrambled = googleAnalyticsScrambledInfo
  const gtag = commandQueue()
  gtag('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: isScrambled ? 'denied' : 'granted',
  })
  gtag('js', new Date())
  gtag('config', googleAnalyticsKey, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    // What the script finds out by itself, so that it never looks at the real address.
    page_location: countedAddress(location.href, { isScrambled }),
    page_referrer: isScrambled ? '' : originOf(document.referrer),
    ...(isScrambled ? { anonymize_ip: true, ...(clientId !== null && { client_id: clientId }) } : {}),
  })
  loadScript(`${SCRIPT}?id=${encodeURIComponent(googleAnalyticsKey)}`)
  return {
    countPage: address => {
      const page_location = countedAddress(address, { isScrambled })
      gtag('set', { page_location })
      gtag('event', 'page_view', { page_location, page_title: document.title })
    },
  }
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** The queue that the script empties once it is here. It knows a command by its type: the arguments of a function. */
function commandQueue(): (...command: unknown[]) => void {
  const queue = (window.dataLayer ??= [])
  return function gtag() {
    // oxlint-disable-next-line prefer-rest-params
    queue.push(arguments)
  }
}

function originOf(referrer: string): string {
  try {
    return new URL(referrer).origin
  } catch {
    return ''
  }
}

function loadScript(address: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}

/** Segments followed by something that only its owner knows. */
const SECRET_AFTER: ReadonlySet<string> = new Set(['reservation', 'ticket', 'check-in', 'code', 'subscription'])
const LIKELY_SECRET = /^[0-9a-f-]{16,}$/i

/**
 * The address of a page as it may be reported to others: ids of orders and tickets and codes are secrets, and of a
 * query only the campaign that a link belongs to is reported. Scrambled, not even that.
 */
export function countedAddress(address: string, { isScrambled }: { readonly isScrambled: boolean }): string {
  const { origin, pathname, searchParams } = new URL(address)
  const segments = pathname.split('/')
  const shown = segments.map((segment, index) => {
    const isSecret = SECRET_AFTER.has(segments[index - 1] ?? '') || LIKELY_SECRET.test(segment)
    return isSecret && segment !== '' ? 'x' : segment
  })
  const campaign = [...searchParams].filter(([name]) => !isScrambled && name.startsWith('utm_'))
  const query = new URLSearchParams(campaign)
  return origin + shown.join('/') + (query.size === 0 ? '' : `?${query}`)
}
