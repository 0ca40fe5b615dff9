import { createHash } from 'node:crypto'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { countMailRequest } from '#server/mail/request-limit/count-request.ts'
import {
  type FoundOrder,
  type OrderSearch,
  type StoredSearch,
  lockSearches,
  noteSearch,
  ordersOfAddress,
  takeSearch,
  waitingSearches,
} from './store.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { isOfEvent } from '#server/catalog/catalog/catalog.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { type TimeSpan, timeSpanLines } from '#server/foundation/language/dates.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { sendShopLetter } from '#server/mail/letter/send-letter.ts'
import { shortIdOf } from '#server/order/order/describe-order.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type FoundLink, composeOrderLinks } from './letters.ts'

/**
 * Records a request for the links of all orders of an address, in whatever case it is written. A job finds and mails
 * them, so that neither the answer nor its time shows whether there are any. Returns 0, or the seconds until the next
 * request is allowed: the limit is that of sending the mail of one order again.
 */
export async function askForOrderLinks(
  { db, clock, jobs }: Shop,
  request: { readonly email: string; readonly language: Language },
): Promise<number> {
  const search: OrderSearch = { email: request.email.toLowerCase(), language: request.language }
  const subjectId = subjectOf(search.email)
  const now = clock.now()
  const wait = await transaction(db, async tx => {
    await lockSearches(tx, subjectId)
    const seconds = await countMailRequest(tx, { subjectId, kind: 'ORDERS' }, now)
    if (seconds === 0) await noteSearch(tx, search, now)
    return seconds
  })
  if (wait === 0) await jobs.wake('send-order-links')
  return wait
}

/** A UUID in place of an address, so that counting stores no address. */
function subjectOf(email: string): string {
  const digits = createHash('sha256').update(email).digest('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const JOB = 'send-order-links'

/** True while a request for links is open. */
export const SEARCHES_ARE_DUE = 'exists (select from order_search)'

/**
 * Looks up the orders of those who have asked for their links, and queues one mail for each of them; nothing where there are
 * no orders. Returns how many were mailed. Any number of processes may do so.
 */
export async function sendOrderLinks(shop: Shop): Promise<number> {
  const searches = await waitingSearches(shop.db, shop.clock.now())
  const nameOf = ({ id }: StoredSearch) => ({ kind: 'order-search' as const, id: String(id) })
  const work = async ([search]: readonly StoredSearch[]) => (search ? answer(shop, search) : 0)
  const mailed = await eachRow(shop, searches, { job: JOB, nameOf, work })
  if (mailed > 0) await shop.jobs.wake('deliver-mail')
  return mailed
}

async function answer(shop: Shop, { id, email, language }: StoredSearch): Promise<number> {
  const found = await ordersOfAddress(shop.db, email)
  const orders = await Promise.all(found.map(order => described(shop, order, language)))
  const settings = await systemSettings(shop.db)
  const facts = { language, orders, shopUrl: shop.config.baseUrl }
  return transaction(shop.db, async tx => {
    if (!(await takeSearch(tx, id)) || orders.length === 0) return 0
    await sendShopLetter(tx, shop, { recipient: email, settings }, texts => composeOrderLinks(facts, texts))
    return 1
  })
}

async function described(shop: Shop, { id, contextId }: FoundOrder, language: Language): Promise<FoundLink> {
  const offer = await shop.catalog.offerOf(contextId)
  const order = { offer, reservation: { id, language } }
  return {
    eventName: displayName(offer.context),
    when: isOfEvent(offer) ? timeSpanLines(spanOf(offer.context), language) : [],
    shortId: shortIdOf(order),
    url: orderUrl(shop, order),
  }
}

const spanOf = ({ startsAt, endsAt, timeZone }: Event): TimeSpan => ({ start: startsAt, end: endsAt, timeZone })
