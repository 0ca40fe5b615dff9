import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type TokenFacts = {
  readonly eventId: number
  readonly reservationId: string
  readonly ticketUuid: string
  readonly holderNumber: number
}

/**
 * What a device proves with that it has this pass: HMAC-SHA256 with the event's secret key (lifecycle G). Each holder has
 * one of their own, or whoever passed a ticket on would be sent the new holder's code.
 */
export function passToken(facts: TokenFacts, eventKey: string): string {
  const { eventId, reservationId, ticketUuid, holderNumber } = facts
  const parts = [eventId, reservationId, ticketUuid, ...(holderNumber === 0 ? [] : [holderNumber])]
  return createHmac('sha256', eventKey).update(parts.join('/'), 'utf8').digest('base64')
}

/** Does `Authorization: ApplePass <token>` hold this token? Takes as long for every wrong one. */
export function isAuthorized(header: string | undefined, token: string): boolean {
  const given = /^ApplePass (\S+)$/i.exec(header?.trim() ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
