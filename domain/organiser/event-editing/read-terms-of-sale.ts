import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import { type Currency, currency as readCurrencyCode } from '#domain/foundation/money/currency.ts'
import { percentage } from '#domain/foundation/money/percentage.ts'
import {
  PAYMENT_PROXIES,
  type PaymentProxy,
  isChosenByBuyers,
  isPaidAtDesk,
} from '#domain/catalog/payment-method/payment-method.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import type { EventDraft } from './event-draft.ts'
import { type Reading, isWholeNumber, trimmed } from './reading.ts'

/** One row a seat: beyond this an event would not be stored in one go. */
export const MAX_SEATS = 200_000

const HIGHEST_TAX_PERCENTAGE = percentage(100)

export type TermsOfSale = Pick<EventDraft, 'isFreeOfCharge' | 'seats' | 'currency' | 'tax' | 'paymentProxies'>

/** How the event is sold: seats, currency, tax, and ways to pay. */
export function readTermsOfSale(reading: Reading, format: EventFormat | undefined): TermsOfSale | undefined {
  const { request, stored } = reading
  const isFreeOfCharge = request.tickets?.freeOfCharge ?? stored?.isFreeOfCharge ?? false
  const seats = readSeats(reading)
  const currency = readCurrency(reading, isFreeOfCharge)
  const tax = isFreeOfCharge ? UNTAXED : readTax(reading)
  const paymentProxies = isFreeOfCharge ? [] : readPaymentProxies(reading, format)
  if (seats === undefined || currency === undefined || tax === undefined || paymentProxies === undefined)
    return undefined
  return { isFreeOfCharge, seats, currency, tax, paymentProxies }
}

function readSeats({ request, stored, findings }: Reading): number | undefined {
  const seats = request.tickets?.max ?? stored?.seats
  if (seats === undefined) return findings.refuse('seats-missing', 'tickets.max')
  return isWholeNumber(seats, 1, MAX_SEATS) ? seats : findings.refuse('seats-out-of-bounds', 'tickets.max', MAX_SEATS)
}

/** Only an event that costs nothing does without a currency. */
function readCurrency(
  { request, stored, known, findings }: Reading,
  isFreeOfCharge: boolean,
): Currency | null | undefined {
  const code = trimmed(request.tickets?.currency)
  if (code === null) {
    const kept = stored?.currency ?? null
    return kept === null && !isFreeOfCharge ? findings.refuse('currency-missing', 'tickets.currency') : kept
  }
  const currency = readCurrencyCode(code)
  return currency !== undefined && known.isCurrency(currency)
    ? currency
    : findings.refuse('currency-unknown', 'tickets.currency', code)
}

/** Prices contain the tax unless stated otherwise; no percentage, or 0, means untaxed (domain rules 1.2). */
function readTax({ request, stored, findings }: Reading): Tax | undefined {
  const given = request.tickets?.taxPercentage ?? null
  const kept = stored?.tax ?? UNTAXED
  const rate = given === null ? kept.percentage : percentage(given)
  if (rate === undefined || (HIGHEST_TAX_PERCENTAGE !== undefined && rate > HIGHEST_TAX_PERCENTAGE)) {
    return findings.refuse('tax-unreadable', 'tickets.taxPercentage', String(given))
  }
  if (rate === 0n) return UNTAXED
  const isIncluded = request.tickets?.taxIncludedInPrice ?? kept.status !== 'NOT_INCLUDED'
  return { status: isIncluded ? 'INCLUDED' : 'NOT_INCLUDED', percentage: rate }
}

function readPaymentProxies(
  { request, stored, findings }: Reading,
  format: EventFormat | undefined,
): readonly PaymentProxy[] | undefined {
  const field = 'tickets.paymentMethods'
  const given = request.tickets?.paymentMethods ?? stored?.paymentProxies ?? []
  const unknown = given.filter(proxy => !isPaymentProxy(proxy))
  for (const proxy of unknown) findings.refuse('payment-method-unknown', field, proxy)
  if (unknown.length > 0) return undefined
  // In the organiser's order, which decides between two that offer the same method.
  const usable = [...new Set(given.filter(isPaymentProxy))].filter(isChosenByBuyers)
  const isPayable = usable.some(proxy => !isPaidAtDesk(proxy) || format !== 'ONLINE')
  return isPayable ? usable : findings.refuse('payment-method-missing', field)
}

const PROXIES: readonly string[] = PAYMENT_PROXIES
const isPaymentProxy = (text: string): text is PaymentProxy => PROXIES.includes(text)
