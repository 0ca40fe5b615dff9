import type { PaymentProxyWithParameters } from '#contract/payment.ts'
import type { OrderSummary, ReservationInfo } from '#contract/reservation.ts'
import type * as wire from '#contract/ticket.ts'
import { fieldsOfCategory, fieldsOfService } from '#domain/fields/field.ts'
import type { Instant } from '#domain/instant.ts'
import { NO_CURRENCY, decimalsOf } from '#domain/money/currency.ts'
import { printedTotal } from '#domain/money/money.ts'
import { printedPercentage } from '#domain/money/percentage.ts'
import { type OrderRow, paymentDescription } from '#domain/pricing/order-rows.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import { printedRow } from '#domain/pricing/printed-row.ts'
import { isExempt } from '#domain/pricing/vat.ts'
import { isWaitingForTransfer } from '#domain/reservation/states.ts'
import { isNotYetPaid, isPaid, shortId } from '#domain/reservation/reservation.ts'
import { isHolderFixed } from '#domain/ticket/change-holder.ts'
import { type Ticket, fullName, holderOf } from '#domain/ticket/ticket.ts'
import { isForGroup } from '#server/attendee-group/group-links.ts'
import type { Shop } from '#server/context.ts'
import { presentField, presentQuestions } from '#server/fields/present.ts'
import { dateMap } from '#server/language/format-date.ts'
import { shippedLanguages } from '#server/language/languages.ts'
import { offeredPayments } from '#server/payment/offered-payments.ts'
import { invoiceTerms } from '#server/setting/invoice-terms.ts'
import type { Settings } from '#server/setting/settings.ts'
import { mayRelease } from '#server/ticket/may-release.ts'
import { walletsOffered } from '#server/wallet/offered.ts'
import { rowsOf, serviceOf } from './order-rows.ts'
import { postalAddress, presentBilling } from './present-billing.ts'
import type { Order } from './read-order.ts'

export function presentReservation(order: Order, { clock, texts }: Pick<Shop, 'clock' | 'texts'>): ReservationInfo {
  const { reservation, sale } = order
  const { event, settings } = sale
  const rows = rowsOf(order, texts, reservation.language)
  return {
    id: reservation.id,
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    firstName: reservation.contact.firstName || null,
    lastName: reservation.contact.lastName || null,
    email: reservation.contact.email || null,
    validity: reservation.validity,
    ticketsByCategory: presentTickets(order, clock.now()),
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
    invoiceOrReceiptDocumentPresent: order.documents.documentId !== null && !isInvoiceAwaited(order),
    paid: isPaid(reservation),
    tokenAcquired: false,
    paymentProxy: reservation.proxy,
    addCompanyBillingDetails: reservation.billing.isBusiness,
    customerReference: reservation.customerReference,
    skipVatNr: reservation.billing.isVatNumberSkipped,
    billingAddress: postalAddress(reservation),
    billingDetails: presentBilling(reservation.billing),
    containsCategoriesLinkedToGroups: isForGroup(sale, order.tickets),
    activePaymentMethods: presentPaymentMethods(order, clock.now()),
    subscriptionInfos: null,
    metadata: {
      hideContactData: false,
      readyForConfirmation: reservation.isReadyForConfirmation,
      finalized: reservation.isFinalized,
      hideConfirmationButtons: false,
      lockEmailEdit: false,
    },
    additionalServiceWithData: presentItems(order),
  }
}

/** The Italian way an invoice is issued for what has been paid: a waiting transfer has none yet (contract, observed). */
function isInvoiceAwaited({ reservation, sale }: Order): boolean {
  return invoiceTerms(sale.settings).isItalian && isWaitingForTransfer(reservation.status)
}

type TicketFacts = {
  readonly questions: ReturnType<typeof presentQuestions>
  readonly isReleasable: boolean
  readonly wallets: wire.Ticket['walletConfiguration']
  /** What the holder is written to in until they choose a language of their own. */
  readonly orderLanguage: string
}

/** One ticket in the shape clients know from the reservation. */
function presentTicket(
  ticket: Ticket,
  settings: Settings,
  { questions, isReleasable, wallets, orderLanguage }: TicketFacts,
): wire.Ticket {
  const holder = holderOf(ticket)
  return {
    uuid: ticket.publicId,
    firstName: ticket.firstName,
    lastName: ticket.lastName,
    email: ticket.email,
    fullName: holder ? fullName(holder) : null,
    userLanguage: ticket.language ?? orderLanguage,
    assigned: holder !== undefined,
    locked: isHolderFixed(ticket),
    acquired: ticket.status === 'ACQUIRED',
    cancellationEnabled: isReleasable,
    sendMailEnabled: settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId),
    downloadEnabled: settings.flag('ALLOW_TICKET_DOWNLOAD', ticket.categoryId),
    walletConfiguration: wallets,
    ...questions,
    formattedOnlineCheckInDate: {},
    onlineEventStarted: false,
  }
}

/** The tickets of an order by category; or only some of them. */
export function presentTickets(order: Order, now: Instant, shown = order.tickets): wire.TicketsByCategory[] {
  const { sale, answers } = order
  const questionsTo = ({ id, categoryId }: Ticket) =>
    presentQuestions(fieldsOfCategory(sale.fields, categoryId), {
      answers: answers.ofTickets.get(id) ?? new Map(),
      languages: shippedLanguages,
    })
  const walletsOf = walletsOffered(sale, order.reservation)
  return sale.categories.flatMap(category => {
    const own = shown.filter(({ categoryId }) => categoryId === category.id)
    if (own.length === 0) return []
    return [
      {
        name: category.name,
        ticketAccessType: category.accessType,
        tickets: own.map(ticket =>
          presentTicket(ticket, sale.settings, {
            questions: questionsTo(ticket),
            isReleasable: mayRelease(order, ticket, now),
            wallets: walletsOf(ticket),
            orderLanguage: order.reservation.language,
          }),
        ),
      },
    ]
  })
}

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

/** One entry an item, by extra. */
export function presentItems({
  items,
  tickets,
  sale,
  answers,
}: Pick<Order, 'items' | 'tickets' | 'sale' | 'answers'>): wire.AdditionalServiceWithData[] {
  return items.map(({ id, serviceId, ticketId }) => {
    const { title, type } = serviceOf(sale, serviceId)
    return {
      title: { ...title },
      itemId: Number(id),
      serviceId,
      ticketUUID: tickets.find(ticket => ticket.id === ticketId)?.publicId ?? null,
      ticketFieldConfiguration: fieldsOfService(sale.fields, serviceId).map(field =>
        presentField(field, { answers: answers.ofItems.get(id) ?? new Map(), languages: shippedLanguages }),
      ),
      type,
    }
  })
}

function presentPaymentMethods({ sale, tickets }: Order, now: Instant) {
  const methods: Record<string, PaymentProxyWithParameters> = {}
  for (const { provider, parameters } of offeredPayments(
    sale,
    tickets.map(({ categoryId }) => categoryId),
    now,
  )) {
    methods[provider.method] = { paymentProxy: provider.proxy, parameters }
  }
  return methods
}
