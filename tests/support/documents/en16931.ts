import { type XmlElement, parseXml } from '@rgrove/parse-xml'

/** The rules of EN 16931 that bind figures and tax categories, for both of its syntaxes. */

/** What an invoice says, whatever it is written in. Amounts are in hundredths. */
type Figures = {
  readonly lines: readonly Part[]
  readonly allowances: readonly Part[]
  readonly taxes: readonly (Part & { readonly vat: number; readonly reasons: number })[]
  readonly totals: Readonly<
    Record<'lines' | 'allowances' | 'net' | 'vat' | 'gross' | 'prepaid' | 'rounding' | 'payable', number>
  >
  readonly sellerIds: number
  readonly countries: readonly string[]
  readonly buyerVatIds: number
  readonly isDue: boolean
  readonly decimals: number
}

type Part = {
  readonly category: string
  readonly rate: number
  readonly amount: number
  readonly unit?: number
  readonly quantity?: number
}

/** Every rule that is broken, by its name in the standard. */
export function brokenRules(xml: string): string[] {
  const { root } = parseXml(xml)
  if (!root) throw new Error('no XML')
  const figures = root.name === 'rsm:CrossIndustryInvoice' ? ofCii(root) : ofUbl(root)
  return Object.entries(RULES).flatMap(([name, isKept]) => (isKept(figures) ? [] : [name]))
}

const UNTAXED = ['AE', 'E', 'G', 'O', 'Z']

const RULES: Readonly<Record<string, (figures: Figures) => boolean>> = {
  'BR-16 a line': ({ lines }) => lines.length > 0,
  'BR-27 no price below nothing': ({ lines }) => lines.every(({ unit = 0 }) => unit >= 0),
  'a line is its price times its quantity': ({ lines }) =>
    lines.every(({ unit = 0, quantity = 0, amount }) => Math.round(unit * quantity) === amount),
  'BR-CO-10 the lines': ({ lines, totals }) => sum(lines) === totals.lines,
  'BR-CO-11 the allowances': ({ allowances, totals }) => sum(allowances) === totals.allowances,
  'BR-CO-13 without VAT': ({ totals }) => totals.net === totals.lines - totals.allowances,
  'BR-CO-14 the VAT': ({ taxes, totals }) => taxes.reduce((all, { vat }) => all + vat, 0) === totals.vat,
  'BR-CO-15 with VAT': ({ totals }) => totals.gross === totals.net + totals.vat,
  'BR-CO-16 to pay': ({ totals }) => totals.payable === totals.gross - totals.prepaid + totals.rounding,
  'BR-CO-17 VAT of a category': ({ taxes }) =>
    taxes.every(({ amount, rate, vat }) => Math.abs(vat - Math.round((amount * rate) / 100)) <= 100),
  'BR-CO-18 a category': ({ taxes }) => taxes.length > 0,
  'BR-CO-25 when it is due': ({ totals, isDue }) => totals.payable <= 0 || isDue,
  'BR-CO-26 who sells': ({ sellerIds }) => sellerIds > 0,
  'BR-*-01 a category once': ({ taxes }) => new Set(taxes.map(keyOf)).size === taxes.length,
  'BR-*-08 a category has its parts': ({ lines, allowances, taxes }) =>
    [...lines, ...allowances].every(part => taxes.some(tax => keyOf(tax) === keyOf(part))) &&
    taxes.every(tax => tax.amount === sum(lines.filter(isLike(tax))) - sum(allowances.filter(isLike(tax)))),
  'BR-*-09 no VAT on what has none': ({ taxes }) =>
    taxes.every(({ category, vat, rate }) => !UNTAXED.includes(category) || (vat === 0 && rate === 0)),
  'BR-*-10 why there is none': ({ taxes }) =>
    taxes.every(({ category, reasons }) => ['AE', 'E', 'G', 'O'].includes(category) === reasons > 0),
  'BR-S-05 taxed at a rate': ({ taxes }) => taxes.every(({ category, rate }) => category !== 'S' || rate > 0),
  'BR-AE-02 who owes the VAT': ({ taxes, buyerVatIds }) => !has(taxes, 'AE') || buyerVatIds > 0,
  'BR-O-02 no numbers outside VAT': ({ taxes, buyerVatIds }) => !has(taxes, 'O') || buyerVatIds === 0,
  'BR-O-11 outside VAT alone': ({ taxes }) => !has(taxes, 'O') || taxes.length === 1,
  'BR-B-01 split payment in Italy': ({ taxes, countries }) =>
    !has(taxes, 'B') || countries.every(country => country === 'IT'),
  'BR-B-02 split payment without taxed': ({ taxes }) => !has(taxes, 'B') || !has(taxes, 'S'),
  'BR-DEC at most two decimals': ({ decimals }) => decimals <= 2,
}

const sum = (parts: readonly Part[]): number => parts.reduce((all, { amount }) => all + amount, 0)
const keyOf = ({ category, rate }: Part): string => `${category} ${rate}`
const isLike = (tax: Part) => (part: Part) => keyOf(part) === keyOf(tax)
const has = (taxes: Figures['taxes'], category: string): boolean => taxes.some(tax => tax.category === category)

