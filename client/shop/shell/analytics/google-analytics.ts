import type { AnalyticsConfiguration } from '#contract/configuration.ts'
import { countedAddress } from './counted-address.ts'

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
