import { displayName } from '#domain/catalog/common-context.ts'
import { type PurchaseContext, publicIdentifier } from '#domain/catalog/purchase-context.ts'
import { type Instant, after, days, minutes } from '#domain/instant.ts'
import { has } from '#domain/reservation/states.ts'
import type { Beginning, Charge, OfferedMethod, Payable } from '../provider.ts'
import { type Own, accountIn } from './account.ts'
import { canCharge, takesCurrency } from './amounts.ts'
import { DETAILS_CHANGED, NOT_BEGUN } from './codes.ts'
import { signatureOf } from './details.ts'
import { isAgreed, keptIn } from './kept.ts'
import { addressFor } from './returns.ts'

/** How long an order is held besides, for the way to PayPal and back (lifecycle B.4). */
const TIME_AT_PAYPAL_MS = minutes(15)

/** A bank debit takes days until it is certain: so shortly before an event nobody should stand at the door with one. */
const DEBIT_LEAST_DAYS = 14

const LONGEST_TEXT = 127

/** One way to pay, without parameters for the browser. */
export function offer(payable: Payable<Own>): readonly OfferedMethod[] {
  return isUsable(payable) ? [{ method: 'PAYPAL', parameters: {} }] : []
}

function isUsable({ settings, due, context }: Payable<Own>): boolean {
  if (!settings.flag('PAYPAL_ENABLED') || accountIn(settings) === null) return false
  if (due !== null) return canCharge(due)
  return context.currency === null || takesCurrency(context.currency)
}

/**
 * Pay is pressed twice. At first an order is made at PayPal, where the buyer agrees to it; nothing is taken. The second one takes
 * the money, unless the buyer's details are others than those the buyer has agreed with (booking contract 7).
 */
export function begin(charge: Charge<Own>): Beginning {
  const { open, reservation, settings } = charge
  if (!isUsable(charge)) return { kind: 'refused', code: NOT_BEGUN }
  if (open === null) return newOrder(charge)
  // PayPal has not told its name yet, or is just taking the money.
  if (open.reference === null || !has(reservation, 'isOpen')) return { kind: 'look' }
  if (keptIn(open.data).details !== signatureOf(reservation, settings)) {
    return isAgreed(open.data) ? { kind: 'refused', code: DETAILS_CHANGED } : newOrder(charge)
  }
  // A buyer who is declined goes to PayPal once more.
  return isAgreed(open.data)
    ? { kind: 'continue', request: { step: 'capture' }, meanwhile: 'elsewhere' }
    : { kind: 'look' }
}

/** Everything PayPal will be told besides the sum and our ids, which the attempt brings. */
function newOrder(charge: Charge<Own>): Beginning {
  const { settings, reservation, context, addresses } = charge
  const account = accountIn(settings)
  if (account === null) return { kind: 'refused', code: NOT_BEGUN }
  const details = signatureOf(reservation, settings)
  const back = {
    shop: addresses.shop,
    type: context.kind === 'event' ? 'event' : 'subscription',
    identifier: publicIdentifier(context),
    reservationId: reservation.id,
    hmac: details,
  } as const
  const request = {
    step: 'create',
    ...account,
    details,
    until: heldUntil(charge),
    brand: cut(displayName(context)),
    description: cut(descriptionOf(charge)),
    locale: reservation.language,
    isAtOnce: isSoon(context, charge.now),
    returnUrl: addressFor('confirm', back),
    cancelUrl: addressFor('cancel', back),
  }
  return { kind: 'call', request, meanwhile: 'open' }
}

/** A first payment adds to the time of the order; further ones only see to it that there is enough. */
function heldUntil({ paymentsBefore, reservation, now }: Charge<Own>): Instant {
  return after(paymentsBefore === 0 ? reservation.validity : now, TIME_AT_PAYPAL_MS)
}

const isSoon = (context: PurchaseContext, now: Instant): boolean =>
  context.kind === 'event' && context.startsAt < after(now, days(DEBIT_LEAST_DAYS))

function descriptionOf({ context, tickets }: Charge<Own>): string {
  const name = displayName(context)
  const what = tickets === 1 ? '1 ticket' : `${tickets} tickets`
  return context.kind === 'event' ? `${what} for ${name}` : `1 pass: ${name}`
}

const cut = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed().trim()
