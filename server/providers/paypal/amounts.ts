import { type Currency, currency, decimalsOf } from '#domain/money/currency.ts'
import { type Minor, minor, minorFromDecimal, printed } from '#domain/money/money.ts'
import type { Due } from '../terms.ts'

export type PayPalMoney = { readonly currency_code: string; readonly value: string }

/** All that PayPal takes. */
const CURRENCIES: ReadonlySet<string> = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
)

/** Whole amounts only, although ISO 4217 gives two of them hundredths. */
const WHOLE: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

const wholeUnit = (code: Currency): bigint => 10n ** BigInt(decimalsOf(code))

/** A decimal text; undefined where PayPal can't take exactly that. */
export function toPayPal(amount: Minor, code: Currency): PayPalMoney | undefined {
  if (!CURRENCIES.has(code)) return undefined
  if (!WHOLE.has(code)) return { currency_code: code, value: printed(amount, code) }
  const unit = wholeUnit(code)
  return amount % unit === 0n ? { currency_code: code, value: String(amount / unit) } : undefined
}

/** Undefined where our smallest unit is too large for it, or it is no amount. */
export function fromPayPal({
  currency_code: told,
  value,
}: PayPalMoney): { amount: Minor; currency: Currency } | undefined {
  const code = currency(told)
  const read = /^-?\d{1,30}(?:\.(\d{1,30}))?$/.exec(value)
  if (code === undefined || read === null) return undefined
  const isExact = (read[1] ?? '').replace(/0+$/, '').length <= decimalsOf(code)
  const amount = isExact ? minorFromDecimal(value, code) : undefined
  return amount === undefined ? undefined : { amount: minor(amount), currency: code }
}

/** Whether PayPal takes this sum; it publishes no least one. */
export const canCharge = ({ amount, currency: code }: Due): boolean =>
  amount > 0n && toPayPal(amount, code) !== undefined

export const takesCurrency = (code: string): boolean => CURRENCIES.has(code)
