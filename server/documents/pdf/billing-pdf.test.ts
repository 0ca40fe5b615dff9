import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { type BillingDocument, creditNoteOf } from '#domain/order/invoice/billing-document.ts'
import { accessibilityFaults } from '#tests/support/documents/pdf/accessibility-faults.ts'
import { billingPdf } from './billing-pdf.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { stopRendering } from './pdf-renderer.ts'
import { aBillingDocument, figuresOf } from '#tests/builders/billing-document.ts'
import { orderCode, tax, tickets } from '#tests/builders/priced-order.ts'
import { FACTUR_X, faultsBySchema } from '#tests/support/documents/xml-schema.ts'

const texts = loadTexts()
const { buyer } = aBillingDocument()

afterAll(stopRendering)

const read = (bytes: Uint8Array) => readPdf(bytes, { findsCode: false })

const TRANSFER = {
  kind: 'bank-transfer',
  account: 'CH93 0076 2011 6238 5295 7',
  owner: ['Verein Alpine Systeme', 'Via Nassa 12'],
  reason: '7F3A91C2',
  deadline: Date.UTC(2027, 0, 22, 7),
} as const

const OWNER = ['Verein Alpine Systeme', 'Via Nassa 12', '6900 Lugano']
const QR_BILL = {
  ...TRANSFER,
  account: 'CH44 3199 9123 0008 89012',
  owner: OWNER,
  reference: '210000000003139471430009017',
} as const

const RECEIPT = { type: 'RECEIPT', number: null } as const

/** Which letters there are; a PDF holds those of a leftward script in the order they are drawn, and in joined forms. */
const lettersOf = (text: string) => new Set(text.normalize('NFKC').match(/\p{L}/gu))

const linesOf = (text: string): string => text.replace(/\s+/g, ' ')

test('an invoice states who owes whom how much', async () => {
  const text = linesOf((await read(await billingPdf(aBillingDocument(), texts))).text)
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
    '7F3A91C2 by Ada Lovelace · ada@example.org',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('kind regards')
})

