/**
 * ISO 4217 currencies whose smallest unit is not a hundredth. Every other code has two decimals.
 * Source: ISO 4217 table A.1.
 */
const UNUSUAL_DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

export type Currency = string & { readonly brand: 'Currency' }

/** Reads a currency code in any letter case; undefined when it is not three letters. */
export function currency(code: string): Currency | undefined {
  const upper = code.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(upper) ? (upper as Currency) : undefined
}

/** Reads a code that the shop has written itself; one that can't be read is an error. Null stays null. */
export function writtenCurrency(code: string | null): Currency | null {
  if (code === null) return null
  const read = currency(code)
  if (read === undefined) throw new Error(`"${code}" was written as a currency`)
  return read
}

/** How many decimals an amount of this currency is printed with: 2 for CHF, 0 for JPY, 3 for BHD. */
export function decimalsOf(code: Currency): number {
  return UNUSUAL_DECIMALS[code] ?? 2
}

/** ISO 4217's own code for "no currency": what an order that costs nothing is counted in. */
export const NO_CURRENCY = 'XXX' as Currency
