import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, printedWithCurrency } from '#domain/foundation/money/money.ts'
import { isWhyReturned } from '#domain/order/reservation/confirm.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { contextUrl, orderUrl } from '#server/mail/letter/page-urls.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { composePaymentFailed } from '../letters/payment-failed.ts'
import { composePaymentFailedNotice } from '../letters/payment-failed-notice.ts'
import { composePaymentReview } from '../letters/payment-review.ts'
import { composeRefunded } from '../letters/refunded.ts'
import type { PaymentOf } from './ask-provider.ts'
import type { StoredPayment } from './payments.ts'
import type { StoredRefund } from './refunds.ts'
import type { ReviewTopic } from '#domain/payment/pay/review.ts'

/** Who has paid: of an order that is gone by what was kept with the payment; undefined once that is erased. */
type Payer = { readonly email: string; readonly firstName: string; readonly language: string; readonly isGone: boolean }

async function payerOf(on: Queryable, { id, orderId }: StoredPayment): Promise<Payer | undefined> {
  const reservation = await findReservation(on, orderId)
  if (reservation) {
    const { contact, language } = reservation
    return contact.email === '' ? undefined : { ...contact, language, isGone: false }
  }
  const row = await on.kysely.selectFrom('payment_transaction').select('buyer').where('id', '=', id).executeTakeFirst()
  // Written by what lets an order go (server/order/order/release-held.ts).
  const kept = row?.buyer as { email: string | null; firstName: string | null; language: string } | null | undefined
  return kept?.email
    ? { email: kept.email, firstName: kept.firstName ?? '', language: kept.language, isGone: true }
    : undefined
}

const shortIdOf = ({ orderId }: StoredPayment, { settings }: OfferedContext): string =>
  shortId({ id: orderId }, settings.number('PARTIAL_RESERVATION_ID_LENGTH'))

/** Mails the buyer that money is on its way back. The caller makes sure that this happens once. */
export async function mailRefunded(
  tx: Tx,
  shop: Shop,
  { payment, offer }: PaymentOf,
  { amount, documentId }: Pick<StoredRefund, 'amount' | 'documentId'>,
): Promise<void> {
  const payer = await payerOf(tx, payment)
  if (!payer) return
  const isCreditNoteAttached = documentId !== null && areDocumentsMailed(offer.settings)
  const facts = {
    ...mailContext({ offer }, payer.language),
    buyer: payer,
    shortId: shortIdOf(payment, offer),
    amount: printedWithCurrency(amount, payment.currency),
    ...whoseMoney(payment),
    isCreditNoteAttached,
  }
  const attachments = isCreditNoteAttached
    ? [{ kind: 'billing-pdf' as const, eventId: offer.context.id, documentId }]
    : []
  const order = payer.isGone ? {} : { reservation: { id: payment.orderId } }
  // Who gets money back wants to know, whether the event is over or not.
  const envelope = { offer, ...order, recipient: payer.email, attachments, outlivesEvent: true }
  await sendLetter(tx, shop, envelope, texts => composeRefunded(facts, texts))
}

function whoseMoney(payment: StoredPayment) {
  const { refusal } = payment
  if (!paymentHas(payment, 'isReturned')) return { of: 'order', why: null } as const
  const why = refusal !== null && isWhyReturned(refusal) ? refusal : null
  return { of: why === null ? 'not-taken' : 'changed', why } as const
}

type ReviewMail = {
  readonly topic: ReviewTopic
  readonly amount: Minor
  readonly detail: string | null
  readonly dueBy?: Instant | null
}

/** Mails the organiser, in the first language of the event, that a payment needs a person. */
export async function mailReview(tx: Tx, shop: Shop, { payment, offer }: PaymentOf, mail: ReviewMail): Promise<void> {
  const { context: event } = offer
  const { topic, amount, detail, dueBy = null } = mail
  const facts = {
    ...mailContext({ offer }, event.languages[0]),
    topic,
    shortId: shortIdOf(payment, offer),
    reservationId: payment.orderId,
    amount: printedWithCurrency(amount, payment.currency),
    detail,
    dueBy,
  }
  const order = (await findReservation(tx, payment.orderId)) ? { reservation: { id: payment.orderId } } : {}
  const envelope = { offer, ...order, recipient: event.organization.email, outlivesEvent: true }
  await sendLetter(tx, shop, envelope, texts => composePaymentReview(facts, texts))
}

type Failed = {
  readonly reason: string | null
  /** Null: the time is over, and the order goes. */
  readonly heldUntil: Instant | null
}

/** Mails the buyer, who has left the page, that the payment has failed, and whether it can be tried again. */
export async function mailPaymentFailed(
  tx: Tx,
  shop: Shop,
  { reservation, offer }: LockedOrder,
  { reason, heldUntil }: Failed,
): Promise<void> {
  const facts = {
    ...mailContext({ offer }, reservation.language),
    buyer: reservation.contact,
    shortId: shortId(reservation, offer.settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    reason,
    heldUntil,
    url: heldUntil === null ? contextUrl(shop, offer, reservation.language) : orderUrl(shop, { offer, reservation }),
  }
  const envelope = { offer, reservation, recipient: reservation.contact.email }
  await sendLetter(tx, shop, envelope, texts => composePaymentFailed(facts, texts))
}

type Lost = { readonly provider: string | null; readonly reason: string | null; readonly isHeld: boolean }

/** Mails the organiser that a payment has failed: that the order is lost by it, or of each one where that is wanted. */
export async function noticePaymentFailed(
  tx: Tx,
  shop: Shop,
  { reservation, offer }: LockedOrder,
  { provider, reason, isHeld }: Lost,
): Promise<void> {
  const { context: event, settings } = offer
  if (isHeld && !settings.flag('NOTIFY_ALL_FAILED_PAYMENT_ATTEMPTS')) return
  const facts = {
    ...mailContext({ offer }, event.languages[0]),
    buyer: reservation.contact,
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    reservationId: reservation.id,
    provider,
    reason,
    isHeld,
  }
  const envelope = { offer, reservation, recipient: event.organization.email }
  await sendLetter(tx, shop, envelope, texts => composePaymentFailedNotice(facts, texts))
}

/** The reason as text; null for a code that means nothing to people. */
export function reasonText({ texts }: Pick<Shop, 'texts'>, { code, message }: { code: string; message?: string }) {
  if (message !== undefined) return message
  return texts.text('en', code) === code ? null : code
}
