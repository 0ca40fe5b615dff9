import type {
  AutomaticCharge,
  OptionalCharge,
  ServiceType,
  ServiceVat,
} from '#domain/catalog/price/additional-service.ts'
import type { Window } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO } from '#domain/foundation/money/money.ts'
import type { Percentage } from '#domain/foundation/money/percentage.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import type { ServiceDraft } from './event-draft.ts'
import { newFindings } from './event-problem.ts'
import type { ServiceRequest } from './event-request.ts'
import {
  MAX_SEATS,
  type Place,
  type Reading,
  type TermsOfSale,
  type Times,
  amountOf,
  isComplete,
  percentageOf,
  readMaximum,
  readMoment,
  readNamed,
  readNumber,
  readTexts,
  readTitle,
  trimmed,
  windowUntil,
} from './reading.ts'

const MAX_QUANTITY = 1_000

/** The parts of the event an extra is read against. */
type ServiceScope = { readonly times: Times; readonly sale: TermsOfSale; readonly firstLanguage: string }

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

/** One extra of the request; `service` is what is stored of it. */
type ServiceReading = Omit<Reading, 'request'> &
  Place<Pick<ServiceDraft, 'title'>> & { readonly request: ServiceRequest; readonly service: ServiceDraft | null }

function readList(reading: Reading, requests: readonly ServiceRequest[], scope: ServiceScope) {
  const { stored, findings } = reading
  const { firstLanguage } = scope
  const list = {
    field: 'additionalServices',
    identify: ({ title }: ServiceRequest, field: string) =>
      readTitle(reading, title, { field: `${field}.title`, firstLanguage, missing: 'service-title-missing' }),
    refuseRepeated: (name: string, field: string) => findings.refuse('service-title-repeated', `${field}.title`, name),
  }
  return readNamed(requests, list, (request, place) => {
    const service = stored?.services.find(({ title }) => inLanguage(title, firstLanguage) === place.name) ?? null
    return readService({ ...reading, ...place, request, service }, scope)
  })
}

/** What a page offers at once where any number may be chosen. */
const DEFAULT_QUANTITY = 10

function readService(at: ServiceReading, scope: ServiceScope): ServiceDraft | undefined {
  const { request, service, field, title } = at
  const type = request.type ?? service?.type ?? 'SUPPLEMENT'
  const description = readTexts(at, request.description, `${field}.description`, service?.description)
  const most = { kept: service?.maxQtyPerOrder ?? null, min: 1, max: MAX_QUANTITY } as const
  const maximum = { ...most, code: 'service-maximum-unreadable', field: `${field}.maxQtyPerOrder` } as const
  const maxQtyPerOrder = readNumber(at, request.maxQtyPerOrder, maximum)
  const asked = { type, maxQtyPerOrder: maxQtyPerOrder ?? null, currency: scope.sale.currency }
  const charge = readCharge(at, asked)
  // 0 is none (domain rules 13, Q10).
  const bounds = { kept: service?.stock ?? null, min: 0, max: MAX_SEATS, code: 'service-quantity-unreadable' } as const
  const stock = readMaximum(at, request.availableQuantity, { ...bounds, field: `${field}.availableQuantity` })
  const parts = { charge, stock, vat: readVat(at), onSale: readWindow(at, scope), description, maxQtyPerOrder }
  if (!isComplete(parts)) return undefined
  const ofCharge = 'maxQtyPerOrder' in parts.charge ? parts.charge.maxQtyPerOrder : parts.maxQtyPerOrder
  return {
    ...parts,
    id: service?.id ?? null,
    type,
    title,
    maxQtyPerOrder: ofCharge ?? DEFAULT_QUANTITY,
    ordinal: at.index,
  }
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
  const { request, service, field, findings, context } = at
  const { timeZone, endsAt } = scope.times
  const from = readMoment(at, request.inception, timeZone, `${field}.inception`)
  const to = readMoment(at, request.expiration, timeZone, `${field}.expiration`)
  if (from === undefined || to === undefined) return undefined
  const kept = service && followingEnd(service.onSale, at, scope)
  const end = to ?? kept?.end ?? endsAt
  const start = from ?? kept?.start ?? windowUntil(end, context.now).start
  return start < end ? { start, end } : findings.refuse('service-sale-order', field)
}

type Charge = ServiceDraft['charge']
type FeePolicy = Extract<AutomaticCharge, { percentage: Percentage }>['policy']
type ChargeScope = {
  readonly type: ServiceType
  readonly maxQtyPerOrder: number | null
  readonly currency: Currency | null
}

/** How an extra is charged (domain rules 3.2): automatically or by choice, at a price, a percentage, or any amount. */
function readCharge(at: ServiceReading, scope: ChargeScope): Charge | undefined {
  const policy = readPolicy(at, scope.type)
  switch (policy) {
    case undefined:
      return undefined
    case 'MANDATORY_PERCENTAGE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_RESERVATION':
      return readFee(at, policy, scope.currency)
    case 'MANDATORY_ONE_FOR_TICKET': {
      const price = isWithoutBounds(at) && isFixed(at) ? readPrice(at, scope.currency) : undefined
      return price === undefined ? undefined : { policy, price }
    }
    default:
      return isWithoutBounds(at) ? readOptional(at, policy, scope) : undefined
  }
}

/** Old donations have no policy, and a donation is never mandatory. */
function readPolicy({ request, service, field, findings }: ServiceReading, type: ServiceType) {
  const at = `${field}.supplementPolicy`
  const policy = request.supplementPolicy ?? service?.charge.policy ?? null
  if (policy === null) return type === 'DONATION' ? null : findings.refuse('service-policy-missing', at)
  if (type === 'DONATION' && policy.startsWith('MANDATORY')) return findings.refuse('service-donation-mandatory', at)
  return policy
}

