import type { BasicEventInfo } from '#contract/event.ts'
import type * as wire from '#contract/listed-events.ts'
import { EVENTS_ON_A_PAGE } from '#contract/limits.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { type Minor, printedTotal } from '#domain/foundation/money/money.ts'
import { eventsById, listedIds, presentEach } from '#server/catalog/catalog/offers.ts'
import { FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import { type ListedSale, loadSales } from '#server/catalog/catalog/sales.ts'
import { madeMemory } from '#server/foundation/memory/made-memory.ts'
import { type ListQuery, type ListShop, eventFilterOf } from './event-list.ts'
import { type Kept, keptAnswers } from './kept-answers.ts'
import { presentBasicEvent } from './present.ts'

export type ListedQuery = ListQuery & {
  /** How many events of the list are left out before. */
  readonly from?: number | undefined
  readonly limit?: number | undefined
}

export type ListedEvents = Kept<wire.ListedEvents>

/** So many parts of lists are kept, by their events and how often each has changed. */
const KEPT_PARTS = 300

/**
 * A part of the list of events with the price and the state of each: made anew when one of the part has changed, the
 * list has become longer or shorter, or FRESH_MS are over: an order does not make it void, because a rush of orders
 * changes what a list says with the last ticket alone.
 */
export function listedEvents(shop: ListShop): (query: ListedQuery) => Promise<ListedEvents> {
  const kept = keptAnswers<wire.ListedEvents>()
  const readEvents = madeMemory<readonly Listed[]>({ capacity: KEPT_PARTS }).get
  const readSales = madeMemory<Sales>({ capacity: KEPT_PARTS }).get
  return async ({ from = 0, limit = EVENTS_ON_A_PAGE, ...query }) => {
    const now = shop.clock.now()
    const entries = entriesOf(await shop.catalog.listedEvents(now, eventFilterOf(query)))
    const part = entries.slice(from, from + limit).join()
    const ids = listedIds(part)
    const moment = [Math.floor(now / FRESH_MS), Math.floor(performance.now() / FRESH_MS)]
    const [events, sales] = await Promise.all([
      readEvents(part, [], () => readPart(shop, ids)),
      readSales(part, moment, () => loadSales(shop, ids, now)),
    ])
    return kept(JSON.stringify([query, from, limit]), [entries.length, events, sales], async () => ({
      count: entries.length,
      events: events.map(({ id, event }) => ({ ...event, sale: presentSale(sales.get(id)) })),
    }))
  }
}

type Listed = { readonly id: number; readonly event: BasicEventInfo }
type Sales = ReadonlyMap<number, ListedSale>

async function readPart(shop: ListShop, ids: readonly number[]): Promise<readonly Listed[]> {
  const present = (event: Event) => ({ id: event.id, event: presentBasicEvent(event, shop.texts) })
  return presentEach(await eventsById(shop, ids), present, shop.log)
}

const entriesOf = (state: string): string[] => (state === '' ? [] : state.split(','))

function presentSale(sale: ListedSale | undefined): wire.EventSale | null {
  if (!sale) return null
  const { state, price, hasFree, currency, saleStart, hasWaitingList } = sale
  return { state, price: printedPrice(price, currency), hasFree, currency, saleStart, hasWaitingList }
}

function printedPrice(price: Minor | null, currency: Currency | null): string | null {
  if (price === null) return null
  return currency === null ? '0' : printedTotal(price, currency)
}
