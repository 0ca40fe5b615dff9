import { Type, type Static } from 'typebox'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { BillingDetails } from './booking-form.ts'
import { WalletConfiguration } from './configuration.ts'
import { PaymentProxy, PaymentProxyWithParameters } from './payment.ts'
import { LangMap, MapOf, Nullable, OneOf } from './schema.ts'
import { AdditionalField, AdditionalServiceWithData, TicketsByCategory } from './ticket.ts'

export const ReservationStatus = OneOf(RESERVATION_STATUSES)
export type ReservationStatus = Static<typeof ReservationStatus>

export const ReservationStatusInfo = Type.Object({
  status: ReservationStatus,
  validatedBookingInformation: Type.Boolean(),
})
export type ReservationStatusInfo = Static<typeof ReservationStatusInfo>

export const SUMMARY_ROW_TYPES = [
  'TICKET',
  'SUBSCRIPTION',
  'PROMOTION_CODE',
  'DYNAMIC_DISCOUNT',
  'ADDITIONAL_SERVICE',
  'APPLIED_SUBSCRIPTION',
  'TAX_DETAIL',
] as const

/** One line of the order. Money is text with the currency's decimals; discounts are negative. */
export const SummaryRow = Type.Object({
  name: Nullable(Type.String()),
  amount: Type.Integer(),
  price: Type.String(),
  subTotal: Type.String(),
  type: OneOf(SUMMARY_ROW_TYPES),
  taxPercentage: Nullable(Type.String()),
})
export type SummaryRow = Static<typeof SummaryRow>

export const OrderSummary = Type.Object({
  summary: Type.Array(SummaryRow),
  totalPrice: Type.String({ description: 'As in 20.00; zero is 0' }),
  free: Type.Boolean(),
  displayVat: Type.Boolean(),
  priceInCents: Type.Integer({ description: 'In minor units of the currency' }),
  descriptionForPayment: Type.String(),
  totalVAT: Type.String(),
  vatPercentage: Nullable(Type.String()),
  notYetPaid: Type.Boolean(),
})
export type OrderSummary = Static<typeof OrderSummary>

export const ReservationMetadata = Type.Object({
  hideContactData: Type.Boolean(),
  readyForConfirmation: Type.Boolean(),
  finalized: Type.Boolean(),
  hideConfirmationButtons: Type.Boolean(),
  lockEmailEdit: Type.Boolean(),
})
export type ReservationMetadata = Static<typeof ReservationMetadata>

/** The pass bought by a reservation of a pass; events have none. */
export const SubscriptionInfo = Type.Object({
  id: Nullable(Type.String()),
  pin: Nullable(Type.String()),
  usageDetails: Type.Object({
    total: Nullable(Type.Integer()),
    used: Type.Integer(),
    available: Nullable(Type.Integer()),
  }),
  owner: Type.Object({
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    email: Nullable(Type.String()),
  }),
  configuration: Type.Object({ displayPin: Type.Boolean() }),
  walletConfiguration: WalletConfiguration,
  validFrom: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds, once it is bought' }))),
  validTo: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds, once it is bought' }))),
  additionalFields: Type.Array(AdditionalField),
  fieldConfigurationBeforeStandard: Type.Array(AdditionalField),
  fieldConfigurationAfterStandard: Type.Array(AdditionalField),
})
export type SubscriptionInfo = Static<typeof SubscriptionInfo>

export const ReservationInfo = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  email: Nullable(Type.String()),
  validity: Type.Integer({ description: 'Epoch milliseconds until which the reservation, or the transfer, is held' }),
  ticketsByCategory: Type.Array(TicketsByCategory),
  orderSummary: OrderSummary,
  status: ReservationStatus,
  validatedBookingInformation: Type.Boolean(),
  formattedExpirationDate: Nullable(LangMap),
  invoiceNumber: Nullable(Type.String()),
  invoiceRequested: Type.Boolean(),
  invoiceOrReceiptDocumentPresent: Type.Boolean(),
  paid: Type.Boolean(),
  tokenAcquired: Type.Boolean(),
  paymentProxy: Nullable(PaymentProxy),
  paymentRefusal: Nullable(
    Type.String({ description: 'Foyer: why the last payment was not made, as the code of a text' }),
  ),
  paymentPage: Nullable(Type.String({ description: 'Foyer: where a payment that was begun can be gone on with' })),
  addCompanyBillingDetails: Nullable(Type.Boolean()),
  customerReference: Nullable(Type.String()),
  skipVatNr: Nullable(Type.Boolean()),
  billingAddress: Nullable(Type.String()),
  billingDetails: BillingDetails,
  containsCategoriesLinkedToGroups: Type.Boolean(),
  activePaymentMethods: MapOf(PaymentProxyWithParameters, { description: 'Keyed by payment method' }),
  subscriptionInfos: Nullable(Type.Array(SubscriptionInfo)),
  metadata: ReservationMetadata,
  additionalServiceWithData: Type.Array(AdditionalServiceWithData),
})
export type ReservationInfo = Static<typeof ReservationInfo>
