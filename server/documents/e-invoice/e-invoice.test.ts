import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BillingDocument, creditNoteOf } from '#domain/order/invoice/billing-document.ts'
import { ZERO, printed } from '#domain/foundation/money/money.ts'
import { loadTexts, sayIn } from '#server/foundation/language/texts.ts'
import { crossIndustryInvoice } from './cii.ts'
import { fatturaPa } from './fattura-pa.ts'
import { type EInvoice, eInvoiceOf } from './invoice-facts.ts'
import { ublInvoice } from './ubl.ts'
import { MILANO, VERONA, anyInvoice, anyItalianInvoice } from '#tests/builders/any-invoice.ts'
import { aBillingDocument, figuresOf } from '#tests/builders/billing-document.ts'
import { onTop, orderCode, tax, tickets } from '#tests/builders/priced-order.ts'
import { brokenRules } from '#tests/support/documents/en16931.ts'
import { FACTUR_X, FATTURA_PA, faultsBySchema } from '#tests/support/documents/xml-schema.ts'

const say = sayIn(loadTexts(), 'en')

function anEInvoice(change: Parameters<typeof aBillingDocument>[0] = {}): EInvoice {
  const invoice = eInvoiceOf(aBillingDocument(change))
  if (!invoice) throw new Error('no e-invoice')
  return invoice
}

/** As every format states it. */
function eInvoice(document: BillingDocument): EInvoice {
  const invoice = eInvoiceOf(document)
  if (!invoice) throw new Error(`no e-invoice of ${JSON.stringify(document)}`)
  return invoice
}

const splitOrder = { tickets: tickets(2, 6100n), services: [], code: null, tax: tax('INCLUDED_NOT_CHARGED', '22') }

/** The text of every element of this name. */
const values = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g')), ([, text = '']) => text)

const TRANSFER = {
  kind: 'bank-transfer',
  account: 'CH93 0076 2011 6238 5295 7',
  owner: ['Verein Alpine Systeme'],
  reason: '7F3A91C2',
  deadline: Date.UTC(2027, 0, 22, 7),
} as const

describe('Factur-X', () => {
  test('states who, what and how much', () => {
    const xml = crossIndustryInvoice(anEInvoice(), say)
    expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
    expect(values(xml, 'ram:ID')).toEqual(['urn:cen.eu:en16931:2017', '2027-00017', 'CHE123456788', 'DE123456788'])
    expect(values(xml, 'ram:CountryID')).toEqual(['CH', 'DE'])
    expect(values(xml, 'ram:GrandTotalAmount')).toEqual(['240.00'])
    expect(values(xml, 'ram:TaxTotalAmount')).toEqual(['17.98'])
    expect(values(xml, 'ram:TotalPrepaidAmount')).toEqual(['240.00'])
    expect(values(xml, 'ram:DuePayableAmount')).toEqual(['0.00'])
  })

  test('asks for what is to be transferred, and says by when', () => {
    const xml = crossIndustryInvoice(anEInvoice({ payment: TRANSFER }), say)
    expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
    expect(values(xml, 'ram:IBANID')).toEqual(['CH9300762011623852957'])
    expect(values(xml, 'ram:DuePayableAmount')).toEqual(['240.00'])
    expect(xml).toContain('<ram:DueDateDateTime><udt:DateTimeString format="102">20270122<')
  })

  test.each([
    ['AE', tax('INCLUDED_EXEMPT', '8.1'), 'VATEX-EU-AE'],
    ['O', tax('NONE', '0'), 'VATEX-EU-O'],
    ['Z', onTop('0'), undefined],
  ] as const)('names the category %s', (category, how, code) => {
    const order = { tickets: tickets(1, 10_000n), services: [], code: null, tax: how }
    const xml = crossIndustryInvoice(anEInvoice(figuresOf(order)), say)
    expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
    expect(new Set(values(xml, 'ram:CategoryCode'))).toEqual(new Set([category]))
    expect(values(xml, 'ram:ExemptionReasonCode')[0]).toBe(code)
    // What is no matter of VAT has neither rate nor VAT numbers (EN 16931, BR-O-02, BR-O-05).
    expect(xml.includes('RateApplicablePercent')).toBe(category !== 'O')
    expect(xml.includes('schemeID="VA"')).toBe(category !== 'O')
  })

  test('a credit note names the invoice it takes back', () => {
    const issued = { number: 'G-3', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }
    const xml = crossIndustryInvoice(anEInvoice(creditNoteOf(aBillingDocument(), issued)), say)
    expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
    expect(values(xml, 'ram:TypeCode')[0]).toBe('381')
    expect(values(xml, 'ram:IssuerAssignedID')).toEqual(['2027-00017'])
    expect(values(xml, 'ram:DuePayableAmount')).toEqual(['240.00'])
  })

  test('what a buyer writes is text, never markup', () => {
    const { buyer } = aBillingDocument()
    const billing = { ...buyer.billing, companyName: '<ram:Name>&amp;"\u0001' }
    const xml = crossIndustryInvoice(anEInvoice({ buyer: { ...buyer, billing } }), say)
    expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
    expect(xml).toContain('&lt;ram:Name&gt;&amp;amp;&quot;</ram:Name>')
  })

  test('of 500 orders states what each of them costs, by the rules', () => {
    fc.assert(
      fc.property(anyInvoice, ({ document, price, currency }) => {
        const xml = crossIndustryInvoice(eInvoice(document), say)
        expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
        expect(brokenRules(xml)).toEqual([])
        expect(values(xml, 'ram:TaxTotalAmount')).toEqual([printed(price.vat, currency)])
        const isPaid = document.type === 'INVOICE' && document.payment.kind === 'paid'
        expect(values(xml, 'ram:DuePayableAmount')).toEqual([printed(isPaid ? ZERO : price.total, currency)])
      }),
      { numRuns: 500 },
    )
  })
})

