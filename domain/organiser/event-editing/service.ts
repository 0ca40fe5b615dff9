import type { Window } from '#domain/foundation/instant.ts'
import { type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import type { ServiceType, ServiceVat } from '#domain/catalog/price/additional-service.ts'
import type { ServiceRequest } from './event-request.ts'
import { type Reading, isWholeNumber, readMoment, readTexts, trimmed, windowUntil } from './reading.ts'
import { MAX_SEATS, type TermsOfSale } from './read-terms-of-sale.ts'
import { readServiceCharge, type ServiceReading } from './service/read-service-charge.ts'
import type { Times } from './read-times.ts'
import type { ServiceDraft } from './service/service-draft.ts'

const MAX_QUANTITY = 1_000

/** The parts of the event an extra is read against. */
export type ServiceScope = { readonly times: Times; readonly sale: TermsOfSale; readonly firstLanguage: string }

/** All extras the event will have: those of the stated list, completed by what is stored, or the stored ones. */
export function readServices(reading: Reading, scope: ServiceScope): readonly ServiceDraft[] | undefined {
  const { request, stored, findings } = reading
  const field = 'additionalServices'
  const services = request.additionalServices
    ? readList(reading, request.additionalServices, scope)
    : (stored?.services ?? []).map(service => ({ ...service, onSale: followingEnd(service.onSale, reading, scope) }))
  for (const { title, onSale, charge } of services ?? []) {
    const name = inLanguage(title, scope.firstLanguage)
    if (onSale.end > scope.times.endsAt) findings.refuse('service-sale-after-event', field, name)
    const isFree = 'price' in charge && charge.price === 0n
    if (scope.sale.isFreeOfCharge && !isFree) findings.refuse('service-price-in-free-event', field, name)
  }
  return services
}

/** What is sold until the event ends still is when the event ends at another time. */
function followingEnd({ start, end }: Window, { stored }: Pick<Reading, 'stored'>, { times }: ServiceScope): Window {
  return { start, end: stored !== null && end === stored.endsAt ? times.endsAt : end }
}

function readList(
  reading: Reading,
  requests: readonly ServiceRequest[],
  scope: ServiceScope,
): readonly ServiceDraft[] | undefined {
  const names: string[] = []
  const read = requests.map((request, index) => {
    const field = `additionalServices[${index}]`
    const title = readTexts(reading, request.title ?? [], `${field}.title`)
    if (title === undefined) return undefined
    const name = inLanguage(title, scope.firstLanguage)
    if (name === '') return reading.findings.refuse('service-title-missing', `${field}.title`)
    if (names.includes(name)) return reading.findings.refuse('service-title-repeated', `${field}.title`, name)
    names.push(name)
    const stored = reading.stored?.services.find(one => inLanguage(one.title, scope.firstLanguage) === name) ?? null
    return readService({ ...reading, request, service: stored, field }, { title, ordinal: index }, scope)
  })
  return read.every(service => service !== undefined) ? read : undefined
}

function readService(
  at: ServiceReading,
  { title, ordinal }: { readonly title: LocalizedTexts; readonly ordinal: number },
  scope: ServiceScope,
): ServiceDraft | undefined {
  const { request, service, field, findings } = at
  const type = readType(at)
  const description = request.description
    ? readTexts(at, request.description, `${field}.description`)
    : (service?.description ?? {})
  const maxQtyPerOrder = request.maxQtyPerOrder ?? service?.maxQtyPerOrder ?? null
  const isMaximum = maxQtyPerOrder === null || isWholeNumber(maxQtyPerOrder, 1, MAX_QUANTITY)
  if (!isMaximum) findings.refuse('service-maximum-unreadable', `${field}.maxQtyPerOrder`, maxQtyPerOrder)
  const charge = type && readServiceCharge(at, { type, maxQtyPerOrder, currency: scope.sale.currency })
  const stock = readStock(at)
  const vat = readVat(at)
  const onSale = readWindow(at, scope)
  if (type === undefined || !isMaximum || charge === undefined || stock === undefined) return undefined
  if (description === undefined || vat === undefined || onSale === undefined) return undefined
  return {
    id: service?.id ?? null,
    type,
    charge,
    title,
    description,
    stock,
    maxQtyPerOrder: 'maxQtyPerOrder' in charge ? charge.maxQtyPerOrder : (maxQtyPerOrder ?? DEFAULT_QUANTITY),
    vat,
    onSale,
    ordinal,
  }
}

/** What a page offers at once where any number may be chosen. */
const DEFAULT_QUANTITY = 10

const isType = (text: string): text is ServiceType => text === 'SUPPLEMENT' || text === 'DONATION'

function readType({ request, service, field, findings }: ServiceReading): ServiceType | undefined {
  const type = trimmed(request.type) ?? service?.type ?? 'SUPPLEMENT'
  return isType(type) ? type : findings.refuse('service-type-unknown', `${field}.type`, type)
}

/** -1 means any number; 0 is none (domain rules 13, Q10). */
function readStock({ request, service, field, findings }: ServiceReading): number | null | undefined {
  const quantity = request.availableQuantity ?? null
  if (quantity === null) return service?.stock ?? null
  if (quantity === -1) return null
  return isWholeNumber(quantity, 0, MAX_SEATS)
    ? quantity
    : findings.refuse('service-quantity-unreadable', `${field}.availableQuantity`, quantity)
}

/** Taxes of its own are not priced: such an extra is untaxed (domain rules 3.1). */
function readVat({ request, service, field, findings }: ServiceReading): ServiceVat | undefined {
  const vat = trimmed(request.vatType) ?? service?.vat ?? 'INHERITED'
  if (vat === 'INHERITED') return vat
  const isUntaxed = vat === 'NONE' || vat.startsWith('CUSTOM_')
  return isUntaxed ? 'NONE' : findings.refuse('service-vat-unknown', `${field}.vatType`, vat)
}

/** From now until the event ends, unless stated. */
function readWindow(at: ServiceReading, scope: ServiceScope): Window | undefined {
  const { request, service, field, findings, known } = at
  const { timeZone, endsAt } = scope.times
  const from = readMoment(at, request.inception, timeZone, `${field}.inception`)
  const to = readMoment(at, request.expiration, timeZone, `${field}.expiration`)
  if (from === undefined || to === undefined) return undefined
  const kept = service && followingEnd(service.onSale, at, scope)
  const end = to ?? kept?.end ?? endsAt
  const start = from ?? kept?.start ?? windowUntil(end, known.now).start
  return start < end ? { start, end } : findings.refuse('service-sale-order', field)
}
