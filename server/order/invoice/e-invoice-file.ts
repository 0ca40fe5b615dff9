import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { EInvoiceFormat } from '#contract/invoice.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { crossIndustryInvoice } from '#server/documents/e-invoice/cii.ts'
import { type EInvoice, eInvoiceOf } from '#server/documents/e-invoice/invoice-facts.ts'
import { fatturaPa } from '#server/documents/e-invoice/fattura-pa.ts'
import { ublInvoice } from '#server/documents/e-invoice/ubl.ts'
import { type Say, sayIn } from '#server/foundation/language/texts.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { ownerOf, offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { asFileName } from './document-file.ts'
import { validDocuments } from './store.ts'

export type EInvoiceFile =
  | { readonly kind: 'file'; readonly fileName: string; readonly xml: string }
  /** The reservation is of another organisation, or of none. */
  | { readonly kind: 'foreign' }
  /** No invoice, or one that lacks what the format needs. */
  | { readonly kind: 'none' }

/** Which of the documents of an order; what is left out may be any. */
export type WhichDocument = {
  readonly document?: 'INVOICE' | 'CREDIT_NOTE' | undefined
  readonly number?: string | undefined
}

type Asked = { readonly by: Principal; readonly format: EInvoiceFormat; readonly which: WhichDocument }

/** An order's last word to the tax office, unless another is asked for: its latest credit note, or else its invoice. */
export async function eInvoiceFile(shop: Shop, id: ReservationId, { by, format, which }: Asked): Promise<EInvoiceFile> {
  const offer = await offerOfReservation(shop, id)
  if (!offer || !may(by, 'manage-orders', ownerOf(offer))) return { kind: 'foreign' }
  const stored = (await validDocuments(shop.db, id)).filter(({ document }) => isAskedFor(document, which)).at(-1)
  const invoice = stored && eInvoiceOf(stored.document)
  if (!invoice) return { kind: 'none' }
  const xml = written(invoice, format, sayIn(textsOf(offer, shop.texts), invoice.document.language))
  if (xml === undefined) return { kind: 'none' }
  return { kind: 'file', fileName: `${asFileName(invoice.number)}-${format}.xml`, xml }
}

const isAskedFor = ({ type, number }: BillingDocument, which: WhichDocument): boolean =>
  type !== 'RECEIPT' && type === (which.document ?? type) && number === (which.number ?? number)

function written(invoice: EInvoice, format: EInvoiceFormat, say: Say): string | undefined {
  switch (format) {
    case 'factur-x':
      return crossIndustryInvoice(invoice, say)
    case 'ubl':
      return ublInvoice(invoice, say)
    case 'fattura-pa':
      return fatturaPa(invoice)
    default:
      return format satisfies never
  }
}