describe('UBL', () => {
  const ubl = (change: Parameters<typeof aBillingDocument>[0] = {}) => ublInvoice(anEInvoice(change), say)

  test('states the same as Factur-X', () => {
    const xml = ubl({ payment: TRANSFER })
    expect(values(xml, 'cbc:ID').slice(0, 2)).toEqual(['2027-00017', 'VAT'])
    expect(values(xml, 'cbc:CompanyID')).toEqual(['CHE123456788', 'DE123456788'])
    expect(values(xml, 'cbc:DueDate')).toEqual(['2027-01-22'])
    expect(values(xml, 'cbc:PayableAmount')).toEqual(['240.00'])
    expect(values(xml, 'cbc:TaxExclusiveAmount')).toEqual(['222.02'])
  })

  test('a credit note has its own kind', () => {
    const issued = { number: 'G-3', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }
    const xml = ubl(creditNoteOf(aBillingDocument(), issued))
    expect(xml).toContain('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"')
    expect(values(xml, 'cbc:CreditNoteTypeCode')).toEqual(['381'])
    expect(values(xml, 'cbc:CreditedQuantity')).toEqual(['2'])
    expect(xml).toContain('<cac:InvoiceDocumentReference><cbc:ID>2027-00017<')
  })

  test('of 500 orders states what Factur-X does, by the rules', () => {
    const SAME = [
      ['cbc:TaxExclusiveAmount', 'ram:TaxBasisTotalAmount'],
      ['cbc:TaxInclusiveAmount', 'ram:GrandTotalAmount'],
      ['cbc:PayableAmount', 'ram:DuePayableAmount'],
      ['cbc:PriceAmount', 'ram:ChargeAmount'],
      ['cbc:TaxableAmount', 'ram:BasisAmount'],
    ] as const
    fc.assert(
      fc.property(anyInvoice, ({ document, price, currency }) => {
        const invoice = eInvoice(document)
        const [xml, other] = [ublInvoice(invoice, say), crossIndustryInvoice(invoice, say)]
        expect(brokenRules(xml)).toEqual([])
        for (const [own, its] of SAME) expect(values(xml, own)).toEqual(values(other, its))
        expect(values(xml, 'cbc:TaxAmount')[0]).toBe(printed(price.vat, currency))
      }),
      { numRuns: 500 },
    )
  })
})

