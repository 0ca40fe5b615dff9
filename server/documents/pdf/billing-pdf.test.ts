import { afterAll, describe, expect, test } from 'vitest'
import { loadTexts } from '#server/language/texts.ts'
import { billingPdf } from './billing-pdf.ts'
import { readPdf } from './read-pdf.ts'
import { stopRendering } from './render-pdf.ts'
import { aBillingDocument, figuresOf } from '#tests/builders/billing-document.ts'
import { orderCode, tax, tickets } from '#tests/builders/priced-order.ts'
import { FACTUR_X, faultsBySchema } from '#tests/support/xml-schema.ts'

const texts = loadTexts()
const { buyer } = aBillingDocument()

afterAll(stopRendering)

const RECEIPT = { type: 'RECEIPT', number: null } as const

/** Which letters there are; a PDF holds those of a leftward script in the order they are drawn, and in joined forms. */
const lettersOf = (text: string) => new Set(text.normalize('NFKC').match(/\p{L}/gu))

const linesOf = (text: string): string => text.replace(/\s+/g, ' ')

test('an invoice tells who owes whom how much', async () => {
  const text = linesOf((await readPdf(await billingPdf(aBillingDocument(), texts))).text)
  for (const part of [
    'Verein Alpine Systeme Via Nassa 12 6900 Lugano',
    'VAT number: CHE-123.456.788',
    'Analytical Engines GmbH Ada Lovelace Torstrasse 1 10119 Berlin Germany',
    'Invoice number 2027-00017',
    'Date 15/01/2027',
    'Your reference PO 4711',
    'Category 1 2 111.01 222.02',
    'VAT 8.1% on 222.02 17.98',
    'Total CHF 240.00',
    'Paid. Thank you.',
  ])
    expect(text).toContain(part)
})

test('an invoice is an archived, accessible file with itself inside as XML', async () => {
  const bytes = await billingPdf(aBillingDocument({ language: 'de' }), texts)
  const pdf = await readPdf(bytes)
  expect(pdf).toMatchObject({
    pages: 1,
    isTagged: true,
    claimsAccessibility: true,
    language: 'de',
    title: 'Rechnung für Alpine Systems Days (2027-00017)',
    missingFonts: [],
  })
  expect(pdf.attachments.map(({ name }) => name)).toEqual(['factur-x.xml'])
  const xml = pdf.attachments[0]?.text ?? ''
  expect(faultsBySchema(xml, FACTUR_X)).toEqual([])
  expect(xml).toContain('<ram:GrandTotalAmount>240.00</ram:GrandTotalAmount>')
  const file = Buffer.from(bytes).toString('latin1')
  for (const claim of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>A</pdfaid:conformance>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
    '/DisplayDocTitle true',
    '/AFRelationship /Alternative',
  ])
    expect(file).toContain(claim)
})

test('a receipt tells prices as they were shown, and carries nothing', async () => {
  const pdf = await readPdf(await billingPdf(aBillingDocument(RECEIPT), texts))
  const text = linesOf(pdf.text)
  expect(text).toContain('Conference 2 120.00 240.00')
  expect(text).toContain('Total CHF 240.00 incl. 8.1% VAT 17.98')
  expect(pdf).toMatchObject({ attachments: [], isTagged: true, claimsAccessibility: true })
})

test('reverse charge and a discount are told', async () => {
  const order = {
    tickets: tickets(2, 5000n),
    services: [],
    code: orderCode(1000n),
    tax: tax('NOT_INCLUDED_EXEMPT', '20'),
  }
  const document = aBillingDocument({ ...figuresOf(order), discount: 'VOUCHER-5' })
  const text = linesOf((await readPdf(await billingPdf(document, texts))).text)
  expect(text).toContain('Discount VOUCHER-5 -10.00')
  expect(text).toContain('reverse charge')
  expect(text).toContain('Total CHF 90.00')
})

describe('a name is drawn with letters of its script', () => {
  test.each(['Ελευθερία Παπαδοπούλου', 'Юрий Гагарин', 'שרה כהן', 'شركة الأنظمة', '王小明有限公司', 'Zoë 🎉'])(
    '%s',
    async name => {
      const billing = { ...buyer.billing, companyName: name }
      const pdf = await readPdf(await billingPdf(aBillingDocument({ buyer: { ...buyer, billing } }), texts))
      expect(lettersOf(name).difference(lettersOf(pdf.text))).toEqual(new Set())
      expect(pdf).toMatchObject({ pages: 1, claimsAccessibility: true, missingFonts: [] })
      expect(pdf.attachments[0]?.text).toContain(name)
    },
  )

  test('of which we have no font: an invoice all the same, with its XML', async () => {
    const billing = { ...buyer.billing, companyName: 'สมชาย' }
    const pdf = await readPdf(await billingPdf(aBillingDocument({ buyer: { ...buyer, billing } }), texts))
    expect(pdf).toMatchObject({ isTagged: true, claimsAccessibility: false })
    expect(pdf.attachments).toHaveLength(1)
  })
})

test('a long order goes on on the next page, below the head of its table', async () => {
  const [line] = aBillingDocument().lines
  const lines = Array.from({ length: 60 }, () => line).filter(one => one !== undefined)
  const pdf = await readPdf(await billingPdf(aBillingDocument({ lines }), texts))
  expect(pdf).toMatchObject({ pages: 2, claimsAccessibility: true })
})
