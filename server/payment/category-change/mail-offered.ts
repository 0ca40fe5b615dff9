import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { composeChangeOffered } from './letters.ts'

type Offered = {
  readonly order: Order
  /** The order that pays for it. */
  readonly id: ReservationId
  readonly from: Category
  readonly to: Category
  /** Printed with its currency. */
  readonly amount: string
  readonly until: Instant
}

/** Mails the buyer the link by which they pay the difference. */
export async function mailChangeOffered(
  tx: Tx,
  shop: Shop,
  { order, id, from, to, amount, until }: Offered,
): Promise<void> {
  const { offer, reservation } = order
  const { language, contact } = reservation
  const facts = {
    ...mailContext(order, language),
    buyer: { firstName: contact.firstName },
    from: from.name,
    to: to.name,
    amount,
    until,
    url: orderUrl(shop, { offer, reservation: { id, language } }),
  }
  await sendLetter(tx, shop, { offer, reservation, recipient: contact.email }, texts =>
    composeChangeOffered(facts, texts),
  )
}
