import type { DocumentLine, DocumentTax } from '#domain/order/invoice/billing-document.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import { element, leaf, node, optional, xmlDocument } from '#server/foundation/xml/xml.ts'
import {
  type EInvoice,
  type Party,
  exemptionCode,
  exemptionReason,
  isNothing,
  isOutsideVat,
  supplyDay,
} from './invoice-facts.ts'

/**
 * The invoice as UN/CEFACT Cross Industry Invoice, in the EN 16931 profile of Factur-X 1.0 (ZUGFeRD 2). `say` gives the
 * reasons of exemptions in the language of the invoice.
 */
export function crossIndustryInvoice(invoice: EInvoice, say: Say): string {
  return xmlDocument(
    element('rsm:CrossIndustryInvoice', NAMESPACES, [
      node(
        'rsm:ExchangedDocumentContext',
        node('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', 'urn:cen.eu:en16931:2017')),
      ),
      heading(invoice),
      node(
        'rsm:SupplyChainTradeTransaction',
        ...invoice.document.lines.map(line),
        agreement(invoice),
        node(
          'ram:ApplicableHeaderTradeDelivery',
          node('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', supplyDay(invoice.document))),
        ),
        settlement(invoice, say),
      ),
    ]),
  )
}

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

function heading({ document, number }: EInvoice): string {
  return node(
    'rsm:ExchangedDocument',
    leaf('ram:ID', number),
    leaf('ram:TypeCode', document.type === 'CREDIT_NOTE' ? '381' : '380'),
    date('ram:IssueDateTime', document.issuedOn),
    node('ram:IncludedNote', leaf('ram:Content', document.event.name)),
  )
}

/** 2027-01-15 as 20270115. */
function date(name: string, day: string): string {
  return node(name, leaf('udt:DateTimeString', day.replaceAll('-', ''), { format: '102' }))
}

function line({ name, quantity, unitNet, net, category, percentage }: DocumentLine, index: number): string {
  return node(
    'ram:IncludedSupplyChainTradeLineItem',
    node('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(index + 1))),
    node('ram:SpecifiedTradeProduct', leaf('ram:Name', name)),
    node('ram:SpecifiedLineTradeAgreement', node('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', unitNet))),
    node('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', String(quantity), { unitCode: 'C62' })),
    node(
      'ram:SpecifiedLineTradeSettlement',
      tax('ram:ApplicableTradeTax', { category, percentage }),
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', net)),
    ),
  )
}

function tax(name: string, { category, percentage }: Pick<DocumentTax, 'category' | 'percentage'>): string {
  return node(name, leaf('ram:TypeCode', 'VAT'), leaf('ram:CategoryCode', category), rate({ category, percentage }))
}

function rate({ category, percentage }: Pick<DocumentTax, 'category' | 'percentage'>): string {
  return category === 'O' ? '' : leaf('ram:RateApplicablePercent', percentage)
}

function agreement({ document, seller, buyer }: EInvoice): string {
  const isOutside = isOutsideVat(document)
  return node(
    'ram:ApplicableHeaderTradeAgreement',
    optional('ram:BuyerReference', document.order.customerReference),
    party('ram:SellerTradeParty', seller, isOutside ? 'FC' : 'VA'),
    party('ram:BuyerTradeParty', buyer, isOutside ? null : 'VA'),
  )
}

/** `scheme`: VA for a VAT number, FC for one of the tax office alone; null leaves it out. */
function party(element: string, party: Party, scheme: 'VA' | 'FC' | null): string {
  const { name, contactName, street, zip, city, state, country, vatId, email } = party
  const [first = null, second = null, ...rest] = street
  return node(
    element,
    // Some identifier of the seller is needed where it is not the VAT number (BR-CO-26).
    scheme === 'FC' ? optional('ram:ID', vatId) : '',
    leaf('ram:Name', name),
    contactName === null ? '' : node('ram:DefinedTradeContact', leaf('ram:PersonName', contactName)),
    node(
      'ram:PostalTradeAddress',
      optional('ram:PostcodeCode', zip),
      optional('ram:LineOne', first),
      optional('ram:LineTwo', second),
      optional('ram:LineThree', rest.join(', ')),
      optional('ram:CityName', city),
      leaf('ram:CountryID', country),
      optional('ram:CountrySubDivisionName', state),
    ),
    node('ram:URIUniversalCommunication', leaf('ram:URIID', email, { schemeID: 'EM' })),
    scheme === null || vatId === null
      ? ''
      : node('ram:SpecifiedTaxRegistration', leaf('ram:ID', vatId, { schemeID: scheme })),
  )
}

function settlement(invoice: EInvoice, say: Say): string {
  const { document } = invoice
  const { currency, creditedNumber, order, taxes } = document
  return node(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', order.shortId),
    leaf('ram:InvoiceCurrencyCode', currency),
    paymentMeans(invoice),
    ...taxes.map(group => breakdown(group, say)),
    ...taxes.filter(({ allowance }) => !isNothing(allowance)).map(group => allowance(group, document.discount)),
    paymentTerms(invoice),
    summation(invoice),
    creditedNumber === null ? '' : node('ram:InvoiceReferencedDocument', leaf('ram:IssuerAssignedID', creditedNumber)),
  )
}

function paymentMeans({ document: { payment } }: EInvoice): string {
  if (payment.kind !== 'bank-transfer') return ''
  return node(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', '30'),
    node(
      'ram:PayeePartyCreditorFinancialAccount',
      leaf('ram:IBANID', payment.account.replaceAll(' ', '')),
      optional('ram:AccountName', payment.owner[0] ?? null),
    ),
  )
}

function breakdown({ category, percentage, net, vat }: DocumentTax, say: Say): string {
  return node(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', vat),
    leaf('ram:TypeCode', 'VAT'),
    optional('ram:ExemptionReason', exemptionReason(category, say)),
    leaf('ram:BasisAmount', net),
    leaf('ram:CategoryCode', category),
    optional('ram:ExemptionReasonCode', exemptionCode(category)),
    rate({ category, percentage }),
  )
}

function allowance(group: DocumentTax, discount: string | null): string {
  return node(
    'ram:SpecifiedTradeAllowanceCharge',
    node('ram:ChargeIndicator', leaf('udt:Indicator', 'false')),
    leaf('ram:ActualAmount', group.allowance),
    // 95: discount (UNTDID 5189).
    leaf('ram:ReasonCode', '95'),
    optional('ram:Reason', discount),
    tax('ram:CategoryTradeTax', group),
  )
}

function paymentTerms({ dueOn }: EInvoice): string {
  return dueOn === null ? '' : node('ram:SpecifiedTradePaymentTerms', date('ram:DueDateDateTime', dueOn))
}

function summation({ document, prepaid, payable }: EInvoice): string {
  const { totals, currency } = document
  return node(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    leaf('ram:LineTotalAmount', totals.lines),
    isNothing(totals.allowance) ? '' : leaf('ram:AllowanceTotalAmount', totals.allowance),
    leaf('ram:TaxBasisTotalAmount', totals.net),
    leaf('ram:TaxTotalAmount', totals.vat, { currencyID: currency }),
    isNothing(totals.rounding) ? '' : leaf('ram:RoundingAmount', totals.rounding),
    leaf('ram:GrandTotalAmount', totals.gross),
    isNothing(prepaid) ? '' : leaf('ram:TotalPrepaidAmount', prepaid),
    leaf('ram:DuePayableAmount', payable),
  )
}
