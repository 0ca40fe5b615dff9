import type { OrganizationKey } from '#domain/access/principal/principal.ts'
import { type Outcome, accepted } from '#domain/foundation/outcome.ts'
import { type PassExtension, extendedPass } from '#domain/order/pass/validity.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { passUseUrl } from '#server/mail/letter/page-urls.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { noteBoughtPassInWallets } from '#server/order/wallet-notes/note-changes.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { composePassExtended } from './letters/pass-extended.ts'
import { type BoughtOf, findBought, lockBought, storeExtension, orderOfBought } from './store.ts'

export type Extending = {
  readonly passId: number
  readonly publicId: string
  readonly extension: PassExtension
  /** Whose key. */
  readonly by: string
}

/**
 * Makes a bought pass good for longer or for more entries, and mails its owner. A repeated call gets the same answer
 * and sends no mail. Undefined when there is no such pass.
 */
export async function extendPass(shop: Shop, extending: Extending): Promise<Outcome<BoughtOf> | undefined> {
  const { passId, publicId, extension, by } = extending
  const found = await findBought(shop.db, passId, publicId)
  if (!found) return undefined
  const done = await onLockedOrder(shop, found.reservationId, async (tx, { reservation, offer }) => {
    await lockBought(tx, found.id)
    const order = await completeOrder(tx, offer, reservation)
    const pass = order.passes.find(({ id }) => id === found.id)
    if (!pass) return undefined
    const extended = extendedPass(pass, extension)
    if (!extended.ok) return extended
    const { validTo, maxEntries } = extended.value
    if (validTo === pass.valid.to && maxEntries === pass.maxEntries) return accepted(undefined)
    await storeExtension(tx, pass.id, extended.value)
    await noteBoughtPassInWallets(tx, pass, shop.clock.now())
    const modifications = {
      validTo: validTo === null ? '' : new Date(validTo).toISOString(),
      entries: maxEntries ?? '',
    }
    await noteAudit(tx, {
      at: shop.clock.now(),
      type: 'SUBSCRIPTION_EXTENDED',
      reservation,
      pass,
      by,
      modifications,
    })
    const { language } = reservation
    const owner = pass.owner ?? reservation.contact
    const facts = {
      ...mailContext(order, language),
      owner,
      valid: { from: pass.valid.from, to: validTo },
      maxEntries,
      url: passUseUrl(shop, { id: pass.id, language }),
    }
    await sendLetter(tx, shop, { offer, reservation, recipient: owner.email }, texts =>
      composePassExtended(facts, texts),
    )
    return accepted(undefined)
  })
  if (!done?.ok) return done
  await shop.jobs.wake('deliver-mail')
  const now = await findBought(shop.db, passId, publicId)
  return now && accepted(now)
}

/**
 * Takes a sold pass back, by either of its ids: its order ends and its invoice is credited, as when an organiser ends
 * any other, its entries pay for nothing any more, and there is one more to sell. A call of its own refunds the money.
 * False when it was taken back before, undefined when no such pass is sold.
 */
export async function takePassBack(
  shop: Shop,
  { passId, id, by }: { readonly passId: number; readonly id: string; readonly by: OrganizationKey },
): Promise<boolean | undefined> {
  const order = await orderOfBought(shop.db, passId, id)
  if (!order) return undefined
  const outcome = await refundOrder(shop, order, { form: { what: 'ORDER', money: false }, by })
  return outcome.kind === 'done'
}
