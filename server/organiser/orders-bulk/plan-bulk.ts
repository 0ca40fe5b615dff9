import { createHash } from 'node:crypto'
import type { BulkForm, BulkPlan } from '#contract/desk-orders-bulk.ts'
import { MAX_BULK_ORDERS, MAX_TAG_LENGTH } from '#contract/limits.ts'
import { type Principal, may, reachOf } from '#domain/access/principal/principal.ts'
import { instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY, currency as currencyOf } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { type LeftOut, leftOutOf } from '#domain/organiser/order-desk/bulk-action.ts'
import { readOrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { foundOrderIds } from '#server/organiser/desk-orders/list-orders.ts'
import { providerOf } from '#server/providers/registry/registry.ts'
import { type Chosen, readChosen } from './chosen-store.ts'

/** The orders that were chosen, all of one organisation, and with which of them it can be done now. */
export type Choice = {
  readonly form: BulkForm
  readonly chosen: readonly Chosen[]
  readonly able: readonly Chosen[]
  readonly organizationId: number
  /** Null: they are of several. */
  readonly eventId: number | null
}

/**
 * Reads what was chosen. Refused for nothing, for too many, for orders of several organisations, and for a tag that is none.
 * Orders that the caller may not manage are not chosen.
 */
export async function readChoice(shop: Shop, by: Principal, form: BulkForm): Promise<Outcome<Choice>> {
  const { db, clock } = shop
  const tag = lineOrEmpty(form.tag)
  if (form.action === 'tag' && (tag === '' || tag.length > MAX_TAG_LENGTH)) {
    return refused(problem('foyer.desk.order.tags.long', { field: 'tag', args: [String(MAX_TAG_LENGTH)] }))
  }
  const ids = form.orderIds ?? (await idsOf(db, by, { form, now: clock.now() }))
  if (ids.length > MAX_BULK_ORDERS) {
    return refused(problem('foyer.desk.bulk.refused.many', { args: [String(MAX_BULK_ORDERS)] }))
  }
  // What is no id is the id of no order.
  const all = await readChosen(db, ids.filter(isUuid))
  const chosen = all
    .filter(({ organizationId, eventId }) => may(by, 'manage-orders', { organizationId, eventId }))
    .map(order => ({ ...order, isMoneyLeft: order.isMoneyLeft && isOnline(shop, order) }))
  const [first] = chosen
  if (!first) return refused(problem('foyer.desk.bulk.refused.none'))
  const { organizationId, eventId } = first
  if (chosen.some(order => order.organizationId !== organizationId)) {
    return refused(problem('foyer.desk.bulk.refused.organisations'))
  }
  return accepted({
    form,
    chosen,
    able: chosen.filter(order => leftOutOf(form.action, order) === null),
    organizationId,
    eventId: chosen.every(order => order.eventId === eventId) ? eventId : null,
  })
}

/** Its provider is asked to refund; money that has come otherwise goes back by hand. */
const isOnline = ({ providers }: Shop, { proxy }: Chosen): boolean =>
  proxy !== null && providerOf(providers, proxy)?.online !== undefined

type Search = { readonly form: BulkForm; readonly now: ReturnType<Shop['clock']['now']> }

async function idsOf(db: Queryable, by: Principal, { form, now }: Search): Promise<readonly string[]> {
  if (!form.filter) return []
  const { q = '', since, until, ...rest } = form.filter
  const reach = reachOf(by, 'manage-orders')
  const list = {
    ...rest,
    search: readOrderSearch(q),
    since: since === undefined ? undefined : instant(since),
    until: until === undefined ? undefined : instant(until),
  }
  return foundOrderIds(db, list, { sight: { orders: reach, money: reach }, now, limit: MAX_BULK_ORDERS + 1 })
}

type Words = { readonly say: (key: string) => string }

/** What the action will do with them, in words and sums. */
export function presentBulkPlan({ form, chosen, able }: Choice, { say }: Words): BulkPlan {
  const { action } = form
  const why = Map.groupBy(chosen, order => leftOutOf(action, order))
  const left = [...why].flatMap(([reason, orders]): { reason: LeftOut; orders: number }[] =>
    reason === null ? [] : [{ reason, orders: orders.length }],
  )
  return {
    seen: digestOf(form, able),
    orders: chosen.length,
    able: able.length,
    leftOut: left.map(({ reason, orders }) => {
      const code = `foyer.desk.bulk.left-out.${reason}`
      return { code, message: say(code), orders }
    }),
    sums: hasSums(action) ? sumsOf(form, able) : [],
  }
}

const hasSums = (action: BulkForm['action']): boolean => action !== 'tag' && action !== 'resend'

function sumsOf({ action }: BulkForm, able: readonly Chosen[]): BulkPlan['sums'] {
  const ways = Map.groupBy(able, ({ proxy, currency }) => `${proxy} ${currency}`)
  return [...ways.values()].flatMap(orders => {
    const [first] = orders
    if (!first) return []
    const { proxy: provider, currency } = first
    const amount = orders.reduce((sum, { total, left }) => sum + (action === 'refund' ? left : total), 0n)
    return [
      {
        provider,
        currency,
        orders: orders.length,
        amount: printed(minor(amount), currencyOf(currency ?? '') ?? NO_CURRENCY),
      },
    ]
  })
}

/** The same for the same action with the same orders at the same money. */
function digestOf(form: BulkForm, able: readonly Chosen[]): string {
  const { action, tag = null, notifyHolders = null } = form
  const orders = able.map(({ id, total, left }) => [id, String(total), String(left)])
  return createHash('sha256').update(JSON.stringify({ action, tag, notifyHolders, orders })).digest('base64url')
}
