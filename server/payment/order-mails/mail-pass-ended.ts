import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { goodPass } from '#server/order/order/good-pass.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { composePassEnded } from './letters.ts'
import { isOwnPass } from './mail-pass.ts'

/**
 * Informs the owner of a pass that its order is ended; the buyer gets other letters. Sends nothing where they are the
 * same person, or the pass had no owner yet.
 * @param order As it was.
 */
export async function mailPassEnded(tx: Tx, shop: Shop, order: Order): Promise<void> {
  const pass = goodPass(order)
  if (!pass?.owner || isOwnPass(order, pass)) return
  const { offer, reservation } = order
  const facts = {
    ...mailContext(order, reservation.language),
    owner: pass.owner,
    buyer: { name: fullName(reservation.contact) },
  }
  const envelope = { offer, reservation, recipient: pass.owner.email, outlivesEvent: true }
  await sendLetter(tx, shop, envelope, texts => composePassEnded(facts, texts))
}
