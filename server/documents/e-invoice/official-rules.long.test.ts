import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTRY_CODES } from '#domain/foundation/country/country-codes.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { loadTexts, sayIn } from '#server/foundation/language/texts.ts'
import { anyInvoice } from '#tests/builders/any-invoice.ts'
import { aBillingDocument } from '#tests/builders/billing-document.ts'
import { type Syntax, brokenRules, ublSchemas } from '#tests/support/documents/official-rules.ts'
import { faultsBySchema } from '#tests/support/documents/xml-schema.ts'
import { crossIndustryInvoice } from './cii.ts'
import { eInvoiceOf } from './invoice-facts.ts'
import { ublInvoice } from './ubl.ts'

// Held against what is published: the Schematron of EN 16931, which has the code lists too, and the schemas of UBL 2.1.

const say = sayIn(loadTexts(), 'en')
const WRITTEN = { cii: crossIndustryInvoice, ubl: ublInvoice } as const

function xmlOf(document: BillingDocument, syntax: Syntax): string {
  const invoice = eInvoiceOf(document)
  if (!invoice) throw new Error(`no e-invoice of ${fc.stringify(document)}`)
  return WRITTEN[syntax](invoice, say)
}

const MINUTES = 60_000

const ORDERS = fc.sample(anyInvoice, { numRuns: 150 }).map(({ document }) => document)

const CURRENCIES = ['CHF', 'EUR', 'USD', 'GBP', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'ISK', 'JPY']

const { buyer } = aBillingDocument()
const inCountry = (country: string) => ({ ...buyer, billing: { ...buyer.billing, country, vatNumber: null } })

const OF_EVERY_COUNTRY = [
  ...COUNTRY_CODES.map(country => aBillingDocument({ buyer: inCountry(country) })),
  ...CURRENCIES.map(currency => aBillingDocument({ currency })),
].filter(document => eInvoiceOf(document) !== undefined)

/** South Sudan is in ISO 3166-1 and in the list for UBL; the list for CII lacks it. */
const MISSING_IN_CII = ['SS CHF: BR-CL-14']

/** Always the same, so that what is replaced in it is there. */
function anInvoice(syntax: Syntax): string {
  const [invoice] = fc.sample(anyInvoice, { numRuns: 1, seed: 7 })
  if (!invoice) throw new Error('no invoice')
  return xmlOf(invoice.document, syntax)
}

function wrongInvoices(syntax: Syntax): string[] {
  const xml = anInvoice(syntax)
  return [
    xml.replace(/(GrandTotalAmount|TaxInclusiveAmount)([^>]*)>/, '$1$2>9'),
    xml.replace(/>[A-Z]{2}<\/(ram:CountryID|cbc:IdentificationCode)>/, '>XX</$1>'),
    xml.replace(/>(380|381)</, '>999<'),
  ]
}

describe.each(['cii', 'ubl'] as const)('the official rules of %s', syntax => {
  const orders = ORDERS.map(document => xmlOf(document, syntax))
  const ofEveryCountry = OF_EVERY_COUNTRY.map(document => xmlOf(document, syntax))
  const wrong = wrongInvoices(syntax)
  const broken = new Map<string, readonly string[]>()

  // One process for the invoices of all tests.
  beforeAll(async () => {
    const all = [...orders, ...ofEveryCountry, ...wrong]
    for (const [index, rules] of (await brokenRules(syntax, all)).entries()) broken.set(all[index] ?? '', rules)
  }, 10 * MINUTES)

  const brokenBy = (xml: string): readonly string[] => broken.get(xml) ?? ['not validated']

  test(`are kept by ${ORDERS.length} orders`, () => {
    expect(orders.filter(xml => brokenBy(xml).length > 0).map(xml => [...brokenBy(xml), xml])).toEqual([])
  })

  test('know every country a buyer may be of, and the currencies of Europe', () => {
    const found = OF_EVERY_COUNTRY.flatMap(({ buyer: { billing }, currency }, index) =>
      brokenBy(ofEveryCountry[index] ?? '').map(rule => `${billing.country} ${currency}: ${rule.split(' ')[0]}`),
    )
    expect(found).toEqual(syntax === 'cii' ? MISSING_IN_CII : [])
  })

  test('find what is wrong', () => {
    const found = wrong.map(xml => brokenBy(xml).map(rule => rule.split(' ')[0]))
    expect(found).toEqual([
      expect.arrayContaining(['BR-CO-15']),
      expect.arrayContaining(['BR-CL-14']),
      expect.arrayContaining(['BR-CL-01']),
    ])
  })
})

test('500 orders are valid by the schemas of UBL', { timeout: 10 * MINUTES }, async () => {
  const schemas = await ublSchemas()
  fc.assert(
    fc.property(anyInvoice, invoice => {
      const schema = invoice.document.type === 'CREDIT_NOTE' ? schemas.creditNote : schemas.invoice
      expect(faultsBySchema(xmlOf(invoice.document, 'ubl'), schema)).toEqual([])
    }),
    { numRuns: 500 },
  )
  const wrong = anInvoice('ubl').replace(/<cbc:IssueDate>.*?<.cbc:IssueDate>/, '')
  expect([schemas.invoice, schemas.creditNote].map(schema => faultsBySchema(wrong, schema).length > 0)).toEqual([
    true,
    true,
  ])
})