describe('FatturaPA', () => {
  const ITALIAN = VERONA.billing
  const { contact } = aBillingDocument().buyer

  function fattura(change: Parameters<typeof aBillingDocument>[0] = {}): string {
    const document = { currency: 'EUR', seller: MILANO, buyer: { contact, billing: ITALIAN }, ...change }
    const xml = fatturaPa(anEInvoice(document))
    if (xml === undefined) throw new Error('no FatturaPA')
    return xml
  }

  test('states what an Italian business owes', () => {
    const xml = fattura({ payment: TRANSFER })
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect(values(xml, 'CodiceDestinatario')).toEqual(['ABC1234'])
    expect(values(xml, 'Denominazione')).toEqual(['Associazione Sistemi', 'Società Lódz &amp; Figli'])
    expect(values(xml, 'Provincia')).toEqual(['MI', 'VR'])
    expect(values(xml, 'ImportoTotaleDocumento')).toEqual(['240.00'])
  })

  test('a person is named by a number, in Italy and abroad: the exchange system takes no buyer without one', () => {
    const person = { ...ITALIAN, companyName: null, vatNumber: null }
    const xml = fattura({ buyer: { contact, billing: person } })
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect(values(xml, 'Cognome')).toEqual(['Lovelace'])
    const abroad = fattura({ buyer: { contact, billing: { ...person, country: 'DE', italian: null, zip: '10119' } } })
    expect(faultsBySchema(abroad, FATTURA_PA)).toEqual([])
    expect(values(abroad, 'CodiceDestinatario')).toEqual(['XXXXXXX'])
    expect(values(abroad, 'CAP')).toEqual(['20121', '00000'])
    const codes = [ITALIAN.italian, { ...ITALIAN.italian, fiscalCode: 'de-12 345/x' }, null]
    const numbers = codes.map(italian => {
      const text = fattura({ buyer: { contact, billing: { ...person, country: 'DE', italian, zip: '10119' } } })
      expect(faultsBySchema(text, FATTURA_PA)).toEqual([])
      expect(values(text, 'CodiceFiscale')).toEqual([])
      return [values(text, 'IdPaese').at(-1), values(text, 'IdCodice').at(-1)]
    })
    expect(numbers).toEqual([
      ['DE', '01234567897'],
      ['DE', 'DE12345X'],
      ['DE', '99999999999'],
    ])
  })

  test('a business in Greece is of GR, by the number without its prefix', () => {
    const greek = { ...ITALIAN, country: 'EL', vatNumber: 'EL094259216', italian: null, zip: '10431' }
    const xml = fattura({ buyer: { contact, billing: greek } })
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect([values(xml, 'IdPaese').at(-1), values(xml, 'IdCodice').at(-1)]).toEqual(['GR', '094259216'])
    expect(values(xml, 'Nazione').at(-1)).toBe('GR')
  })

  test.each([
    [{ kind: 'paid', by: 'online' } as const, ['MP08']],
    [{ kind: 'paid', by: 'transfer' } as const, ['MP05']],
    [{ kind: 'paid', by: 'desk' } as const, ['MP01']],
    [{ kind: 'on-site' } as const, ['MP01']],
    [TRANSFER, ['MP05']],
    [{ kind: 'deferred-transfer' } as const, ['MP05']],
    [{ kind: 'paid' } as const, []],
  ])('%o is paid by %s', (payment, ways) => {
    const xml = fattura({ payment })
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect(values(xml, 'ModalitaPagamento')).toEqual(ways)
  })

  test('a number of a document is in the letters of its format, and signs of word processors are written out', () => {
    const xml = fattura({ number: '2027/É-ŁÓDŹ-17', event: { ...aBillingDocument().event, name: '“Été” – 5 €' } })
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect(values(xml, 'Numero')).toEqual(['2027/E-LODZ-17'])
    expect(values(xml, 'Causale')).toEqual(['&quot;Été&quot; - 5 EUR'])
  })

  test('split payment is marked as such', () => {
    const xml = fattura(figuresOf(splitOrder))
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect(values(xml, 'EsigibilitaIVA')).toEqual(['S'])
    expect(values(xml, 'ImportoTotaleDocumento')).toEqual(['122.00'])
    expect(values(xml, 'ImportoPagamento')).toEqual(['100.00'])
  })

  test('a credit note is TD04 and names its invoice', () => {
    const issued = { number: 'G-3', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }
    const xml = fattura(
      creditNoteOf(aBillingDocument({ seller: MILANO, buyer: { contact, billing: ITALIAN } }), issued),
    )
    expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
    expect(values(xml, 'TipoDocumento')).toEqual(['TD04'])
  })

  test.each([
    ['a seller of another country', { seller: aBillingDocument().seller }],
    ['a seller without a town', { seller: { ...MILANO, address: ['Milano'] } }],
    ['a seller without a VAT number', { seller: { ...MILANO, vatNumber: null } }],
  ])('is not written for %s', (_, change) => {
    expect(fatturaPa(anEInvoice({ buyer: { contact, billing: ITALIAN }, ...change }))).toBeUndefined()
  })

  test('of 500 orders states what each of them costs', () => {
    fc.assert(
      fc.property(anyItalianInvoice, ({ document, price, currency }) => {
        const xml = fatturaPa(eInvoice(document)) ?? ''
        expect(faultsBySchema(xml, FATTURA_PA)).toEqual([])
        const cents = (name: string) => values(xml, name).map(text => Math.round(Number(text) * 100))
        const all = (name: string) => cents(name).reduce((sum, amount) => sum + amount, 0)
        const total = Math.round(Number(printed(price.total, currency)) * 100)
        expect(cents('ImportoPagamento')).toEqual([total])
        expect(all('PrezzoTotale')).toBe(all('ImponibileImporto'))
        expect(all('ImportoTotaleDocumento')).toBe(all('ImponibileImporto') + all('Imposta'))
        expect(all('Imposta')).toBe(Math.round(Number(printed(price.vat, currency)) * 100))
        // What the exchange system counts over itself (00423): price times quantity.
        const [prices, totals] = [values(xml, 'PrezzoUnitario'), cents('PrezzoTotale')]
        const counts = [...values(xml, 'Quantita').map(Number), ...prices.map(() => 1)]
        expect(prices.map((price, index) => Math.round(Number(price) * 100 * (counts[index] ?? 1)))).toEqual(totals)
      }),
      { numRuns: 500 },
    )
  })
})

