import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minorFromDecimal } from '#domain/foundation/money/money.ts'
import { type Percentage, percentage } from '#domain/foundation/money/percentage.ts'
import type { AutomaticCharge, OptionalCharge, ServiceType } from '#domain/catalog/price/additional-service.ts'
import type { ServiceRequest } from '../event-request.ts'
import { type Reading, trimmed } from '../reading.ts'
import type { ServiceDraft } from './service-draft.ts'

/** One extra of the request; `service` is what is stored of it. */
export type ServiceReading = Omit<Reading, 'request'> & {
  readonly request: ServiceRequest
  readonly service: ServiceDraft | null
  readonly field: string
}

type Charge = ServiceDraft['charge']
type Policy = Charge['policy']
type FeePolicy = Extract<AutomaticCharge, { percentage: Percentage }>['policy']

const POLICIES: readonly string[] = [
  'MANDATORY_ONE_FOR_TICKET',
  'MANDATORY_PERCENTAGE_FOR_TICKET',
  'MANDATORY_PERCENTAGE_RESERVATION',
  'OPTIONAL_UNLIMITED_AMOUNT',
  'OPTIONAL_MAX_AMOUNT_PER_TICKET',
  'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
] satisfies Policy[]
const isPolicy = (text: string): text is NonNullable<Policy> => POLICIES.includes(text)

const MOST = 1_000_000_000_000n
const HUNDRED = percentage(100)

type Asked = { readonly type: ServiceType; readonly maxQtyPerOrder: number | null; readonly currency: Currency | null }

/** How an extra is charged (domain rules 3.2): automatically or by choice, at a price, a percentage, or any amount. */
export function readServiceCharge(at: ServiceReading, asked: Asked): Charge | undefined {
  const policy = readPolicy(at, asked.type)
  switch (policy) {
    case undefined:
      return undefined
    case 'MANDATORY_PERCENTAGE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_RESERVATION':
      return readFee(at, policy, asked.currency)
    case 'MANDATORY_ONE_FOR_TICKET': {
      const price = isWithoutBounds(at) && isFixed(at) ? readPrice(at, asked.currency) : undefined
      return price === undefined ? undefined : { policy, price }
    }
    default:
      return isWithoutBounds(at) ? readOptional(at, policy, asked) : undefined
  }
}

/** Old donations have no policy, and a donation is never mandatory. */
function readPolicy({ request, service, field, findings }: ServiceReading, type: ServiceType): Policy | undefined {
  const at = `${field}.supplementPolicy`
  const given = trimmed(request.supplementPolicy)
  if (given !== null && !isPolicy(given)) return findings.refuse('service-policy-unknown', at, given)
  const policy = given ?? service?.charge.policy ?? null
  if (policy === null) return type === 'DONATION' ? null : findings.refuse('service-policy-missing', at)
  if (type === 'DONATION' && policy.startsWith('MANDATORY')) return findings.refuse('service-donation-mandatory', at)
  return policy
}

function readFee(at: ServiceReading, policy: FeePolicy, currency: Currency | null): Charge | undefined {
  const { request, service, field, findings } = at
  const kept = service && 'percentage' in service.charge ? service.charge : null
  const given = request.price ?? null
  const rate = given === null ? kept?.percentage : percentage(given)
  const isRate = rate !== undefined && HUNDRED !== undefined && rate <= HUNDRED
  if (!isRate) findings.refuse('service-percentage-unreadable', `${field}.price`, given ?? '')
  const minimum = readBound(at, 'minPrice', { kept: kept?.minimum ?? null, currency })
  const maximum = readBound(at, 'maxPrice', { kept: kept?.maximum ?? null, currency })
  if (!isFixed(at) || !isRate || minimum === undefined || maximum === undefined) return undefined
  if (minimum !== null && maximum !== null && minimum > maximum) {
    return findings.refuse('service-bounds-order', `${field}.minPrice`)
  }
  return { policy, percentage: rate, minimum, maximum }
}

function readBound(
  at: ServiceReading,
  name: 'minPrice' | 'maxPrice',
  { kept, currency }: { readonly kept: Minor | null; readonly currency: Currency | null },
): Minor | null | undefined {
  const given = at.request[name] ?? null
  return given === null ? kept : amountOf(at, given, currency, name)
}

function readOptional(
  at: ServiceReading,
  policy: OptionalCharge['policy'],
  { type, maxQtyPerOrder, currency }: Asked,
): Charge | undefined {
  const price = isAmountNamed(at, type) ? null : readPrice(at, currency)
  if (price === undefined) return undefined
  if (price === null && Number(at.request.price ?? 0) !== 0) {
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
  const { request, service, field, findings } = at
  const given = request.price ?? null
  if (given !== null) return amountOf(at, given, currency, 'price')
  const kept = service && 'price' in service.charge ? service.charge.price : null
  return kept ?? findings.refuse('service-price-missing', `${field}.price`)
}

function amountOf(
  { field, findings }: ServiceReading,
  given: number | string,
  currency: Currency | null,
  name: 'price' | 'minPrice' | 'maxPrice',
): Minor | undefined {
  if (currency === null && Number(given) === 0) return ZERO
  const amount = currency === null ? undefined : minorFromDecimal(given, currency)
  const isAmount = amount !== undefined && amount >= 0n && amount <= MOST
  return isAmount ? amount : findings.refuse('service-price-unreadable', `${field}.${name}`, String(given))
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
