/** What buyers are told: the codes of the wire. */
export const NOT_BEGUN = 'error.STEP_2_PAYMENT_REQUEST_CREATION'
export const DETAILS_CHANGED = 'error.STEP_2_INVALID_HMAC'
export const DECLINED = 'error.STEP_2_PAYPAL_INSTRUMENT_DECLINED'
export const UNEXPECTED = 'error.STEP_2_PAYPAL_unexpected'

/** The buyer chooses another card or account at PayPal, for the same order. */
export const LEADS_BACK: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'PAYER_ACTION_REQUIRED',
  'ORDER_NOT_APPROVED',
])

/** PayPal does not take this buyer's money; what it suspects is not told. */
const REFUSED_TO_BUYER: ReadonlySet<string> = new Set([
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'CARD_BRAND_NOT_SUPPORTED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
])

/** A capture that PayPal refused for good; what the organiser would have to change is unexpected for the buyer. */
export const buyerCode = (issue: string | null): string =>
  issue !== null && REFUSED_TO_BUYER.has(issue) ? DECLINED : UNEXPECTED