test('the schemas find what is wrong', () => {
  const xml = crossIndustryInvoice(anEInvoice(), say)
  expect(faultsBySchema(xml.replace('<ram:TypeCode>VAT</ram:TypeCode>', ''), FACTUR_X)).not.toEqual([])
  expect(faultsBySchema(xml, FATTURA_PA)).not.toEqual([])
})

test.each([
  ['a total', '<ram:GrandTotalAmount>', '<ram:GrandTotalAmount>9', 'BR-CO-15 with VAT'],
  ['the VAT of a category', '<ram:CalculatedAmount>', '<ram:CalculatedAmount>9', 'BR-CO-14 the VAT'],
  ['a category', '<ram:CategoryCode>S', '<ram:CategoryCode>Z', 'BR-*-08 a category has its parts'],
  [
    'a number of the seller',
    /<ram:SpecifiedTaxRegistration>.*?<.ram:SpecifiedTaxRegistration>/,
    '',
    'BR-CO-26 who sells',
  ],
] as const)('the rules find %s that is wrong', (_, what, by, rule) => {
  expect(brokenRules(crossIndustryInvoice(anEInvoice(), say).replace(what, by))).toContain(rule)
})

test.each([
  ['split payment outside Italy', figuresOf(splitOrder)],
  ['a receipt', { type: 'RECEIPT', number: null } as const],
  ['a currency with thousandths', { currency: 'BHD' }],
  ['a seller of whom no country is known', { seller: { ...aBillingDocument().seller, country: null } }],
  [
    'a buyer without a country',
    { buyer: { ...aBillingDocument().buyer, billing: { ...aBillingDocument().buyer.billing, country: null } } },
  ],
])('there is no e-invoice of %s', (_, change) => {
  expect(eInvoiceOf(aBillingDocument(change))).toBeUndefined()
})

test('an amount off the order is stated by category, with its name', () => {
  const order = { tickets: tickets(2, 5000n), services: [], code: orderCode(1000n), tax: onTop('20') }
  const xml = crossIndustryInvoice(anEInvoice({ ...figuresOf(order), discount: 'VOUCHER-5' }), say)
  expect(values(xml, 'ram:ActualAmount')).toEqual(['10.00'])
  expect(values(xml, 'ram:Reason')).toEqual(['VOUCHER-5'])
})
