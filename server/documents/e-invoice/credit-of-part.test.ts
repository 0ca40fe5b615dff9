import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { creditNoteOfPart, creditOfAmount, restOf } from '#domain/order/invoice/credit.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { anyInvoice } from '#tests/builders/any-invoice.ts'
import { brokenRules } from '#tests/support/documents/en16931.ts'
import { crossIndustryInvoice } from './cii.ts'
import { eInvoiceOf } from './invoice-facts.ts'

const issued = { number: 'G-1', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }

test('a credit note of a part of any invoice keeps the rules of EN 16931', () => {
  let seen = 0
  fc.assert(
    fc.property(anyInvoice, fc.bigInt({ min: 1n, max: 20_000n }), ({ document }, amount) => {
      const invoice: BillingDocument = { ...document, type: 'INVOICE' }
      const note = creditNoteOfPart(invoice, creditOfAmount(restOf(invoice, []), minor(amount), 'Refund'), issued)
      const eInvoice = eInvoiceOf(note)
      if (!eInvoice) return
      seen += 1
      expect(brokenRules(crossIndustryInvoice(eInvoice, key => key))).toEqual([])
    }),
    { numRuns: 300 },
  )
  expect(seen).toBeGreaterThan(100)
})
