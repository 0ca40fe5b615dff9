import { createHash, createHmac } from 'node:crypto'
import { type TicketCodeFacts, ticketCodeMessage, ticketCodeText } from '#domain/ticket/ticket/ticket-code.ts'

/**
 * The text of a ticket's QR code, `uuid/hmac`: HMAC-SHA256 with the event's secret key as UTF-8 bytes, in standard Base64
 * with padding (lifecycle C.4).
 */
export function ticketCode({ eventKey, ...facts }: TicketCodeFacts & { readonly eventKey: string }): string {
  const signature = createHmac('sha256', eventKey).update(ticketCodeMessage(facts), 'utf8').digest('base64')
  return ticketCodeText(facts.ticketUuid, signature)
}

/**
 * Lower-case hexadecimal SHA-256 of the QR text; part of the addresses of online check-in. Compare in constant time.
 */
export function ticketCodeHash(code: string): string {
  return createHash('sha256').update(code, 'utf8').digest('hex')
}
