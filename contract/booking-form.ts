import { Type, type Static } from 'typebox'
import { ITALIAN_REFERENCE_TYPES } from './billing.ts'
import { BoundedMapOf, ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** Field name to values: one element for a single input, one an option (value or null) for checkboxes. */
export const AdditionalFieldValues = BoundedMapOf(ListOf(Nullable(Text())))
export type AdditionalFieldValues = Static<typeof AdditionalFieldValues>

export const AdditionalServiceLinkForm = Type.Object({
  additionalServiceItemId: Maybe(Whole),
  ticketUUID: Maybe(Text()),
  additional: Maybe(AdditionalFieldValues),
  additionalServiceTitle: Type.Optional(Type.Unknown()),
})
export type AdditionalServiceLinkForm = Static<typeof AdditionalServiceLinkForm>

export const UpdateTicketOwnerForm = Type.Object({
  email: Maybe(Text()),
  fullName: Maybe(Text()),
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  userLanguage: Maybe(Text()),
  additional: Maybe(AdditionalFieldValues),
  additionalServices: Maybe(BoundedMapOf(ListOf(AdditionalServiceLinkForm))),
})
export type UpdateTicketOwnerForm = Static<typeof UpdateTicketOwnerForm>

export const UpdateSubscriptionOwnerForm = Type.Object({
  email: Maybe(Text()),
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  additional: Maybe(AdditionalFieldValues),
})
export type UpdateSubscriptionOwnerForm = Static<typeof UpdateSubscriptionOwnerForm>

/**
 * Everything the details page collects, sent whole every time. Lengths are judged by the rules, so that a name too long
 * is refused at its field; `tickets` is keyed by public ticket id.
 */
export const ContactAndTicketsForm = Type.Object({
  email: Maybe(Text()),
  fullName: Maybe(Text()),
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  billingAddress: Maybe(Text()),
  customerReference: Maybe(Text()),
  expressCheckoutRequested: Maybe(Type.Boolean()),
  postponeAssignment: Maybe(Type.Boolean()),
  vatCountryCode: Maybe(Text()),
  vatNr: Maybe(Text()),
  invoiceRequested: Maybe(Type.Boolean()),
  tickets: Maybe(BoundedMapOf(UpdateTicketOwnerForm)),
  billingAddressCompany: Maybe(Text()),
  billingAddressLine1: Maybe(Text()),
  billingAddressLine2: Maybe(Text()),
  billingAddressZip: Maybe(Text()),
  billingAddressCity: Maybe(Text()),
  billingAddressState: Maybe(Text()),
  addCompanyBillingDetails: Maybe(Type.Boolean()),
  skipVatNr: Maybe(Type.Boolean()),
  italyEInvoicingFiscalCode: Maybe(Text()),
  italyEInvoicingReferenceType: Maybe(OneOf(ITALIAN_REFERENCE_TYPES)),
  italyEInvoicingReferenceAddresseeCode: Maybe(Text()),
  italyEInvoicingReferencePEC: Maybe(Text()),
  italyEInvoicingSplitPayment: Maybe(Type.Boolean()),
  differentSubscriptionOwner: Maybe(Type.Boolean()),
  subscriptionOwner: Maybe(UpdateSubscriptionOwnerForm),
  additionalServices: Maybe(BoundedMapOf(ListOf(AdditionalServiceLinkForm))),
})
export type ContactAndTicketsForm = Static<typeof ContactAndTicketsForm>

/** The name under which refusals of the form are global. */
export const CONTACT_AND_TICKETS_FORM = 'contactAndTicketsForm'
