import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { type Say, type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { crossIndustryInvoice } from '#server/documents/e-invoice/cii.ts'
import { eInvoiceOf, exemptionReason, isNothing } from '#server/documents/e-invoice/invoice-facts.ts'
import { typedReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { type PaymentPart, paymentPartOf } from '#server/documents/transfer-code/payment-part.ts'
import { type TransferCode, transferCode, transferCodeSvg } from '#server/documents/transfer-code/transfer-code.ts'
import { type DocumentLook, drawn, shopOn } from './document-look.ts'
import { renderPdf } from './pdf-renderer.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type ItalianReferenceType, recipientOf } from '#domain/order/reservation/billing.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { ENGLISH, directionOf, shippedLanguage } from '#server/foundation/language/languages.ts'
import { GREECE } from '#domain/foundation/country/country-codes.ts'
import { momentText, timeSpanLines } from '#server/foundation/language/dates.ts'
import { inDirection, type Written, written } from './written.ts'

/**
 * The document as a tagged A4 PDF. An invoice or credit note is PDF/A-3 with itself inside as Factur-X, where EN 16931
 * can be kept (see eInvoiceOf); everything else is PDF/UA-1. `look` has the picture that heads it.
 */
export function billingPdf(
  document: BillingDocument,
  texts: Pick<Texts, 'text'>,
  look: DocumentLook = {},
): Promise<Uint8Array> {
  const invoice = eInvoiceOf(document)
  const page = JSON.stringify({ ...billingPage(document, texts), shop: shopOn(look) })
  const eInvoice = invoice && crossIndustryInvoice(invoice, sayIn(texts, document.language))
  const code = codeOf(document)
  return renderPdf('billing', {
    page,
    ...(eInvoice !== undefined && { eInvoice }),
    ...(code && { codeSvg: transferCodeSvg(code) }),
    ...drawn(look),
  })
}

/** The transfer that an open invoice asks for, as banking apps read it. */
function codeOf(document: BillingDocument): TransferCode | undefined {
  const { payment, totals, currency } = document
  if (!isOpen(document) || payment.kind !== 'bank-transfer') return undefined
  return transferCode({ ...payment, reference: payment.reference, amount: totals.due, currency })
}

/** Beside the facts; a Swiss code is on the payment part. */
function codeName(document: BillingDocument, say: Say): string | null {
  return codeOf(document)?.kind === 'EPC' ? say('foyer.transfer.qr.EPC') : null
}

function billOf(document: BillingDocument, say: Say): PaymentPart | null {
  const code = codeOf(document)
  return code?.kind === 'SWISS' ? paymentPartOf(code.bill, say) : null
}

type Fact = { readonly label: Written; readonly lines: readonly Written[] }
type Row = { readonly name: Written; readonly quantity: string; readonly price: string; readonly amount: string }
/** `code`: what the code beside the facts is; null without one. */
type Panel = { readonly title: Written; readonly facts: readonly Fact[]; readonly code: string | null }
type Total = { readonly label: Written; readonly amount: string; readonly isStrong: boolean }

/** The data `billing.typ` reads: finished texts, nothing left to decide. */
type BillingPage = {
  readonly language: string
  readonly title: string
  /** Of the file, in UTC. */
  readonly date: Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>>
  readonly heading: Written
  readonly seller: { readonly name: Written; readonly lines: readonly Written[] }
  readonly buyer: { readonly label: Written; readonly lines: readonly Written[] }
  readonly facts: readonly Fact[]
  readonly event: { readonly label: Written; readonly lines: readonly Written[] }
  readonly table: { readonly head: readonly Written[]; readonly rows: readonly Row[] }
  readonly totals: readonly Total[]
  readonly notes: readonly Written[]
  readonly panels: readonly Panel[]
  /** Of an open invoice that is to be transferred to a Swiss account. */
  readonly bill: PaymentPart | null
  readonly regards: readonly Written[]
  readonly footer: Written
  /** Does it look as if a till had printed it? */
  readonly isTill: boolean
}

/** An invoice and a credit note state amounts without VAT, a receipt states them as they were shown (lifecycle C.3). */
function billingPage(document: BillingDocument, texts: Pick<Texts, 'text'>): BillingPage {
  const words = wordsOf(document, texts)
  const { say, ours } = words
  const heading = headingKey(document)
  return {
    language: document.language,
    title: `${say('foyer.document.title', say(heading), document.event.name)}${document.number ? ` (${document.number})` : ''}`,
    date: dateParts(instant(document.issuedAt)),
    heading: ours(heading),
    seller: { name: written(document.seller.name), lines: sellerLines(document, words) },
    buyer: {
      label: ours(document.type === 'RECEIPT' ? 'receipt.buyer' : 'invoice.to'),
      lines: buyerLines(document, words),
    },
    facts: facts(document, words),
    event: {
      label: ours(document.event.start === null ? 'foyer.document.pass' : 'foyer.document.event'),
      lines: eventLines(document),
    },
    table: document.type === 'RECEIPT' ? receiptTable(document, words) : invoiceTable(document, words),
    totals: document.type === 'RECEIPT' ? receiptTotals(document, words) : invoiceTotals(document, words),
    notes: notes(document, words),
    panels: [italian(document, words), payment(document, words)].filter(panel => panel !== null),
    bill: billOf(document, say),
    regards: isOpen(document) ? [ours('invoice.regards'), written(document.seller.name)] : [],
    footer: footer(document, words),
    isTill: document.type === 'RECEIPT',
  }
}

/** Our own sentences run as their language does, whatever name they begin with. */
type Words = {
  readonly say: Say
  readonly ours: (key: string, ...args: string[]) => Written
  /** The same of a text that is said already. */
  readonly own: (text: string) => Written
  /** What the tax is called. */
  readonly vat: string
  /** Turns the sign of an amount in a credit note. */
  readonly signed: (amount: string) => string
}

function wordsOf({ language, type }: BillingDocument, texts: Pick<Texts, 'text'>): Words {
  const say = sayIn(texts, language)
  const rtl = directionOf(language) === 'rtl'
  return {
    say,
    ours: (key, ...args) => inDirection(say(key, ...args), rtl),
    own: text => inDirection(text, rtl),
    vat: say('common.vat'),
    signed: amount => (type === 'CREDIT_NOTE' ? opposite(amount) : amount),
  }
}

function opposite(amount: string): string {
  if (/^[0.]*$/.test(amount)) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/** What goes through the Italian exchange system is only announced by the paper. */
const isProforma = ({ buyer }: BillingDocument): boolean => buyer.billing.italian !== null

function headingKey(document: BillingDocument): string {
  switch (document.type) {
    case 'CREDIT_NOTE':
      return 'invoice.credit-note'
    case 'INVOICE':
      return isProforma(document) ? 'invoice.proforma' : 'invoice.invoice'
    case 'RECEIPT':
      return 'receipt.receipt'
    default:
      return document.type satisfies never
  }
}

function sellerLines({ seller }: BillingDocument, { say, vat }: Words): Written[] {
  const number = seller.vatNumber === null ? [] : [`${say('invoice.vat', vat)}: ${seller.vatNumber}`]
  return [...seller.address, seller.email, ...number].map(written)
}

function buyerLines({ buyer, language }: BillingDocument, { say, vat }: Words): Written[] {
  const { billing } = buyer
  const town = [billing.zip, billing.city, billing.state].filter(part => part !== null).join(' ')
  return [
    billing.companyName,
    recipientOf(buyer),
    billing.addressLine1,
    billing.addressLine2,
    town,
    billing.country && countryName(billing.country, language),
    buyer.contact.email,
    billing.vatNumber && `${say('invoice.vat', vat)}: ${billing.vatNumber}`,
  ].flatMap(line => (line ? [written(line)] : []))
}

/** What the exchange system receives. */
function italian({ buyer }: BillingDocument, { ours, vat }: Words): Panel | null {
  const { italian: fields, vatNumber } = buyer.billing
  if (fields === null) return null
  const fact = (label: Written, value: Written | string | null): Fact[] =>
    value === null ? [] : [{ label, lines: [typeof value === 'string' ? written(value) : value] }]
  return {
    title: ours('foyer.invoice.italian'),
    code: null,
    facts: [
      ...fact(ours('invoice.vat', vat), vatNumber),
      ...fact(ours('invoice-fields.fiscalCode'), fields.fiscalCode),
      ...fact(ours('foyer.invoice.italian.sent-by'), fields.referenceType && ours(SENT_BY[fields.referenceType])),
      ...fact(ours('invoice-fields.addressee-code'), fields.addresseeCode),
      ...fact(ours('invoice-fields.pec'), fields.pec),
    ],
  }
}

const SENT_BY = {
  ADDRESSEE_CODE: 'foyer.invoice.italian.by-code',
  PEC: 'foyer.invoice.italian.by-pec',
  NONE: 'foyer.invoice.italian.by-neither',
} as const satisfies Record<ItalianReferenceType, string>

function countryName(code: string, language: string): string {
  const names = new Intl.DisplayNames(shippedLanguage(language) ?? ENGLISH, { type: 'region', fallback: 'code' })
  return /^[A-Z]{2}$/.test(code) ? (names.of(code === GREECE.vat ? GREECE.country : code) ?? code) : code
}

function facts(document: BillingDocument, { ours }: Words): Fact[] {
  const { type, number, creditedNumber, order } = document
  const fact = (key: string, value: string | null): Fact[] =>
    value === null ? [] : [{ label: ours(key), lines: [written(value)] }]
  return [
    ...fact(type === 'CREDIT_NOTE' ? 'invoice.credit-note.number' : 'invoice.number', number),
    ...fact('invoice.number', creditedNumber),
    ...fact('invoice.date', dateOf(document)),
    ...fact('invoice.order-information', order.shortId),
    ...fact('common.customer-reference', order.customerReference),
  ]
}

/** A receipt states the moment. */
function dateOf({ type, issuedAt, issuedOn, event, language }: BillingDocument): string {
  if (type === 'RECEIPT') return momentText(instant(issuedAt), { timeZone: event.timeZone, language })
  const [year, month, day] = issuedOn.split('-')
  return `${day}/${month}/${year}`
}

function eventLines({ event, language }: BillingDocument): Written[] {
  const { name, start, end, timeZone } = event
  if (start === null || end === null) return [written(name)]
  const span = { start: instant(start), end: instant(end), timeZone }
  return [event.name, ...timeSpanLines(span, language)].map(written)
}

function invoiceTable({ lines, totals, discount }: BillingDocument, { say, own, ours, vat, signed }: Words) {
  return {
    head: [
      ours('foyer.document.item'),
      ours('reservation-page.amount'),
      ours('foyer.invoice.unit-price', vat),
      ours('foyer.invoice.amount', vat),
    ],
    rows: [
      ...lines.map(({ name, quantity, unitNet, net }) => ({
        name: written(name),
        quantity: String(quantity),
        price: unitNet,
        amount: signed(net),
      })),
      ...(isNothing(totals.allowance)
        ? []
        : [
            {
              name: own(say('foyer.document.discount', discount ?? '').trim()),
              quantity: '',
              price: '',
              amount: signed(opposite(totals.allowance)),
            },
          ]),
    ],
  }
}

function receiptTable({ rows }: BillingDocument, { ours }: Words) {
  return {
    head: [
      ours('foyer.document.item'),
      ours('reservation-page.amount'),
      ours('reservation-page.price'),
      ours('reservation-page.subtotal'),
    ],
    rows: rows.map(({ name, quantity, price, subTotal }) => ({
      name: written(name),
      quantity: String(quantity),
      price,
      amount: subTotal,
    })),
  }
}

function invoiceTotals({ totals, taxes, currency }: BillingDocument, { ours, vat, signed }: Words): Total[] {
  const row = (label: Written, amount: string): Total => ({ label, amount: signed(amount), isStrong: false })
  return [
    row(ours('foyer.invoice.net', vat), totals.net),
    ...taxes.map(tax => row(ours('foyer.invoice.vat-on', vat, tax.percentage, signed(tax.net)), tax.vat)),
    ...(isNothing(totals.notCharged)
      ? []
      : [row(ours('foyer.invoice.split-payment', vat), opposite(totals.notCharged))]),
    ...(isNothing(totals.rounding) ? [] : [row(ours('foyer.invoice.rounding'), totals.rounding)]),
    { label: ours('foyer.document.total', currency), amount: signed(totals.due), isStrong: true },
  ]
}

/** Whose order it is, on every page. */
function footer({ buyer, order }: BillingDocument, { say, own }: Words): Written {
  const { contact } = buyer
  return own(`${say('ticket.order-information-values', order.shortId, fullName(contact))} · ${contact.email}`)
}

/** VAT on top comes before the total, VAT in the prices after it. */
function receiptTotals({ totals, taxes, rowsTax, currency, refunded }: BillingDocument, words: Words): Total[] {
  const { ours, vat } = words
  const key = rowsTax === 'ADDED' ? 'reservation-page.vat' : 'reservation-page.vat-included'
  const percentage = taxes.find(tax => tax.category === 'S')?.percentage ?? '0'
  const tax = isNothing(totals.vat) ? [] : [{ label: ours(key, percentage, vat), amount: totals.vat, isStrong: false }]
  const total = { label: ours('foyer.document.total', currency), amount: totals.due, isStrong: true }
  const back =
    refunded === undefined || isNothing(refunded)
      ? []
      : [{ label: ours('invoice.refund'), amount: opposite(refunded), isStrong: false }]
  return [...(rowsTax === 'ADDED' ? [...tax, total] : [total, ...tax]), ...back]
}

function notes(document: BillingDocument, { say, own, ours }: Words): Written[] {
  if (document.type === 'RECEIPT') return [ours('foyer.document.paid')]
  const reasons = document.taxes.flatMap(tax => {
    const reason = exemptionReason(tax.category, say)
    return reason === null ? [] : [own(reason)]
  })
  return [
    ...reasons,
    ...(isProforma(document) ? [ours('foyer.invoice.proforma')] : []),
    ...(document.type === 'INVOICE' && document.payment.kind === 'paid' ? [ours('foyer.document.paid')] : []),
  ]
}

/** Money is still asked for. */
const isOpen = ({ type, payment }: BillingDocument): boolean => type === 'INVOICE' && payment.kind !== 'paid'

function payment(document: BillingDocument, { say, ours }: Words): Panel | null {
  const { language, event, payment } = document
  if (!isOpen(document)) return null
  switch (payment.kind) {
    case 'paid':
      return null
    case 'on-site':
      return { title: ours('ticket.payment-required'), facts: [], code: null }
    case 'deferred-transfer':
      return { title: ours('foyer.document.deferred'), facts: [], code: null }
    case 'bank-transfer': {
      const deadline = momentText(instant(payment.deadline), { timeZone: event.timeZone, language })
      const reference = typedReference(payment.reference)
      const fact = (key: string, lines: readonly string[]): Fact[] =>
        lines.length === 0 ? [] : [{ label: ours(key), lines: lines.map(written) }]
      return {
        title: ours('invoice.payment-instruction'),
        code: codeName(document, say),
        facts: [
          // The payment part below has them.
          ...(billOf(document, say)
            ? []
            : [
                ...fact('invoice.account-number', [payment.account]),
                ...fact('invoice.payment-to', payment.owner),
                ...fact('foyer.transfer.reference', reference === undefined ? [] : [reference]),
                ...fact('invoice.payment-reason', [payment.reason]),
              ]),
          ...fact('invoice.payment-instruction-no-later-than', [deadline]),
          ...fact('invoice.payment-contact', [document.seller.email]),
        ],
      }
    }
    default:
      return payment satisfies never
  }
}

function dateParts(moment: Instant): BillingPage['date'] {
  const { year, month, day, hour, minute, second } =
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO('UTC')
  return { year, month, day, hour, minute, second }
}
