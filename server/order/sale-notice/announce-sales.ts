import { noticesOf } from '#domain/order/sale-notice/sale-notice.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { contextUrl } from '#server/mail/letter/page-urls.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { composeSaleBegins } from './letters.ts'
import { type TakenNotice, eventsWithDueNotices, takeNotices } from './store.ts'

export { NOTICES_ARE_DUE } from './store.ts'

/** At most so many in one transaction. */
const BATCH = 100

/**
 * Mails everyone who left an address before the sale of an event, once it begins; the address is deleted with the mail, in
 * the same transaction, and without a mail once the sale or the event is over. Returns how many notices ended.
 */
export async function announceSales(shop: Shop): Promise<number> {
  const events = await eventsWithDueNotices(shop.db, shop.clock.now())
  const ended = await eachRow(shop, events, {
    job: 'announce-sales',
    nameOf: id => ({ kind: 'event', id: String(id) }),
    work: async ([id]) => (id === undefined ? 0 : announceSale(shop, await shop.catalog.eventOf(id))),
  })
  if (ended > 0) await shop.jobs.wake('deliver-mail')
  return ended
}

async function announceSale(shop: Shop, offer: OfferedEvent): Promise<number> {
  const { context, categories } = offer
  const { status, endsAt } = context
  const next = noticesOf({ status, endsAt, categories, now: shop.clock.now() })
  if (next === 'keep') return 0
  let ended = 0
  for (;;) {
    const taken = await transaction(shop.db, async tx => {
      const notices = await takeNotices(tx, context.id, BATCH)
      if (next === 'send') for (const notice of notices) await mailNotice(tx, shop, offer, notice)
      return notices.length
    })
    ended += taken
    if (taken < BATCH) return ended
  }
}

async function mailNotice(tx: Tx, shop: Shop, offer: OfferedEvent, { email, language }: TakenNotice): Promise<void> {
  const facts = { ...mailContext({ offer }, language), url: contextUrl(shop, offer, language) }
  await sendLetter(tx, shop, { offer, recipient: email }, texts => composeSaleBegins(facts, texts))
}
