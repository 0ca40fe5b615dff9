import type { Holder } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { contextUrl } from '#server/mail/letter/page-urls.ts'
import { categoryNameOf } from '#server/order/order/order-rows.ts'
import { type HolderChanged, composeHolderChanged } from './letters.ts'
import type { SoldTicket } from './sold-ticket.ts'

/** `sold` is the ticket as it was. */
type Passing = { readonly sold: SoldTicket; readonly previous: Holder; readonly next: Holder }

/** To the former holder of the ticket, and, once the event has begun, to the organiser (lifecycle D). */
export async function mailHolderChanged(tx: Tx, shop: Shop, { sold, previous, next }: Passing): Promise<void> {
  const { ticket, order } = sold
  const { offer, reservation } = order
  const { context: event } = offer
  const send = (reader: HolderChanged['reader'], recipient: string, language: string) => {
    const facts = {
      ...mailContext(order, language),
      reader,
      from: previous.email,
      to: next.email,
      category: categoryNameOf(offer, ticket),
      url: contextUrl(shop, offer, language),
    }
    return sendLetter(tx, shop, { offer, reservation, recipient }, texts => composeHolderChanged(facts, texts))
  }
  await send('former-holder', previous.email, ticket.language ?? reservation.language)
  if (event.startsAt <= shop.clock.now()) await send('organiser', event.organization.email, event.languages[0])
}
