import { X509Certificate, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Instant, days, minutes } from '#domain/foundation/instant.ts'
import type { Delivery } from '#server/providers/port/online.ts'
import { momentOf } from '#server/providers/port/answer.ts'

/** A message is sent again for three days. */
const OLDEST_MS = days(4)
const AHEAD_MS = minutes(5)
const FETCH_MS = 10_000
const LONGEST_CERTIFICATE = 20_000
/** PayPal has a few at a time. */
const MOST_CERTIFICATES = 20
/** So many addresses are asked within a minute: a sender that makes them up has us ask PayPal no more often. */
const MOST_FETCHES = 10
/** The host of the certificates that sign messages: any other host of PayPal has certificates of its own. */
const SIGNERS = /^messageverificationcerts(\.\w+)?\.paypal\.com$/
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
  const sentAt = momentOf(time)
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

/** Both ends are written with their zone, which is Greenwich. */
const isValid = ({ validFrom, validTo }: X509Certificate, now: Instant): boolean =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo)

/**
 * `base` null: PayPal itself. A stand-in has its certificate at its own address. Rejects when too many were requested,
 * so that a genuine message is sent again.
 */
export function certificatesFrom(base: string | null): Certificates {
  const cached = new Map<string, X509Certificate>()
  const fetches: number[] = []
  return {
    async at(url) {
      if (!isTrusted(url, base)) return null
      const before = cached.get(url)
      if (before) return before
      limitFetches(fetches)
      const certificate = await fetched(url)
      if (certificate && isOfSigner(certificate)) {
        if (cached.size >= MOST_CERTIFICATES) cached.clear()
        cached.set(url, certificate)
        return certificate
      }
      return null
    },
  }
}

/** A sender that could choose the host could sign anything. */
export function isTrusted(address: string, base: string | null): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  if (base !== null) return url.origin === new URL(base).origin
  return url.protocol === 'https:' && url.port === '' && /(^|\.)paypal\.com$/.test(url.hostname)
}

/** The machine's own clock: it is about calls that go out, not about what was agreed when. */
function limitFetches(fetches: number[]): void {
  const now = performance.now()
  while (fetches[0] !== undefined && now - fetches[0] > minutes(1)) fetches.shift()
  if (fetches.length >= MOST_FETCHES) throw new Error('too many certificates were asked for within a minute')
  fetches.push(now)
}

/** Is it a certificate for signing messages, by the name in it? */
function isOfSigner({ subject }: X509Certificate): boolean {
  const name = /^CN=(.+)$/m.exec(subject)?.[1]
  return name !== undefined && SIGNERS.test(name)
}

async function fetched(url: string): Promise<X509Certificate | null> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) })
  if (!response.ok) throw new Error(`PayPal's certificate could not be had: ${response.status}`)
  const text = await textWithin(response, LONGEST_CERTIFICATE)
  if (text === null) return null
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}

/** Null for more than `most` bytes, of which no more are read. */
async function textWithin(response: Response, most: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    // Leaving the loop ends the reply.
    if (length > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
