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

/** Undefined for an unknown name. */
export const paymentMethod = (name: string): PaymentMethod | undefined => PAYMENT_METHODS.find(one => one === name)

/** Who handles the payment. NONE is a free order, ADMIN a confirmation by the organiser; CASH and TERMINAL are taken at a box office. */
export const PAYMENT_PROXIES = [
  'STRIPE',
  'ON_SITE',
  'OFFLINE',
  'NONE',
  'ADMIN',
  'PAYPAL',
  'MOLLIE',
  'SAFERPAY',
  'CASH',
  'TERMINAL',
] as const

export type PaymentProxy = (typeof PAYMENT_PROXIES)[number]

type ProxyTraits = {
  /** A way to pay that buyers choose, and whose money goes through the shop or its desk. */
  readonly isChosenByBuyers: boolean
  /** The tickets are good at once and paid where the event is (domain rules 1.7). */
  readonly isPaidAtDesk: boolean
  /** No bank has checked the buyer: the shop may ask for a captcha instead (booking contract 7). */
  readonly isUncheckedByBank: boolean
}

/** Of everyone who takes money over the network. */
const ONLINE: ProxyTraits = { isChosenByBuyers: true, isPaidAtDesk: false, isUncheckedByBank: false }

const OTHERS: Readonly<Partial<Record<PaymentProxy, ProxyTraits>>> = {
  ON_SITE: { isChosenByBuyers: true, isPaidAtDesk: true, isUncheckedByBank: true },
  OFFLINE: { isChosenByBuyers: true, isPaidAtDesk: false, isUncheckedByBank: true },
  NONE: { isChosenByBuyers: false, isPaidAtDesk: false, isUncheckedByBank: true },
  ADMIN: { isChosenByBuyers: false, isPaidAtDesk: false, isUncheckedByBank: false },
  CASH: { isChosenByBuyers: false, isPaidAtDesk: false, isUncheckedByBank: false },
  TERMINAL: { isChosenByBuyers: false, isPaidAtDesk: false, isUncheckedByBank: false },
}

const traitsOf = (proxy: PaymentProxy): ProxyTraits => OTHERS[proxy] ?? ONLINE

export const isChosenByBuyers = (proxy: PaymentProxy): boolean => traitsOf(proxy).isChosenByBuyers
export const isPaidAtDesk = (proxy: PaymentProxy): boolean => traitsOf(proxy).isPaidAtDesk
export const isUncheckedByBank = (proxy: PaymentProxy): boolean => traitsOf(proxy).isUncheckedByBank

/** The order costs nothing. */
export const FREE_OF_CHARGE = 'NONE' as const satisfies PaymentProxy & PaymentMethod

/** The organiser has confirmed the order: paid elsewhere, or given away (lifecycle A.3.13). */
export const BY_ORGANISER = 'ADMIN' as const satisfies PaymentProxy

/** Money that a person takes at the entrance while they sell: cash, or by a card terminal. */
export const AT_BOX_OFFICE = ['CASH', 'TERMINAL'] as const satisfies readonly PaymentProxy[]

/** Who took the money of an order that no provider was asked about. */
export type TakenBy = typeof BY_ORGANISER | (typeof AT_BOX_OFFICE)[number]

export const isTakenAtBoxOffice = (proxy: PaymentProxy): boolean => AT_BOX_OFFICE.some(one => one === proxy)
