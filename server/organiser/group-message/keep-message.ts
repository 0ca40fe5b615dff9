import type { AudienceCount } from '#contract/desk-messages.ts'
import { type Instant, after, days, instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import type { MessageTexts } from '#domain/organiser/group-message/group-message.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { insertMessage, messageOfRequest, repeatFailed, stopMessage } from './message-store.ts'
import { type DraftOf, checkTexts, messageForOf, planMessage } from './plan-message.ts'

type Sending = DraftOf & {
  readonly texts: MessageTexts
  /** Null: now. */
  readonly sendAt: number | null
  readonly seen: string
  readonly requestId: string
  readonly by: Actor
}

type Sent =
  | { readonly kind: 'sent'; readonly messageId: bigint }
  | { readonly kind: 'other'; readonly plan: AudienceCount }

const AT_MOST_AHEAD = days(366)

/**
 * Keeps a message that the job will send, once however often the request comes. Refused for texts that can't be sent, a
 * moment that is over, and a group without people; `other` where it would reach other people than was planned.
 */
export async function keepMessage(shop: Shop, sending: Sending): Promise<Outcome<Sent>> {
  const { offer, purpose, audience, requestId, seen, by } = sending
  const { id: eventId } = offer.context
  const before = await messageOfRequest(shop.db, eventId, requestId)
  if (before !== undefined) return accepted({ kind: 'sent', messageId: before })
  const now = shop.clock.now()
  const texts = await checkTexts(sending.texts, offer)
  if (!texts.ok) return texts
  const sendAt = momentOf(sending.sendAt, now)
  if (sendAt === undefined) return refused(problem('foyer.desk.message.refused.moment', { field: 'sendAt' }))
  const plan = await planMessage(shop.db, { offer, audience, purpose })
  if (plan.seen !== seen) return accepted({ kind: 'other', plan })
  if (plan.people === 0) return refused(problem('foyer.desk.message.refused.no-person'))
  const message = { ...messageForOf(sending), texts: texts.value, createdAt: now, sendAt, planned: plan.people }
  const messageId = await transaction(shop.db, async tx => {
    const id = await insertMessage(tx, { ...message, by, requestId })
    if (id === undefined) return messageOfRequest(tx, eventId, requestId)
    await note(tx, { offer, by, now, id, action: 'MESSAGE_SEND', after: { purpose, sendAt, people: plan.people } })
    return id
  })
  if (messageId === undefined) throw new Error(`the message of request ${requestId} is gone`)
  await shop.jobs.wake('send-messages')
  return accepted({ kind: 'sent', messageId })
}

function momentOf(stated: number | null, now: Instant): Instant | undefined {
  if (stated === null) return now
  return stated >= now && stated <= after(now, AT_MOST_AHEAD) ? instant(stated) : undefined
}

type Kept = { readonly offer: OfferedEvent; readonly id: bigint; readonly by: Actor }

/** Those who have not got it do not get it any more, also mails that are queued already. */
export async function stop(shop: Shop, { offer, id, by }: Kept): Promise<void> {
  const now = shop.clock.now()
  await transaction(shop.db, async tx => {
    if (await stopMessage(tx, id, now)) await note(tx, { offer, by, now, id, action: 'MESSAGE_STOP', after: null })
  })
}

/** Those whose mail failed are written to at the address that their order has now. */
export async function repeat(shop: Shop, { offer, id, by }: Kept): Promise<void> {
  const now = shop.clock.now()
  await transaction(shop.db, async tx => {
    const people = await repeatFailed(tx, id)
    if (people > 0) await note(tx, { offer, by, now, id, action: 'MESSAGE_REPEAT', after: { people } })
  })
  await shop.jobs.wake('send-messages')
}

type Noted = Kept & { readonly now: Instant; readonly action: string; readonly after: object | null }

function note(tx: Tx, { offer: { context }, by, now, id, action, after: values }: Noted): Promise<void> {
  return recordChange(tx, by, {
    kind: 'EVENT',
    subjectId: context.id,
    subject: context.shortName,
    organizationId: context.organization.id,
    action,
    after: { message: String(id), ...values },
    now,
  })
}
