/**
 * The codes a refusal can carry, by call. Each is also the key of a text; which field it belongs to is in the booking
 * contract, section 6.
 */
export const RESERVE_CODES = [
  'error.STEP_2_CAPTCHA_VALIDATION_FAILED',
  'error.STEP_1_SELECT_AT_LEAST_ONE',
  'error.STEP_1_OVER_MAXIMUM',
  'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE',
  'error.STEP_1_NOT_ENOUGH_TICKETS',
  'error.STEP_1_ACCESS_RESTRICTED',
  'error.STEP_1_CODE_NOT_FOUND',
  'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED',
  'error.STEP_1_CATEGORIES_NOT_COMPATIBLE',
  'error.STEP_2_ORDER_HAS_EXPIRED',
  'foyer.error.order-is-fixed',
  'foyer.error.total-not-payable',
] as const
export type ReserveCode = (typeof RESERVE_CODES)[number]

export const DETAILS_CODES = [
  'error.STEP_2_ORDER_HAS_EXPIRED',
  'error.generic',
  'error.STEP_2_EMPTY_EMAIL',
  'error.STEP_2_EMAIL_IS_TOO_LONG',
  'error.STEP_2_INVALID_EMAIL',
  'error.STEP_2_EMPTY_FIRSTNAME',
  'error.STEP_2_EMPTY_LASTNAME',
  'error.STEP_2_MAX_LENGTH_FIRSTNAME',
  'error.STEP_2_MAX_LENGTH_LASTNAME',
  'error.email',
  'error.STEP_2_WHITELIST_CHECK_FAILED',
  'error.STEP_2_MISSING_ATTENDEE_DATA',
] as const

export const DETAILS_WARNINGS = ['error.STEP_2_EMAIL_TYPO'] as const

/** What can be wrong with an invoice: the field, and the code sent there. */
export const INVOICE_PROBLEMS = [
  'billingAddressLine1 error.emptyField',
  'billingAddressZip error.emptyField',
  'billingAddressCity error.emptyField',
  'vatCountryCode error.emptyField',
  'vatCountryCode error.restrictedValue',
  'vatNr error.emptyField',
  'vatNr error.STEP_2_INVALID_VAT',
  'vatNr error.vatVIESDown',
  'vatNr foyer.error.exempt-not-payable',
  'billingAddressCompany error.tooLong',
  'billingAddressLine1 error.tooLong',
  'billingAddressLine2 error.tooLong',
  'billingAddressZip error.tooLong',
  'billingAddressCity error.tooLong',
  'billingAddressState error.tooLong',
  'vatNr error.tooLong',
  'italyEInvoicingFiscalCode error.emptyField',
  'italyEInvoicingFiscalCode error.tooLong',
  'italyEInvoicingFiscalCode error.restrictedValue',
  'italyEInvoicingReferenceType error.italyEInvoicingReferenceTypeSelectValue',
  'italyEInvoicingReferenceAddresseeCode error.emptyField',
  'italyEInvoicingReferenceAddresseeCode error.lengthMustBe7',
  'italyEInvoicingReferenceAddresseeCode error.alphanumeric',
  'italyEInvoicingReferencePEC error.emptyField',
  'billingAddressState error.length',
  'billingAddressState error.restrictedValue',
  'billingAddressZip error.length',
  'billingAddressZip error.restrictedValue',
] as const

export const INVOICE_WARNINGS = ['warning.fiscal-code-name-mismatch'] as const

/** What can be wrong with an answer to a question of the organiser. */
export const ANSWER_CODES = [
  'error.emptyField',
  'error.tooLong',
  'error.tooShort',
  'error.tooOld',
  'error.tooYoung',
  'error.restrictedValue',
  'error.disabledValue',
  'error.STEP_2_INVALID_VAT',
  'error.vatVIESDown',
] as const

/** The problems of the whole form when an answer is wrong, or an extra has no ticket. */
export const WHOLE_FORM_CODES = [
  'error.STEP_2_MISSING_ATTENDEE_DATA',
  'error.STEP_2_INVALID_VAT',
  'error.STEP_2_ADDITIONAL_ITEMS_NOT_ASSIGNED',
] as const

/** What can be wrong with the new data of a ticket: the field, and the code sent there. Beside these, ANSWER_CODES. */
export const TICKET_PROBLEMS = [
  'firstName error.STEP_2_EMPTY_FIRSTNAME',
  'firstName error.STEP_2_MAX_LENGTH_FIRSTNAME',
  'lastName error.STEP_2_EMPTY_LASTNAME',
  'lastName error.STEP_2_MAX_LENGTH_LASTNAME',
  'email error.email',
  'email error.STEP_2_WHITELIST_CHECK_FAILED',
  ' error.emptyField',
] as const

export const CONFIRM_CODES = [
  'error.STEP_2_ORDER_HAS_EXPIRED',
  'error.STEP_2_MISSING_PAYMENT_METHOD',
  'error.STEP_2_TERMS_CONDITIONS',
  'error.STEP_2_CAPTCHA_VALIDATION_FAILED',
  'error.STEP_2_PAYMENT_PROCESSING_ERROR',
] as const

/** Why a payment failed; never a `code`, but translated as argument 0 of error.STEP_2_PAYMENT_PROCESSING_ERROR. */
export const PAYMENT_FAILURE_REASONS = [
  'error.STEP2_UNABLE_TO_TRANSITION',
  'error.STEP2_WHITELIST',
  'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED',
] as const

/** Two of them are odd, and stay so (shop contract 3). */
export const WAITING_LIST_CODES = [
  'error.STEP_2_TERMS_CONDITIONS',
  'error.firstname',
  'lastname.fullname',
  'error.lastname',
  'error.email',
  'error.userLanguage',
] as const
export type WaitingListCode = (typeof WAITING_LIST_CODES)[number]

export const EXTEND_CODES = ['error.STEP_2_ORDER_HAS_EXPIRED', 'foyer.error.no-more-time'] as const
export type ExtendCode = (typeof EXTEND_CODES)[number]

/** Why a mail is not sent once more. */
export const RESEND_CODES = ['foyer.resend.order-cancelled'] as const
export type ResendCode = (typeof RESEND_CODES)[number]

export const POLL_CODES = ['pin.invalid', 'pin.duplicate', 'not_found'] as const
export type PollCode = (typeof POLL_CODES)[number]

/** What the browser says itself: after an answer of 500 or above, and when a robot check failed. */
export const SERVER_FAILED_CODE = 'error.STEP_2_PAYMENT_REQUEST_CREATION'
export const CHALLENGE_FAILED_CODE = 'error.STEP_2_CAPTCHA_VALIDATION_FAILED'
