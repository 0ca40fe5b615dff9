import { METHODS, type FakeMethod, renderAmount } from './methods.ts'
import { isCancelable } from './payments.ts'
import { refundedOf } from './refunds.ts'
import { type FakeChargeback, type FakePayment, type FakeRefund, type Sum, type World, paymentOf } from './world.ts'

type Json = Readonly<Record<string, unknown>>

export const self = (href: string) => ({ self: { href, type: 'application/hal+json' } })

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', '+00:00')

/** What Mollie says to buyers, in the language of the payment; the stand-in speaks English. */
const MESSAGES: Readonly<Record<string, string>> = {
  invalid_card_number: 'The card number is not valid.',
  invalid_cvv: 'The security code is not valid.',
  invalid_card_holder_name: "The card holder's name is not valid.",
  card_expired: 'The card has expired.',
  insufficient_funds: 'There is too little on the card.',
  card_declined: 'The card was declined.',
  authentication_failed: 'The bank could not confirm that it is you.',
  possible_fraud: 'The payment looks like fraud.',
}

const ENDED: Readonly<Record<string, string>> = {
  paid: 'paidAt',
  failed: 'failedAt',
  canceled: 'canceledAt',
  expired: 'expiredAt',
}

/** A payment as it is now, where `url` is the stand-in's own. */
export function renderPayment(world: World, payment: FakePayment, url: string): Json {
  const { id, status, method, description, metadata, ended, expires, redirectUrl, webhookUrl, locale, profileId } =
    payment
  const sum = falsified(world, payment)
  const refunded = refundedOf(world, payment)
  const charged = [...world.chargebacks.values()].find(item => item.paymentId === id && item.reversed === null)
  const isPayable = status === 'open'
  const endedAt = ENDED[status]
  return {
    resource: 'payment',
    id,
    mode: sum.mode,
    createdAt: moment(payment.created),
    amount: renderAmount(sum),
    description,
    method,
    metadata,
    status,
    isCancelable: isCancelable(payment),
    ...(isPayable && { expiresAt: moment(expires) }),
    ...(ended !== null && endedAt !== undefined && { [endedAt]: moment(ended) }),
    ...(status === 'paid' && {
      amountRefunded: renderAmount({ ...sum, amount: refunded }),
      amountRemaining: renderAmount({ ...sum, amount: sum.amount - refunded }),
      ...(charged && { amountChargedBack: renderAmount(charged) }),
    }),
    ...(payment.fee && { applicationFee: { amount: renderAmount(payment.fee), description: payment.fee.description } }),
    details: detailsOf(payment),
    locale,
    profileId,
    sequenceType: 'oneoff',
    redirectUrl,
    webhookUrl,
    _links: {
      ...self(`${url}/v2/payments/${id}`),
      ...(isPayable && { checkout: { href: `${url}/checkout/${id}`, type: 'text/html' } }),
    },
  }
}

function detailsOf({ status, failureReason }: FakePayment): Json | null {
  if (status !== 'failed' || failureReason === null) return null
  const failureMessage = MESSAGES[failureReason] ?? 'The payment could not be completed.'
  return { failureReason, failureMessage }
}

function falsified(world: World, { id, amount, currency, mode }: FakePayment): Sum & { readonly mode: string } {
  const what = world.falsified.get(id)
  const other = currency === 'USD' ? 'EUR' : 'USD'
  return {
    amount: what?.has('amount') ? amount - 1n : amount,
    currency: what?.has('currency') ? other : currency,
    mode: what?.has('mode') ? (mode === 'test' ? 'live' : 'test') : mode,
  }
}

type Place = { readonly url: string; readonly payment?: Json | null }

export const renderRefund = (world: World, refund: FakeRefund, { url, payment }: Place): Json => ({
  resource: 'refund',
  id: refund.id,
  mode: paymentOf(world, refund.paymentId).mode,
  paymentId: refund.paymentId,
  status: refund.status,
  amount: renderAmount(refund),
  description: refund.description,
  metadata: refund.metadata,
  createdAt: moment(refund.created),
  _links: self(`${url}/v2/payments/${refund.paymentId}/refunds/${refund.id}`),
  ...(payment && { _embedded: { payment } }),
})

export const renderChargeback = (chargeback: FakeChargeback, { url, payment }: Place): Json => ({
  resource: 'chargeback',
  id: chargeback.id,
  paymentId: chargeback.paymentId,
  amount: renderAmount(chargeback),
  createdAt: moment(chargeback.created),
  _links: self(`${url}/v2/payments/${chargeback.paymentId}/chargebacks/${chargeback.id}`),
  reversedAt: chargeback.reversed === null ? null : moment(chargeback.reversed),
  ...(payment && { _embedded: { payment } }),
})

/** Bounds are in the currency that was asked for. */
type Bounded = { readonly currency: string; readonly url: string }

export const renderMethod = (id: string, { name, least, most }: FakeMethod, { currency, url }: Bounded): Json => ({
  resource: 'method',
  id,
  description: name,
  minimumAmount: bound(least, currency),
  maximumAmount: most === null ? null : bound(most, currency),
  image: { size1x: 'https://example.org/1.png', size2x: 'https://example.org/2.png', svg: 'https://example.org/3.svg' },
  status: 'activated',
  _links: self(`${url}/v2/methods/${id}`),
})

function bound(hundredths: bigint, currency: string) {
  const whole = renderAmount({ amount: hundredths, currency: 'EUR' }).value
  return renderAmount({ amount: 0n, currency }).value.includes('.')
    ? { value: whole, currency }
    : { value: String((hundredths + 99n) / 100n), currency }
}

export const METHOD_IDS = Object.keys(METHODS)
