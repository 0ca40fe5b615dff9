import type { SendMailOptions } from 'nodemailer'
import type { Instant } from '#domain/foundation/instant.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import type { Attachment } from './attachment.ts'

/** A mail ready to leave. */
export type OutgoingMail = {
  /** Of its row in the queue. */
  readonly id: string
  /** When it was last requested, and when it leaves. */
  readonly askedAt: Instant
  readonly sentAt: Instant
  readonly senderName: string
  readonly replyTo: string | null
  /** Where the recipient ends what the mail is about; null: nowhere. */
  readonly unsubscribeUrl: string | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** Empty: the text is all there is. */
  readonly html: string
  readonly attachments: readonly Attachment[]
}

/**
 * The mail as nodemailer takes it. `from` is the shop's address; the name is the event's. The fields of the head are
 * cleaned here once more: rows may be older than the cleaning of what people type.
 */
export function message(mail: OutgoingMail, from: string): SendMailOptions {
  const replyTo = soleAddress(mail.replyTo)
  return {
    messageId: messageId(mail, from),
    date: new Date(mail.sentAt),
    from: { name: cleanLine(mail.senderName), address: from },
    to: { name: '', address: cleanLine(mail.recipient) },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject: cleanLine(mail.subject),
    text: mail.text,
    ...(mail.html !== '' && { html: mail.html }),
    attachments: mail.attachments.map(({ fileName, contentType, content }) => ({
      filename: cleanLine(fileName),
      contentType,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
    headers: {
      // Out-of-office robots need not answer.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl !== null && unsubscribeHeaders(mail.unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One click is for addresses under TLS only (RFC 8058). */
function unsubscribeHeaders(url: string): Readonly<Record<string, string>> {
  const header = { 'List-Unsubscribe': `<${cleanLine(url)}>` }
  return url.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header
}

/** The address answers go to; null where what is stored is none, or more than one. */
function soleAddress(text: string | null): string | null {
  const address = cleanLine(text ?? '')
  return /^[^\s,;:<>"()]+@[^\s,;:<>"()@]+$/.test(address) ? address : null
}

/**
 * The same for every try to deliver the same request, so that a mail which left twice, because no reply confirmed the
 * first arrival, is recognised as one; another for each new request.
 */
function messageId({ id, askedAt }: OutgoingMail, from: string): string {
  return `<mail-${id}-${askedAt.toString(36)}@${from.slice(from.lastIndexOf('@') + 1)}>`
}
