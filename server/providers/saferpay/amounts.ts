import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { Due } from '#server/providers/port/terms.ts'

/** As Saferpay writes sums: the smallest unit as a text. */
export type SaferpayAmount = { readonly Value: string; readonly CurrencyCode: string }

/**
 * ISO 4217 has changed their smallest unit or gives them an unusual one, and Saferpay says nothing about them: a wrong guess
 * would charge a hundred times too much.
 */
const UNCOUNTED = new Set('ISK UGX UYI CLF UYW IQD LYD'.split(' '))

export const toSaferpay = (amount: Minor, code: Currency): SaferpayAmount => ({
  Value: String(amount),
  CurrencyCode: code,
})

/** Undefined where it can't be read. */
export function fromSaferpay({ Value: value, CurrencyCode: code }: SaferpayAmount): Due | undefined {
  const inCurrency = currency(code)
  return inCurrency !== undefined && /^\d{1,18}$/.test(value)
    ? { amount: minor(BigInt(value)), currency: inCurrency }
    : undefined
}

/** Is it known how Saferpay counts this currency? */
export const isCounted = (code: Currency): boolean => !UNCOUNTED.has(code)

/** Each organiser agrees on least and most with Saferpay, which does not state them. */
export const canCharge = ({ amount, currency: code }: Due): boolean => amount > 0n && isCounted(code)
