import type { Minor } from '#domain/foundation/money/money.ts'
import type { Percentage } from '#domain/foundation/money/percentage.ts'

export type AdditionalServiceId = number & { readonly brand: 'AdditionalServiceId' }

export type ServiceType = 'SUPPLEMENT' | 'DONATION'

/** An extra is taxed as the order is, or not at all (domain rules 3.1). */
export type ServiceVat = 'INHERITED' | 'NONE'

/** What the visitor can't choose: it comes with the tickets (domain rules 3.2). */
export type AutomaticCharge =
  | { readonly policy: 'MANDATORY_ONE_FOR_TICKET'; readonly price: Minor }
  | {
      readonly policy: 'MANDATORY_PERCENTAGE_FOR_TICKET' | 'MANDATORY_PERCENTAGE_RESERVATION'
      readonly percentage: Percentage
      readonly minimum: Minor | null
      readonly maximum: Minor | null
    }

/** What the visitor chooses. `null` is the policy of old donations; `price` null: the visitor names the amount. */
export type OptionalCharge =
  | { readonly policy: 'OPTIONAL_UNLIMITED_AMOUNT' | null; readonly price: Minor | null }
  | {
      readonly policy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET' | 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION'
      readonly price: Minor | null
      readonly maxQtyPerOrder: number
    }

/** An extra, as far as it has a price: a donation is never mandatory. */
export type AdditionalService = { readonly id: AdditionalServiceId; readonly vat: ServiceVat } & (
  | { readonly type: 'SUPPLEMENT'; readonly charge: AutomaticCharge | OptionalCharge }
  | { readonly type: 'DONATION'; readonly charge: OptionalCharge }
)

export function isOptional(charge: AutomaticCharge | OptionalCharge): charge is OptionalCharge {
  return charge.policy === null || charge.policy.startsWith('OPTIONAL_')
}

/** An extra without a limit shows this many, the most that one order takes: each item is a row. */
export const UNLIMITED_QUANTITY = 999

/** How many items of an extra may be chosen with so many tickets; undefined: any number (domain rules 3.2). */
export function maximumQuantity(charge: OptionalCharge, tickets: number): number | undefined {
  switch (charge.policy) {
    case null:
    case 'OPTIONAL_UNLIMITED_AMOUNT':
      return undefined
    case 'OPTIONAL_MAX_AMOUNT_PER_TICKET':
      return tickets * charge.maxQtyPerOrder
    case 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION':
      return charge.maxQtyPerOrder
    default:
      return charge satisfies never
  }
}
