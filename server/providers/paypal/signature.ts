import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Instant, days, minutes } from '#domain/instant.ts'
import type { Delivery } from '../online.ts'
import type { Certificates } from './certificates.ts'
import { momentOf } from './moment.ts'

/** PayPal repeats a message for three days; one that was recorded earlier is not taken, nor one of the future. */
const OLDEST_MS = days(4)
const NEWEST_MS = minutes(5)

const ALGORITHM = 'SHA256withRSA'

type Expected = { readonly webhookId: string; readonly now: Instant; readonly certificates: Certificates }

/**
 * Whether PayPal has signed these bytes for this webhook. The webhook's id is in what is signed and not in the message, so
 * that a message for somebody else's webhook is not taken. Rejects while the certificate can't be fetched.
 */
export async function isSigned(
  { headers, body }: Delivery,
  { webhookId, now, certificates }: Expected,
): Promise<boolean> {
  const text = (name: string): string => {
    const value = headers[`paypal-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const sentAt = momentOf(text('transmission-time'))
  const isInTime = sentAt !== undefined && sentAt > now - OLDEST_MS && sentAt < now + NEWEST_MS
  if (text('auth-algo') !== ALGORITHM || text('transmission-id') === '' || !isInTime) return false
  const key = await certificates.keyAt(text('cert-url'), now)
  if (key === null) return false
  const signed = [text('transmission-id'), text('transmission-time'), webhookId, crc32(body)].join('|')
  return verify('RSA-SHA256', Buffer.from(signed), key, Buffer.from(text('transmission-sig'), 'base64'))
}
