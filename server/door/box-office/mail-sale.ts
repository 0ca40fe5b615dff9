import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { checkEmail } from '#domain/order/reservation/contact.ts'
import { has } from '#domain/order/reservation/states.ts'
import { isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { holdKey } from '#server/door/check-in/door-key/guard.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { correctBuyer } from '#server/order/order/correct-buyer.ts'
import { type LockedOrder, onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import { mailConfirmation } from '#server/payment/order-mails/mail-order.ts'
import { resendConfirmation } from '#server/payment/order-mails/resend-confirmation.ts'
import { lockSold } from '#server/ticket/ticket/sold-ticket.ts'
import { correctHolder } from '#server/ticket/ticket/update-ticket.ts'
import { type AtBox, Revoked } from './at-box.ts'
import type { StoredSale } from './box-store.ts'

/**
 * Mails a sale to an address, which becomes that of its buyer and of the tickets that had the one before, or none. Mailed to the same
 * address again, the order is sent once more, as often as any order may be.
 */
export async function mailSaleTo(
  shop: Shop,
  at: AtBox,
  { sale, email: typed }: { readonly sale: StoredSale; readonly email: string },
): Promise<Outcome<'mailed'>> {
  const email = lineOrEmpty(typed)
  const [first, ...others] = checkEmail(email, 'email')
  if (first) return refused(first, ...others)
  const { orderId: id } = sale
  const done = await onLockedOrder(shop, id, async (tx, order) => {
    if (!(await holdKey(tx, at.opened.principal.doorKeyId, shop.clock.now()))) throw new Revoked()
    if (!has(order.reservation, 'isFinalized') || has(order.reservation, 'hasEnded')) return 'not-paid'
    return order.reservation.contact.email === email ? 'again' : readdress(tx, shop, { at, order, email })
  })
  if (done === 'mailed') await shop.jobs.wake('deliver-mail')
  if (done === 'again') {
    const again = await resendConfirmation(shop, { id, offer: at.door.offer, language: '' })
    if (again.kind === 'wait')
      return refused(problem('foyer.box.refused.mail-wait', { field: 'email', args: [String(again.seconds)] }))
  }
  return done === undefined || done === 'not-paid'
    ? refused(problem('foyer.box.refused.mail', { field: 'email' }))
    : accepted('mailed')
}

type Readdressing = { readonly at: AtBox; readonly order: LockedOrder; readonly email: string }

async function readdress(tx: Tx, shop: Shop, { at, order, email }: Readdressing): Promise<'mailed'> {
  const { reservation, offer } = order
  const by = at.opened.name
  const before = reservation.contact.email
  const contact = { ...reservation.contact, email }
  await correctBuyer(tx, order, { contact, by, now: shop.clock.now() })
  for (const ticket of await ticketsOf(tx, reservation.id)) {
    const sold = isOfEvent(offer) && (ticket.email ?? '') === before && (await lockSold(tx, offer, ticket.publicId))
    if (!sold) continue
    const { firstName, lastName } = sold.ticket
    const holder = { firstName: firstName ?? '', lastName: lastName ?? '', email, language: sold.ticket.language }
    await correctHolder(tx, shop, { sold, holder, by })
  }
  const changed = await completeOrder(tx, offer, { ...reservation, contact })
  await mailConfirmation(tx, shop, changed, { language: reservation.language, isRequested: true })
  return 'mailed'
}
