import { type Fraction, type Minor, fraction, minor, product, roundHalfUp } from './money.ts'

/** A percentage kept exactly, as ten-thousandths of a percent: 8.1 % is 81000. */
export type Percentage = bigint & { readonly brand: 'Percentage' }

const SCALE = 10_000n

export const NO_PERCENTAGE = 0n as Percentage

/** Reads "8.1" or 8.1; at most four decimals. Undefined when it is not a plain number of 0 or more. */
export function percentage(value: string | number): Percentage | undefined {
  const parts = /^(\d+)(?:\.(\d{1,4})0*)?$/.exec(String(value).trim())
  if (!parts) return undefined
  const [, whole, rest = ''] = parts
  return BigInt(`${whole}${rest.padEnd(4, '0')}`) as Percentage
}

/** Reads a percentage that the shop has written itself; one that can't be read is an error, never zero. */
export function writtenPercentage(text: string): Percentage {
  const read = percentage(text)
  if (read === undefined) throw new Error(`"${text}" was written as a percentage`)
  return read
}

/** The share it is: 8.1 % is 81/1000. */
export function shareOf(value: Percentage): Fraction {
  return fraction(value, SCALE * 100n)
}

/** So many percent of an amount, exact until it is rounded half up to the smallest unit: 10.5 % of 10.00 is 1.05. */
export function percentOf(amount: Minor, value: Percentage): Minor {
  return minor(roundHalfUp(product(fraction(amount), shareOf(value))))
}

/** Printed with so many decimals, rounded half up: 8.1 % with 2 is "8.10", with 0 is "8". */
export function printedPercentage(value: Percentage, decimals: number): string {
  const scaled = roundHalfUp(fraction(value * 10n ** BigInt(decimals), SCALE))
    .toString()
    .padStart(decimals + 1, '0')
  return decimals === 0 ? scaled : `${scaled.slice(0, -decimals)}.${scaled.slice(-decimals)}`
}

/** Printed without redundant zeros: "8.1", "20". */
export function trimmedPercentage(value: Percentage): string {
  return printedPercentage(value, 4).replace(/\.?0+$/, '')
}
