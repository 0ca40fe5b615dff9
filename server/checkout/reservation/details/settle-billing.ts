import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import type { CategoryTax, OrderVatStatuses, ReverseCharge } from '#domain/order/pricing/vat-statuses.ts'
import { statedStatus } from '#domain/catalog/price/vat.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import {
  type Billing,
  type InvoiceTerms,
  isSentToItaly,
  isInvoiceDue,
  owesVatNumber,
} from '#domain/order/reservation/billing.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { type DetailsVerdict, NOTHING_WRONG } from '#domain/order/reservation/judge-details.ts'
import { judgeBilling, warnAboutBilling } from '#domain/order/reservation/judge-billing.ts'
import {
  type VatCheck,
  type VatDecision,
  decideVat,
  isReverseChargeConfigured,
  numberToVerify,
  taxedFor,
} from '#domain/order/reservation/vat-exemption.ts'
import { type RegisterAnswers, type VatNumber, keyOf } from '#domain/documents/tax-id/vat-number.ts'
import type { Due } from '#server/providers/port/terms.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import { paymentProblem } from '#server/catalog/sale-check/judge-ways.ts'
import { type OrderAudit, noteAudit } from '#server/foundation/audit/audit.ts'
import { type Offer, type OfferedContext, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { invoiceTerms, vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { priceWith, storePrices } from '#server/order/order/prices.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'

/** The VAT number of a buyer to check at the register before `settleBilling`; null: none. */
export function numberOf(billing: Billing, { context, settings }: Offer): VatNumber | null {
  const isToVerify =
    context.tax.status !== 'NONE' &&
    isInvoiceDue(billing, invoiceTerms(settings), false) &&
    owesVatNumber(billing, invoiceTerms(settings)) &&
    isReverseChargeConfigured(vatTerms(settings))
  return isToVerify ? numberToVerify(billing, vatTerms(settings)) : null
}

type BillingFacts = {
  readonly billing: Billing
  readonly contact: Contact
  /** What the register says, also of `numberOf`. */
  readonly answers: RegisterAnswers
  readonly now: Instant
  readonly providers: Providers
}

/** What is wrong with an invoice that is due; nothing where none is. */
export type SettledBilling = { readonly isInvoiceDue: boolean; readonly verdict: DetailsVerdict }

/** What the buyer wrote for the invoice, judged, and what is to be stored because of it. */
type JudgedBilling = SettledBilling & { readonly decision: VatDecision; readonly statuses: OrderVatStatuses }

/**
 * Judges what the buyer wrote for the invoice, and taxes the order anew by it: without an invoice for a business it costs
 * what it did when it was reserved, save for categories without tax (domain rules 1.6). Keeping what they wrote is the
 * caller's part.
 */
export async function settleBilling(tx: Tx, order: Order, facts: BillingFacts): Promise<SettledBilling> {
  const { decision, statuses, ...settled } = judgeInvoice(order, facts)
  await reprice(tx, order, statuses)
  if (decision.kind === 'accepted') await noteCheck(tx, order, decision, facts.now)
  return settled
}

/** The same where nothing is to be stored; undefined where the order is to be taxed anew, or a check is to be noted. */
export function settledBilling(order: Order, facts: BillingFacts): SettledBilling | undefined {
  const { decision, statuses, ...settled } = judgeInvoice(order, facts)
  return decision.kind !== 'accepted' && isTaxedSo(order, statuses) ? settled : undefined
}

function judgeInvoice(order: Order, facts: BillingFacts): JudgedBilling {
  const { offer } = order
  const { billing, contact } = facts
  const terms = invoiceTerms(offer.settings)
  const isDue = isInvoiceDue(billing, terms, isFree(priceWith(order, taxedAs(order, null, false)).price))
  const decision = isDue ? decide(order, facts) : UNDECIDED
  const isExempt = decision.kind === 'accepted' && decision.isExempt
  const isSplitPayment = isDue && isSentToItaly(billing, terms) && (billing.italian?.isSplitPayment ?? false)
  const statuses = taxedAs(order, isExempt ? vatTerms(offer.settings).reverseCharge : null, isSplitPayment)
  if (!isDue) return { decision, statuses, isInvoiceDue: false, verdict: NOTHING_WRONG }
  const { problems, warnings } = judge(decision, { billing, terms, contact })
  const unpaid = problemOfExemption(order, statuses, facts)
  const verdict = { problems: unpaid ? [...problems, unpaid] : problems, warnings }
  return { decision, statuses, isInvoiceDue: true, verdict }
}

/** Said where the cause is: without the VAT the total is less than each way to pay takes, and with it it is not (domain rules 4.5). */
function problemOfExemption(
  order: Order,
  statuses: OrderVatStatuses,
  { providers, now }: Pick<BillingFacts, 'providers' | 'now'>,
): Problem | null {
  const { offer, reservation, tickets } = order
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  const dueBy = (taxed: OrderVatStatuses): Due => ({
    amount: priceWith(order, taxed).price.total,
    currency: reservation.currency ?? NO_CURRENCY,
  })
  const canBePaid = (due: Due) => paymentProblem(providers, offer, { categories, due, now }) === null
  const due = dueBy(statuses)
  const stated = dueBy(taxedAs(order, null, false))
  return due.amount < stated.amount && !canBePaid(due) && canBePaid(stated) ? exemptNotPayable(due) : null
}

const exemptNotPayable = ({ amount, currency }: Due): Problem =>
  problem('foyer.error.exempt-not-payable', { field: 'vatNr', args: [`${printed(amount, currency)} ${currency}`] })

type Judged = Pick<BillingFacts, 'billing' | 'contact'> & { readonly terms: InvoiceTerms }

function judge(decision: VatDecision, { billing, terms, contact }: Judged): DetailsVerdict {
  const problems = judgeBilling(billing, terms)
  const isNumberRefused = problems.some(({ field }) => field === 'vatNr')
  return {
    problems: decision.kind === 'wrong' && !isNumberRefused ? [...problems, decision.problem] : problems,
    warnings: warnAboutBilling(billing, terms, contact),
  }
}

const UNDECIDED: VatDecision = { kind: 'undecided' }

function decide({ reservation, offer }: Order, { billing, answers }: BillingFacts): VatDecision {
  const terms = vatTerms(offer.settings)
  const isTaxed = statedStatus(reservation.tax.status) !== 'NONE'
  const isBusiness = owesVatNumber(billing, invoiceTerms(offer.settings))
  if (!isTaxed || !isBusiness || !isReverseChargeConfigured(terms)) return UNDECIDED
  const number = numberToVerify(billing, terms)
  return decideVat(billing, terms, (number && answers.get(keyOf(number))) ?? null)
}

function taxedAs(order: Order, reverseCharge: ReverseCharge | null, isSplitPayment: boolean): OrderVatStatuses {
  const stated = statedStatus(order.reservation.tax.status)
  return taxedFor(stated, categoryTaxes(order.offer), { reverseCharge, isSplitPayment })
}

const AUDIT_TYPES = {
  VIES: 'VAT_VALIDATION_SUCCESSFUL',
  FORMAL: 'VAT_FORMAL_VALIDATION_SUCCESSFUL',
  SKIPPED: 'VAT_VALIDATION_SKIPPED',
  EXTRA_EU: 'VAT_VALIDATION_SKIPPED',
} as const satisfies Record<VatCheck, OrderAudit>

async function noteCheck(
  tx: Tx,
  { reservation }: Order,
  { check, number }: Extract<VatDecision, { kind: 'accepted' }>,
  at: Instant,
): Promise<void> {
  const modifications = { ...number, type: check }
  await noteAudit(tx, { at, type: AUDIT_TYPES[check], reservation, modifications })
}

/** What the categories of an event say about tax; a pass has none. */
function categoryTaxes(offer: OfferedContext): CategoryTax[] {
  if (!isOfEvent(offer)) return []
  const { context: event, categories, settings } = offer
  return categories.map(category => ({
    id: category.id,
    isOnline: isOnline(event, category),
    isTaxed: settings.flag('APPLY_TAX_TO_CATEGORY', category.id),
  }))
}

/** Stores what an order costs from now on, with all its parts; does nothing where it is taxed so already. */
async function reprice(tx: Tx, order: Order, statuses: OrderVatStatuses): Promise<void> {
  if (isTaxedSo(order, statuses)) return
  await storePrices(tx, order, priceWith(order, statuses), statuses)
}

function isTaxedSo({ reservation, tickets }: Order, { order, categories }: OrderVatStatuses): boolean {
  const isTicketTaxedSo = ({ categoryId, vatStatus }: Order['tickets'][number]) =>
    vatStatus === (categories.get(categoryId) ?? null)
  return reservation.tax.status === order && tickets.every(isTicketTaxedSo)
}
