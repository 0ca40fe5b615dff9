import { createHash } from 'node:crypto'
import { type Instant, after, days, minutes } from '#domain/foundation/instant.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { AttachmentDescription } from './message.ts'
import type { ComposedMail } from './letter.ts'

/** What is stored with a mail that is not sent because its event has ended (lifecycle D). */
export const EVENT_HAS_ENDED = 'not sent: the event has ended'

/** A mail to be sent once the transaction that causes it has committed. */
export type QueuedMail = ComposedMail & {
  /** Null: it is about no event or pass. */
  readonly purchaseContextId: number | null
  readonly reservationId: string | null
  readonly recipient: string
  /** Who it comes from by name: the event. */
  readonly senderName: string
  readonly replyTo: string | null
  /** As of OutgoingMail; left out: null. */
  readonly unsubscribeUrl?: string
  /** Without its drawn part. */
  readonly isTextOnly?: boolean
  readonly attachments: readonly AttachmentDescription[]
  /**
   * Sent although the event has ended (lifecycle D): what the books or a person have asked for. Left out: what carries
   * an invoice, a receipt or a credit note.
   */
  readonly outlivesEvent?: boolean
}

/** The look of a mail makes no other mail of it. */
const isOfContent = ({ kind }: AttachmentDescription): boolean => kind !== 'shop-logo'

/**
 * Queues a mail in the caller's transaction (lifecycle D). The same mail again is the same row: it goes out once more
 * if it has been sent or given up, and stays one mail if it has not. A mail without a recipient is dropped.
 */
export async function queueMail(tx: Pick<Tx, 'query'>, mail: QueuedMail, now: Instant): Promise<void> {
  await queueMails(tx, [mail], now)
}

/** Many at once, by one statement. */
export async function queueMails(tx: Pick<Tx, 'query'>, mails: readonly QueuedMail[], now: Instant): Promise<void> {
  const rows = mails.filter(({ recipient }) => recipient.trim() !== '').map(rowOf)
  // A statement can't write the same row twice.
  const different = [
    ...new Map(rows.map(row => [`${row.purchaseContextId} ${row.checksum.toString('hex')}`, row])).values(),
  ]
  if (different.length === 0) return
  await tx.query(QUEUE, [
    different.map(({ checksum }) => checksum),
    different.map(({ purchaseContextId }) => purchaseContextId),
    different.map(({ reservationId }) => reservationId),
    different.map(({ recipient }) => recipient),
    different.map(({ senderName }) => senderName),
    different.map(({ replyTo }) => replyTo),
    different.map(({ subject }) => subject),
    different.map(({ text }) => text),
    different.map(({ html }) => html),
    different.map(({ attachments }) => attachments),
    timestamp(now),
    CLAIM_MILLISECONDS,
    different.map(({ outlivesEvent }) => outlivesEvent),
    different.map(({ unsubscribeUrl }) => unsubscribeUrl ?? null),
  ])
}

function rowOf(mail: QueuedMail) {
  const recipient = mail.recipient.trim()
  const attachments = JSON.stringify(mail.attachments)
  return {
    ...mail,
    checksum: checksum(recipient, mail.subject, mail.text, JSON.stringify(mail.attachments.filter(isOfContent))),
    recipient,
    html: mail.isTextOnly ? '' : mail.html,
    attachments,
    outlivesEvent: mail.outlivesEvent ?? mail.attachments.some(({ kind }) => kind === 'billing-pdf'),
  }
}

/** Of the parts with their borders, so that no two different mails are the same bytes. */
function checksum(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * `created_at` is when the mail was last requested: by it the sender distinguishes a repeated delivery from a repeated
 * request. A row that is just being sent is left alone.
 */
const QUEUE = statement<never>(
  'mail-queue',
  `insert into mail (checksum, purchase_context_id, reservation_id, recipient, sender_name, reply_to, subject,
     text_body, html_body, attachments, next_attempt_at, created_at, outlives_event,
     unsubscribe_url)
   select checksum, context, reservation, recipient, sender, reply_to, subject, text, html, attachments::jsonb, $11, $11,
     outlives, unsubscribe
   from unnest($1::bytea[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
     $10::text[], $13::boolean[], $14::text[]) with ordinality as asked
     (checksum, context, reservation, recipient, sender, reply_to, subject, text, html, attachments, outlives, unsubscribe,
      place)
   order by place
   on conflict (purchase_context_id, checksum) do update
   set status = 'WAITING', attempts = 0, next_attempt_at = $11, claimed_at = null, last_error = null,
     away_attempts = 0, tried_since = null, outlives_event = mail.outlives_event or excluded.outlives_event,
     reservation_id = excluded.reservation_id, html_body = excluded.html_body, sender_name = excluded.sender_name,
     reply_to = excluded.reply_to, unsubscribe_url = excluded.unsubscribe_url,
     created_at = case when mail.status in ('SENT', 'ERROR') then $11 else mail.created_at end
   where mail.status <> 'IN_PROCESS' or mail.claimed_at <= $11::timestamptz - $12::integer * interval '1 millisecond'`,
)

/** After so long no process is sending a claimed mail any more: it may be claimed again (lifecycle D). */
export const CLAIM_MILLISECONDS = minutes(10)

/** How many mails one run sends at most, and how many at a time. */
export const MAILS_PER_RUN = 100
export const MAILS_AT_A_TIME = 4

/** How many are claimed by one statement: those of an order, and a process that dies delays no more. */
export const MAILS_CLAIMED_AT_A_TIME = 8

/** A mail server that is away is awaited for so long, however often a mail was tried meanwhile. */
const AWAITED_FOR = days(1)

/** It comes back at any time: no mail waits longer than this for the next try. */
const LONGEST_WAIT_FOR_SERVER = minutes(10)

/** `refused`: this mail was not taken. `away`: no mail would have been. `hopeless`: there is nothing to send any more. */
export type Reason = 'refused' | 'away' | 'hopeless'

export type Failure = {
  readonly reason: Reason
  /** With this one. */
  readonly attempts: number
  /** How many of them ended because the server was away; with this one, if it did. */
  readonly awayAttempts: number
  /** When the mail was first tried since its last request. */
  readonly triedSince: Instant
}

type AfterFailure = { readonly status: 'RETRY'; readonly nextAttemptAt: Instant } | { readonly status: 'ERROR' }

/** What becomes of a mail that could not be sent: the wait grows by a minute each time. */
export function afterFailure(failure: Failure, maximumAttempts: number, now: Instant): AfterFailure {
  const { reason, attempts, awayAttempts, triedSince } = failure
  if (reason === 'away') {
    if (now >= after(triedSince, AWAITED_FOR)) return { status: 'ERROR' }
    return { status: 'RETRY', nextAttemptAt: after(now, Math.min(minutes(awayAttempts), LONGEST_WAIT_FOR_SERVER)) }
  }
  const refusals = attempts - awayAttempts
  if (reason === 'hopeless' || refusals >= maximumAttempts) return { status: 'ERROR' }
  return { status: 'RETRY', nextAttemptAt: after(now, minutes(refusals)) }
}
