import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNTRY_CODES } from '#domain/foundation/country/country-codes.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { loadTexts, sayIn } from '#server/foundation/language/texts.ts'
import { MILANO, VERONA } from '#tests/builders/any-invoice.ts'
import { aBillingDocument } from '#tests/builders/billing-document.ts'
import { brokenRules } from '#tests/support/documents/en16931.ts'
import { FACTUR_X, FATTURA_PA, faultsBySchema } from '#tests/support/documents/xml-schema.ts'
import { crossIndustryInvoice } from './cii.ts'
import { fatturaPa } from './fattura-pa.ts'
import { eInvoiceOf } from './invoice-facts.ts'
import { ublInvoice } from './ubl.ts'

// Whatever people write into an invoice, in every letter there is and in either case, each format takes it.

const say = sayIn(loadTexts(), 'en')

/** As the shop keeps what people type: on one line, and something. */
const anyText = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 }))
  .map(text => cleanLine(text).trim().slice(0, 255))
  .filter(text => text !== '')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

/** Codes as the form has accepted them, in capitals; where certified mail goes is any text. */
const anyItalian = fc.record({
  fiscalCode: fc.constantFrom('RSSMRA85T10A562S', '01234567897'),
  referenceType: fc.constantFrom('ADDRESSEE_CODE', 'PEC', 'NONE'),
  addresseeCode: fc.constantFrom('ABCD123', null),
  pec: maybe(fc.oneof(anyText, fc.emailAddress())),
  isSplitPayment: fc.constant(false),
})

const anyBilling = fc.record({
  companyName: maybe(anyText),
  addressLine1: anyText,
  addressLine2: maybe(anyText),
  city: anyText,
  vatNumber: maybe(fc.oneof(fc.constantFrom('01234567897', 'it01234567897', '-'), anyText)),
  italian: maybe(anyItalian),
  place: fc.oneof(
    fc.record({
      country: fc.constant('IT'),
      zip: fc.constant('37121'),
      state: maybe(fc.constantFrom('VR', 'vr', 'Mi')),
    }),
    fc
      .record({ country: fc.constantFrom(...COUNTRY_CODES), zip: maybe(anyText), state: maybe(anyText) })
      .filter(({ country }) => country !== 'IT'),
  ),
})

const anyDocument = fc
  .record({
    name: anyText,
    person: fc.tuple(anyText, anyText),
    billing: anyBilling,
    seller: anyText,
    number: anyText,
    reference: maybe(anyText),
    line: anyText,
  })
  .map(
    ({
      name,
      person: [firstName, lastName],
      billing: { place, ...billing },
      seller,
      number,
      reference,
      line,
    }): BillingDocument => {
      const document = aBillingDocument({ currency: 'EUR' })
      return {
        ...document,
        number,
        event: { ...document.event, name },
        seller: { ...MILANO, name: seller },
        buyer: {
          contact: { ...document.buyer.contact, firstName, lastName },
          billing: { ...VERONA.billing, ...billing, ...place },
        },
        order: { ...document.order, customerReference: reference },
        lines: document.lines.map(one => ({ ...one, name: line })),
      }
    },
  )

function anEInvoice(document: BillingDocument) {
  const invoice = eInvoiceOf(document)
  if (!invoice) throw new Error('no e-invoice')
  return invoice
}

describe('any text of people', () => {
  test('is in the letters of FatturaPA', () => {
    fc.assert(
      fc.property(anyDocument, document => {
        const xml = fatturaPa(anEInvoice(document))
        expect(xml === undefined ? ['not written'] : faultsBySchema(xml, FATTURA_PA)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('is in those of Factur-X and UBL', () => {
    fc.assert(
      fc.property(anyDocument, document => {
        const invoice = anEInvoice(document)
        const xml = crossIndustryInvoice(invoice, say)
        expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
        expect([...brokenRules(xml), ...brokenRules(ublInvoice(invoice, say))]).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
