import type { UseFormRegisterReturn } from 'react-hook-form'
import type { InvoicingConfiguration } from '#contract/configuration.ts'
import type { InvoiceField, InvoiceValues } from '../details/invoice-values.ts'

/** What the fields of an invoice need of the form they are in: that of an order, or of a profile. */
export type InvoiceControls = {
  readonly values: InvoiceValues
  readonly terms: InvoicingConfiguration
  /** Of an order; what is kept for the next one may be left empty. */
  readonly isNeeded: boolean
  register(name: keyof InvoiceValues): UseFormRegisterReturn
  chooseBusiness(isBusiness: boolean): void
  chooseReference(type: InvoiceValues['italyEInvoicingReferenceType']): void
  errorText(name: InvoiceField): string | undefined
}
