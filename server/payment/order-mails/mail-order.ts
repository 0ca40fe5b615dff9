import { isFree } from '#domain/order/pricing/price-order.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type Ticket, fullName, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import {
  mailContext,
  orderSummary,
  paymentInstructions,
  paymentReading,
  transferCodeIn,
} from '#server/order/order/describe-order.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { type QueuedMail, queueMail } from '#server/mail/letter/queue.ts'
import { writeLetter } from '#server/mail/letter/send-letter.ts'
import { type TicketDelivery, composeReservationConfirmation } from '#server/order/order/letters.ts'
import { areDocumentsMailed, invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { goodTicket, isOnlineTicket } from '#server/order/order/good-ticket.ts'
import { mailOfTicket } from '#server/ticket/ticket/mails.ts'
import { type Order, isEventOrder } from '#server/order/order/read-order.ts'
import { goodPass } from '#server/order/order/good-pass.ts'
import { orderUrl, withdrawalUrl } from '#server/mail/letter/page-urls.ts'
import { composeOrganiserNotification } from './letters.ts'
import { documentsOfOwnPass, isOwnPass, letterToOwner, passOfBuyer } from './mail-pass.ts'

/** Who receives the mails; everybody by default. */
export type Recipients = {
  readonly isBuyerWrittenTo?: boolean
  readonly areHoldersWrittenTo?: boolean
  readonly isOrganiserWrittenTo?: boolean
}

/**
 * Mails of a confirmed order: the tickets to their holders once it is complete, the confirmation to the buyer unless
 * the organiser informs them, and one note to the organiser when it is placed (lifecycle C.1, D).
 */
export async function mailsOfOrder(
  tx: Tx,
  shop: Shop,
  order: Order,
  { isBuyerWrittenTo = true, areHoldersWrittenTo = true, isOrganiserWrittenTo = true }: Recipients = {},
): Promise<QueuedMail[]> {
  const toBuyers = { isBuyerWrittenTo, areHoldersWrittenTo }
  const mails = isEventOrder(order)
    ? await mailsOfTickets(tx, shop, order, toBuyers)
    : mailsOfPass(shop, order, toBuyers)
  const isOrganiserNotified = isOrganiserWrittenTo && order.offer.settings.flag('NOTIFY_ORGANIZER_ON_RESERVATION')
  return isOrganiserNotified ? [...mails, ...notesToOrganiser(shop, order)] : mails
}

type ToBuyers = Required<Omit<Recipients, 'isOrganiserWrittenTo'>>

async function mailsOfTickets(
  tx: Tx,
  shop: Shop,
  order: Order<OfferedEvent>,
  { isBuyerWrittenTo, areHoldersWrittenTo }: ToBuyers,
): Promise<QueuedMail[]> {
  const { offer, reservation } = order
  const mails: QueuedMail[] = []
  const attached = isBuyerWrittenTo ? attachedTickets(order) : []
  if (has(reservation, 'isComplete') && areHoldersWrittenTo) {
    for (const ticket of order.tickets) {
      const isMailed = isSentByItself(order, ticket) && !attached.includes(ticket)
      const mail = isMailed ? await mailOfTicket(tx, shop, { ticket, reservation, offer }) : undefined
      if (mail) mails.push(mail)
    }
  }
  const isCovered = attached.length === 0 && areHoldersWrittenTo && isCoveredByTicketMail(order)
  if (isBuyerWrittenTo && !isCovered) mails.push(confirmationOf(shop, order, { language: reservation.language }))
  return mails
}

/** An owner who is the buyer has one mail, with everything in it. */
function mailsOfPass(shop: Shop, order: Order, { isBuyerWrittenTo, areHoldersWrittenTo }: ToBuyers): QueuedMail[] {
  const { language } = order.reservation
  const pass = goodPass(order)
  const isOwnerInformed = pass !== undefined && isBuyerWrittenTo && isOwnPass(order, pass)
  return [
    ...(pass && areHoldersWrittenTo && !isOwnerInformed ? [letterToOwner(shop, order, pass)] : []),
    ...(isBuyerWrittenTo ? [confirmationOf(shop, order, { language })] : []),
  ]
}

/** The ticket has a holder, and the organiser wants holders to get their tickets. */
function isSentByItself({ offer }: Order, ticket: Ticket): boolean {
  return holderOf(ticket) !== undefined && offer.settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId)
}

/**
 * The tickets that come with the order mail, where the organiser wants one mail with all documents: good ones of the
 * buyer's own address. An attendee who joins online has a link of their own, and so gets a mail.
 */
function attachedTickets(order: Order): readonly Ticket[] {
  if (!isEventOrder(order)) return []
  const { offer, reservation, tickets } = order
  if (!offer.settings.flag('MAIL_ALL_DOCUMENTS_IN_ONE')) return []
  return tickets.filter(ticket => {
    const good = goodTicket({ ticket, reservation, offer })
    const isOwn = good?.holder.email.toLowerCase() === reservation.contact.email.toLowerCase()
    return good && isOwn && !isOnlineTicket(good) && isSentByItself(order, ticket)
  })
}

