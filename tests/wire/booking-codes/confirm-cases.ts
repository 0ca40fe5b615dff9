import { CONSENT, PAY_BY } from '../../support/buyer/purchase.ts'
import type { Cases } from './case.ts'
import type { ConfirmFixture } from './confirm-fixture.ts'

const CUSTOM = { paymentMethodId: '15146df3-2436-4d2e-90b9-0d6cb273e291' }

/** All rows P. */
export const CONFIRM_CASES: Cases<ConfirmFixture> = {
  'P G error.STEP_2_ORDER_HAS_EXPIRED: validity passed': async at => at.pay(await at.expired(), PAY_BY.ON_SITE),
  'P G error.STEP_2_MISSING_PAYMENT_METHOD: several, none chosen': async at => at.pay(await at.ready(), CONSENT),
  'P G error.STEP_2_MISSING_PAYMENT_METHOD: custom method not offered': async at =>
    at.pay(await at.ready(), { ...CONSENT, paymentProxy: null, selectedPaymentMethod: CUSTOM }),
  'P G error.STEP_2_TERMS_CONDITIONS: terms not accepted': async at =>
    at.pay(await at.ready(), { ...PAY_BY.ON_SITE, termAndConditionsAccepted: false }),
  'P G error.STEP_2_TERMS_CONDITIONS: required privacy policy not accepted': async at =>
    at.pay(await at.ready('private'), { ...PAY_BY.ON_SITE, privacyPolicyAccepted: false }),
  'P G error.STEP_2_CAPTCHA_VALIDATION_FAILED: required and wrong': async at =>
    at.pay(await at.ready('asking'), { ...PAY_BY.ON_SITE, captcha: 'wrong' }),
}

/** Why a payment failed; stated in words, as the argument of one code. */
export const REASON_CASES: Readonly<Record<string, (at: ConfirmFixture) => Promise<string>>> = {
  'P reason error.STEP2_WHITELIST: no place in the group': at => at.withoutInvitation(),
  'P reason error.STEP2_UNABLE_TO_TRANSITION: the status does not allow it': at => at.held(),
  'P reason error.STEP2_UNABLE_TO_TRANSITION: method forbidden for a category': at =>
    at.ready('plain', { 'Cash only': 1, Conference: 1 }),
  'P reason error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED: used up meanwhile': at => at.withLostCode(),
}

/** Provoked together with its reasons. */
export const PAYMENT_FAILED_ROW = 'P G error.STEP_2_PAYMENT_PROCESSING_ERROR: payment failed'
