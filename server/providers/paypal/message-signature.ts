import { X509Certificate, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Instant, days, minutes } from '#domain/instant.ts'
import type { Delivery } from '../online.ts'

/** A message is sent again for three days. */
const OLDEST_MS = days(4)
const AHEAD_MS = minutes(5)
const FETCH_MS = 10_000
const LONGEST_CERTIFICATE = 20_000
/** PayPal has a few at a time. */
const MOST_CERTIFICATES = 20
const ALGORITHM = 'SHA256withRSA'

/** Certificates by their addresses. */
export type Certificates = { at(url: string): Promise<X509Certificate | null> }

type Access = { readonly webhookId: string | null; readonly certificates: Certificates; readonly now: Instant }

/**
 * Is it signed by PayPal, for our webhook, over these bytes? Rejects where the certificate can't be had just now, so that the
 * message is sent again.
 */
export async function isSigned(
  { headers, body }: Delivery,
  { webhookId, certificates, now }: Access,
): Promise<boolean> {
  const header = (name: string) => {
    const value = headers[`paypal-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const id = header('transmission-id')
  const time = header('transmission-time')
  const sentAt = sendingTime(time)
  if (id === '' || header('auth-algo') !== ALGORITHM) return false
  if (sentAt === null || sentAt > now + AHEAD_MS || sentAt < now - OLDEST_MS) return false
  const certificate = await certificates.at(header('cert-url'))
  // Only now: how long an answer takes does not say whether a webhook is known.
  if (webhookId === null || !certificate || !isValid(certificate, now)) return false
  const text = `${id}|${time}|${webhookId}|${crc32(body)}`
  const signature = Buffer.from(header('transmission-sig'), 'base64')
  return (
    certificate.publicKey.asymmetricKeyType === 'rsa' &&
    verify('sha256', Buffer.from(text), certificate.publicKey, signature)
  )
}

function sendingTime(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

/** Both ends are written with their zone, which is Greenwich. */
const isValid = ({ validFrom, validTo }: X509Certificate, now: Instant): boolean =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo)

/** `base` null: PayPal itself. A stand-in has its certificate where it is itself. */
export function certificatesFrom(base: string | null): Certificates {
  const known = new Map<string, X509Certificate>()
  return {
    async at(url) {
      if (!isTrusted(url, base)) return null
      const before = known.get(url)
      if (before) return before
      const certificate = await fetched(url)
      if (certificate) {
        if (known.size >= MOST_CERTIFICATES) known.clear()
        known.set(url, certificate)
      }
      return certificate
    },
  }
}

/** Whoever could choose the host could sign whatever they like. */
export function isTrusted(address: string, base: string | null): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (base !== null) return url.origin === new URL(base).origin
  return url.protocol === 'https:' && url.port === '' && /(^|\.)paypal\.com$/.test(url.hostname)
}

async function fetched(url: string): Promise<X509Certificate | null> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) })
  if (!response.ok) throw new Error(`PayPal's certificate could not be had: ${response.status}`)
  const text = await response.text()
  if (text.length > LONGEST_CERTIFICATE) return null
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}
