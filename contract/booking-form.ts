import { type Static, Type } from 'typebox'
import { BoundedMapOf, ListOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

export const ITALIAN_REFERENCE_TYPES = ['ADDRESSEE_CODE', 'PEC', 'NONE'] as const

export const ItalianEInvoicing = Type.Object({
  fiscalCode: Nullable(Type.String()),
  referenceType: Nullable(OneOf(ITALIAN_REFERENCE_TYPES)),
  addresseeCode: Nullable(Type.String()),
  pec: Nullable(Type.String()),
  splitPayment: Type.Boolean(),
  referenceTypeAsString: Type.String(),
  reference: Nullable(Type.String()),
  empty: Type.Boolean(),
})
export type ItalianEInvoicing = Static<typeof ItalianEInvoicing>

/** Where an invoice goes. `country` is an ISO code, but Greece is EL. */
export const BillingDetails = Type.Object({
  companyName: Nullable(Type.String()),
  addressLine1: Nullable(Type.String()),
  addressLine2: Nullable(Type.String()),
  zip: Nullable(Type.String()),
  city: Nullable(Type.String()),
  state: Nullable(Type.String()),
  country: Nullable(Type.String()),
  taxId: Nullable(Type.String()),
  hasTaxId: Type.Boolean(),
  invoicingAdditionalInfo: Type.Object({ italianEInvoicing: Nullable(ItalianEInvoicing), empty: Type.Boolean() }),
})
export type BillingDetails = Static<typeof BillingDetails>

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
type UpdateSubscriptionOwnerForm = Static<typeof UpdateSubscriptionOwnerForm>

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
  /** Our own: public ids of the tickets whose holders the buyer names later, while others are named now. */
  ticketsNamedLater: Maybe(ListOf(Text())),
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
