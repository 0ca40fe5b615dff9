import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import type { AutomaticCharge, OptionalCharge } from '#domain/catalog/price/additional-service.ts'

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
