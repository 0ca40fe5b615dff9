import { type Problem, problem } from '#domain/foundation/problem.ts'

/** What a selection can be refused for (domain rules 4.5). */

/** The code can't be used: unknown, over, used up, or its last token went a moment ago. Nothing says which. */
export const CODE_NOT_FOUND = problem('error.STEP_1_CODE_NOT_FOUND')

/** A captcha was asked for, and none or a bad one came back. */
export const NOT_A_PERSON = problem('error.STEP_2_CAPTCHA_VALIDATION_FAILED')

/** The category is not on sale, or its last seat had gone before the visitor asked; or an extra can't be had that way. */
export const MUST_BE_SALEABLE = problem('error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE')

/** No such pass is left, or it is not sold now. */
export const PASS_SOLD_OUT = problem('show-subscription.sold-out.message')

/** Others were faster by a moment: fewer seats, tokens or units of an extra could be held than asked for. */
export const NOT_ENOUGH_TICKETS = problem('error.STEP_1_NOT_ENOUGH_TICKETS')

/** A hidden category without the token or the code that opens it. */
export const ACCESS_RESTRICTED = problem('error.STEP_1_ACCESS_RESTRICTED')

/** The code covers fewer tickets than this, with those that others hold. */
export const CODE_USED_UP = problem('error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED')

/** No way to pay is left for these categories, whatever the sum: none works yet, or they refuse each other's. */
export const NOT_PAYABLE = problem('error.STEP_1_CATEGORIES_NOT_COMPATIBLE')

/** Each way to pay takes more than this at least, or less at most. The amount is printed, as in 0.30. */
export const totalNotPayable = (amount: string, currency: string): Problem =>
  problem('foyer.error.total-not-payable', { args: [amount, currency] })

/** The order that was to be replaced has lapsed, or was cancelled or replaced meanwhile. */
export const ORDER_IS_OVER = problem('error.STEP_2_ORDER_HAS_EXPIRED')

/** The order that was to be replaced is paid for, or is a seat that the waiting list has brought: it stays as it is. */
export const ORDER_IS_FIXED = problem('foyer.error.order-is-fixed')