function wayOfTickets(order: Order, attached: readonly Ticket[]): TicketDelivery {
  if (!isEventOrder(order)) return 'later'
  const others = order.tickets.filter(ticket => !attached.includes(ticket))
  const areOthersMailed = others.every(ticket => isSentByItself(order, ticket))
  if (attached.length === 0) return areOthersMailed ? 'mailed' : 'later'
  return others.length > 0 && areOthersMailed ? 'attached-and-mailed' : 'attached'
}

type Confirmation = { readonly language: string; readonly isRequested?: boolean }

/**
 * Queues the mail to the contact, in the language asked for; and that to the owner of a pass, where they are another
 * person.
 */
export async function mailConfirmation(tx: Tx, shop: Shop, order: Order, confirmation: Confirmation): Promise<void> {
  const pass = goodPass(order)
  if (pass && !isOwnPass(order, pass)) {
    await queueMail(tx, letterToOwner(shop, order, pass, confirmation.language), shop.clock.now())
  }
  await queueMail(tx, confirmationOf(shop, order, confirmation), shop.clock.now())
}

function confirmationOf(shop: Shop, order: Order, { language, isRequested = false }: Confirmation): QueuedMail {
  const { reservation, offer } = order
  const attached = attachedTickets(order)
  const facts = {
    ...mailContext(order, language),
    buyer: { firstName: reservation.contact.firstName },
    payment: paymentInstructions(shop, order),
    url: orderUrl(shop, { offer, reservation: { id: reservation.id, language } }),
    tickets: wayOfTickets(order, attached),
    pass: passOfBuyer(shop, order, language),
    withdrawalUrl: withdrawalUrlOf(shop, order, language),
  }
  const attachments = [
    ...(isEventOrder(order) ? [{ kind: 'event-calendar' as const, eventId: offer.context.id, language }] : []),
    ...transferCodeIn(facts.payment, reservation.id),
    ...ownDocuments(order),
    ...documentsOfOwnPass(order),
    ...attached.map(({ publicId }) => ({ kind: 'ticket-pdf' as const, ticketId: publicId })),
  ]
  const recipient = reservation.contact.email
  const envelope = { offer, reservation, recipient, attachments, ...(isRequested && { outlivesEvent: true }) }
  return writeLetter(shop, envelope, texts =>
    composeReservationConfirmation({ ...facts, order: orderSummary(order, texts, language) }, texts),
  )
}

/** Of a pass that has an owner, where its contract can be withdrawn from. */
function withdrawalUrlOf(shop: Shop, order: Order, language: string): string | undefined {
  const { context } = order.offer
  if (context.kind === 'event' || context.withdrawal.kind === 'none' || !goodPass(order)) return undefined
  return withdrawalUrl(shop, { context, reservation: { id: order.reservation.id, language } })
}

function ownDocuments(order: Order) {
  return areDocumentsMailed(order.offer.settings) ? documentsOf(order) : []
}

function documentsOf({ documents: { documentId }, offer: { context: event } }: Order) {
  return documentId === null ? [] : [{ kind: 'billing-pdf' as const, eventId: event.id, documentId }]
}

function notesToOrganiser(shop: Shop, order: Order): QueuedMail[] {
  const { reservation, offer } = order
  const language = reservation.language
  const facts = {
    ...mailContext(order, language),
    reservationId: reservation.id,
    buyer: { name: fullName(reservation.contact), email: reservation.contact.email },
    payment: paymentKind(shop, order),
  }
  const attachments = invoiceTerms(offer.settings).isForEverybody ? documentsOf(order) : []
  const recipients = [...new Set([offer.context.organization.email, ...offer.settings.list('MAIL_CC')])]
  return recipients.map(recipient =>
    writeLetter(shop, { offer, reservation, recipient, attachments }, texts =>
      composeOrganiserNotification({ ...facts, order: orderSummary(order, texts, language) }, texts),
    ),
  )
}

function paymentKind(shop: Shop, order: Order): 'free' | 'paid' | 'on-site' | 'bank-transfer' {
  if (isFree(order.reservation.price)) return 'free'
  const { kind } = paymentReading(shop, order)
  return kind === 'deferred-transfer' ? 'bank-transfer' : kind
}

/**
 * A free order for one person who is also the holder: the ticket mail says it all
 * (SEND_RESERVATION_EMAIL_IF_NECESSARY, lifecycle D).
 */
function isCoveredByTicketMail({ reservation, tickets, offer }: Order): boolean {
  const [only, ...others] = tickets
  return (
    offer.settings.flag('SEND_RESERVATION_EMAIL_IF_NECESSARY') &&
    isFree(reservation.price) &&
    only !== undefined &&
    others.length === 0 &&
    only.email === reservation.contact.email &&
    offer.settings.flag('SEND_TICKETS_AUTOMATICALLY', only.categoryId)
  )
}
