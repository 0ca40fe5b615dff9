import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printedWithCurrency } from '#domain/foundation/money/money.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { composeOrderPrepared } from './letters.ts'

type Prepared = { readonly offer: OfferedEvent; readonly reservation: Reservation; readonly until: Instant }

/** Mails the link by which the buyer looks at the order and pays it. */
export async function mailPrepared(tx: Tx, shop: Shop, { offer, reservation, until }: Prepared): Promise<void> {
  const { contact, language, price, currency } = reservation
  const facts = {
    ...mailContext({ offer }, language),
    buyer: { firstName: contact.firstName },
    amount: printedWithCurrency(price.total, currency ?? NO_CURRENCY),
    until,
    url: orderUrl(shop, { offer, reservation }),
  }
  await sendLetter(tx, shop, { offer, reservation, recipient: contact.email }, texts =>
    composeOrderPrepared(facts, texts),
  )
}
