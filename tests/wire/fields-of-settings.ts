import { ContactAndTicketsForm, UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { PaymentForm } from '#contract/payment.ts'
import { PollAnswer } from '#contract/poll.ts'
import { ReservationForm } from '#contract/reserve.ts'
import { WaitingListForm } from '#contract/waiting-list.ts'
import type { SettingKey } from '#server/setting/registry.ts'

/** Every form that a visitor sends, by the name its fields have here: `details.email`. */
export const FORMS = {
  reserve: ReservationForm,
  details: ContactAndTicketsForm,
  pay: PaymentForm,
  ticket: UpdateTicketOwnerForm,
  waitingList: WaitingListForm,
  poll: PollAnswer,
} as const

type Forms = typeof FORMS
export type FieldOf<Form extends keyof Forms> = `${Form}.${keyof Forms[Form]['properties'] & string}`
export type FormField = { [Form in keyof Forms]: FieldOf<Form> }[keyof Forms]

/** A setting that decides whether something is asked: the value that switches it off, null for none, and what is asked. */
type Switch = { readonly off: string | number | boolean | null; readonly fields: readonly FormField[] }

const ADDRESS = [
  'details.billingAddressLine1',
  'details.billingAddressLine2',
  'details.billingAddressZip',
  'details.billingAddressCity',
  'details.billingAddressState',
  'details.vatCountryCode',
] as const satisfies readonly FormField[]

const ITALIAN = [
  'details.italyEInvoicingFiscalCode',
  'details.italyEInvoicingReferenceType',
  'details.italyEInvoicingReferenceAddresseeCode',
  'details.italyEInvoicingReferencePEC',
  'details.italyEInvoicingSplitPayment',
] as const satisfies readonly FormField[]

const INVOICE = [
  ...ADDRESS,
  ...ITALIAN,
  'details.invoiceRequested',
  'details.addCompanyBillingDetails',
  'details.billingAddressCompany',
  'details.vatNr',
  'details.skipVatNr',
] as const satisfies readonly FormField[]

const WAITING_LIST = [
  'waitingList.firstName',
  'waitingList.lastName',
  'waitingList.email',
  'waitingList.userLanguage',
  'waitingList.selectedCategory',
  'waitingList.termAndConditionsAccepted',
  'waitingList.privacyPolicyAccepted',
] as const satisfies readonly FormField[]

/** What each of them asks visitors for while it is on. A new setting belongs here or among those that ask nothing. */
export const SWITCHES = {
  VAT_NR: { off: null, fields: INVOICE },
  INVOICE_ADDRESS: { off: null, fields: INVOICE },
  ENABLE_ITALY_E_INVOICING: { off: false, fields: ITALIAN },
  ENABLE_CUSTOMER_REFERENCE: { off: false, fields: ['details.customerReference'] },
  // Where every order gets an invoice nobody is asked for the wish.
  GENERATE_ONLY_INVOICE: { off: true, fields: ['details.invoiceRequested'] },
  // Where a business must give its number nobody is asked whether it would rather not.
  VAT_NUMBER_IS_REQUIRED: { off: true, fields: ['details.skipVatNr'] },
  // Where attendees must be named at once nobody is asked whether it may be later.
  FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: { off: true, fields: ['details.postponeAssignment'] },
  ENABLE_TICKET_TRANSFER: { off: false, fields: ['ticket.firstName', 'ticket.lastName', 'ticket.email'] },
  ENABLE_CAPTCHA_FOR_TICKET_SELECTION: { off: false, fields: ['reserve.captcha'] },
  ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS: { off: false, fields: ['pay.captcha'] },
  BANK_TRANSFER_ENABLED: { off: false, fields: ['pay.paymentProxy', 'pay.selectedPaymentMethod'] },
  ON_SITE_ENABLED: { off: false, fields: ['pay.paymentProxy', 'pay.selectedPaymentMethod'] },
  PAYMENT_METHODS_BLACKLIST: {
    off: 'BANK_TRANSFER',
    fields: ['pay.paymentProxy', 'pay.selectedPaymentMethod'],
  },
  ENABLE_WAITING_QUEUE: { off: false, fields: WAITING_LIST },
  ENABLE_PRE_REGISTRATION: { off: false, fields: WAITING_LIST },
  STOP_WAITING_QUEUE_SUBSCRIPTIONS: { off: true, fields: WAITING_LIST },
} as const satisfies Partial<Record<SettingKey, Switch>>

/** What is asked whatever is set: who it is, what they want, and what the event itself asks. */
export const ALWAYS_ASKED = [
  'reserve.reservation',
  'reserve.replaces',
  // Codes and extras are stock of the event; a code that the page has no box for comes with a link.
  'reserve.additionalService',
  'reserve.promoCode',
  'details.email',
  'details.firstName',
  'details.lastName',
  'details.tickets',
  'details.additionalServices',
  'pay.termAndConditionsAccepted',
  'pay.privacyPolicyAccepted',
  'ticket.userLanguage',
  'ticket.additional',
  'ticket.additionalServices',
  'poll.pin',
  'poll.optionId',
] as const satisfies readonly FormField[]

/** What other shops of this wire ask, and this one never does. */
export const NEVER_ASKED = [
  'details.fullName',
  'details.billingAddress',
  'details.expressCheckoutRequested',
  'details.differentSubscriptionOwner',
  'details.subscriptionOwner',
  'pay.gatewayToken',
  'pay.hmac',
  'ticket.fullName',
  'waitingList.fullName',
] as const satisfies readonly FormField[]

/** What changes prices, mails, pages or what is done behind them, and asks visitors for nothing. */
export const ASKS_NOTHING = [
  'RESERVATION_TIMEOUT',
  'RESERVATION_EXTENSION_MINUTES',
  'RESERVATION_MAX_EXTENSIONS',
  'RESERVATION_MIN_TIMEOUT_AFTER_FAILED_PAYMENT',
  'MAX_AMOUNT_OF_TICKETS_BY_RESERVATION',
  'PARTIAL_RESERVATION_ID_LENGTH',
  'SPECIAL_PRICE_CODE_LENGTH',
  'ROBOT_CHECK',
  'ROBOT_CHECK_EFFORT',
  'CF_TURNSTILE_ENABLED',
  'CF_TURNSTILE_SITE_KEY',
  'CF_TURNSTILE_SECRET_KEY',
  'CF_TURNSTILE_PRE_CLEARANCE',
  'RECAPTCHA_API_KEY',
  'RECAPTCHA_SECRET',
  'DISPLAY_TICKETS_LEFT_INDICATOR',
  'DISPLAY_EXPIRED_CATEGORIES',
  'DISPLAY_DISCOUNT_CODE_BOX',
  'USE_PARTNER_CODE_INSTEAD_OF_PROMOTIONAL',
  'EVENT_CUSTOM_CSS',
  'EMBED_ALLOWED_ORIGINS',
  'EMBED_POST_MESSAGE_ORIGIN',
  'GOOGLE_ANALYTICS_KEY',
  'GOOGLE_ANALYTICS_ANONYMOUS_MODE',
  'ANNOUNCEMENT_BANNER_CONTENT',
  'GLOBAL_TERMS',
  'GLOBAL_PRIVACY_POLICY',
  'ENABLE_WAITING_QUEUE_NOTIFICATION',
  'WAITING_QUEUE_RESERVATION_TIMEOUT',
  'ALLOW_FREE_TICKETS_CANCELLATION',
  'ENABLE_ATTENDEE_AUTOCOMPLETE',
  'SEND_TICKETS_AUTOMATICALLY',
  'ALLOW_TICKET_DOWNLOAD',
  'SEND_RESERVATION_EMAIL_IF_NECESSARY',
  'ASSIGNMENT_REMINDER_START',
  'ASSIGNMENT_REMINDER_INTERVAL',
  'OPTIONAL_DATA_REMINDER_ENABLED',
  'GENERATE_TICKETS_FOR_SUBSCRIPTIONS',
  'ENABLE_WALLET',
  'WALLET_ISSUER_IDENTIFIER',
  'WALLET_SERVICE_ACCOUNT_KEY',
  'WALLET_OVERWRITE_PREVIOUS_CLASSES_AND_EVENTS',
  'ENABLE_PASS',
  'PASSBOOK_TYPE_IDENTIFIER',
  'PASSBOOK_TEAM_IDENTIFIER',
  'PASSBOOK_KEYSTORE',
  'PASSBOOK_KEYSTORE_PASSWORD',
  'PASSBOOK_PRIVATE_KEY_ALIAS',
  'PASSBOOK_INTERMEDIATE_CERTIFICATE',
  'CHECK_IN_ONCE_PER_DAY',
  'CHECK_IN_COLOR',
  'ALFIO_PI_INTEGRATION_ENABLED',
  'OFFLINE_CHECKIN_ENABLED',
  'LABEL_LAYOUT',
  'BANK_ACCOUNT_NR',
  'BANK_ACCOUNT_OWNER',
  'OFFLINE_PAYMENT_DAYS',
  'OFFLINE_PAYMENT_BUSINESS_DAYS',
  'OFFLINE_REMINDER_HOURS',
  'AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT',
  'SHOW_ONLY_BASIC_INSTRUCTIONS',
  'DEFERRED_BANK_TRANSFER_ENABLED',
  'DEFERRED_BANK_TRANSFER_SEND_CONFIRMATION_EMAIL',
  'APPLY_TAX_TO_CATEGORY',
  'INVOICE_NUMBER_PATTERN',
  'REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE',
  'COUNTRY_OF_BUSINESS',
  'ENABLE_EU_VAT_DIRECTIVE',
  'ENABLE_REVERSE_CHARGE_IN_PERSON',
  'ENABLE_REVERSE_CHARGE_ONLINE',
  'ENABLE_VIES_VALIDATION',
  'APPLY_VAT_FOREIGN_BUSINESS',
  'ITALY_E_INVOICING_SEND_PROFORMA',
  'NOTIFY_ORGANIZER_ON_RESERVATION',
  'MAIL_ATTEMPTS_COUNT',
  'ENABLE_HTML_EMAILS',
  'MAIL_REPLY_TO',
  'MAIL_SET_ORG_REPLY_TO',
  'MAIL_CC',
  'MAIL_ALL_DOCUMENTS_IN_ONE',
  'INCLUDE_CHECK_IN_URL_ICAL',
  'RETENTION_DAYS',
  'RETENTION_DAYS_MAILS',
  'RETENTION_DAYS_SCANS',
  'RETENTION_YEARS_BILLING',
] as const satisfies readonly Exclude<SettingKey, keyof typeof SWITCHES>[]