test('a buyer who is to transfer money reads where, how much, by when and why, and is thanked', async () => {
  const text = linesOf((await read(await billingPdf(aBillingDocument({ payment: TRANSFER }), texts))).text)
  for (const part of [
    'Account CH93 0076 2011 6238 5295 7',
    'Account holder Verein Alpine Systeme Via Nassa 12',
    'Message 7F3A91C2',
    'Please pay by Friday 22 January 2027, 08:00 CET',
    'Questions about the payment hello@alpine.example',
    'Thank you, and kind regards Verein Alpine Systeme',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Paid.')
})

describe('with Italian data', () => {
  const italian = {
    fiscalCode: 'LVLDAA85T50F205X',
    referenceType: 'PEC',
    addresseeCode: null,
    pec: 'ada@pec.example',
    isSplitPayment: true,
  } as const
  const inMilan = { ...buyer, billing: { ...buyer.billing, country: 'IT', vatNumber: '07643520567', italian } }

  test('an invoice is a proforma that says where the invoice goes, and that it is none', async () => {
    const order = { tickets: tickets(2, 6100n), services: [], code: null, tax: tax('INCLUDED_NOT_CHARGED', '22') }
    const document = aBillingDocument({ ...figuresOf(order), buyer: inMilan, language: 'it' })
    const pdf = await read(await billingPdf(document, texts))
    const text = linesOf(pdf.text)
    for (const part of [
      'Fattura proforma',
      'Documento privo di valenza fiscale',
      'Numero IVA 07643520567 Codice fiscale LVLDAA85T50F205X Recapito tramite PEC',
      'ada@pec.example',
      'IVA 22% su 100.00 22.00',
      '-22.00',
      'Totale CHF 100.00',
    ])
      expect(text).toContain(part)
    expect(pdf.title).toContain('Fattura proforma')
  })

  test('a credit note stays a credit note', async () => {
    const issued = { number: 'G-3', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }
    const text = linesOf(
      (await read(await billingPdf(creditNoteOf(aBillingDocument({ buyer: inMilan }), issued), texts))).text,
    )
    expect(text).toContain('Credit note number G-3')
    expect(text).toContain('Invoice number 2027-00017')
    expect(text).toContain('-240.00')
  })
})

test('an invoice is an archived, accessible file with itself inside as XML', async () => {
  const bytes = await billingPdf(aBillingDocument({ language: 'de' }), texts)
  const pdf = await read(bytes)
  expect(pdf).toMatchObject({
    pages: 1,
    isTagged: true,
    claimsAccessibility: true,
    language: 'de',
    title: 'Rechnung für Alpine Systems Days (2027-00017)',
    missingFonts: [],
  })
  expect(pdf.attachments).toMatchObject([{ name: 'factur-x.xml', type: 'text/xml' }])
  expect(await accessibilityFaults(bytes)).toEqual([])
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

test('a receipt states prices as they were shown and its time, as a till prints it, and carries nothing', async () => {
  const bytes = await billingPdf(aBillingDocument(RECEIPT), texts)
  const pdf = await read(bytes)
  const text = linesOf(pdf.text)
  expect(pdf.fonts.join(' ')).toContain('NotoSansMono')
  expect(text).toContain('Date Friday 15 January 2027, 09:00 CET')
  expect(await accessibilityFaults(bytes)).toEqual([])
  expect(text).toContain('Conference 2 120.00 240.00')
  expect(text).toContain('Total CHF 240.00 incl. 8.1% VAT 17.98')
  expect(pdf).toMatchObject({ attachments: [], isTagged: true, claimsAccessibility: true })
})

test('reverse charge and a discount are stated', async () => {
  const order = {
    tickets: tickets(2, 5000n),
    services: [],
    code: orderCode(1000n),
    tax: tax('NOT_INCLUDED_EXEMPT', '20'),
  }
  const document = aBillingDocument({ ...figuresOf(order), discount: 'VOUCHER-5' })
  const text = linesOf((await read(await billingPdf(document, texts))).text)
  expect(text).toContain('Discount VOUCHER-5 -10.00')
  expect(text).toContain('reverse charge')
  expect(text).toContain('Total CHF 90.00')
})

describe('a name is drawn with letters of its script', () => {
  test.each([
    'Ελευθερία Παπαδοπούλου',
    'Юрий Гагарин',
    'שרה כהן',
    'شركة الأنظمة',
    '王小明有限公司',
    '한국 시스템',
    'บริษัท ระบบ',
    'தமிழ் நிறுவனம்',
    'ຮ້ານ ລາວ',
    'ሀይሌ',
    'Zoë 🎉',
  ])('%s', async name => {
    const billing = { ...buyer.billing, companyName: name }
    for (const change of [{}, RECEIPT]) {
      const document = aBillingDocument({ ...change, buyer: { ...buyer, billing } })
      const bytes = await billingPdf(document, texts)
      const pdf = await read(bytes)
      expect(lettersOf(name).difference(lettersOf(pdf.text))).toEqual(new Set())
      expect(pdf).toMatchObject({ pages: 1, missingFonts: [] })
      expect(await accessibilityFaults(bytes)).toEqual([])
      expect(pdf.attachments.every(({ text }) => text.includes(name))).toBe(true)
    }
  })

  test('of which we have no font: its letters are described, and the invoice keeps its standards and its XML', async () => {
    const billing = { ...buyer.billing, companyName: 'ཚོང་ཁང' }
    const bytes = await billingPdf(aBillingDocument({ buyer: { ...buyer, billing } }), texts)
    const pdf = await read(bytes)
    expect(pdf).toMatchObject({ isTagged: true, claimsAccessibility: true })
    expect(await accessibilityFaults(bytes)).toEqual([])
    expect(Buffer.from(bytes).toString('latin1')).toContain('<pdfaid:conformance>A</pdfaid:conformance>')
    expect(pdf.attachments.map(({ text }) => text.includes(billing.companyName))).toEqual([true])
  })
})

test('a long order goes on on the next page, below the head of its table', async () => {
  const [line] = aBillingDocument().lines
  const lines = Array.from({ length: 45 }, () => line).filter(one => one !== undefined)
  const bytes = await billingPdf(aBillingDocument({ lines }), texts)
  expect((await read(bytes)).pages).toBe(2)
  expect(await accessibilityFaults(bytes)).toEqual([])
})

test('rows and heads of the table are tagged as such', async () => {
  const { structure } = await read(await billingPdf(aBillingDocument(), texts))
  const kinds = JSON.stringify(structure)
  expect(kinds.match(/"type":"TH"/g)).toHaveLength(4)
  expect(kinds.match(/"type":"TD"/g)).toHaveLength(4)
})

test('the picture of the event heads it', async () => {
  const picture = readFileSync(new URL('../../../samples/images/four-rivers.webp', import.meta.url))
  for (const change of [{}, RECEIPT]) {
    const [plain, headed] = [
      await billingPdf(aBillingDocument(change), texts),
      await billingPdf(aBillingDocument(change), texts, { picture }),
    ]
    expect(headed.length - plain.length).toBeGreaterThan(2000)
    expect(await accessibilityFaults(headed)).toEqual([])
  }
})

test.each(['en', 'de', 'fr', 'it'])('in %s every word is there', async language => {
  for (const change of [
    { payment: TRANSFER },
    { payment: { kind: 'on-site' } },
    { payment: { kind: 'deferred-transfer' } },
    RECEIPT,
  ] as const) {
    const { text, language: stated } = await read(await billingPdf(aBillingDocument({ ...change, language }), texts))
    expect(stated).toBe(language)
    expect(text).not.toMatch(/foyer\.|invoice\.|receipt\.|\{\d\}/)
  }
})

describe('The Swiss QR-bill of an invoice', () => {
  const billed = async (language = 'en', change: Partial<BillingDocument> = {}) =>
    billingPdf(aBillingDocument({ payment: QR_BILL, language, ...change }), texts)

  test.each([
    ['en', ['Receipt', 'Payment part', 'Account / Payable to', 'Acceptance point', 'Separate before paying in']],
    ['de', ['Empfangsschein', 'Zahlteil', 'Konto / Zahlbar an', 'Annahmestelle', 'Vor der Einzahlung abzutrennen']],
    ['fr', ['Récépissé', 'Section paiement', 'Compte / Payable à', 'Point de dépôt', 'A détacher avant le versement']],
    ['it', ['Ricevuta', 'Sezione pagamento', 'Conto / Pagabile a', 'Punto di accettazione', 'Da staccare prima del']],
  ])('has both parts in the words of the standard (%s), and can be read aloud', async (language, words) => {
    const pdf = await billed(language)
    const { text, pages } = await read(pdf)
    for (const word of words) expect(linesOf(text)).toContain(word)
    for (const twice of ['CH44 3199 9123 0008 8901 2', '21 00000 00003 13947 14300 09017', ...OWNER.slice(1)])
      expect(linesOf(text).split(twice).length - 1).toBeGreaterThanOrEqual(2)
    expect(linesOf(text)).toContain('CHF 240.00')
    expect(pages).toBe(1)
    expect(await accessibilityFaults(pdf)).toEqual([])
  })

  test('has the code that another reader reads, line by line as the standard has them', async () => {
    const { qrText } = await readPdf(await billed())
    const lines = qrText?.split('\n').map(line => line.trim()) ?? []
    expect(lines.slice(0, 11)).toEqual([
      'SPC',
      '0200',
      '1',
      'CH4431999123000889012',
      'S',
      'Verein Alpine Systeme',
      'Via Nassa',
      '12',
      '6900',
      'Lugano',
      'CH',
    ])
    expect(lines.slice(18, 20)).toEqual(['240.00', 'CHF'])
    expect(lines.slice(27, 31)).toEqual(['QRR', '210000000003139471430009017', '7F3A91C2', 'EPD'])
  })

  test('comes on a sheet of its own where the invoice leaves no room for it', async () => {
    const lines = aBillingDocument().lines.flatMap(line => Array.from({ length: 14 }, () => line))
    const { text, pages } = await read(await billed('en', { lines }))
    expect(pages).toBe(2)
    expect(text).not.toContain('Payment part')
  })

  test('is not on an invoice that is paid, in another currency, or to an account without a readable address', async () => {
    const changes: readonly Partial<BillingDocument>[] = [
      { payment: { kind: 'paid', by: 'online' } },
      { currency: 'USD' },
      { payment: { ...QR_BILL, owner: ['Verein Alpine Systeme'] } },
    ]
    for (const change of changes) {
      const { text } = await read(await billed('en', change))
      expect(text).not.toContain('Payment part')
    }
  })
})
