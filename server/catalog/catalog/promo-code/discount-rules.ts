import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { DiscountRule, DiscountRuleId } from '#domain/catalog/promo-code/discount-rule.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { readDiscount } from './read-discount.ts'

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
