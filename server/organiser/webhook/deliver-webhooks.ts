import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { KEPT_DAYS, isDelivered, nextAttempt, switchesOff } from '#domain/organiser/webhook/webhook.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import {
  DELIVERIES_ARE_DUE as ARE_DUE,
  type ClaimedDelivery,
  claimDeliveries,
  deleteMessages,
  dueEndpoints,
  recordAttempt,
} from './delivery-store.ts'
import { lockEndpoint, noteFailing, secretsAt, switchOff } from './endpoint-store.ts'
import { messageBody, publicMessageId } from './message-body.ts'
import { type Posted, TIMEOUT_MS, post } from './post.ts'
import { signedHeaders } from './signature.ts'

/** So many endpoints are sent to at a time, and so much to each: one that is slow delays the others by one attempt at most. */
const ENDPOINTS_AT_A_TIME = 16
const DELIVERIES_AT_A_TIME = 4

/** True while there is a delivery to send; `$1` is the time. */
export const DELIVERIES_ARE_DUE = ARE_DUE

type Needs = Pick<Shop, 'db' | 'clock' | 'config' | 'jobs' | 'log'>
type Options = { readonly timeoutMs?: number }

/**
 * Sends what is due; returns how many attempts were made. Each delivery is claimed before it is sent and recorded after it, outside of
 * any transaction in between: a process that ends in between leaves it to the next one, so that a receiver may get a message twice,
 * by the same id. An endpoint that fails is not asked again in the same round.
 */
export function deliverWebhooks(shop: Needs, { timeoutMs = TIMEOUT_MS }: Options = {}): Promise<number> {
  const failed = new Set<string>()
  return untilNothingIsDue(shop, 'deliver-webhooks', async () => {
    const now = shop.clock.now()
    const endpoints = await dueEndpoints(shop.db, { now, without: [...failed], limit: ENDPOINTS_AT_A_TIME })
    const sent = await settled(endpoints.map(endpointId => sendTo(shop, endpointId, timeoutMs)))
    for (const [place, one] of sent.entries()) if (!one.areAllDelivered) failed.add(endpoints[place] ?? '')
    return { found: endpoints.length, done: sent.reduce((sum, { attempts }) => sum + attempts, 0) }
  })
}

type Sent = { readonly attempts: number; readonly areAllDelivered: boolean }

async function sendTo(shop: Needs, endpointId: string, timeoutMs: number): Promise<Sent> {
  const now = shop.clock.now()
  const claimed = await claimDeliveries(shop.db, { endpointId, now, limit: DELIVERIES_AT_A_TIME })
  const delivered = await settled(claimed.map(delivery => deliver(shop, { ...delivery, claimedAt: now }, timeoutMs)))
  // What another process has taken meanwhile is left to it in this round.
  return { attempts: claimed.length, areAllDelivered: claimed.length > 0 && delivered.every(Boolean) }
}

/** All have come to their end before the first error is thrown: nothing is left that still sends. */
async function settled<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

type Claimed = ClaimedDelivery & { readonly claimedAt: Instant }

async function deliver(shop: Needs, delivery: Claimed, timeoutMs: number): Promise<boolean> {
  const { db, clock, config } = shop
  const at = clock.now()
  const secrets = secretsAt(db, delivery, at)
  const body = messageBody(delivery, config.baseUrl)
  const allowsPrivateAddresses = config.sendsWebhooksPrivately
  const limits = { timeoutMs, allowsPrivateAddresses, isSecureOnly: !allowsPrivateAddresses }
  const posted =
    secrets.length === 0
      ? UNSIGNED
      : await post(
          { url: delivery.url, headers: signedHeaders({ id: publicMessageId(delivery), at, body }, secrets), body },
          limits,
        )
  await record(shop, delivery, posted)
  return isDelivered(posted.outcome)
}

const UNSIGNED: Posted = {
  outcome: { kind: 'unanswered' },
  durationMs: 0,
  error: 'not sent: no key of this shop opens the secret; make a new one',
  response: null,
}

async function record(shop: Needs, delivery: Claimed, posted: Posted): Promise<void> {
  const now = shop.clock.now()
  const { attempts, triedSince, claimedAt } = delivery
  const isDone = isDelivered(posted.outcome)
  const next = isDone ? null : nextAttempt({ triedSince, now, random: Math.random() })
  const status = isDone ? 'DELIVERED' : next === null ? 'FAILED' : 'WAITING'
  await transaction(shop.db, async tx => {
    // The endpoint first, as wherever both are written.
    const endpoint = await lockEndpoint(tx, delivery.endpointId)
    if (!endpoint) return
    await recordAttempt(tx, delivery, posted, { status, nextAttemptAt: next ?? now })
    if (isDone) {
      if (endpoint.failingSince !== null) await noteFailing(tx, endpoint.id, null)
      return
    }
    const failingSince = endpoint.failingSince ?? claimedAt
    if (endpoint.failingSince === null) await noteFailing(tx, endpoint.id, claimedAt)
    const reason = endpoint.offAt === null ? switchesOff(posted.outcome, { failingSince, now }) : null
    if (reason === null) return
    await switchOff(tx, endpoint.id, reason, now)
    const { organizationId, url: subject } = endpoint
    const change = {
      kind: 'WEBHOOK',
      subject,
      organizationId,
      action: 'WEBHOOK_SWITCHED_OFF',
      after: { reason },
      now,
    } as const
    await recordChange(tx, { memberId: null, actor: 'shop' }, change)
  })
  if (isDone) shop.log.webhookDelivered(String(delivery.id))
  else shop.log.webhookFailed(String(delivery.id), attempts, posted.error ?? describe(posted))
}

const describe = ({ outcome }: Posted): string => (outcome.kind === 'answered' ? `HTTP ${outcome.status}` : 'no answer')

/** True when messages are older than they are kept; `$1` is the time. */
export const OLD_MESSAGES_ARE_DUE = `exists (select from webhook_message where at <= $1::timestamptz - interval '${KEPT_DAYS} days')`

const DELETED_AT_A_TIME = 1000

/** Deletes messages that are older than they are kept, and what receivers have answered to them. */
export function deleteOldMessages(shop: Pick<Shop, 'db' | 'clock' | 'jobs'>): Promise<number> {
  const before = after(shop.clock.now(), -days(KEPT_DAYS))
  return untilNothingIsDue(shop, 'delete-old-webhooks', async () => {
    const done = await deleteMessages(shop.db, before, DELETED_AT_A_TIME)
    return { found: done, done }
  })
}
