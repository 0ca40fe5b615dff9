/** How the buyer pays, in the order in which the overview offers them (specification, booking 9). */
export const PAYMENT_METHODS = [
  'CREDIT_CARD',
  'PAYPAL',
  'IDEAL',
  'BANCONTACT',
  'ING_HOME_PAY',
  'BELFIUS',
  'PRZELEWY_24',
  'BANK_TRANSFER',
  'ON_SITE',
  'APPLE_PAY',
  'KBC',
  'NONE',
] as const

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Who handles the payment. NONE is a free order, ADMIN a confirmation by the organiser. */
export const PAYMENT_PROXIES = [
  'STRIPE',
  'ON_SITE',
  'OFFLINE',
  'NONE',
  'ADMIN',
  'PAYPAL',
  'MOLLIE',
  'SAFERPAY',
] as const

export type PaymentProxy = (typeof PAYMENT_PROXIES)[number]
