import { compactAccount, isIban } from './account.ts'

/** What a transfer in euro says. The amount is a plain decimal with a dot, as in "120.00". */
export type EuroTransfer = {
  readonly account: string
  readonly owner: string
  readonly amount: string
  readonly reason: string
}

/** Lengths of the guidelines; so many bytes of the whole text fit into the largest code that they allow. */
const OWNER = { length: 70, bytes: 140 }
const REASON_LENGTH = 140
const CODE_BYTES = 331

/**
 * The text of a payment code that banking apps of the SEPA area read (EPC069-12, version 002, UTF-8): one line per
 * element, later empty elements left out. Undefined when the account is not a valid IBAN, the owner is missing, or the
 * amount is outside 0.01 to 999999999.99: no code is better than one that fails at the bank.
 */
export function epcCode({ account, owner, amount, reason }: EuroTransfer): string | undefined {
  const iban = compactAccount(account)
  const name = cut(owner, OWNER)
  if (!isIban(iban) || name === '' || !isPayable(amount)) return undefined
  const before = ['BCD', '002', '1', 'SCT', '', name, iban, `EUR${amount}`, '', '', ''].join('\n')
  return before + cut(reason, { length: REASON_LENGTH, bytes: CODE_BYTES - Buffer.byteLength(before) })
}

/** 0.01 to 999999999.99, without zeros before it. */
export const isPayable = (amount: string): boolean =>
  /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(amount) && Number(amount) > 0

type Room = { readonly length: number; readonly bytes: number }

/** As many whole characters as there is room for, in one line. */
function cut(text: string, { length, bytes }: Room): string {
  let kept = ''
  for (const character of text.toWellFormed().replaceAll(/\s+/g, ' ').trim()) {
    const more = kept + character
    if (more.length > length || Buffer.byteLength(more) > bytes) break
    kept = more
  }
  return kept.trim()
}
