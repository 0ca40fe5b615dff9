/** A plain decimal as the server writes it: "20.00", "-3.5". */
type Decimal = `${number}`

const isDecimal = (text: string): text is Decimal => /^-?\d+(\.\d+)?$/.test(text)

/** Is this price nothing? "0", "0.00". */
export const isZero = (price: string): boolean => /^-?0+(\.0+)?$/.test(price)

/**
 * An amount with its currency, in the language's way: "CHF 120.00". Decimals beyond the currency's own are kept only
 * where they say something ("0.1250" EUR is "€0.125"). Text that is no plain number is shown as it is.
 */
export function formatAmount(price: string, currency: string, language: string): string {
  if (!isDecimal(price)) return price
  return amountFormat(currency, language).format(trimmed(price)).replace('-', MINUS)
}

/** The same without decimals where there are none, for lists: "CHF 120", "CHF 17.50". */
export const formatShortAmount = (price: string, currency: string, language: string): string =>
  formatAmount(price, currency, language).replace(/[.,]00(?!\d)/, '')

/** Without redundant zeros: "8.10" is "8.1", "20.00" is "20". */
export function trimmed(decimal: Decimal): Decimal
export function trimmed(decimal: string): string
export function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** A percentage without redundant zeros, in the language's way: "8.1", in German "8,1". */
export function formatPercentage(percentage: string, language: string): string {
  if (!isDecimal(percentage)) return percentage
  return new Intl.NumberFormat(localeFor(language), { maximumFractionDigits: 4 })
    .format(trimmed(percentage))
    .replace('-', MINUS)
}

/** Browsers write a hyphen in most languages; a line may end after that, and readers of screens leave it out. */
const MINUS = '\u2212'

const formats = new Map<string, Intl.NumberFormat>()

function amountFormat(currency: string, language: string): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const cached = formats.get(key)
  if (cached) return cached
  const plain = new Intl.NumberFormat(localeFor(language, currency), { style: 'currency', currency })
  const { minimumFractionDigits = 2 } = plain.resolvedOptions()
  const format = new Intl.NumberFormat(localeFor(language, currency), {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: Math.max(minimumFractionDigits, 6),
  })
  formats.set(key, format)
  return format
}

/** The locale that numbers are written in; francs are written the Swiss way in the languages of Switzerland. */
function localeFor(language: string, currency?: string): string {
  if (currency === 'CHF' && ['de', 'fr', 'it'].includes(language)) return `${language}-CH`
  return language === 'en' ? 'en-GB' : language
}
