import type { VatRow } from '#contract/desk-books.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed, writtenAmount } from '#domain/foundation/money/money.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'

/** What documents say, added up as they come: nothing is computed anew. */
export type DocumentSums = {
  add(document: BillingDocument): void
  readonly counts: () => { readonly invoices: number; readonly creditNotes: number; readonly receipts: number }
  readonly rows: () => VatRow[]
}

type Sum = Omit<VatRow, 'net' | 'vat' | 'gross' | 'documents'> & { net: bigint; vat: bigint; documents: number }

/** VAT by source, currency, category, rate and countries: invoices less credit notes, and receipts beside them. */
export function documentSums(): DocumentSums {
  const sums = new Map<string, Sum>()
  const counts = { INVOICE: 0, CREDIT_NOTE: 0, RECEIPT: 0 }
  return {
    add: document => {
      counts[document.type] += 1
      const code = currency(document.currency) ?? NO_CURRENCY
      const sign = document.type === 'CREDIT_NOTE' ? -1n : 1n
      for (const tax of document.taxes) {
        const row = {
          source: document.type === 'RECEIPT' ? 'RECEIPTS' : 'INVOICES',
          currency: document.currency,
          category: tax.category,
          rate: tax.percentage,
          sellerCountry: document.seller.country ?? '',
          buyerCountry: document.buyer.billing.country ?? '',
        } as const
        const key = Object.values(row).join(' ')
        const sum = sums.get(key) ?? { ...row, net: 0n, vat: 0n, documents: 0 }
        sum.net += sign * writtenAmount(tax.net, code)
        sum.vat += sign * writtenAmount(tax.vat, code)
        sum.documents += 1
        sums.set(key, sum)
      }
    },
    counts: () => ({ invoices: counts.INVOICE, creditNotes: counts.CREDIT_NOTE, receipts: counts.RECEIPT }),
    rows: () => [...sums].sort(([one], [other]) => one.localeCompare(other, 'en')).map(([, sum]) => presentSum(sum)),
  }
}

function presentSum({ net, vat, ...row }: Sum): VatRow {
  const code = currency(row.currency) ?? NO_CURRENCY
  const written = (amount: bigint): string => printed(minor(amount), code)
  return { ...row, net: written(net), vat: written(vat), gross: written(net + vat) }
}
