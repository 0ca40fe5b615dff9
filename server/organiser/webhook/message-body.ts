import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { secondOf } from '#server/foundation/base/time.ts'

/** A message as the triggers of the database have written it (decision 114). */
export type StoredMessage = {
  readonly messageId: string
  readonly organizationId: number
  readonly kind: string
  readonly at: Instant
  readonly data: unknown
  /** Of the event or pass, while it is there. */
  readonly contextKind: 'EVENT' | 'PASS' | null
  readonly slug: string | null
}

export const publicMessageId = ({ messageId }: Pick<StoredMessage, 'messageId'>): string => `msg_${messageId}`

/** What is sent: ids, sums and where to read the rest. The same for each attempt. */
export function messageBody(message: StoredMessage, baseUrl: string): string {
  const { organizationId, kind, at } = message
  return JSON.stringify({ type: kind, timestamp: secondOf(at), data: { organizationId, ...dataOf(message, baseUrl) } })
}

function dataOf({ data, contextKind, slug }: StoredMessage, baseUrl: string): Record<string, unknown> {
  const { contextId, amount, currency: written, ...ids }: Record<string, unknown> = { ...Object(data) }
  const api = `${baseUrl}/api/organiser/v1`
  const event = contextKind === 'EVENT' ? { eventId: contextId, eventSlug: slug } : {}
  const pass = contextKind === 'PASS' ? { passId: slug } : {}
  const code = currency(typeof written === 'string' ? written : '')
  const sum =
    typeof amount === 'string'
      ? { amount: printed(minor(BigInt(amount)), code ?? NO_CURRENCY), currency: code ?? null }
      : {}
  const url = urlOf(ids['orderId'], contextKind === 'EVENT' ? contextId : undefined, api)
  return { ...ids, ...event, ...pass, ...sum, ...(url !== undefined && { url }) }
}

/** Where the organiser's API has what it is about, for those who have a key. */
function urlOf(orderId: unknown, eventId: unknown, api: string): string | undefined {
  if (typeof orderId === 'string') return `${api}/orders/${orderId}`
  return typeof eventId === 'number' ? `${api}/events/${eventId}` : undefined
}