function readFee(at: ServiceReading, policy: FeePolicy, currency: Currency | null): Charge | undefined {
  const { request, service, field, findings } = at
  const kept = service && 'percentage' in service.charge ? service.charge : null
  const stated = request.price ?? null
  const rate = stated === null ? kept?.percentage : percentageOf(stated)
  if (rate === undefined) findings.refuse('service-percentage-unreadable', `${field}.price`, stated ?? '')
  const minimum = readAmount(at, 'minPrice', currency, kept?.minimum ?? null)
  const maximum = readAmount(at, 'maxPrice', currency, kept?.maximum ?? null)
  if (!isFixed(at) || rate === undefined || minimum === undefined || maximum === undefined) return undefined
  if (minimum !== null && maximum !== null && minimum > maximum) {
    return findings.refuse('service-bounds-order', `${field}.minPrice`)
  }
  return { policy, percentage: rate, minimum, maximum }
}

function readOptional(
  at: ServiceReading,
  policy: OptionalCharge['policy'],
  { type, maxQtyPerOrder, currency }: ChargeScope,
): Charge | undefined {
  const price = isAmountNamed(at, type) ? null : readPrice(at, currency)
  if (price === undefined) return undefined
  if (price === null && (at.request.price ?? 0) !== 0) {
    return at.findings.refuse('service-price-unfit', `${at.field}.price`)
  }
  return policy === null || policy === 'OPTIONAL_UNLIMITED_AMOUNT'
    ? { policy, price }
    : { policy, price, maxQtyPerOrder: maxQtyPerOrder ?? 1 }
}

/** Does the visitor name the amount? As stated; else without a price a donation is any amount. */
function isAmountNamed({ request, service }: ServiceReading, type: ServiceType): boolean {
  if (typeof request.fixPrice === 'boolean') return !request.fixPrice
  if (request.price !== null && request.price !== undefined) return false
  if (service && 'price' in service.charge) return service.charge.price === null
  return type === 'DONATION'
}

function readPrice(at: ServiceReading, currency: Currency | null): Minor | undefined {
  const charge = at.service?.charge
  const price = readAmount(at, 'price', currency, charge && 'price' in charge ? charge.price : null)
  return price === null ? at.findings.refuse('service-price-missing', `${at.field}.price`) : price
}

/** An amount of the request; `kept` when it is not stated. */
function readAmount(
  { request, field, findings }: ServiceReading,
  name: 'price' | 'minPrice' | 'maxPrice',
  currency: Currency | null,
  kept: Minor | null,
): Minor | null | undefined {
  const stated = request[name] ?? null
  if (stated === null) return kept
  const withoutCurrency = stated === 0 ? ZERO : undefined
  const amount = currency === null ? withoutCurrency : amountOf(stated, currency)
  return amount ?? findings.refuse('service-price-unreadable', `${field}.${name}`, String(stated))
}

/** What comes with the tickets has its price: buyers do not name it. */
function isFixed({ request, field, findings }: ServiceReading): boolean {
  if (request.fixPrice === false) findings.refuse('service-price-unfit', `${field}.fixPrice`)
  return request.fixPrice !== false
}

/** Only a percentage has bounds. */
function isWithoutBounds({ request, field, findings }: ServiceReading): boolean {
  const stated = (['minPrice', 'maxPrice'] as const).filter(name => (request[name] ?? null) !== null)
  for (const name of stated) findings.refuse('service-bounds-unfit', `${field}.${name}`)
  return stated.length === 0
}

/** A stored extra and what has become of its units. */
export type StoredService = Pick<ServiceDraft, 'type' | 'charge'> & {
  readonly id: number
  /** Units that buyers have or hold. */
  readonly taken: number
  /** Units that wait for a buyer; an extra of any number has none. */
  readonly free: number
}

/** An extra to store, and the units to add to or take from what it has. */
export type ServiceChange = { readonly service: ServiceDraft; readonly added: number; readonly removed: number }

export type ServicePlan = {
  readonly changes: readonly ServiceChange[]
  /** Not for sale any more; a buyer who has one keeps it. */
  readonly ended: readonly number[]
  readonly deleted: readonly number[]
}

/**
 * Decides how the extras of an event change: a limited one owns one unit for each there is, so it can't have fewer than
 * are taken; what has been bought keeps its kind, and is ended where it is missing.
 */
export function planServices(
  stored: readonly StoredService[],
  services: readonly ServiceDraft[],
  firstLanguage: string,
): Outcome<ServicePlan> {
  const { problems, refuse } = newFindings()
  const changes = services.map(service => {
    const before = stored.find(({ id }) => id === service.id)
    const { taken, free } = before ?? { taken: 0, free: 0 }
    const name = inLanguage(service.title, firstLanguage)
    if (before && taken > 0 && !isSameKind(before, service)) refuse('service-bought', 'additionalServices', name)
    const shortfall = service.stock === null ? 0 : service.stock - taken - free
    if (service.stock !== null && service.stock < taken) {
      refuse('service-units-sold', 'additionalServices', name, taken)
    }
    const removed = service.stock === null ? free : Math.max(0, -shortfall)
    return { service, added: Math.max(0, shortfall), removed }
  })
  const missing = stored.filter(({ id }) => !services.some(service => service.id === id))
  return acceptedUnless(problems, {
    changes,
    ended: missing.filter(({ taken }) => taken > 0).map(({ id }) => id),
    deleted: missing.filter(({ taken }) => taken === 0).map(({ id }) => id),
  })
}

const isSameKind = (one: Pick<ServiceDraft, 'type' | 'charge'>, other: Pick<ServiceDraft, 'type' | 'charge'>) =>
  one.type === other.type && one.charge.policy === other.charge.policy
