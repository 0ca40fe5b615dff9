import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Beginning, Charge, OfferedMethod, Payable } from '#server/providers/port/provider.ts'
import { textIn } from '#server/providers/port/terms.ts'
import { descriptionOf } from '#server/providers/port/order.ts'
import { type Own, accountIn, isAgreed, missing } from './account.ts'
import { canCharge, takesCurrency } from './amounts.ts'
import { UNEXPECTED } from './map-status.ts'
import { isSignedBy, returnAddress, signatureOf } from './returns.ts'

const LONGEST_DESCRIPTION = 127
/** An order is held so much longer once its buyer is at PayPal (booking contract 3). */
export const LONGER_MS = minutes(15)

export function offer(payable: Payable<Own>): readonly OfferedMethod[] {
  if (!isUsable(payable)) return []
  return [{ method: 'PAYPAL', parameters: { isTest: !payable.settings.flag('PAYPAL_LIVE_MODE') } }]
}

/** What the attempts of a payment are. */
export const CREATE = 'create'
export const CAPTURE = 'capture'
export const GIVE_UP = 'give-up'

/** The first Pay leads to PayPal, where the buyer agrees; the one after that takes the money. */
export function begin(charge: Charge<Own>): Beginning {
  const { open, settings, reservation } = charge
  if (open === null) return newOrder(charge)
  const signature = textIn(open.data, 'signature')
  // It has no name yet, or the money is being taken: which is not done a second time.
  if (!has(reservation, 'isOpen') || signature === null) return { kind: 'look' }
  const isSame = accountIn(settings) !== null && isSignedBy(signature, signatureOf(settings, reservation))
  if (isAgreed(open.data)) {
    // PayPal is not asked: what was agreed to is never captured, and the next Pay begins anew.
    if (!isSame) return { kind: 'continue', request: { step: GIVE_UP }, meanwhile: 'open' }
    // PayPal may work on it for days.
    return { kind: 'continue', request: { step: CAPTURE }, meanwhile: 'elsewhere' }
  }
  // The address of the way back has the details in it that were: what is agreed to there could not be taken.
  return isSame ? { kind: 'look' } : newOrder(charge)
}

function newOrder(charge: Charge<Own>): Beginning {
  const { context, addresses, settings, reservation } = charge
  const account = accountIn(settings)
  if (!account || !isUsable(charge)) return { kind: 'refused', code: UNEXPECTED }
  const signature = signatureOf(settings, reservation)
  const toOrder = { shop: addresses.shop, kind: context.kind, identifier: publicIdentifier(context), signature }
  const request = {
    ...account,
    step: CREATE,
    signature,
    description: descriptionOf(charge, LONGEST_DESCRIPTION),
    language: /^[a-z]{2}$/.test(reservation.language) ? reservation.language : null,
    returnUrl: returnAddress('confirm', { ...toOrder, reservationId: reservation.id }),
    cancelUrl: returnAddress('cancel', { ...toOrder, reservationId: reservation.id }),
    until: heldUntil(charge),
  }
  return { kind: 'call', request, meanwhile: 'open' }
}

/**
 * Only the first payment adds to the time of the order. Else a buyer could hold seats without end by giving up and
 * beginning again; a later payment ensures that there is enough time from now on.
 */
const heldUntil = ({ paymentsBefore, reservation, now }: Charge<Own>): Instant =>
  after(paymentsBefore === 0 ? reservation.validity : now, LONGER_MS)

function isUsable({ settings, due, context }: Payable<Own>): boolean {
  if (missing(settings).length > 0) return false
  return due === null ? context.currency === null || takesCurrency(context.currency) : canCharge(due)
}
