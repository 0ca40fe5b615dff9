import { Type, type Static } from 'typebox'
import { PAYMENT_METHODS, PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { Maybe, Nullable, OneOf, OpenObject, Text } from './schema.ts'
import { ValidatedResponse } from './wrapper.ts'

export const PaymentProxy = OneOf(PAYMENT_PROXIES)
export type PaymentProxy = Static<typeof PaymentProxy>

export const StaticPaymentMethod = OneOf(PAYMENT_METHODS)
export type StaticPaymentMethod = Static<typeof StaticPaymentMethod>

/** What the browser needs to offer a method. Members are absent, not null, where they don't apply. */
export const PaymentParameters = OpenObject({
  delayForOfflinePayment: Type.Optional(Type.Integer({ minimum: 1, description: 'Days to pay' })),
  hoursForOfflinePayment: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Foyer: hours to pay, when it is less than a day' }),
  ),
  captchaRequestedForOffline: Type.Optional(Type.Boolean()),
  recaptchaApiKey: Type.Optional(Type.String()),
  deferred: Type.Optional(Type.Literal(true)),
  stripe_p_key: Type.Optional(Type.String()),
  enableSCA: Type.Optional(Type.Boolean()),
  platformMode: Type.Optional(Type.Boolean()),
  stripeConnectedAccount: Type.Optional(Type.String()),
  isTest: Type.Optional(Type.Boolean({ description: 'Foyer: no money moves' })),
})
export type PaymentParameters = Static<typeof PaymentParameters>

export const PaymentProxyWithParameters = Type.Object({ paymentProxy: PaymentProxy, parameters: PaymentParameters })
export type PaymentProxyWithParameters = Static<typeof PaymentProxyWithParameters>

/** A payment method that the organiser invented; answered by no call so far, but its address answers an empty list. */
export const CustomOfflinePaymentMethod = Type.Object({
  paymentMethodId: Type.String(),
  localizations: Type.Unsafe<
    Record<string, { paymentName: string; paymentDescription: string; paymentInstructions: string }>
  >({
    type: 'object',
    additionalProperties: Type.Object({
      paymentName: Type.String(),
      paymentDescription: Type.String(),
      paymentInstructions: Type.String(),
    }),
  }),
  deleted: Type.Optional(Type.Boolean()),
})
export type CustomOfflinePaymentMethod = Static<typeof CustomOfflinePaymentMethod>

/**
 * The confirmation of the overview. `selectedPaymentMethod` is the name of a method (an unknown one counts as null) or
 * the whole object of an organiser's own method, which this shop never offers.
 */
export const PaymentForm = Type.Object({
  gatewayToken: Maybe(Text()),
  paymentProxy: Maybe(PaymentProxy),
  selectedPaymentMethod: Type.Optional(
    Type.Unsafe<string | Record<string, unknown> | null>({ type: ['string', 'object', 'null'], maxLength: 200 }),
  ),
  termAndConditionsAccepted: Maybe(Type.Boolean()),
  privacyPolicyAccepted: Maybe(Type.Boolean()),
  hmac: Maybe(Text()),
  captcha: Maybe(Text()),
})
export type PaymentForm = Static<typeof PaymentForm>

/** The name under which refusals of the form are global. */
export const PAYMENT_FORM = 'paymentForm'

/** `failure` is true for every outcome but a redirect, success included: read `success`. */
export const ReservationPaymentResult = Type.Object({
  success: Type.Boolean(),
  redirect: Type.Boolean(),
  redirectUrl: Nullable(Type.String()),
  failure: Type.Boolean(),
  gatewayIdOrNull: Nullable(Type.String()),
})
export type ReservationPaymentResult = Static<typeof ReservationPaymentResult>

export const ValidatedPaymentResult = ValidatedResponse(ReservationPaymentResult)
export type ValidatedPaymentResult = Static<typeof ValidatedPaymentResult>
