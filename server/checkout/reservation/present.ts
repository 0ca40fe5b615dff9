import type { PaymentProxyWithParameters } from '#contract/payment.ts'
import type { OrderSummary, ReservationInfo, SubscriptionInfo } from '#contract/reservation.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY, decimalsOf } from '#domain/foundation/money/currency.ts'
import { printedTotal } from '#domain/foundation/money/money.ts'
import { printedPercentage } from '#domain/foundation/money/percentage.ts'
import { type OrderRow, paymentDescription, printedRow } from '#domain/order/pricing/order-rows.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { isExempt } from '#domain/catalog/price/vat.ts'
import { has } from '#domain/order/reservation/states.ts'
import { isNotYetPaid, isPaid, proxyOf, shortId } from '#domain/order/reservation/reservation.ts'
import { isForGroup } from '#server/catalog/attendee-group/attendee-groups.ts'
import type { Shop } from '#server/catalog/context.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import { offeredToOrder } from '#server/payment/pay/offered-payments.ts'
import type { PaymentSummary } from '#server/payment/pay/online/give-up-payment.ts'
import { rowsOf } from '#server/order/order/order-rows.ts'
import { postalAddress, presentBilling } from '#server/order/order/billing.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { presentOrderItems, presentOrderTickets } from '#server/ticket/ticket/present-tickets.ts'
import { fieldsOfOwner } from '#domain/catalog/fields/field.ts'
import { type BoughtPass, passHas } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/use-pass.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { presentField } from '#server/catalog/fields/present.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { countUses } from '#server/order/order/passes-of.ts'
import { walletsOfPass } from '#server/ticket/wallet/offered.ts'

export function presentReservation(
  order: Order,
  {
    clock,
    texts,
    providers,
    methodLists,
    passes,
    agreedWith,
    refusal,
    page,
  }: Pick<Shop, 'clock' | 'texts' | 'providers' | 'methodLists'> & PaymentSummary & Passes,
): ReservationInfo {
  const { reservation, offer } = order
  const { context: event, settings } = offer
  const rows = rowsOf(order, texts, reservation.language)
  return {
    id: reservation.id,
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    firstName: reservation.contact.firstName || null,
    lastName: reservation.contact.lastName || null,
    email: reservation.contact.email || null,
    validity: reservation.validity,
    ticketsByCategory: presentOrderTickets(order, clock.now()),
    orderSummary: presentSummary(order, rows),
    status: reservation.status,
    validatedBookingInformation: reservation.isValidated,
    formattedExpirationDate: dateMap(texts, {
      instant: reservation.validity,
      timeZone: event.timeZone,
      languages: event.languages,
      patternKey: 'datetime.pattern',
    }),
    invoiceNumber: order.documents.invoiceNumber,
    invoiceRequested: reservation.isInvoiceRequested,
    invoiceOrReceiptDocumentPresent: isDocumentPresent(order),
    paid: isPaid(reservation),
    tokenAcquired: agreedWith !== null,
    paymentProxy: proxyOf(reservation) ?? agreedWith,
    paymentRefusal: refusal,
    paymentPage: page,
    addCompanyBillingDetails: reservation.billing.isBusiness,
    customerReference: reservation.customerReference,
    skipVatNr: reservation.billing.isVatNumberSkipped,
    billingAddress: postalAddress(reservation),
    billingDetails: presentBilling(reservation.billing),
    containsCategoriesLinkedToGroups: isForGroup(offer, order.tickets),
    activePaymentMethods: presentPaymentMethods(order, { providers, methodLists }, clock.now()),
    subscriptionInfos: passes,
    metadata: metadataOf(reservation),
    additionalServiceWithData: presentOrderItems(order),
  }
}

type Passes = { readonly passes: ReservationInfo['subscriptionInfos'] }

/** Not while a transfer is awaited, though its invoice can be downloaded already (booking contract 3, observed). */
const isDocumentPresent = ({ reservation, documents }: Order): boolean =>
  documents.documentId !== null && !has(reservation, 'awaitsTransfer')

const metadataOf = (reservation: Order['reservation']): ReservationInfo['metadata'] => ({
  hideContactData: reservation.pages.isContactHidden,
  readyForConfirmation: has(reservation, 'isFinalized'),
  finalized: has(reservation, 'isFinalized'),
  hideConfirmationButtons: reservation.pages.areButtonsHidden,
  lockEmailEdit: reservation.pages.isEmailLocked,
})

function presentSummary({ reservation }: Order, rows: readonly OrderRow[]): OrderSummary {
  const { price, tax } = reservation
  const code = reservation.currency ?? NO_CURRENCY
  return {
    summary: rows.map(row => printedRow(row, code)),
    totalPrice: printedTotal(price.total, code),
    free: isFree(price),
    displayVat: !isExempt(tax.status),
    priceInCents: Number(price.total),
    descriptionForPayment: paymentDescription(rows),
    totalVAT: printedTotal(price.vat, code),
    vatPercentage: tax.status === 'NONE' ? null : printedPercentage(tax.percentage, decimalsOf(code)),
    notYetPaid: isNotYetPaid(reservation),
  }
}

function presentPaymentMethods(order: Order, shop: Pick<Shop, 'providers' | 'methodLists'>, now: Instant) {
  const methods: Record<string, PaymentProxyWithParameters> = {}
  for (const { method, proxy, parameters } of offeredToOrder(shop, order, now)) {
    methods[method] = { paymentProxy: proxy, parameters }
  }
  return methods
}

/** The pass of an order; null where the order is of an event. What uses it is shown once it is acquired. */
export async function presentPasses(on: Queryable, order: Order): Promise<SubscriptionInfo[] | null> {
  if (order.passes.length === 0) return null
  return Promise.all(order.passes.map(async pass => presentPass(order, pass, await countUses(on, pass.id))))
}

function presentPass({ offer, answers }: Order, pass: BoughtPass, used: number): SubscriptionInfo {
  const isAcquired = passHas(pass, 'isAcquired')
  const { maxEntries, owner } = pass
  const context = {
    answers: answers.ofPasses.get(pass.id) ?? new Map(),
    languages: shippedLanguages,
    others: offer.context.languages,
  }
  const fields = fieldsOfOwner(offer.fields).map(field => presentField(field, context))
  return {
    id: isAcquired ? pass.id : null,
    pin: isAcquired ? passPin(pass.id) : null,
    usageDetails: { total: maxEntries, used, available: maxEntries && Math.max(0, maxEntries - used) },
    owner: {
      firstName: owner?.firstName || null,
      lastName: owner?.lastName || null,
      email: owner?.email || null,
    },
    configuration: { displayPin: pass.areCodesShown },
    walletConfiguration: walletsOfPass(offer, pass),
    validFrom: pass.valid.from,
    validTo: pass.valid.to,
    additionalFields: fields,
    fieldConfigurationBeforeStandard: fields.filter(({ beforeStandardFields }) => beforeStandardFields),
    fieldConfigurationAfterStandard: fields.filter(({ beforeStandardFields }) => !beforeStandardFields),
  }
}
