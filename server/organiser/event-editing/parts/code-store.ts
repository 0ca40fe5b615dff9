import type { Instant } from '#domain/foundation/instant.ts'
import { type Currency, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { StoredDiscount, StoredCode } from '#domain/organiser/event-editing/promo-code.ts'
import type { CodeEffect, DiscountDraft, PromoCodeDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import { readDiscount } from '#server/catalog/catalog/discounts.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import type { CategoryIds } from './questions.ts'

/** Whose codes: those of one event, or those an organisation has for all of its events. */
export type CodeOwner = { readonly organizationId: number; readonly eventId: number | null }

/** The codes of an owner, and whether a reservation carries them. */
export async function loadCodes(db: Queryable, { organizationId, eventId }: CodeOwner): Promise<StoredCode[]> {
  const rows = await codeRows(db)
    .where('organization_id', '=', organizationId)
    .where('event_id', 'is not distinct from', eventId)
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    code: row.code,
    effect: effectOf(row),
    maxUsage: row.max_usage,
    valid: { start: row.valid_from, end: row.valid_to },
    isUsed: Boolean(row.isUsed),
  }))
}

/** Keeps buyers from using these codes until the transaction ends; it waits for orders that are using one. */
export async function keepFromUse(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.kysely.selectFrom('promo_code').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

const codeRows = (db: Queryable) =>
  db.kysely
    .selectFrom('promo_code')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('reservation').select('id').whereRef('promo_code_id', '=', 'promo_code.id')).as('isUsed'),
    )

type CodeRow = Awaited<ReturnType<ReturnType<typeof codeRows>['executeTakeFirstOrThrow']>>

function effectOf(row: CodeRow): CodeEffect {
  if (row.hidden_category_id !== null) return { codeType: 'ACCESS', hiddenCategory: row.hidden_category_id }
  const discount = storedDiscount({ ...row, currency: writtenCurrency(row.currency) })
  return { codeType: 'DISCOUNT', discount, categories: row.categories }
}

function storedDiscount(row: Parameters<typeof readDiscount>[0]): Discount {
  const discount = readDiscount(row)
  if (discount === undefined) throw new Error(`a discount is stored as ${row.discount_type}`)
  return discount
}

/** Stores codes, or their changes. */
export async function putCodes(
  db: Queryable,
  { organizationId, eventId }: CodeOwner,
  codes: readonly PromoCodeDraft[],
  { ids, now }: { readonly ids: CategoryIds; readonly now: Instant },
): Promise<void> {
  const stored = codes.filter(({ id }) => id !== null)
  for (const { id, ...code } of stored) {
    await db.kysely
      .updateTable('promo_code')
      .set(codeRow({ id, ...code }, ids))
      .where('id', '=', id)
      .execute()
  }
  const owner = { organization_id: organizationId, event_id: eventId, created_at: timestamp(now) }
  const added = codes.filter(({ id }) => id === null).map(code => ({ ...codeRow(code, ids), ...owner }))
  for (let from = 0; from < added.length; from += INSERTED_AT_ONCE) {
    const rows = added.slice(from, from + INSERTED_AT_ONCE)
    await db.kysely.insertInto('promo_code').values(rows).execute()
  }
}

/** A statement has 65,535 parameters at most. */
const INSERTED_AT_ONCE = 1_000

function codeRow({ code, effect, maxUsage, valid }: PromoCodeDraft, ids: CategoryIds) {
  const base = {
    code,
    code_type: effect.codeType,
    max_usage: maxUsage,
    valid_from: timestamp(valid.start),
    valid_to: timestamp(valid.end),
  }
  if (effect.codeType === 'ACCESS') {
    const categories: number[] = []
    const nothing = { discount_type: 'NONE', percentage: null, amount: null, currency: null, categories } as const
    return { ...base, ...nothing, hidden_category_id: ids.of(effect.hiddenCategory) }
  }
  const { discount, categories } = effect
  return {
    ...base,
    ...discountColumns(discount),
    currency: discount.kind === 'PERCENTAGE' ? null : discount.currency,
    categories: categories.map(ids.of),
    hidden_category_id: null,
  }
}

function discountColumns(discount: Discount) {
  return discount.kind === 'PERCENTAGE'
    ? { discount_type: discount.kind, percentage: trimmedPercentage(discount.percentage), amount: null }
    : { discount_type: discount.kind, percentage: null, amount: discount.amount }
}

/** They hold no longer. */
export async function endCodes(db: Queryable, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  await db.kysely
    .updateTable('promo_code')
    .set({ valid_to: timestamp(now) })
    .where('id', 'in', ids)
    .where('valid_to', '>', sqlInstant(now))
    .execute()
}

export async function deleteCodes(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.kysely.deleteFrom('promo_code').where('id', 'in', ids).execute()
}

/** The discounts that hold now without a code, in the organiser's order; amounts are in the event's currency. */
export async function loadDiscounts(
  db: Queryable,
  eventId: number,
  currency: Currency | null,
): Promise<StoredDiscount[]> {
  const rows = await db.kysely
    .selectFrom('discount_rule')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('retired_at', 'is', null)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    minimumTickets: row.minimum_tickets,
    discount: storedDiscount({ ...row, currency }),
    categories: row.categories,
    message: row.message as Record<string, string>,
  }))
}

/** Stores new rules, and the order of all of them. */
export async function putDiscounts(
  db: Queryable,
  eventId: number,
  rules: readonly DiscountDraft[],
  ids: CategoryIds,
): Promise<void> {
  for (const [ordinal, rule] of rules.entries()) {
    if (rule.id !== null) {
      await db.kysely.updateTable('discount_rule').set({ ordinal }).where('id', '=', rule.id).execute()
      continue
    }
    await db.kysely
      .insertInto('discount_rule')
      .values({
        event_id: eventId,
        minimum_tickets: rule.minimumTickets,
        ...discountColumns(rule.discount),
        categories: rule.categories.map(ids.of),
        message: JSON.stringify(rule.message),
        ordinal,
      })
      .execute()
  }
}

export async function retireDiscounts(db: Queryable, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  await db.kysely
    .updateTable('discount_rule')
    .set({ retired_at: timestamp(now) })
    .where('id', 'in', ids)
    .execute()
}
