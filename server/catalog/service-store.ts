import type { CategoryId } from '#domain/catalog/category.ts'
import { type OfferedService, byServiceOrder } from '#domain/catalog/offered-service.ts'
import type { LocalizedTexts } from '#domain/language/texts.ts'
import type { Currency } from '#domain/money/currency.ts'
import { type Minor, ZERO, minor } from '#domain/money/money.ts'
import { NO_PERCENTAGE, percentage } from '#domain/money/percentage.ts'
import type {
  AdditionalService,
  AdditionalServiceId,
  AutomaticCharge,
  OptionalCharge,
} from '#domain/pricing/additional-service.ts'
import type { DiscountRule, DiscountRuleId } from '#domain/promo-code/discount-rule.ts'
import type { Discount } from '#domain/promo-code/promo-code.ts'
import type { Queryable } from '#server/database/database.ts'

/** The extras of an event in display order. */
export async function loadServices(on: Queryable, eventId: number): Promise<OfferedService[]> {
  const rows = await serviceRows(on).where('event_id', '=', eventId).execute()
  return rows.map(serviceFrom).toSorted(byServiceOrder)
}

/** The rules for discounts that hold now, in the organiser's order. */
export async function loadDiscountRules(
  on: Queryable,
  { id, currency }: { readonly id: number; readonly currency: Currency | null },
): Promise<DiscountRule[]> {
  const rows = await on.kysely
    .selectFrom('discount_rule')
    .selectAll()
    .where('event_id', '=', id)
    .where('retired_at', 'is', null)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
  return rows.map(row => discountRuleFrom(row, currency))
}

/** A rule as a reservation was made by it, retired or not. */
export async function findDiscountRule(
  on: Queryable,
  id: number,
  currency: Currency | null,
): Promise<DiscountRule | undefined> {
  const row = await on.kysely.selectFrom('discount_rule').selectAll().where('id', '=', id).executeTakeFirst()
  return row && discountRuleFrom(row, currency)
}

/** Reads what is taken off; undefined for a code that takes nothing off. */
export function discountFrom(row: {
  readonly discount_type: string
  readonly percentage: string | null
  readonly amount: bigint | null
  readonly currency: Currency | null
}): Discount | undefined {
  switch (row.discount_type) {
    case 'PERCENTAGE':
      return { kind: 'PERCENTAGE', percentage: percentage(row.percentage ?? '0') ?? NO_PERCENTAGE }
    case 'FIXED_AMOUNT':
    case 'FIXED_AMOUNT_RESERVATION':
      if (row.currency === null) throw new Error('an amount off needs a currency')
      return { kind: row.discount_type, amount: minor(row.amount ?? 0n), currency: row.currency }
    default:
      return undefined
  }
}

function discountRuleFrom(row: DiscountRuleRow, currency: Currency | null): DiscountRule {
  const discount = discountFrom({ ...row, currency })
  if (!discount) throw new Error(`discount rule ${row.id} takes nothing off`)
  return {
    id: row.id as DiscountRuleId,
    minimumTickets: row.minimum_tickets,
    grants: { codeType: 'DYNAMIC', discount, categories: row.categories as CategoryId[] },
    message: row.message as LocalizedTexts,
  }
}

type DiscountRuleRow = {
  readonly id: number
  readonly minimum_tickets: number
  readonly categories: number[]
  readonly discount_type: string
  readonly percentage: string | null
  readonly amount: bigint | null
  readonly message: unknown
}

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
  const charge = chargeOf(row)
  if (row.type === 'SUPPLEMENT') return { ...base, type: 'SUPPLEMENT', charge }
  if (charge.policy?.startsWith('MANDATORY')) throw new Error(`extra ${row.id}: nobody can be made to donate`)
  return { ...base, type: 'DONATION', charge: charge as OptionalCharge }
}

function chargeOf(row: ServiceRow): AutomaticCharge | OptionalCharge {
  const price = amountOrNull(row.price)
  const policy = row.supplement_policy
  switch (policy) {
    case 'MANDATORY_ONE_FOR_TICKET':
      return { policy, price: price ?? ZERO }
    case 'MANDATORY_PERCENTAGE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_RESERVATION':
      return {
        policy,
        percentage: percentage(row.percentage ?? '0') ?? NO_PERCENTAGE,
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
