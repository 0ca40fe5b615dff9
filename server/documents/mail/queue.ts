import { createHash } from 'node:crypto'
import type { Instant } from '#domain/instant.ts'
import { type Tx, statement } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'
import type { AttachmentDescription } from './attachment.ts'
import type { ComposedMail } from './letter.ts'
import { CLAIM_MILLISECONDS } from './delivery-rules.ts'

/** A mail to be sent once the transaction that causes it has committed. */
export type QueuedMail = ComposedMail & {
  readonly purchaseContextId: number
  readonly reservationId: string | null
  readonly recipient: string
  /** Who it comes from by name: the event. */
  readonly senderName: string
  readonly replyTo: string | null
  /** Without its drawn part. */
  readonly isTextOnly?: boolean
  readonly attachments: readonly AttachmentDescription[]
  /**
   * Sent although the event has ended (lifecycle D): what the books want or somebody has asked for. Left out: what carries
   * an invoice, a receipt or a credit note.
   */
  readonly outlivesEvent?: boolean
}

/**
 * Queues a mail in the caller's transaction (lifecycle D). The same mail again is the same row: it goes out once more
 * if it has been sent or given up, and stays one mail if it has not. A mail to nobody is dropped.
 */
export async function queueMail(tx: Pick<Tx, 'query'>, mail: QueuedMail, now: Instant): Promise<void> {
  const recipient = mail.recipient.trim()
  if (recipient === '') return
  const attachments = JSON.stringify(mail.attachments)
  const { purchaseContextId, reservationId, senderName, replyTo, subject, text } = mail
  const outlivesEvent = mail.outlivesEvent ?? mail.attachments.some(({ kind }) => kind === 'billing-pdf')
  const html = mail.isTextOnly ? '' : mail.html
  await tx.query(QUEUE, [
    checksum(recipient, subject, text, attachments),
    purchaseContextId,
    reservationId,
    recipient,
    senderName,
    replyTo,
    subject,
    text,
    html,
    attachments,
    timestamp(now),
    CLAIM_MILLISECONDS,
    outlivesEvent,
  ])
}

/** Of the parts with their borders, so that no two different mails are the same bytes. */
function checksum(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * `created_at` is when the mail was asked for, last: the sender tells a repeated delivery from a repeated request by
 * it. A row that is just being sent is left alone.
 */
const QUEUE = statement<never>(
  'mail-queue',
  `insert into mail (checksum, purchase_context_id, reservation_id, recipient, sender_name, reply_to, subject,
     text_body, html_body, attachments, next_attempt_at, created_at, outlives_event)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $13)
   on conflict (purchase_context_id, checksum) do update
   set status = 'WAITING', attempts = 0, next_attempt_at = $11, claimed_at = null, last_error = null,
     away_attempts = 0, tried_since = null, outlives_event = mail.outlives_event or excluded.outlives_event,
     reservation_id = excluded.reservation_id, html_body = excluded.html_body, sender_name = excluded.sender_name,
     reply_to = excluded.reply_to,
     created_at = case when mail.status in ('SENT', 'ERROR') then $11 else mail.created_at end
   where mail.status <> 'IN_PROCESS' or mail.claimed_at <= $11::timestamptz - $12::integer * interval '1 millisecond'`,
)
