import { type Currency, currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal, printed } from '#domain/foundation/money/money.ts'
import type { Due } from '#server/providers/port/terms.ts'

/** As PayPal writes sums: a decimal text. */
export type PayPalAmount = { readonly currency_code: string; readonly value: string }

/** What PayPal takes. */
const TAKEN = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
)

/** Of these PayPal takes whole units only, though ISO 4217 knows hundredths of two of them. */
const WHOLE = new Set(['HUF', 'JPY', 'TWD'])

export function toPayPal(amount: Minor, code: Currency): PayPalAmount {
  const value = printed(amount, code)
  return { currency_code: code, value: WHOLE.has(code) ? value.replace(/\.0+$/, '') : value }
}

/** Undefined where it can't be read to the last digit. */
export function fromPayPal({ value, currency_code: written }: PayPalAmount): Due | undefined {
  const code = currency(written)
  const [, rest = ''] = /^\d{1,18}(?:\.(\d+))?$/.exec(value) ?? ['', '?']
  // Zeros that the currency has no room for change nothing.
  if (code === undefined || rest === '?' || rest.replace(/0+$/, '').length > decimalsOf(code)) return undefined
  const amount = minorFromDecimal(value, code)
  return amount === undefined ? undefined : { amount, currency: code }
}

export const takesCurrency = (code: string): boolean => TAKEN.has(code)

export function canCharge({ amount, currency: code }: Due): boolean {
  if (amount <= 0n || !TAKEN.has(code)) return false
  return !WHOLE.has(code) || amount % 10n ** BigInt(decimalsOf(code)) === 0n
}
