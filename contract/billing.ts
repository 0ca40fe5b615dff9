import { Type, type Static } from 'typebox'
import { Nullable, OneOf } from './schema.ts'

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
