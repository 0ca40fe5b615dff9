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

/** What a transfer says. The amount is a plain decimal in euro with a dot, as the wire has it: "120.00". */
type Transfer = {
  readonly iban: string
  readonly owner: string
  readonly amount: string
  readonly reason: string
}

const OWNER_LENGTH = 70
const REASON_LENGTH = 140

/**
 * The text of a payment QR code that banking apps of the SEPA area read (EPC069-12, version 002, UTF-8): one line per
 * element, later empty elements left out. Undefined when the account is not a valid IBAN, the owner is missing, or the
 * amount is outside 0.01 to 999999999.99: no code is better than one that fails at the bank.
 */
export function epcPayload(transfer: Transfer): string | undefined {
  const iban = compactIban(transfer.iban)
  const owner = oneLine(transfer.owner).slice(0, OWNER_LENGTH).trim()
  if (!isIban(iban) || owner === '' || !isPayable(transfer.amount)) return undefined
  const reason = oneLine(transfer.reason).slice(0, REASON_LENGTH).trim()
  return ['BCD', '002', '1', 'SCT', '', owner, iban, `EUR${transfer.amount}`, '', '', reason].join('\n')
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

function isPayable(amount: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
