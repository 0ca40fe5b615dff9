import type { DeskOrder, DeskTicket } from '#contract/desk-order-detail.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, printed, sum } from '#domain/foundation/money/money.ts'
import { passHas } from '#domain/order/pass/bought-pass.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { isOfEvent } from '#server/catalog/catalog/catalog.ts'
import { attendeeAnswers } from '#server/catalog/fields/fields.ts'
import { trailOf } from '#server/foundation/audit/audit.ts'
import { findMails } from '#server/mail/delivery-log/mails.ts'
import { goodTicket } from '#server/order/order/good-ticket.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { categoryNameOf, serviceOf } from '#server/order/order/order-rows.ts'
import { type Order, completeOrder, isEventOrder } from '#server/order/order/read-order.ts'
import { findReservationOfBooks } from '#server/order/order/reservations.ts'
import { type PaidPayment, moneyLeft, paidOnline, paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { documentsAtDesk, presentDeskPayment } from './money-at-desk.ts'
import { type FoundOrder, channelOfOrder } from './find-order.ts'
import { historyOf } from './history.ts'
import { presentListed } from './list-orders.ts'
import { linkedOrders } from './linked-orders.ts'
import { notesOf } from './notes.ts'

type Reader = { readonly language: string; readonly now: Instant }

/** So many mails of an order are shown, the newest. */
const MOST_MAILS = 100

/** An order with all that belongs to it; also when its people have been erased. Undefined where it is gone. */
export async function readOrderAtDesk(
  shop: Shop,
  { id, owner, by }: FoundOrder,
  { language, now }: Reader,
): Promise<DeskOrder | undefined> {
  const { db } = shop
  const offer = await offerOfReservation(shop, id)
  const reservation = offer && (await findReservationOfBooks(db, id))
  const [listed] = await presentListed(db, [id], { by, language, now })
  if (!offer || !reservation || !listed) return undefined
  const order = await completeOrder(db, offer, reservation)
  const maySeeMoney = may(by, 'manage-orders', owner)
  const payments = maySeeMoney ? await paymentsOfOrder(db, id) : []
  const answers = await attendeeAnswers(
    db,
    order.tickets.map(ticket => ticket.id),
  )
  const mails = await findMails(db, { reservationId: id, isFailedOnly: false, limit: MOST_MAILS })
  const print = printing(order, maySeeMoney)
  return {
    ...listed,
    language: reservation.language,
    channel: await channelOfOrder(db, id),
    confirmedAt: has(reservation, 'isComplete') ? reservation.confirmedAt : null,
    buyer: presentBuyer(order),
    seats: order.tickets.map(ticket => presentSeat(order, ticket, { answers: answers.get(ticket.id) ?? {}, print })),
    passes: order.passes.map(pass => ({
      id: pass.publicId,
      ...personOf(pass.owner ?? reservation.contact),
      isAcquired: passHas(pass, 'isAcquired'),
    })),
    extras: presentExtras(order, { language, print }),
    sums: maySeeMoney ? sumsOf(shop, order, payments) : null,
    payments: payments.map(presentDeskPayment),
    documents: maySeeMoney ? await documentsAtDesk(db, id) : [],
    mails: mails.map(({ id: mail, subject, recipient, status, requestedAt: at, sentAt, lastError: error }) => ({
      id: String(mail),
      subject,
      recipient,
      status,
      at,
      sentAt,
      error: status === 'SENT' ? null : error,
    })),
    notes: await notesOf(db, id, memberOf(by)),
    categories: categoriesOf(order),
    linked: await linkedOrders(shop, order),
    history: historyOf(await trailOf(db, id), {
      texts: shop.texts,
      language,
      currency: reservation.currency,
      maySeeMoney,
      config: shop.config,
    }),
  }
}

export const memberOf = (by: Principal): number | null => (by.kind === 'member' ? by.memberId : null)

type Print = (amount: Minor) => string | null

function printing({ reservation }: Order, maySeeMoney: boolean): Print {
  return amount => (maySeeMoney ? printed(amount, reservation.currency ?? NO_CURRENCY) : null)
}

const personOf = ({ firstName, lastName, email }: Order['reservation']['contact']) => ({
  name: `${firstName} ${lastName}`.trim(),
  email,
})

function presentBuyer({ reservation }: Order): DeskOrder['buyer'] {
  const { contact, billing, customerReference } = reservation
  const { recipient = null, companyName, addressLine1, addressLine2, zip, city, state, country, vatNumber } = billing
  const place = [zip, city].filter(Boolean).join(' ')
  const lines = [companyName, recipient, addressLine1, addressLine2, place, state, country]
  return {
    ...contact,
    address: lines.flatMap(line => (line ? [line] : [])),
    vatNumber,
    reference: customerReference,
  }
}

type Seat = { readonly answers: Readonly<Record<string, string[]>>; readonly print: Print }

function presentSeat(order: Order, ticket: Ticket, { answers, print }: Seat): DeskTicket {
  const { offer, reservation } = order
  return {
    id: ticket.publicId,
    category: categoryNameOf(offer, ticket),
    categoryId: ticket.categoryId,
    status: ticket.status,
    isCheckedIn: ticketHas(ticket, 'isCheckedIn'),
    firstName: ticket.firstName ?? '',
    lastName: ticket.lastName ?? '',
    email: ticket.email ?? '',
    answers: Object.entries(answers).map(([question, values]) => ({
      question: labelOf(order, question),
      answer: values.join(', '),
    })),
    price: print(ticket.price.final),
    hasFile: isEventOrder(order) && goodTicket({ ticket, reservation, offer: order.offer }) !== undefined,
  }
}

/** As the buyer reads the question. */
function labelOf({ offer, reservation }: Order, name: string): string {
  const field = offer.fields.find(one => one.name === name)
  return field ? inLanguage(field.label, reservation.language) || name : name
}

/** To which its tickets can move, at the price of today. */
function categoriesOf({ offer }: Order): DeskOrder['categories'] {
  if (!isOfEvent(offer)) return []
  const code = offer.context.currency ?? NO_CURRENCY
  return offer.categories.map(({ id, name, price }) => ({ id, name, price: printed(price, code) }))
}

function presentExtras(
  { items, offer }: Order,
  { language, print }: { readonly language: string; readonly print: Print },
): DeskOrder['extras'] {
  return [...Map.groupBy(items, ({ serviceId }) => serviceId)].map(([id, own]) => ({
    title: inLanguage(serviceOf(offer, id).title, language),
    count: own.length,
    price: print(sum(own.map(({ price }) => price.final))),
  }))
}

function sumsOf(shop: Shop, { reservation }: Order, payments: readonly PaidPayment[]): DeskOrder['sums'] {
  const { price, currency } = reservation
  const code = currency ?? NO_CURRENCY
  // Money that has come through the shop, at its desk or to the organiser.
  const paid = payments.filter(payment => paymentHas(payment, 'hasPaid'))
  return {
    discount: printed(price.discount, code),
    vat: printed(price.vat, code),
    received: printed(sum(paid.map(({ received, amount }) => received?.amount ?? amount)), code),
    left: printed(sum(paidOnline(shop, payments, 'hasPaid').map(moneyLeft)), code),
  }
}
