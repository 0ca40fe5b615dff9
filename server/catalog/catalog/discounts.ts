import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Discount, DiscountRule, DiscountRuleId } from '#domain/catalog/promo-code/promo-code.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'

/** The rules for discounts that hold now, in the organiser's order. */
export async function loadDiscountRules(
  on: Queryable,
  { id, currency }: { readonly id: number; readonly currency: Currency | null },
): Promise<DiscountRule[]> {
  const rows = await discountRules(on)
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
  const row = await discountRules(on).where('id', '=', id).executeTakeFirst()
  return row && discountRuleFrom(row, currency)
}

const discountRules = (on: Queryable) => on.kysely.selectFrom('discount_rule').selectAll()

type DiscountRuleRow = Awaited<ReturnType<ReturnType<typeof discountRules>['executeTakeFirstOrThrow']>>

function discountRuleFrom(row: DiscountRuleRow, currency: Currency | null): DiscountRule {
  const discount = readDiscount({ ...row, currency })
  if (!discount) throw new Error(`discount rule ${row.id} takes nothing off`)
  return {
    id: row.id as DiscountRuleId,
    minimumTickets: row.minimum_tickets,
    grants: { codeType: 'DYNAMIC', discount, categories: row.categories as CategoryId[] },
    message: row.message as LocalizedTexts,
  }
}

/** How the tables of codes and of discount rules store what is taken off. */
type DiscountColumns = {
  readonly discount_type: string
  readonly percentage: string | null
  readonly amount: bigint | null
  readonly currency: Currency | null
}

/** Reads what is taken off; undefined for a code that takes nothing off. */
export function readDiscount(row: DiscountColumns): Discount | undefined {
  switch (row.discount_type) {
    case 'PERCENTAGE':
      if (row.percentage === null) throw new Error('a percentage off is stored without one')
      return { kind: 'PERCENTAGE', percentage: writtenPercentage(row.percentage) }
    case 'FIXED_AMOUNT':
    case 'FIXED_AMOUNT_RESERVATION':
      if (row.amount === null || row.currency === null) throw new Error('an amount off needs an amount and a currency')
      return { kind: row.discount_type, amount: minor(row.amount), currency: row.currency }
    default:
      return undefined
  }
}

/** Is there any code for this event, of its own or of its organisation, valid now or not (shop contract, Event)? */
export async function hasPromoCodes(on: Queryable, event: { id: number; organizationId: number }): Promise<boolean> {
  const row = await on.kysely
    .selectFrom('promo_code')
    .select('id')
    .where('organization_id', '=', event.organizationId)
    .where(({ eb, or }) => or([eb('event_id', '=', event.id), eb('event_id', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
