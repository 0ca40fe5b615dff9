import { categoryId } from '#domain/catalog/catalog/category.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { printedTotal, writtenAmount } from '#domain/foundation/money/money.ts'
import type { AdditionalService } from '#domain/catalog/price/additional-service.ts'
import { type BookedService, type ChosenService, bookServices } from '#domain/order/pricing/services.ts'
import { type OrderRow, orderRows } from '#domain/order/pricing/order-rows.ts'
import { type TicketToPrice, newTickets, priceOrder } from '#domain/order/pricing/price-order.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { Choice, ChosenExtra } from '../selection.ts'
import { type Terms, loweringCode, pricedExtra, taxOf } from './domain-terms.ts'
import { useEffect, useMemo, useState } from 'react'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { keepPreviousData, useQueryAndProgress } from '#client/frame/calls/use-query.tsx'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { checkDiscount } from '../code/use-code.ts'

/** A line of the order; amounts are plain decimals, negative where something is taken off. */
export type TotalRow = {
  readonly kind: 'item' | 'discount'
  readonly name: string
  readonly count: number
  readonly amount: string
}

/** What an order comes to, in the event's currency. */
export type RunningTotal = { readonly rows: readonly TotalRow[]; readonly vat: string; readonly total: string }

/** The words that rows need: extras in the visitor's language, and what a discount without a code is called. */
type Wording = { readonly language: string; readonly discount: string }

/** Adds an order up by the rules the server will charge by; VAT is rounded once for the order. */
export function runningTotal(choice: Choice, terms: Terms, words: Wording): RunningTotal {
  const inCurrency = currency(terms.event.currency ?? '')
  // An event without a currency has nothing that costs anything.
  if (inCurrency === undefined) return { rows: freeRows(choice), vat: '0', total: '0' }
  const code = loweringCode(terms, inCurrency)
  const tax = taxOf(terms.event)
  const tickets = choice.tickets.flatMap(line => ticketsOf(line, inCurrency))
  const services = servicesOf(choice, terms, { tickets, code, inCurrency })
  const order = priceOrder({ tickets, services, code, tax })
  const titles = new Map(terms.items.additionalServices.map(({ id, title }) => [id, title]))
  const rows = orderRows({
    ...order,
    services: order.services.map(it => ({ ...it, title: inLanguage(titles.get(it.id) ?? {}, words.language) })),
    categories: choice.tickets.map(({ category: { id, name } }) => ({ id: categoryId(id), name })),
    discount: code && { code, name: code.codeType === 'DYNAMIC' ? words.discount : code.code },
    passTitle: null,
    tax,
  })
  return {
    rows: rows.flatMap(row => totalRow(row, inCurrency)),
    vat: printedTotal(order.price.vat, inCurrency),
    total: printedTotal(order.price.total, inCurrency),
  }
}

function ticketsOf({ category, count }: Choice['tickets'][number], inCurrency: Currency): TicketToPrice[] {
  const tickets = newTickets(categoryId(category.id), writtenAmount(category.formattedFinalPrice, inCurrency), count)
  return category.displayTaxInformation ? tickets : tickets.map(ticket => ({ ...ticket, status: 'NONE' }))
}

type Priced = {
  readonly tickets: readonly TicketToPrice[]
  readonly code: PromoCode | null
  readonly inCurrency: Currency
}

function servicesOf({ extras }: Choice, { items }: Terms, { tickets, code, inCurrency }: Priced): BookedService[] {
  const onSale = items.additionalServices
    .filter(({ expired, saleInFuture }) => !expired && !saleInFuture)
    .map(extra => pricedExtra(extra, inCurrency))
  const chosen = extras.flatMap(line => chosenService(line, onSale, inCurrency))
  return bookServices({ tickets, onSale, chosen, code })
}

function chosenService(
  { extra, quantity, amount }: ChosenExtra,
  onSale: readonly AdditionalService[],
  inCurrency: Currency,
): ChosenService[] {
  const service = onSale.find(({ id }) => id === extra.id)
  return service ? [{ service, quantity, price: writtenAmount(amount ?? extra.formattedFinalPrice, inCurrency) }] : []
}

function totalRow(row: OrderRow, inCurrency: Currency): TotalRow[] {
  switch (row.kind) {
    case 'PROMOTION_CODE':
    case 'DYNAMIC_DISCOUNT':
      return [{ kind: 'discount', name: row.name, count: row.quantity, amount: printedTotal(row.subTotal, inCurrency) }]
    case 'TICKET':
    case 'ADDITIONAL_SERVICE':
      return [{ kind: 'item', name: row.name, count: row.quantity, amount: printedTotal(row.subTotal, inCurrency) }]
    default:
      return []
  }
}

function freeRows({ tickets }: Choice): TotalRow[] {
  return tickets.map(({ category, count }) => ({ kind: 'item', name: category.name, count, amount: '0' }))
}

/** What is being ordered. */
export type Chosen = {
  readonly event: Event
  readonly items: ItemsByCategory
  readonly choice: Choice
  /** The code that counts. */
  readonly applied: EventCode | undefined
}

/** What the order comes to, with what is granted to it. */
export function useOrderTotal({ event, items, choice, applied }: Chosen): {
  readonly total: RunningTotal
  readonly granted: Granted
} {
  const { language, t } = useLanguage()
  const granted = useGrantedDiscount(event.shortName, choice, applied)
  const discount = t('reservation.dynamic.discount.description')
  const total = useMemo(
    () => runningTotal(choice, { event, items, code: applied, granted: granted.discount }, { language, discount }),
    [event, items, choice, applied, granted.discount, language, discount],
  )
  return { total, granted }
}

/** Time for a few presses in a row. */
const PAUSE_MS = 300
const FRESH_MS = 30_000

type Granted = {
  readonly discount: DynamicDiscount | undefined
  /** The selection has changed, and what it is granted is not known yet. */
  readonly isPending: boolean
}

/**
 * What the organiser grants to the selection as it is. A code that lowers prices takes its place. The last answer holds
 * until the next, so that the sum doesn't jump to and fro; an answer to an earlier selection is never taken.
 */
function useGrantedDiscount(shortName: string, { tickets }: Choice, code: EventCode | undefined): Granted {
  const lines = tickets.map(({ category, count }) => `${category.id}:${count}`).join(' ')
  const settled = useSettled(lines, PAUSE_MS)
  const counts = useMemo(() => countsOf(settled), [settled])
  const isEnabled = lines !== '' && counts.length > 0 && code?.type !== 'DISCOUNT'
  const { data, isPlaceholderData, isFetching } = useQueryAndProgress({
    queryKey: ['discount', shortName, counts],
    queryFn: ({ signal }) => valueOf(checkDiscount(shortName, counts, signal)),
    staleTime: FRESH_MS,
    retry: false,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const isPending = isEnabled && (lines !== settled || isPlaceholderData || (isFetching && data === undefined))
  return { discount: (isEnabled && data) || undefined, isPending }
}

function countsOf(lines: string) {
  const pairs = lines === '' ? [] : lines.split(' ').map(line => line.split(':').map(Number))
  return pairs.map(([categoryId = 0, count = 0]) => ({ categoryId, count }))
}

/** A value once it is unchanged for so long; until then the one before. */
function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
