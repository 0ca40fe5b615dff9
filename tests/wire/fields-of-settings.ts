import { ContactAndTicketsForm, UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { ReservationCodeForm } from '#contract/pass-use.ts'
import { Agreement } from '#contract/payment-calls.ts'
import { OrderLinksForm } from '#contract/order-links.ts'
import { PaymentForm } from '#contract/payment.ts'
import { PollAnswer } from '#contract/poll.ts'
import { ReservationForm } from '#contract/reserve.ts'
import { ProfileForm } from '#contract/user.ts'
import { BookingDraft } from '#contract/booking-draft.ts'
import { SaleNoticeForm } from '#contract/sale-notice.ts'
import { WaitingListForm, WaitingTogetherForm } from '#contract/waiting-list.ts'
import { WithdrawalConfirmation, WithdrawalStatement } from '#contract/withdrawal.ts'
import type { SettingKey } from '#server/foundation/setting/registry.ts'

/** Every form that a visitor sends, by the name its fields have here: `details.email`. */
export const FORMS = {
  reserve: ReservationForm,
  details: ContactAndTicketsForm,
  pass: ReservationCodeForm,
  begin: Agreement,
  pay: PaymentForm,
  ticket: UpdateTicketOwnerForm,
  waitingList: WaitingListForm,
  waitingTogether: WaitingTogetherForm,
  saleNotice: SaleNoticeForm,
  draft: BookingDraft,
  poll: PollAnswer,
  profile: ProfileForm,
  orderLinks: OrderLinksForm,
  withdrawal: WithdrawalStatement,
  withdrawalConfirmed: WithdrawalConfirmation,
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
  'waitingTogether.firstName',
  'waitingTogether.lastName',
  'waitingTogether.email',
  'waitingTogether.userLanguage',
  'waitingTogether.selectedCategory',
  'waitingTogether.termAndConditionsAccepted',
  'waitingTogether.privacyPolicyAccepted',
  'waitingTogether.quantity',
  'waitingTogether.orFewer',
] as const satisfies readonly FormField[]

/** What each of them asks visitors for while it is on. Their definitions are `asking`. */
export const SWITCHES = {
  VAT_NR: { off: null, fields: INVOICE },
  INVOICE_ADDRESS: { off: null, fields: INVOICE },
  ENABLE_ITALY_E_INVOICING: { off: false, fields: ITALIAN },
  ENABLE_CUSTOMER_REFERENCE: { off: false, fields: ['details.customerReference'] },
  // Where every order gets an invoice the form doesn't ask whether the buyer wants one.
  GENERATE_ONLY_INVOICE: { off: true, fields: ['details.invoiceRequested'] },
  // Where a business must enter its VAT number the form doesn't offer to skip it.
  VAT_NUMBER_IS_REQUIRED: { off: true, fields: ['details.skipVatNr'] },
  // Where attendees must be named at once the form doesn't offer to name them later.
  FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: {
    off: true,
    fields: ['details.postponeAssignment', 'details.ticketsNamedLater'],
  },
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
export const ALWAYS_REQUESTED = [
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
  // Of a pass, which may be for another person.
  'details.differentSubscriptionOwner',
  'details.subscriptionOwner',
  'pass.code',
  'pass.email',
  'pass.type',
  'begin.termAndConditionsAccepted',
  'begin.privacyPolicyAccepted',
  'pay.termAndConditionsAccepted',
  'pay.privacyPolicyAccepted',
  'ticket.userLanguage',
  'ticket.additional',
  'ticket.additionalServices',
  'saleNotice.email',
  'saleNotice.userLanguage',
  'poll.pin',
  'poll.optionId',
  // What a buyer saves for the next order: that order asks for it again, by its own settings.
  'profile.firstName',
  'profile.lastName',
  'profile.addCompanyBillingDetails',
  'profile.billingAddressCompany',
  'profile.billingAddressLine1',
  'profile.billingAddressLine2',
  'profile.billingAddressZip',
  'profile.billingAddressCity',
  'profile.billingAddressState',
  'profile.vatCountryCode',
  'profile.vatNr',
  'profile.skipVatNr',
  'profile.italyEInvoicingFiscalCode',
  'profile.italyEInvoicingReferenceType',
  'profile.italyEInvoicingReferenceAddresseeCode',
  'profile.italyEInvoicingReferencePEC',
  'profile.italyEInvoicingSplitPayment',
  'profile.additionalInfo',
  'orderLinks.email',
  'orderLinks.lang',
  'withdrawal.firstName',
  'withdrawal.lastName',
  'withdrawal.email',
  'withdrawalConfirmed.firstName',
  'withdrawalConfirmed.lastName',
  'withdrawalConfirmed.email',
  'withdrawalConfirmed.amount',
] as const satisfies readonly FormField[]

/** What other shops of this wire ask, and this one never does. */
export const NEVER_REQUESTED = [
  'details.fullName',
  'details.billingAddress',
  'details.expressCheckoutRequested',
  'pass.amount',
  'pay.gatewayToken',
  'pay.hmac',
  'ticket.fullName',
  'waitingList.fullName',
  'waitingTogether.fullName',
  // A draft has the fields of the page as they are; what is asked says the form of the details.
  'draft.firstName',
  'draft.lastName',
  'draft.email',
  'draft.invoiceRequested',
  'draft.addCompanyBillingDetails',
  'draft.billingAddressCompany',
  'draft.billingAddressLine1',
  'draft.billingAddressLine2',
  'draft.billingAddressZip',
  'draft.billingAddressCity',
  'draft.billingAddressState',
  'draft.vatCountryCode',
  'draft.customerReference',
  'draft.vatNr',
  'draft.skipVatNr',
  'draft.italyEInvoicingFiscalCode',
  'draft.italyEInvoicingReferenceType',
  'draft.italyEInvoicingReferenceAddresseeCode',
  'draft.italyEInvoicingReferencePEC',
  'draft.italyEInvoicingSplitPayment',
  'draft.tickets',
  'draft.items',
  'draft.owner',
  'profile.invoiceRequested',
] as const satisfies readonly FormField[]
