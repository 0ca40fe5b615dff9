import type { DocumentLine, DocumentTax } from '#domain/order/invoice/billing-document.ts'
import { element, leaf, node, optional, xmlDocument } from '#server/foundation/xml/xml.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import {
  type EInvoice,
  type Party,
  exemptionCode,
  exemptionReason,
  isNothing,
  isOutsideVat,
  supplyDay,
} from './invoice-facts.ts'

/** The invoice as UBL 2.1 (Invoice or CreditNote) by the rules of EN 16931. Its elements follow the order of the schema. */
export function ublInvoice(invoice: EInvoice, say: Say): string {
  const kind = kindOf(invoice)
  return xmlDocument(
    element(kind.root, { xmlns: `${UBL}${kind.root}-2`, 'xmlns:cac': CAC, 'xmlns:cbc': CBC }, [
      ...heading(invoice),
      party('cac:AccountingSupplierParty', invoice.seller, invoice),
      party('cac:AccountingCustomerParty', invoice.buyer, invoice),
      node('cac:Delivery', leaf('cbc:ActualDeliveryDate', supplyDay(invoice.document))),
      paymentMeans(invoice),
      ...allowances(invoice),
      taxTotal(invoice, say),
      monetaryTotal(invoice),
      ...invoice.document.lines.map((line, index) => lineOf(line, index, invoice)),
    ]),
  )
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const CAC = `${UBL}CommonAggregateComponents-2`
const CBC = `${UBL}CommonBasicComponents-2`

const INVOICE = { root: 'Invoice', type: 'cbc:InvoiceTypeCode', code: '380', quantity: 'cbc:InvoicedQuantity' } as const
const CREDIT_NOTE = {
  root: 'CreditNote',
  type: 'cbc:CreditNoteTypeCode',
  code: '381',
  quantity: 'cbc:CreditedQuantity',
} as const

const kindOf = ({ document }: EInvoice) => (document.type === 'CREDIT_NOTE' ? CREDIT_NOTE : INVOICE)

function heading(invoice: EInvoice): string[] {
  const { document, number } = invoice
  const kind = kindOf(invoice)
  return [
    leaf('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    leaf('cbc:ID', number),
    leaf('cbc:IssueDate', document.issuedOn),
    kind === INVOICE ? optional('cbc:DueDate', invoice.dueOn) : '',
    leaf(kind.type, kind.code),
    leaf('cbc:Note', document.event.name),
    leaf('cbc:DocumentCurrencyCode', document.currency),
    optional('cbc:BuyerReference', document.order.customerReference),
    document.creditedNumber === null
      ? ''
      : node('cac:BillingReference', node('cac:InvoiceDocumentReference', leaf('cbc:ID', document.creditedNumber))),
  ]
}

function party(name: string, party: Party, { document, seller }: EInvoice): string {
  const { street, zip, city, state, country, vatId, email, contactName } = party
  const [first = null, second = null, ...rest] = street
  const isOutside = isOutsideVat(document)
  const isSeller = party === seller
  return node(
    name,
    node(
      'cac:Party',
      leaf('cbc:EndpointID', email, { schemeID: 'EM' }),
      // Some identifier of the seller is needed where it is not the VAT number (BR-CO-26).
      isSeller && isOutside && vatId ? node('cac:PartyIdentification', leaf('cbc:ID', vatId)) : '',
      node(
        'cac:PostalAddress',
        optional('cbc:StreetName', first),
        optional('cbc:AdditionalStreetName', second),
        optional('cbc:CityName', city),
        optional('cbc:PostalZone', zip),
        optional('cbc:CountrySubentity', state),
        rest.length === 0 ? '' : node('cac:AddressLine', leaf('cbc:Line', rest.join(', '))),
        node('cac:Country', leaf('cbc:IdentificationCode', country)),
      ),
      vatId === null || isOutside
        ? ''
        : node('cac:PartyTaxScheme', leaf('cbc:CompanyID', vatId), node('cac:TaxScheme', leaf('cbc:ID', 'VAT'))),
      node('cac:PartyLegalEntity', leaf('cbc:RegistrationName', party.name)),
      contactName === null ? '' : node('cac:Contact', leaf('cbc:Name', contactName)),
    ),
  )
}

function paymentMeans({ document: { payment, order } }: EInvoice): string {
  if (payment.kind !== 'bank-transfer') return ''
  return node(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', '30'),
    leaf('cbc:PaymentID', order.shortId),
    node(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', payment.account.replaceAll(' ', '')),
      optional('cbc:Name', payment.owner[0] ?? null),
    ),
  )
}

const amountIn =
  ({ document }: EInvoice) =>
  (name: string, amount: string): string =>
    leaf(name, amount, { currencyID: document.currency })

function allowances(invoice: EInvoice): string[] {
  const { taxes, discount } = invoice.document
  return taxes
    .filter(({ allowance }) => !isNothing(allowance))
    .map(tax =>
      node(
        'cac:AllowanceCharge',
        leaf('cbc:ChargeIndicator', 'false'),
        // 95: discount (UNTDID 5189).
        leaf('cbc:AllowanceChargeReasonCode', '95'),
        optional('cbc:AllowanceChargeReason', discount),
        amountIn(invoice)('cbc:Amount', tax.allowance),
        category('cac:TaxCategory', tax),
      ),
    )
}

function category(
  name: string,
  { category: code, percentage }: Pick<DocumentTax, 'category' | 'percentage'>,
  ...reasons: readonly string[]
): string {
  const rate = code === 'O' ? '' : leaf('cbc:Percent', percentage)
  return node(name, leaf('cbc:ID', code), rate, ...reasons, node('cac:TaxScheme', leaf('cbc:ID', 'VAT')))
}

function taxTotal(invoice: EInvoice, say: Say): string {
  const { taxes, totals } = invoice.document
  const amount = amountIn(invoice)
  return node(
    'cac:TaxTotal',
    amount('cbc:TaxAmount', totals.vat),
    ...taxes.map(tax =>
      node(
        'cac:TaxSubtotal',
        amount('cbc:TaxableAmount', tax.net),
        amount('cbc:TaxAmount', tax.vat),
        category(
          'cac:TaxCategory',
          tax,
          optional('cbc:TaxExemptionReasonCode', exemptionCode(tax.category)),
          optional('cbc:TaxExemptionReason', exemptionReason(tax.category, say)),
        ),
      ),
    ),
  )
}

function monetaryTotal(invoice: EInvoice): string {
  const { totals } = invoice.document
  const amount = amountIn(invoice)
  const unlessNothing = (name: string, value: string) => (isNothing(value) ? '' : amount(name, value))
  return node(
    'cac:LegalMonetaryTotal',
    amount('cbc:LineExtensionAmount', totals.lines),
    amount('cbc:TaxExclusiveAmount', totals.net),
    amount('cbc:TaxInclusiveAmount', totals.gross),
    unlessNothing('cbc:AllowanceTotalAmount', totals.allowance),
    unlessNothing('cbc:PrepaidAmount', invoice.prepaid),
    unlessNothing('cbc:PayableRoundingAmount', totals.rounding),
    amount('cbc:PayableAmount', invoice.payable),
  )
}

function lineOf(line: DocumentLine, index: number, invoice: EInvoice): string {
  const amount = amountIn(invoice)
  const kind = kindOf(invoice)
  return node(
    `cac:${kind.root}Line`,
    leaf('cbc:ID', String(index + 1)),
    leaf(kind.quantity, String(line.quantity), { unitCode: 'C62' }),
    amount('cbc:LineExtensionAmount', line.net),
    node('cac:Item', leaf('cbc:Name', line.name), category('cac:ClassifiedTaxCategory', line)),
    node('cac:Price', amount('cbc:PriceAmount', line.unitNet)),
  )
}
