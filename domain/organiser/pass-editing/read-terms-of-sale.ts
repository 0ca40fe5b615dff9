import { isWholeNumber, readMoment, trimmed } from '#domain/organiser/event-editing/reading.ts'
import { type Currency, currency as readCurrencyCode } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minorFromDecimal } from '#domain/foundation/money/money.ts'
import { percentage } from '#domain/foundation/money/percentage.ts'
import {
  PAYMENT_PROXIES,
  type PaymentProxy,
  isChosenByBuyers,
  isPaidAtDesk,
} from '#domain/catalog/payment-method/payment-method.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import type { PassDraft } from './pass-draft.ts'
import type { PassReading } from './read-parts.ts'

const HIGHEST_TAX_PERCENTAGE = percentage(100)
const HIGHEST_PRICE = 1_000_000_000_000n
const MAX_PASSES = 100_000_000
const ANY_NUMBER = -1

type TermsOfSale = Pick<PassDraft, 'currency' | 'tax' | 'onSale' | 'paymentProxies' | 'price'>

/** What a pass costs, from when until when it is sold, and how it is paid. */
export function readTermsOfSale(reading: PassReading, timeZone: string | undefined): TermsOfSale | undefined {
  const currency = readCurrency(reading)
  const tax = readTax(reading)
  const onSale = readSale(reading, timeZone)
  const paymentProxies = readPaymentProxies(reading)
  const price = readPrice(reading, currency)
  if (currency === undefined || tax === undefined || onSale === undefined) return undefined
  if (price === undefined || paymentProxies === undefined) return undefined
  return { currency, tax, onSale, paymentProxies, price }
}

/** A free pass has a currency, too: clients of the wire always print the price with it. */
function readCurrency({ request, stored, known, findings: { refuse } }: PassReading): Currency | undefined {
  const code = trimmed(request.currencyCode)
  if (code === null) return stored?.currency ?? refuse('currency-missing', 'currencyCode')
  const currency = readCurrencyCode(code)
  return currency !== undefined && known.isCurrency(currency)
    ? currency
    : refuse('currency-unknown', 'currencyCode', code)
}

function readTax({ request, stored, findings: { refuse } }: PassReading): Tax | undefined {
  const policy = trimmed(request.taxPolicy) ?? stored?.tax.status ?? ''
  if (policy === 'NONE') return UNTAXED
  if (policy !== 'INCLUDED' && policy !== 'NOT_INCLUDED') return refuse('tax-policy-unknown', 'taxPolicy', policy)
  const given = request.taxPercentage ?? null
  const rate = given === null ? stored?.tax.percentage : percentage(given)
  const isRate = rate !== undefined && HIGHEST_TAX_PERCENTAGE !== undefined && rate <= HIGHEST_TAX_PERCENTAGE
  if (!isRate) return refuse('tax-unreadable', 'taxPercentage', String(given ?? ''))
  return rate === 0n ? UNTAXED : { status: policy, percentage: rate }
}

/** A blank end takes the end away. */
function readSale(reading: PassReading, timeZone: string | undefined): PassDraft['onSale'] | undefined {
  const { request, stored, findings } = reading
  const given = readMoment(reading, request.onSaleFrom, timeZone, 'onSaleFrom')
  const start = given === null ? stored?.onSale.start : given
  if (given === null && start === undefined) findings.refuse('sale-start-missing', 'onSaleFrom')
  const isEndStated = typeof request.onSaleTo === 'string'
  const end = isEndStated ? readMoment(reading, request.onSaleTo, timeZone, 'onSaleTo') : (stored?.onSale.end ?? null)
  if (start === undefined || end === undefined) return undefined
  return end === null || start < end ? { start, end } : findings.refuse('sale-order', 'onSaleTo')
}

/** There is no door at which a pass could be paid; what costs nothing needs no way to pay. */
function readPaymentProxies(reading: PassReading): readonly PaymentProxy[] | undefined {
  const { request, stored, findings } = reading
  const given = request.paymentMethods ?? stored?.paymentProxies ?? []
  const unknown = given.filter(proxy => !isPaymentProxy(proxy))
  for (const proxy of unknown) findings.refuse('payment-method-unknown', 'paymentMethods', proxy)
  if (unknown.length > 0) return undefined
  const proxies = [...new Set(given.filter(isPaymentProxy))].filter(isChosenByBuyers)
  const isPayable = isFree(reading) || proxies.some(proxy => !isPaidAtDesk(proxy))
  return isPayable ? proxies : findings.refuse('payment-method-missing', 'paymentMethods')
}

function isFree({ request, stored }: PassReading): boolean {
  const given = request.price ?? null
  return given === null ? stored?.price === ZERO : Number(given) === 0
}

const PROXIES: readonly string[] = PAYMENT_PROXIES
const isPaymentProxy = (text: string): text is PaymentProxy => PROXIES.includes(text)

/** A price in another currency is another price. */
function readPrice(
  { request, stored, findings: { refuse } }: PassReading,
  currency: Currency | undefined,
): Minor | undefined {
  const given = request.price ?? null
  if (currency === undefined) return undefined
  if (given === null) {
    return stored?.currency === currency ? stored.price : refuse('price-missing', 'price')
  }
  const price = minorFromDecimal(given, currency)
  const isPrice = price !== undefined && price >= 0n && price <= HIGHEST_PRICE
  return isPrice ? price : refuse('price-unreadable', 'price', String(given))
}

/** How many are sold; null: any number. */
export function readMaxAvailable({ request, stored, findings: { refuse } }: PassReading): number | null | undefined {
  const given = request.maxAvailable ?? null
  if (given === null) return stored?.maxAvailable ?? null
  if (given === ANY_NUMBER) return null
  return isWholeNumber(given, 0, MAX_PASSES) ? given : refuse('maximum-unreadable', 'maxAvailable', given)
}
