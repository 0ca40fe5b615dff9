import { categoryId } from '#domain/catalog/catalog/category.ts'
import type { AdditionalServiceId, AutomaticCharge } from '#domain/catalog/price/additional-service.ts'
import type { DiscountRuleId } from '#domain/catalog/promo-code/promo-code.ts'
import { type Tax, type VatStatus } from '#domain/catalog/price/vat.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Currency, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import {
  type EventSale,
  type EventSaleFacts,
  type ListedCategory,
  eventSale,
} from '#domain/order/pricing/event-sale.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { type Settings, environmentSettings, settingsOf } from '#server/foundation/setting/settings.ts'
import { readDiscount } from './discounts.ts'
import { presentEach } from './offers.ts'
import { readCharge } from './services.ts'

/** The sale of an event as a list shows it; the currency is null where nothing costs anything. */
export type ListedSale = EventSale & { readonly currency: Currency | null }

/**
 * The sales of these events as they are now, by the id of the event, by one statement: categories, the extras that come by
 * themselves, rules for discounts, the settings that decide, and whether a seat is free. One that can't be read, or
 * whose categories are all hidden, is not in it.
 */
export async function loadSales(
  { db, log }: { readonly db: Database; readonly log: Pick<EventLog, 'offerLeftOut'> },
  ids: readonly number[],
  now: Instant,
): Promise<ReadonlyMap<number, ListedSale>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(SALES_OF_EVENTS, [ids])
  const sales = await presentEach(rows, row => ({ row, sale: saleOf(row, now) }), log)
  return new Map(
    sales.flatMap(({ row, sale }) => (sale ? [[row.id, { ...sale, currency: writtenCurrency(row.currency) }]] : [])),
  )
}

