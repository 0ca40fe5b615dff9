import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { LOST_FOR } from '#domain/order/reservation/confirm.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { voidPayment } from '#server/order/order/move-payment.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { providerOf } from '#server/providers/registry/registry.ts'
import { storeAttempt, unansweredAttempt } from './attempts.ts'
import { checkPayment } from './check-payment.ts'
import { type StoredPayment, latestPaymentOf, lockPayment, offerOfPayment, openPaymentOf } from './payments.ts'
import { sendNext } from './send-attempt.ts'
import { storeProgress } from './store.ts'

/**
 * Has the payment ended that an order waits for, so that its buyer may choose another way. False when there is none, and when
 * its provider may still take the money: then it is waited for. What was asked and not answered is found out first.
 */
export async function giveUpPayment(shop: Shop, id: ReservationId): Promise<boolean> {
  const open = await openPaymentOf(shop.db, id)
  const offer = open && (await offerOfPayment(shop, open))
  if (!offer) return false
  if (await unansweredAttempt(shop.db, open)) {
    const { recorded } = await checkPayment(shop, open, 'buyer')
    if (recorded !== 'open') return recorded === 'cancelled' || recorded === 'refused'
  }
  const attempt = await transaction(shop.db, async tx => {
    const payment = await lockPayment(tx, open.id)
    const isFree = payment?.isLive && paymentHas(payment, 'isOpen') && !(await unansweredAttempt(tx, payment))
    return isFree ? storeAttempt(tx, payment, { step: 'CANCEL', request: {}, now: shop.clock.now() }) : undefined
  })
  if (!attempt) return false
  return (await sendNext(shop, { payment: open, offer }, attempt)).recorded === 'cancelled'
}

/** The state of the latest payment of an unpaid order, for its buyer. */
export type PaymentSummary = {
  /** The provider with whom the buyer has agreed to pay elsewhere, so that Pay takes the money; null without one. */
  readonly agreedWith: PaymentProxy | null
  /** Why it was not paid, by the code of a text; null when nothing went wrong. */
  readonly refusal: string | null
  /** The page where the buyer continues it; null without one. */
  readonly page: string | null
}

const NO_PAYMENT: PaymentSummary = { agreedWith: null, refusal: null, page: null }

export async function paymentSummary(
  shop: Shop,
  { reservation, offer }: { readonly reservation: Reservation; readonly offer: OfferedContext },
): Promise<PaymentSummary> {
  const passEnd = reservation.isPassEndUnseen && has(reservation, 'isOpen') ? LOST_FOR.pass : null
  const isOnline = offer.context.paymentProxies.some(proxy => providerOf(shop.providers, proxy)?.online)
  const isUnpaid = has(reservation, 'isOpen') || has(reservation, 'isBeingPaid')
  const payment = isOnline && isUnpaid ? await latestPaymentOf(shop.db, reservation.id) : undefined
  if (!payment) return { ...NO_PAYMENT, refusal: passEnd }
  const { proxy, page } = payment
  const refusal = passEnd ?? payment.refusal
  if (!payment.isLive || !paymentHas(payment, 'isOpen')) return { ...NO_PAYMENT, refusal }
  return { agreedWith: has(reservation, 'isOpen') && isAgreed(shop, payment) ? proxy : null, refusal, page }
}

async function agreedPayment(shop: Shop, id: ReservationId): Promise<StoredPayment | undefined> {
  if (!shop.providers.some(({ online }) => online?.isAgreed)) return undefined
  const open = await openPaymentOf(shop.db, id)
  return open && isAgreed(shop, open) ? open : undefined
}

const isAgreed = ({ providers }: Shop, { proxy, data }: StoredPayment): boolean =>
  providerOf(providers, proxy)?.online?.isAgreed?.(data) ?? false

/** The buyer would rather pay otherwise than as agreed elsewhere. False when nothing was agreed. */
export async function dropAgreement(shop: Shop, id: ReservationId): Promise<boolean> {
  const agreed = await agreedPayment(shop, id)
  return agreed !== undefined && dropAgreedPayment(shop, id)
}

/** The order is open again for any way to pay; its provider takes nothing without being asked. */
export async function dropAgreedPayment(shop: Shop, id: ReservationId): Promise<boolean> {
  const done = await onLockedOrder(shop, id, async (tx, { reservation }) => {
    const open = await openPaymentOf(tx, id)
    if (!open || !has(reservation, 'isOpen')) return false
    await voidPayment(tx, open, shop.clock.now())
    return true
  })
  return done ?? false
}

/** The buyer has agreed elsewhere, to the payment with this reference: kept with it, for Pay. */
export async function storeAgreement(
  shop: Shop,
  id: ReservationId,
  { reference, data }: { readonly reference: string; readonly data: ProviderData },
): Promise<boolean> {
  const done = await onLockedOrder(shop, id, async (tx, { reservation }) => {
    const open = await openPaymentOf(tx, id)
    if (open?.reference !== reference || !has(reservation, 'isOpen')) return false
    await storeProgress(tx, open, { data: { ...open.data, ...data } })
    return true
  })
  return done ?? false
}
