import { createHmac } from 'node:crypto'
import type { Instant } from '#domain/foundation/instant.ts'
import { freshBytes } from '#server/foundation/base/random.ts'

/** Secrets and signatures as the Standard Webhooks convention has them: https://www.standardwebhooks.com */

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => PREFIX + freshBytes(SECRET_BYTES).toString('base64')

type Signed = { readonly id: string; readonly at: Instant; readonly body: string }

/**
 * The headers of a message. While a secret is being replaced, both sign: the receiver takes either.
 * @param secrets each as `newSecret` makes them
 */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly string[]): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
