import { composeSaleBegins } from '#server/order/sale-notice/letters.ts'
import {
  composeAnswersReminder,
  composeNamesReminder,
  composePassEndReminder,
  composeTransferReminder,
  composeTransfersDue,
} from '#server/order/reminder/letters.ts'
import {
  composeCategoryChanged,
  composeHolderChanged,
  composeReleaseNotification,
  composeTicketMail,
  composeTicketReleased,
} from '#server/ticket/ticket/letters.ts'
import type { ComposedMail, MailContext } from '#server/mail/letter/letter.ts'
import { composeOrderCredited, composePaidAtDesk } from '#server/order/invoice/letters.ts'
import { composeOrderLinks } from '#server/buyer/order-links/letters.ts'
import {
  composeOrganiserNotification,
  composePassEnded,
  composePassForOwner,
} from '#server/payment/order-mails/letters.ts'
import { composeOrderPrepared } from '#server/organiser/new-orders/letters.ts'
import { composeChangeOffered } from '#server/payment/category-change/letters.ts'
import { composeEventCancelled, composeOrderChanged } from '#server/payment/refund/letters.ts'
import { composeGroupMessage } from '#server/organiser/group-message/letters.ts'
import { composeSavedExport } from '#server/organiser/export/letters.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { composeInvitation, composeNewPassword } from '#server/organiser/member/letters.ts'
import { composePassExtended } from '#server/organiser/pass-desk/letters/pass-extended.ts'
import { composePaymentFailed } from '#server/payment/pay/letters/payment-failed.ts'
import { composePaymentFailedNotice } from '#server/payment/pay/letters/payment-failed-notice.ts'
import { composePaymentReview } from '#server/payment/pay/letters/payment-review.ts'
import { composeRefunded } from '#server/payment/pay/letters/refunded.ts'
import { composeTransferExpired } from '#server/payment/pay/letters/transfer-expired.ts'
import { composeReservationConfirmation } from '#server/order/order/letters.ts'
import {
  composeSeatOffer,
  composeWaitingListJoined,
  composeWaitingListNotification,
} from '#server/order/waiting-list/letters.ts'
import { composeWithdrawalNotice, composeWithdrawalReceipt } from '#server/payment/withdrawal/letters.ts'
import type { MailTexts } from '#server/mail/letter/compose.ts'
import { eventCancelled } from './sample-cancellation.ts'
import * as deskSample from './sample-desk-mails.ts'
import * as sample from './sample-mails.ts'

type Say = MailTexts

/** One mail as the shop composes it, about people and an event that don't exist. */
export type MailPreview = {
  readonly name: string
  readonly to: 'buyer' | 'holder' | 'organiser' | 'waiting'
  /** The real one, so that a test can find which are missing. */
  readonly composer: (facts: never, texts: Say) => ComposedMail
  /** `own`: of what it is in place of the sample. */
  compose(language: string, texts: Say, own?: Partial<MailContext>): ComposedMail
}

/** `facts` without the language: it is composed in all of them. */
function preview<Facts extends Pick<MailContext, 'language'>>(
  name: string,
  to: MailPreview['to'],
  composer: (facts: Facts, texts: Say) => ComposedMail,
  facts: (language: string, texts: Say) => Facts,
): MailPreview {
  return {
    name,
    to,
    composer,
    compose: (language, texts, own) => composer({ ...facts(language, texts), ...own }, texts),
  }
}

/** A link that opens nothing. */
const DESK = { url: 'https://tickets.example/desk/link/a-link-of-a-sample' } as const

const invitation = (language: string) =>
  ({ ...DESK, language, inviter: 'Nadia Brunner', role: 'EDITOR', of: 'Harbour Club', days: 7 }) as const