const milliseconds = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::bigint`

const SETTINGS_OF_LISTS = `'APPLY_TAX_TO_CATEGORY', 'STOP_WAITING_QUEUE_SUBSCRIPTIONS', 'ENABLE_PRE_REGISTRATION', 'ENABLE_WAITING_QUEUE'`

/** The free seats of a category are found by \x; those of the pool have no category. */
const SALES_OF_EVENTS = statement<SaleRow>(
  'sales-of-events',
  `select event.id, purchase_context.currency, vat_status as "vatStatus", vat_percentage as "vatPercentage",
     (select json_agg(json_build_object(
         'id', category.id, 'price', price::text, 'isBounded', bounded, 'seats', max_tickets,
         'start', ${milliseconds('inception')}, 'end', ${milliseconds('expiration')},
         'hasFree', exists (select from ticket where event_id = event.id and ${sqlTicketHas('isFree')}
           and coalesce(category_id, 0) = case when bounded then category.id else 0 end),
         'mayComeBack', exists (select from ticket where event_id = event.id and ${sqlTicketHas('isHeld', 'isReleased')}
           and (category_id = category.id or not bounded and ${sqlTicketHas('isReleased')}))))
       from ticket_category as category where category.event_id = event.id and not access_restricted) as categories,
     (select json_agg(json_build_object(
         'id', id, 'vat', vat_type, 'supplement_policy', supplement_policy, 'price', price::text,
         'percentage', percentage::text, 'min_price', min_price::text, 'max_price', max_price::text,
         'start', ${milliseconds('inception')}, 'end', ${milliseconds('expiration')}) order by ordinal, id)
       from additional_service as service
       where service.event_id = event.id and supplement_policy like 'MANDATORY%') as fees,
     (select json_agg(json_build_object(
         'id', id, 'minimum', minimum_tickets, 'categories', categories, 'discount_type', discount_type,
         'percentage', percentage::text, 'amount', amount::text) order by ordinal, id)
       from discount_rule as rule where rule.event_id = event.id and retired_at is null) as rules,
     (select json_agg(json_build_object('key', key, 'value', value, 'level', level, 'ownerId', owner_id)) from (
         select key, value, 'organization' as level, organization_id as owner_id from setting
           where organization_id = purchase_context.organization_id
         union all select key, value, 'context', purchase_context_id from setting where purchase_context_id = event.id
         union all select key, value, 'category', category_id from setting
           where category_id = any (array(select id from ticket_category where event_id = event.id))
         union all select key, value, 'system', null from setting
           where organization_id is null and purchase_context_id is null and category_id is null
       ) as stated where key in (${SETTINGS_OF_LISTS})) as settings
   from event join purchase_context using (id) where event.id = any ($1::integer[])`,
)

type WindowColumns = { readonly start: number; readonly end: number }

/** What PostgreSQL writes as JSON: null where there is none. Amounts are texts. */
type SaleRow = {
  readonly id: number
  readonly currency: string | null
  readonly vatStatus: VatStatus
  readonly vatPercentage: string
  readonly categories: readonly CategoryColumns[] | null
  readonly fees: readonly FeeColumns[] | null
  readonly rules: readonly RuleColumns[] | null
  readonly settings: Parameters<typeof settingsOf>[0] | null
}

type CategoryColumns = WindowColumns & {
  readonly id: number
  readonly price: string
  readonly isBounded: boolean
  readonly seats: number
  readonly hasFree: boolean
  readonly mayComeBack: boolean
}

type FeeColumns = WindowColumns & {
  readonly id: number
  readonly vat: 'INHERITED' | 'NONE'
  readonly supplement_policy: AutomaticCharge['policy']
  readonly price: string | null
  readonly percentage: string | null
  readonly min_price: string | null
  readonly max_price: string | null
}

type RuleColumns = {
  readonly id: number
  readonly minimum: number
  readonly categories: readonly number[]
  readonly discount_type: string
  readonly percentage: string | null
  readonly amount: string | null
}

function saleOf(row: SaleRow, now: Instant): EventSale | undefined {
  const settings = settingsOf(row.settings ?? [], environmentSettings)
  const tax: Tax = { status: row.vatStatus, percentage: writtenPercentage(row.vatPercentage) }
  const facts: EventSaleFacts = {
    categories: (row.categories ?? []).map(columns => categoryFrom(columns, settings)),
    fees: (row.fees ?? []).map(feeFrom),
    discountRules: (row.rules ?? []).flatMap(columns => ruleFrom(columns, writtenCurrency(row.currency))),
    tax,
    waitingList: {
      isStopped: settings.flag('STOP_WAITING_QUEUE_SUBSCRIPTIONS'),
      isOpenBeforeSales: settings.flag('ENABLE_PRE_REGISTRATION'),
      isOpenWhenSoldOut: settings.flag('ENABLE_WAITING_QUEUE'),
    },
  }
  return eventSale(facts, now)
}

const windowFrom = ({ start, end }: WindowColumns) => ({ start: instant(start), end: instant(end) })

function categoryFrom(columns: CategoryColumns, settings: Settings): ListedCategory {
  const { id, price, isBounded, seats, hasFree, mayComeBack } = columns
  return {
    id: categoryId(id),
    price: minor(BigInt(price)),
    onSale: windowFrom(columns),
    seatSource: isBounded ? { kind: 'bounded', seats } : { kind: 'pool' },
    isTaxed: settings.flag('APPLY_TAX_TO_CATEGORY', id),
    hasFree,
    mayComeBack,
  }
}

const big = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

function feeFrom(columns: FeeColumns): EventSaleFacts['fees'][number] {
  const { id, vat, price, min_price, max_price } = columns
  const amounts = { price: big(price), min_price: big(min_price), max_price: big(max_price), max_qty_per_order: 1 }
  const charge = readCharge({ ...columns, ...amounts })
  return { id: id as AdditionalServiceId, vat, type: 'SUPPLEMENT', charge, onSale: windowFrom(columns) }
}

function ruleFrom(columns: RuleColumns, currency: Currency | null): EventSaleFacts['discountRules'] {
  const discount = readDiscount({ ...columns, amount: big(columns.amount), currency })
  if (!discount) return []
  const { id, minimum, categories } = columns
  const grants = { codeType: 'DYNAMIC' as const, discount, categories: categories.map(categoryId) }
  return [{ id: id as DiscountRuleId, minimumTickets: minimum, grants, message: {} }]
}