function ofCii(root: XmlElement): Figures {
  const [settlement] = all(root, 'ram:ApplicableHeaderTradeSettlement')
  const [summation] = all(root, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  if (!settlement || !summation) throw new Error('no settlement')
  const taxOf = (from: XmlElement, amount: number): Part => ({
    category: text(from, 'ram:CategoryCode'),
    rate: Number(text(from, 'ram:RateApplicablePercent')),
    amount,
  })
  return {
    lines: all(root, 'ram:IncludedSupplyChainTradeLineItem').map(line => ({
      ...taxOf(line, cents(line, 'ram:LineTotalAmount')),
      unit: Number(text(line, 'ram:ChargeAmount')) * 100,
      quantity: Number(text(line, 'ram:BilledQuantity')),
    })),
    allowances: all(settlement, 'ram:SpecifiedTradeAllowanceCharge').map(one =>
      taxOf(one, cents(one, 'ram:ActualAmount')),
    ),
    taxes: all(settlement, 'ram:ApplicableTradeTax').map(tax => ({
      ...taxOf(tax, cents(tax, 'ram:BasisAmount')),
      vat: cents(tax, 'ram:CalculatedAmount'),
      reasons: all(tax, 'ram:ExemptionReason').length,
    })),
    totals: {
      lines: cents(summation, 'ram:LineTotalAmount'),
      allowances: cents(summation, 'ram:AllowanceTotalAmount'),
      net: cents(summation, 'ram:TaxBasisTotalAmount'),
      vat: cents(summation, 'ram:TaxTotalAmount'),
      gross: cents(summation, 'ram:GrandTotalAmount'),
      prepaid: cents(summation, 'ram:TotalPrepaidAmount'),
      rounding: cents(summation, 'ram:RoundingAmount'),
      payable: cents(summation, 'ram:DuePayableAmount'),
    },
    sellerIds: all(root, 'ram:SellerTradeParty').flatMap(party => all(party, 'ram:ID')).length,
    buyerVatIds: all(root, 'ram:BuyerTradeParty').flatMap(party => all(party, 'ram:SpecifiedTaxRegistration')).length,
    countries: all(root, 'ram:CountryID').map(({ text: country }) => country),
    isDue: all(root, 'ram:DueDateDateTime').length > 0,
    decimals: mostDecimals([...all(settlement, /Amount$/), ...all(root, 'ram:LineTotalAmount')]),
  }
}

function ofUbl(root: XmlElement): Figures {
  const [total] = all(root, 'cac:LegalMonetaryTotal')
  const [vat] = all(root, 'cac:TaxTotal')
  if (!total || !vat) throw new Error('no totals')
  const taxOf = (from: XmlElement, amount: number): Part => {
    const [category] = all(from, /^cac:(ClassifiedTax|Tax)Category$/)
    if (!category) throw new Error('no tax category')
    return { category: text(category, 'cbc:ID'), rate: Number(text(category, 'cbc:Percent')), amount }
  }
  const seller = all(root, 'cac:AccountingSupplierParty')
  return {
    lines: all(root, /^cac:(Invoice|CreditNote)Line$/).map(line => ({
      ...taxOf(line, cents(line, 'cbc:LineExtensionAmount')),
      unit: Number(text(line, 'cbc:PriceAmount')) * 100,
      quantity: Number(text(line, /^cbc:(Invoiced|Credited)Quantity$/)),
    })),
    allowances: all(root, 'cac:AllowanceCharge').map(one => taxOf(one, cents(one, 'cbc:Amount'))),
    taxes: all(vat, 'cac:TaxSubtotal').map(tax => ({
      ...taxOf(tax, cents(tax, 'cbc:TaxableAmount')),
      vat: cents(tax, 'cbc:TaxAmount'),
      reasons: all(tax, 'cbc:TaxExemptionReason').length,
    })),
    totals: {
      lines: cents(total, 'cbc:LineExtensionAmount'),
      allowances: cents(total, 'cbc:AllowanceTotalAmount'),
      net: cents(total, 'cbc:TaxExclusiveAmount'),
      vat: cents(vat, 'cbc:TaxAmount'),
      gross: cents(total, 'cbc:TaxInclusiveAmount'),
      prepaid: cents(total, 'cbc:PrepaidAmount'),
      rounding: cents(total, 'cbc:PayableRoundingAmount'),
      payable: cents(total, 'cbc:PayableAmount'),
    },
    sellerIds: seller.flatMap(party => all(party, /^cac:(PartyTaxScheme|PartyIdentification)$/)).length,
    buyerVatIds: all(root, 'cac:AccountingCustomerParty').flatMap(party => all(party, 'cac:PartyTaxScheme')).length,
    countries: all(root, 'cbc:IdentificationCode').map(({ text: country }) => country),
    // A credit note of UBL has no such day.
    isDue: root.name === 'CreditNote' || all(root, 'cbc:DueDate').length > 0,
    decimals: mostDecimals(all(root, /Amount$/).filter(({ name }) => name !== 'cbc:PriceAmount')),
  }
}

/** All elements of a name below one, in order. */
function all(from: XmlElement, name: string | RegExp): XmlElement[] {
  return from.children.flatMap(child => {
    if (!isElement(child)) return []
    const isMeant = typeof name === 'string' ? child.name === name : name.test(child.name)
    return [...(isMeant ? [child] : []), ...all(child, name)]
  })
}

const isElement = (node: object): node is XmlElement => 'children' in node

const text = (from: XmlElement, name: string | RegExp): string => all(from, name)[0]?.text ?? ''

const cents = (from: XmlElement, name: string): number => Math.round(Number(text(from, name)) * 100)

const mostDecimals = (amounts: readonly XmlElement[]): number =>
  Math.max(...amounts.map(({ text: amount }) => amount.split('.')[1]?.length ?? 0))
