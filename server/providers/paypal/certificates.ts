import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Instant } from '#domain/instant.ts'

/** The keys by which PayPal signs its messages. */
export type Certificates = {
  /** Null when it is not PayPal's, or not valid now. Rejects while it can't be fetched. */
  keyAt(url: string, now: Instant): Promise<KeyObject | null>
}

type Known = { readonly key: KeyObject; readonly from: number; readonly to: number }

/** PayPal uses one at a time. */
const MOST_KNOWN = 10
const LONGEST_URL = 500
const LONGEST_CERTIFICATE = 20_000
const FETCH_MS = 10_000

/**
 * Certificates are taken from PayPal itself only: whoever could name the host could sign every message. `base` is where a
 * stand-in is; null for PayPal's own addresses.
 */
export function certificatesFrom(base: string | null): Certificates {
  const known = new Map<string, Known>()
  return {
    async keyAt(url, now) {
      if (!isOfPayPal(url, base)) return null
      const certificate = known.get(url) ?? (await fetched(url))
      if (certificate === null || now < certificate.from || now >= certificate.to) return null
      if (!known.has(url) && known.size >= MOST_KNOWN) known.clear()
      known.set(url, certificate)
      return certificate.key
    },
  }
}

/** By `https` from paypal.com or below it; where a stand-in is used, from there. */
export function isOfPayPal(url: string, base: string | null): boolean {
  if (url.length > LONGEST_URL || !URL.canParse(url)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(url)
  if (username !== '' || password !== '') return false
  if (base !== null) return origin === new URL(base).origin
  return protocol === 'https:' && port === '' && /^(?:[a-z0-9-]+\.)*paypal\.com$/.test(hostname)
}

async function fetched(url: string): Promise<Known | null> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(FETCH_MS) })
  const text = await response.text()
  if (response.status >= 500 || response.status === 429)
    throw new Error('the certificate of PayPal could not be fetched')
  return response.ok && text.length <= LONGEST_CERTIFICATE ? readCertificate(text) : null
}

function readCertificate(text: string): Known | null {
  try {
    const { publicKey, validFromDate, validToDate } = new X509Certificate(text)
    if (publicKey.asymmetricKeyType !== 'rsa') return null
    return { key: publicKey, from: validFromDate.getTime(), to: validToDate.getTime() }
  } catch {
    return null
  }
}
