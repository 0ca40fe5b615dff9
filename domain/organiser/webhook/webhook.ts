import { type Instant, after, days, hours, minutes } from '#domain/foundation/instant.ts'

/** What is sent to receivers of webhooks, by the names of the wire (decision 114). */
export const WEBHOOK_KINDS = [
  'order.completed',
  'order.cancelled',
  'order.refunded',
  'ticket.changed',
  'ticket.cancelled',
  'ticket.checked_in',
  'event.published',
  'event.cancelled',
  'payment.attention',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** Sent to one endpoint, when a member asks for it. */
export const TEST_KIND = 'webhook.test'

export const isWebhookKind = (text: string): text is WebhookKind => WEBHOOK_KINDS.some(kind => kind === text)

/** Retries end so long after the first attempt; an endpoint that takes nothing for as long is switched off. */
export const RETRIED_FOR = days(3)

/** How long the next wait is, by how long a delivery has been tried: quickly at first, then a few times a day. */
const WAITS: readonly (readonly [triedFor: number, wait: number])[] = [
  [hours(14), hours(8)],
  [hours(6), hours(4)],
  [hours(2), hours(2)],
  [minutes(30), minutes(30)],
  [minutes(5), minutes(10)],
  [minutes(1), minutes(2)],
  [5000, 30_000],
]
const FIRST_WAIT = 5000

/** A wait is longer or shorter by so much of itself at most, so that many deliveries don't come back together. */
const JITTER = 0.2

type Failed = {
  readonly triedSince: Instant
  readonly now: Instant
  /** From 0 to 1. */
  readonly random: number
}

/** When a delivery that failed is sent again; null: it is given up. The last attempt is made when the time is over. */
export function nextAttempt({ triedSince, now, random }: Failed): Instant | null {
  const end = after(triedSince, RETRIED_FOR)
  if (now >= end) return null
  const [, wait = FIRST_WAIT] = WAITS.find(([triedFor]) => now - triedSince >= triedFor) ?? []
  const next = after(now, Math.round(wait * (1 + JITTER * (2 * random - 1))))
  return next < end ? next : end
}

/** What became of an attempt: the status of the answer, or why there is none. */
export type AttemptOutcome = { readonly kind: 'answered'; readonly status: number } | { readonly kind: 'unanswered' }

export const isDelivered = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

const GONE = 410

/** Is the endpoint switched off by this attempt, and why? The receiver says that it is gone, or takes nothing for days. */
export function switchesOff(
  outcome: AttemptOutcome,
  { failingSince, now }: { readonly failingSince: Instant; readonly now: Instant },
): 'GONE' | 'FAILING' | null {
  if (isDelivered(outcome)) return null
  if (outcome.kind === 'answered' && outcome.status === GONE) return 'GONE'
  return now >= after(failingSince, RETRIED_FOR) ? 'FAILING' : null
}

/** So long at most does a replaced secret still sign. */
export const LONGEST_OVERLAP = days(30)

/** An organisation has so many endpoints at most. */
export const MAX_ENDPOINTS = 20

/** Deliveries and what was answered are kept so long. */
export const KEPT_DAYS = 30

export const MAX_URL_LENGTH = 2000
