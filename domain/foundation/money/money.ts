import { type Currency, decimalsOf } from './currency.ts'

/** An amount in the smallest unit of some currency: 1000 is 10.00 CHF, 1000 JPY, 1.000 BHD. */
export type Minor = bigint & { readonly brand: 'Minor' }

export const ZERO = 0n as Minor

export function minor(amount: bigint): Minor {
  return amount as Minor
}

export function sum(amounts: Iterable<Minor>): Minor {
  let total = 0n
  for (const amount of amounts) total += amount
  return minor(total)
}

export const times = (amount: Minor, count: number): Minor => minor(amount * BigInt(count))
export const plus = (a: Minor, b: Minor): Minor => minor(a + b)
export const minus = (a: Minor, b: Minor): Minor => minor(a - b)
export const negated = (amount: Minor): Minor => minor(-amount)
export const lesser = (a: Minor, b: Minor): Minor => (a < b ? a : b)
export const greater = (a: Minor, b: Minor): Minor => (a > b ? a : b)

/**
 * Reads a decimal amount ("12.5", 12.5) in minor units, rounding half up (domain rules 1.1: 100.999 CHF is 10100).
 * Undefined when the text is not a plain decimal number.
 */
export function minorFromDecimal(decimal: string | number, code: Currency): Minor | undefined {
  const text = typeof decimal === 'number' ? plainDecimal(decimal) : decimal.trim()
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!parts) return undefined
  const [, sign, whole, rest = ''] = parts
  const units = fraction(BigInt(`${whole}${rest}`) * 10n ** BigInt(decimalsOf(code)), 10n ** BigInt(rest.length))
  const rounded = roundHalfUp(units)
  return minor(sign === '-' ? -rounded : rounded)
}

/** Reads an amount that the shop has written itself; one that can't be read is an error, never zero. */
export function writtenAmount(decimal: string, code: Currency): Minor {
  const read = minorFromDecimal(decimal, code)
  if (read === undefined) throw new Error(`"${decimal}" was written as an amount`)
  return read
}

/** Prints with exactly the currency's decimals, no grouping: "20.00", "0.00", JPY "20". */
export function printed(amount: Minor, code: Currency): string {
  const decimals = decimalsOf(code)
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  if (decimals === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** As people read it in mails and on tickets: "CHF 20.00", "CHF −4.00" with a minus sign, which no line ends after. */
export const printedWithCurrency = (amount: Minor, code: Currency): string =>
  `${code} ${printed(amount, code).replace('-', '\u2212')}`

/** As `printed`, but nothing is "0", the way totals are printed (domain rules 1.1). */
export function printedTotal(amount: Minor, code: Currency): string {
  return amount === 0n ? '0' : printed(amount, code)
}

function plainDecimal(value: number): string {
  return Number.isFinite(value) ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 }) : ''
}

/** An exact ratio of two integers; `denominator` is above 0. Arithmetic stays exact until one named rounding. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('division by zero')
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator }
}

export function product(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator)
}

/** To the nearest integer; a half goes away from zero, as commercial rounding does. */
export function roundHalfUp({ numerator, denominator }: Fraction): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
