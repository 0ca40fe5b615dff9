import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { crossIndustryInvoice } from '#server/documents/e-invoice/cii.ts'
import { eInvoiceOf } from '#server/documents/e-invoice/invoice-facts.ts'
import { billingPage } from './billing-page.ts'
import { renderPdf } from './render-pdf.ts'

/**
 * The document as a tagged A4 PDF. An invoice or credit note is PDF/A-3 with itself inside as Factur-X, where EN 16931
 * can be kept (see eInvoiceOf); everything else is PDF/UA-1. `logo` is the picture that heads it.
 */
export function billingPdf(
  document: BillingDocument,
  texts: Pick<Texts, 'text'>,
  logo?: Uint8Array,
): Promise<Uint8Array> {
  const invoice = eInvoiceOf(document)
  const page = JSON.stringify(billingPage(document, texts))
  const eInvoice = invoice && crossIndustryInvoice(invoice, sayIn(texts, document.language))
  return renderPdf('billing', { page, ...(eInvoice !== undefined && { eInvoice }), ...(logo && { logo }) })
}
