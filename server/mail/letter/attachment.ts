import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

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
  /** An invoice or receipt, as it was issued. */
  Type.Object({ kind: Type.Literal('billing-pdf'), eventId: Type.Number(), documentId: Type.String() }),
])

/** Is it about one ticket or bought pass, and so of its holder at the time of the request? */
export function isOfHolder(attachment: AttachmentDescription): boolean {
  return attachment.kind === 'pass-pdf' || ('ticketId' in attachment && attachment.ticketId !== undefined)
}

/** Reads what the mail table holds; throws on anything else. */
export function decodeAttachments(stored: unknown): readonly AttachmentDescription[] {
  return Value.Decode(Type.Array(description), stored)
}

/** Why a mail about a ticket is not sent, for the log of mails. */
export const TICKET_IS_GONE = 'not sent: the ticket has been passed on or given back'

/** The same of a bought pass. */
export const PASS_IS_GONE = 'not sent: the pass has been withdrawn from or cancelled'

/** An attachment as it is sent. */
export type Attachment = {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array | string
}

/** Makes what a description asks for; undefined when there is nothing left to make it of, such as a released ticket. */
export type MakeAttachment = (description: AttachmentDescription) => Promise<Attachment | undefined>
