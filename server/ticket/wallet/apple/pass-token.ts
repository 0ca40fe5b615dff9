import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type TokenFacts = {
  readonly contextId: number
  readonly reservationId: string
  readonly serialNumber: string
  readonly holderNumber: number
}

/**
 * What a device proves with that it has this pass: HMAC-SHA256 with the secret key of its event, or pass (lifecycle G).
 * Each holder has one of their own, or a former holder would be sent the new holder's code.
 */
export function passToken(facts: TokenFacts, secretKey: string): string {
  const { contextId, reservationId, serialNumber, holderNumber } = facts
  const parts = [contextId, reservationId, serialNumber, ...(holderNumber === 0 ? [] : [holderNumber])]
  return createHmac('sha256', secretKey).update(parts.join('/'), 'utf8').digest('base64')
}

/** Does `Authorization: ApplePass <token>` hold this token? Takes as long for every wrong one. */
export function isAuthorized(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(tokenIn(header) ?? ''), digest(token))
}

/** Does the header hold any token of a pass? */
export const namesToken = (header: string | undefined): boolean => tokenIn(header) !== undefined

const tokenIn = (header: string | undefined): string | undefined => /^ApplePass (\S+)$/i.exec(header?.trim() ?? '')?.[1]

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
