import { type OfferedService, byServiceOrder } from '#domain/catalog/catalog/offered-service.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type {
  AdditionalService,
  AdditionalServiceId,
  AutomaticCharge,
  OptionalCharge,
} from '#domain/catalog/price/additional-service.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'

/** The extras of an event in display order. */
export async function loadServices(on: Queryable, eventId: number): Promise<OfferedService[]> {
  const rows = await serviceRows(on).where('event_id', '=', eventId).execute()
  return rows.map(serviceFrom).toSorted(byServiceOrder)
}

/** Free units by extra; one of which there is any number is not in it, nor one that is sold out. */
export type UnitTable = ReadonlyMap<number, number>

/** The free units of limited extras as they are now. */
export async function countFreeUnits(on: Queryable, eventId: number): Promise<UnitTable> {
  const rows = await on.query(COUNT_FREE_UNITS, [eventId])
  return new Map(rows.map(({ service_id, units }) => [service_id, units]))
}

const COUNT_FREE_UNITS = statement<{ service_id: number; units: number }>(
  'count-free-units',
  `select item.service_id, count(*)::int as units from additional_service_item as item
   join additional_service as service on service.id = item.service_id
   where service.event_id = $1 and item.status = 'FREE' group by item.service_id`,
)

function serviceRows(on: Queryable) {
  return on.kysely.selectFrom('additional_service').selectAll()
}

type ServiceRow = Awaited<ReturnType<ReturnType<typeof serviceRows>['executeTakeFirstOrThrow']>>

function serviceFrom(row: ServiceRow): OfferedService {
  return {
    ...pricedService(row),
    title: row.title as LocalizedTexts,
    description: row.description as LocalizedTexts,
    onSale: { start: row.inception, end: row.expiration },
    ordinal: row.ordinal,
    stock: row.available_quantity,
    maxQtyPerOrder: row.max_qty_per_order,
  }
}

function pricedService(row: ServiceRow): AdditionalService {
  const base = { id: row.id as AdditionalServiceId, vat: row.vat_type }
  const charge = readCharge(row)
  if (row.type === 'SUPPLEMENT') return { ...base, type: 'SUPPLEMENT', charge }
  if (charge.policy?.startsWith('MANDATORY')) throw new Error(`extra ${row.id}: nobody can be made to donate`)
  return { ...base, type: 'DONATION', charge: charge as OptionalCharge }
}

type ChargeRow = {
  readonly supplement_policy: (AutomaticCharge | OptionalCharge)['policy']
  readonly price: bigint | null
  readonly percentage: string | null
  readonly min_price: bigint | null
  readonly max_price: bigint | null
  readonly max_qty_per_order: number
}

/** How an extra is charged, as its row says: a price, a percentage with its bounds, or the visitor's own amount. */
export function readCharge(row: ChargeRow): AutomaticCharge | OptionalCharge {
  const price = amountOrNull(row.price)
  const policy = row.supplement_policy
  switch (policy) {
    case 'MANDATORY_ONE_FOR_TICKET':
      return { policy, price: stated(price, policy) }
    case 'MANDATORY_PERCENTAGE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_RESERVATION':
      return {
        policy,
        percentage: writtenPercentage(stated(row.percentage, policy)),
        minimum: amountOrNull(row.min_price),
        maximum: amountOrNull(row.max_price),
      }
    case 'OPTIONAL_MAX_AMOUNT_PER_TICKET':
    case 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION':
      return { policy, price, maxQtyPerOrder: row.max_qty_per_order }
    case 'OPTIONAL_UNLIMITED_AMOUNT':
    case null:
      return { policy, price }
    default:
      return policy satisfies never
  }
}

const amountOrNull = (amount: bigint | null): Minor | null => (amount === null ? null : minor(amount))

function stated<Value>(value: Value | null, policy: ChargeRow['supplement_policy']): Value {
  if (value === null) throw new Error(`an extra of ${policy} is stored without what it costs`)
  return value
}
