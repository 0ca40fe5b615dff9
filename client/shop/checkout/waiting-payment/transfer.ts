import type { Event } from '#contract/event.ts'
import type { ReservationInfo } from '#contract/reservation.ts'

/** The parts of a bank transfer. `owner` has one entry a line; empty parts are what the organiser has not set. */
type TransferParts = {
  readonly amount: string
  readonly currency: string
  readonly account: string
  readonly owner: readonly string[]
  readonly reason: string
}

/** What the buyer transfers where. The order's short id is the payment reason (specification, booking 9). */
export function transferOf(
  { orderSummary, shortId }: Pick<ReservationInfo, 'orderSummary' | 'shortId'>,
  context: Pick<Event, 'currency' | 'bankAccount' | 'bankAccountOwner'>,
): TransferParts {
  return {
    amount: orderSummary.totalPrice,
    currency: context.currency ?? '',
    account: context.bankAccount.trim(),
    owner: context.bankAccountOwner.map(line => line.trim()).filter(line => line !== ''),
    reason: shortId,
  }
}

/** Whether `text` is an IBAN: shape, and the check digits of ISO 7064 (MOD 97-10). Spaces don't matter. */
export function isIban(text: string): boolean {
  const iban = compactIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** An IBAN in groups of four, the way people read it aloud; any other account stays as it is. */
export function readableAccount(account: string): string {
  return isIban(account) ? compactIban(account).replace(/(.{4})(?=.)/g, '$1 ') : account
}

function compactIban(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}
