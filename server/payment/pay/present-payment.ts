import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { ForcedCheck, InitializedPayment } from '#contract/payment-calls.ts'
import { PAYMENT_FORM, type ReservationPaymentResult } from '#contract/payment.ts'
import type { ValidatedResponse } from '#contract/wrapper.ts'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { problem } from '#domain/foundation/problem.ts'
import { PAYMENT_FAILED } from '#domain/order/reservation/confirm.ts'
import { refusal } from '#server/foundation/http/answer.ts'
import type { InitReply } from './init-payment.ts'
import type { PaymentCheck } from './online/send-attempt.ts'
import type { StoredPayment } from './online/payments.ts'

/** How a payment that is under way reads on the wire (booking contract 7). */

export function presentBeginning(
  method: PaymentMethod,
  reply: InitReply,
  textOf: (code: string) => string,
): InitializedPayment {
  const secret = reply.kind === 'begun' ? reply.parameters['clientSecret'] : undefined
  return {
    token: null,
    paymentMethod: method,
    paymentProvider: reply.proxy,
    clientSecret: typeof secret === 'string' ? secret : null,
    errorMessage: whyNot(reply, textOf),
    reservationStatusChanged: reply.kind === 'changed',
  }
}

function whyNot(reply: InitReply, textOf: (code: string) => string): string | null {
  if (reply.kind === 'begun') return null
  if (reply.kind === 'changed') return 'Reservation status changed'
  return textOf(reply.code)
}

/** The same where the provider was out of reach: a refusal of the form, as Pay answers it. */
export function presentUnreached(
  method: PaymentMethod,
  reply: Extract<InitReply, { kind: 'unreached' }>,
  textOf: (code: string) => string,
): ValidatedResponse<InitializedPayment> {
  const why = problem(PAYMENT_FAILED, { args: [textOf(reply.code)] })
  return refusal([why], { form: PAYMENT_FORM, value: presentBeginning(method, reply, textOf) })
}

export function presentForced({ recorded, outcome }: PaymentCheck, reference: string | null): ForcedCheck {
  const success = recorded === 'confirmed'
  const failure = recorded === 'refused' || recorded === 'cancelled'
  const redirectUrl = recorded === 'open' && outcome.kind === 'redirect' ? outcome.url : null
  return {
    successful: success,
    success,
    failed: failure,
    failure,
    redirect: redirectUrl !== null,
    initialized: recorded === 'open' && outcome.kind === 'waiting',
    gatewayIdOrNull: reference,
    redirectUrl,
  }
}

/** As far as the shop knows; no provider is asked. */
export function presentState(payment: StoredPayment): ReservationPaymentResult {
  return {
    success: paymentHas(payment, 'hasPaid'),
    redirect: false,
    redirectUrl: null,
    failure: paymentHas(payment, 'hasFailed'),
    gatewayIdOrNull: payment.reference,
  }
}

/** The same in the shape of a check, as an older call of the wire answers. */
export function presentStateAsCheck(payment: StoredPayment): ForcedCheck {
  const { success, failure, gatewayIdOrNull } = presentState(payment)
  const nothingMore = { redirect: false, initialized: false, redirectUrl: null }
  return { successful: success, success, failed: failure, failure, gatewayIdOrNull, ...nothingMore }
}
