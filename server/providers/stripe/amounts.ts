import { type Currency, currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { Due } from '#server/providers/port/terms.ts'

/** Where Stripe's smallest unit is not a hundredth. Króna and Ugandan shilling have hundredths there that are always 00. */
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** ISO 4217 gives them other units than hundredths, and Stripe says nothing: a wrong guess would charge ten times too much. */
const UNCOUNTED = new Set('IQD LYD CLF UYI UYW'.split(' '))

/** In Stripe's smallest unit; other currencies have a minimum worth half a dollar, which shows in Stripe's refusal. */
const LEAST: Readonly<Record<string, number>> = {
  ...Object.fromEntries('EUR CHF USD CAD AUD NZD SGD JPY'.split(' ').map(code => [code, 50])),
  GBP: 30,
  SEK: 300,
  NOK: 300,
  DKK: 250,
  PLN: 200,
  RON: 200,
  AED: 200,
  CZK: 1500,
  HUF: 17_500,
  HKD: 400,
  MXN: 1000,
}

/** Eight digits. */
const MOST = 99_999_999

/** Is it known how Stripe counts this currency? */
export const isCounted = (code: Currency): boolean => !UNCOUNTED.has(code)

/** An amount as Stripe counts it; undefined where Stripe can't take exactly that. */
export function toStripe(amount: Minor, code: Currency): number | undefined {
  if (!isCounted(code) || amount % stepOf(code) !== 0n) return undefined
  const shift = stripeDecimals(code) - decimalsOf(code)
  return Number(shift < 0 ? amount / 10n ** BigInt(-shift) : amount * 10n ** BigInt(shift))
}

/** The largest amount that Stripe can count and that is not above this one. */
export const countable = (amount: Minor, code: Currency): Minor => minor(amount - (amount % stepOf(code)))

/** Of three decimals Stripe takes the last one as 0 only. */
function stepOf(code: Currency): bigint {
  if (THREE_DECIMALS.has(code)) return 10n
  return 10n ** BigInt(Math.max(0, decimalsOf(code) - stripeDecimals(code)))
}

/** An amount as Stripe states it; undefined where our smallest unit is too large for it. */
export function fromStripe(amount: number, stripeCode: string): Minor | undefined {
  const code = currency(stripeCode)
  if (code === undefined || !Number.isSafeInteger(amount)) return undefined
  const shift = stripeDecimals(code) - decimalsOf(code)
  const unit = 10n ** BigInt(Math.abs(shift))
  if (shift > 0 && BigInt(amount) % unit !== 0n) return undefined
  return minor(shift > 0 ? BigInt(amount) / unit : BigInt(amount) * unit)
}

/** Whether Stripe takes this sum, as far as it says so beforehand. */
export function canCharge({ amount, currency: code }: Due): boolean {
  const charged = toStripe(amount, code)
  return charged !== undefined && charged >= (LEAST[code] ?? 1) && charged <= MOST
}

function stripeDecimals(code: string): number {
  if (NO_DECIMALS.has(code)) return 0
  return THREE_DECIMALS.has(code) ? 3 : 2
}
