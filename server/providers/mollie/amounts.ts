import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal, printed } from '#domain/foundation/money/money.ts'
import type { Due } from '#server/providers/port/terms.ts'
import type { Amount } from './replies.ts'

/** As Mollie wants it: text, with exactly the decimals of the currency. */
export const toMollie = ({ amount, currency: code }: Due): Amount => ({ currency: code, value: printed(amount, code) })

/** Undefined where it is no amount, or has more decimals than its currency. */
export function fromMollie({
  currency: text,
  value,
}: Amount): { readonly amount: Minor; readonly code: Currency } | undefined {
  const code = currency(text)
  const amount = code && minorFromDecimal(value, code)
  if (code === undefined || amount === undefined) return undefined
  const [, decimals = ''] = value.trim().split('.')
  const [, kept = ''] = printed(amount, code).split('.')
  return /^0*$/.test(decimals.slice(kept.length)) ? { amount, code } : undefined
}
