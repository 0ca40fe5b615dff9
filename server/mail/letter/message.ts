import type { SendMailOptions } from 'nodemailer'
import type { Instant } from '#domain/foundation/instant.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** A mail ready to leave. */
export type OutgoingMail = {
  /** Of its row in the queue. */
  readonly id: string
  /** When it was last requested, and when it leaves. */
  readonly requestedAt: Instant
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
    attachments: mail.attachments.map(({ fileName, contentType, contentId, content }) => ({
      filename: cleanLine(fileName),
      ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
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
function messageId({ id, requestedAt }: OutgoingMail, from: string): string {
  return `<mail-${id}-${requestedAt.toString(36)}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/**
 * What to attach to a mail, as it is stored: made only when the mail goes out, so that it is as new as the mail and the
 * queue stays small.
 */
export type AttachmentDescription = Static<typeof description>

const description = Type.Union([
  /** `ticketId`: the public id, which a ticket has as long as its holder: it names both. */
  Type.Object({ kind: Type.Literal('ticket-pdf'), ticketId: Type.String() }),
  /** `passId`: the public id of a bought pass, which uses nothing. */
  Type.Object({ kind: Type.Literal('pass-pdf'), passId: Type.String() }),
  Type.Object({
    kind: Type.Literal('event-calendar'),
    eventId: Type.Number(),
    language: Type.String(),
    /** The ticket whose own times are meant; without it the event's. */
    ticketId: Type.Optional(Type.String()),
    /** Where the reader of the mail joins online. */
    joinUrl: Type.Optional(Type.String()),
  }),
  /** The code of a ticket, and of a transfer, as pictures in the text. */
  Type.Object({ kind: Type.Literal('ticket-code'), ticketId: Type.String() }),
  Type.Object({ kind: Type.Literal('transfer-code'), reservationId: Type.String() }),
  /** In place of such a code in a mail about nothing real; it opens nothing. */
  Type.Object({
    kind: Type.Literal('sample-code'),
    of: Type.Union([Type.Literal('ticket'), Type.Literal('transfer')]),
  }),
  /** The shop's logo; `file`: the id of the uploaded picture. */
  Type.Object({ kind: Type.Literal('shop-logo'), file: Type.String() }),
  /** An invoice or receipt, as it was issued. */
  Type.Object({ kind: Type.Literal('billing-pdf'), eventId: Type.Number(), documentId: Type.String() }),
  /** A saved export for a member, of the moment at which it was due: by that, each one is a mail of its own. */
  Type.Object({
    kind: Type.Literal('saved-export'),
    exportId: Type.Number(),
    memberId: Type.Number(),
    dueAt: Type.Number(),
  }),
  /** Nothing to carry: the mail is of a message to many, and is sent only while its reader is still one of them. */
  Type.Object({ kind: Type.Literal('message-person'), personId: Type.String() }),
])

/** Is it about one ticket or bought pass, and so of its holder at the time of the request? */
export function isOfHolder(attachment: AttachmentDescription): boolean {
  return attachment.kind === 'pass-pdf' || ('ticketId' in attachment && attachment.ticketId !== undefined)
}

/** Reads what the mail table holds; throws on anything else. */
export function decodeAttachments(stored: unknown): readonly AttachmentDescription[] {
  if (Value.Check(descriptions, stored)) return stored
  throw new Error('what a mail carries is stored in a way that is not known')
}

const descriptions = Type.Array(description)

/** Why a mail about a ticket is not sent, for the log of mails. */
export const TICKET_IS_GONE = 'not sent: the ticket has been passed on or given back'

/** The same of a bought pass. */
export const PASS_IS_GONE = 'not sent: the pass has been withdrawn from or cancelled'

/** The same of a message to many. */
export const NOT_FOR_READER = 'not sent: stopped or unsubscribed, or the order has changed'

/** The names by which mails show the pictures that they carry. */
export const TICKET_CODE_ID = 'ticket-code@foyer'
export const TRANSFER_CODE_ID = 'transfer-code@foyer'
export const SHOP_LOGO_ID = 'shop-logo@foyer'

/** An attachment as it is sent. */
export type Attachment = {
  readonly fileName: string
  readonly contentType: string
  /** By what the mail shows it in its text. */
  readonly contentId?: string
  readonly content: Uint8Array | string
}

/** The mail goes without it: it is too large, and the mail says where else it is. */
export const LEFT_OUT = 'left-out'

/** Makes what a description asks for; undefined when there is nothing left to make it of, such as a released ticket. */
export type MakeAttachment = (description: AttachmentDescription) => Promise<Attachment | typeof LEFT_OUT | undefined>

/** Reads together what several descriptions will be made of, where that is worth it; changes nothing but the time it takes. */
export type ReadAhead = (descriptions: readonly AttachmentDescription[]) => Promise<void>
