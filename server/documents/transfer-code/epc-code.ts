import { compactAccount, isIban } from './account.ts'

/** What a transfer in euro says. The amount is a plain decimal with a dot, as in "120.00". */
export type EuroTransfer = {
  readonly account: string
  readonly owner: string
  readonly amount: string
  readonly reason: string
}

const OWNER_LENGTH = 70
const REASON_LENGTH = 140

/**
 * The text of a payment code that banking apps of the SEPA area read (EPC069-12, version 002, UTF-8): one line per
 * element, later empty elements left out. Undefined when the account is not a valid IBAN, the owner is missing, or the
 * amount is outside 0.01 to 999999999.99: no code is better than one that fails at the bank.
 */
export function epcCode({ account, owner, amount, reason }: EuroTransfer): string | undefined {
  const iban = compactAccount(account)
  const name = oneLine(owner).slice(0, OWNER_LENGTH).trim()
  if (!isIban(iban) || name === '' || !isPayable(amount)) return undefined
  const message = oneLine(reason).slice(0, REASON_LENGTH).trim()
  return ['BCD', '002', '1', 'SCT', '', name, iban, `EUR${amount}`, '', '', message].join('\n')
}

/** 0.01 to 999999999.99. */
export const isPayable = (amount: string): boolean => /^\d{1,9}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