/** Every mail of lifecycle D that can be composed: a line each. */
export const MAIL_PREVIEWS: readonly MailPreview[] = [
  preview('Order confirmed', 'buyer', composeReservationConfirmation, sample.confirmation()),
  preview('Order with its tickets', 'buyer', composeReservationConfirmation, sample.confirmation(sample.WITH_TICKETS)),
  preview('Order with some of its tickets', 'buyer', composeReservationConfirmation, sample.confirmation(sample.SOME)),
  preview('Free order', 'buyer', composeReservationConfirmation, sample.confirmation(sample.FREE)),
  preview('Order to be paid on site', 'buyer', composeReservationConfirmation, sample.confirmation(sample.ON_SITE)),
  preview('Bank transfer awaited', 'buyer', composeReservationConfirmation, sample.confirmation(sample.TRANSFER)),
  preview('Bank transfer by hand', 'buyer', composeReservationConfirmation, sample.confirmation(sample.DEFERRED)),
  preview('Bank transfer reminder', 'buyer', composeTransferReminder, sample.transferReminder),
  preview('Bank transfer expired', 'buyer', composeTransferExpired, sample.transferExpired(false)),
  preview('Bank transfer expired and credited', 'buyer', composeTransferExpired, sample.transferExpired(true)),
  preview('Receipt after payment on site', 'buyer', composePaidAtDesk, sample.paidAtDesk('receipt')),
  preview('Invoice after payment on site', 'buyer', composePaidAtDesk, sample.paidAtDesk('invoice')),
  preview('Credit note', 'buyer', composeOrderCredited, sample.credited),
  preview('Payment failed', 'buyer', composePaymentFailed, sample.paymentFailed(true)),
  preview('Payment failed, order gone', 'buyer', composePaymentFailed, sample.paymentFailed(false)),
  preview('Order cancelled', 'buyer', composeOrderChanged, sample.orderChanged(false)),
  preview('Tickets cancelled', 'buyer', composeOrderChanged, sample.orderChanged(true)),
  preview('Event cancelled', 'buyer', composeEventCancelled, eventCancelled('buyer')),
  preview('Event cancelled, to a holder', 'holder', composeEventCancelled, eventCancelled('holder')),
  preview('Event cancelled, to the waiting list', 'buyer', composeEventCancelled, eventCancelled('waiting')),
  preview('Money back', 'buyer', composeRefunded, sample.refunded('order')),
  preview('Money back that no order could take', 'buyer', composeRefunded, sample.refunded('not-taken')),
  preview('Money back of an order that had changed', 'buyer', composeRefunded, sample.refunded('changed')),
  preview('Pass for its owner', 'holder', composePassForOwner, sample.passForOwner),
  preview('Pass that ends soon', 'holder', composePassEndReminder, sample.passEndReminder),
  preview('Pass that was given back', 'holder', composePassEnded, sample.passEnded),
  preview('Pass extended', 'holder', composePassExtended, sample.passExtended),
  preview('Contract about a pass withdrawn from', 'buyer', composeWithdrawalReceipt, sample.withdrawal),
  preview('Links of all orders', 'buyer', composeOrderLinks, sample.orderLinks),
  preview('Tickets without names', 'buyer', composeNamesReminder, sample.namesReminder),
  preview('Ticket', 'holder', composeTicketMail, sample.ticket()),
  preview('Ticket to be paid on site', 'holder', composeTicketMail, sample.ticket(sample.UNPAID)),
  preview('Ticket online', 'holder', composeTicketMail, sample.ticket(sample.ONLINE)),
  preview('Questions left open', 'holder', composeAnswersReminder, sample.answersReminder),
  preview('Ticket passed on', 'holder', composeHolderChanged, sample.passedOn('former-holder')),
  preview('Ticket of another category', 'holder', composeCategoryChanged, deskSample.categoryChanged(true)),
  preview(
    'Ticket of another category, to its buyer',
    'buyer',
    composeCategoryChanged,
    deskSample.categoryChanged(false),
  ),
  preview('Order prepared by the organiser', 'buyer', composeOrderPrepared, deskSample.orderPrepared),
  preview('Dearer category to be paid', 'buyer', composeChangeOffered, deskSample.changeOffered),
  preview('Ticket given back', 'holder', composeTicketReleased, sample.released),
  preview('New order', 'organiser', composeOrganiserNotification, sample.notification),
  preview('Payment of somebody failed', 'organiser', composePaymentFailedNotice, sample.paymentFailedNotice),
  preview('Transfers due', 'organiser', composeTransfersDue, sample.transfersDue(false)),
  preview('Transfers due, removed when late', 'organiser', composeTransfersDue, sample.transfersDue(true)),
  ...sample.REVIEW_TOPICS.map(topic =>
    preview(`Payment ${topic.toLowerCase()}`, 'organiser', composePaymentReview, sample.paymentReview(topic)),
  ),
  preview('Ticket passed on during the event', 'organiser', composeHolderChanged, sample.passedOn('organiser')),
  preview('Ticket given back, to the organiser', 'organiser', composeReleaseNotification, sample.released),
  preview('Somebody has withdrawn from a contract', 'organiser', composeWithdrawalNotice, sample.withdrawal),
  preview('Somebody waits', 'organiser', composeWaitingListNotification, sample.waiting),
  preview('Invitation to the desk', 'organiser', composeInvitation, invitation),
  preview('New password at the desk', 'organiser', composeNewPassword, language => ({
    ...DESK,
    language,
    shop: 'Foyer',
  })),
  preview('Message about the ticket', 'holder', composeGroupMessage, deskSample.groupMessage(null)),
  preview(
    'Message with other news',
    'holder',
    composeGroupMessage,
    deskSample.groupMessage('https://tickets.example/news/1'),
  ),
  preview('Export on its schedule', 'organiser', composeSavedExport, language => ({
    language,
    name: 'Meals',
    of: 'Harbour Nights',
    at: datesIn(language, 'Europe/Zurich').moment(Date.UTC(2027, 4, 17, 5)),
    baseUrl: 'https://tickets.example',
  })),
  preview('Waiting list joined', 'waiting', composeWaitingListJoined, sample.waiting),
  preview('Sale begins', 'waiting', composeSaleBegins, sample.saleBegins),
  preview('Seat offered', 'waiting', composeSeatOffer, sample.seatOffer),
]

/** The part of the address: "Order confirmed" is order-confirmed. */
export const slugOf = ({ name }: Pick<MailPreview, 'name'>): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
