import { displayName } from '#domain/catalog/event.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import { fullName, holderOf } from '#domain/ticket/ticket.ts'
import type { Shop } from '#server/context.ts'
import type { Tx } from '#server/database/database.ts'
import { composeOrganiserNotification } from '#server/documents/mail/organiser-notification.ts'
import { queueMail } from '#server/documents/mail/queue.ts'
import { composeReservationConfirmation } from '#server/documents/mail/reservation-confirmation.ts'
import { textsOf } from '#server/language/overrides.ts'
import { invoiceTerms } from '#server/setting/invoice-terms.ts'
import { mailTicket } from '#server/ticket/mail-ticket.ts'
import { mailContext, orderSummary, paymentToTell } from './describe-order.ts'
import { type Order, completeOrder } from './read-order.ts'

/**
 * Queues what a confirmed order has to say: the tickets to their holders once it is complete, the confirmation to the
 * buyer, and a note to the organiser (lifecycle C.1, D).
 */
export async function mailOrder(
  tx: Tx,
  shop: Shop,
  { sale, reservation }: Pick<Order, 'sale' | 'reservation'>,
): Promise<void> {
  const order = await completeOrder(tx, sale, reservation)
  if (reservation.status === 'COMPLETE') {
    for (const ticket of order.tickets) {
      const isMailed = sale.settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId)
      if (isMailed) await mailTicket(tx, shop, { ticket, reservation, sale })
    }
  }
  if (!isSaidByTicketMail(order)) await mailConfirmation(tx, shop, order, reservation.language)
  if (sale.settings.flag('NOTIFY_ORGANIZER_ON_RESERVATION')) await mailOrganiser(tx, shop, order)
}

/** To the contact, in the language asked for. */
export async function mailConfirmation(tx: Tx, shop: Shop, order: Order, language: string): Promise<void> {
  const { reservation, sale, tickets } = order
  const { event, settings } = sale
  const texts = textsOf(sale, shop.texts)
  const mail = composeReservationConfirmation(
    {
      ...mailContext(order, language),
      buyer: { firstName: reservation.contact.firstName },
      order: orderSummary(order, texts, language),
      payment: paymentToTell(order),
      url: `${shop.config.baseUrl}/event/${event.shortName}/reservation/${reservation.id}?lang=${language}`,
      areTicketsMailed: tickets.every(
        ticket => holderOf(ticket) !== undefined && settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId),
      ),
    },
    texts,
  )
  const attachments = [{ kind: 'event-calendar' as const, eventId: event.id, language }, ...ownDocuments(order)]
  const recipient = reservation.contact.email
  await queueMail(tx, { ...mail, ...senderOf(order), recipient, attachments }, shop.clock.now())
}

/** An Italian e-invoice reaches the buyer another way (lifecycle K). */
function ownDocuments(order: Order) {
  return invoiceTerms(order.sale.settings).isItalian ? [] : documentsOf(order)
}

function documentsOf({ documents: { documentId }, sale: { event } }: Order) {
  return documentId === null ? [] : [{ kind: 'billing-pdf' as const, eventId: event.id, documentId }]
}

async function mailOrganiser(tx: Tx, shop: Shop, order: Order): Promise<void> {
  const { reservation, sale } = order
  const language = reservation.language
  const texts = textsOf(sale, shop.texts)
  const mail = composeOrganiserNotification(
    {
      ...mailContext(order, language),
      reservationId: reservation.id,
      buyer: { name: fullName(reservation.contact), email: reservation.contact.email },
      order: orderSummary(order, texts, language),
      payment: paymentKind(order),
    },
    texts,
  )
  const recipient = sale.event.organization.email
  const attachments = invoiceTerms(sale.settings).isForEverybody ? documentsOf(order) : []
  await queueMail(tx, { ...mail, ...senderOf(order), recipient, attachments }, shop.clock.now())
}

function paymentKind({ reservation }: Order): 'free' | 'paid' | 'on-site' | 'bank-transfer' {
  if (isFree(reservation.price)) return 'free'
  if (reservation.proxy === 'ON_SITE') return 'on-site'
  return reservation.status === 'COMPLETE' ? 'paid' : 'bank-transfer'
}

function senderOf({ sale: { event }, reservation }: Order) {
  return {
    purchaseContextId: event.id,
    reservationId: reservation.id,
    senderName: displayName(event),
    replyTo: event.organization.email,
  }
}

/**
 * A free order for one person who is also the holder: the ticket mail says it all
 * (SEND_RESERVATION_EMAIL_IF_NECESSARY, lifecycle D).
 */
function isSaidByTicketMail({ reservation, tickets, sale }: Order): boolean {
  const [only, ...others] = tickets
  return (
    sale.settings.flag('SEND_RESERVATION_EMAIL_IF_NECESSARY') &&
    isFree(reservation.price) &&
    only !== undefined &&
    others.length === 0 &&
    only.email === reservation.contact.email &&
    sale.settings.flag('SEND_TICKETS_AUTOMATICALLY', only.categoryId)
  )
}
