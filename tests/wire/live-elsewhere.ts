import * as paymentCalls from '#contract/payment-calls.ts'
import * as organiserOrderCalls from '#contract/organiser-orders.ts'
import * as organiserReservationCalls from '#contract/organiser-reservations.ts'
import * as organiserPassCalls from '#contract/organiser-subscription.ts'
import { downloadPass, downloadPassInvoice, downloadPassReceipt, getPassCalendar } from '#contract/invoice.ts'
import { getMetrics } from '#contract/health.ts'
import { getOembed } from '#contract/oembed.ts'
import { getIcon, getSharePicture, getWebManifest, redirectSubscriptionReservation } from '#contract/pages.ts'
import * as passUseCalls from '#contract/pass-use.ts'
import { codeLink, getCodeOffer, takeCode } from '#contract/promo-code.ts'
import { endPaymentReview, listPaymentReviews, reconcilePayments } from '#contract/organiser-payments.ts'
import * as orderEndCalls from '#contract/order-end.ts'
import * as refundCalls from '#contract/refund.ts'
import * as passCalls from '#contract/subscription.ts'
import { hasTicketEnded } from '#contract/ticket.ts'
import * as boxCalls from '#contract/box-office.ts'
import * as doorCalls from '#contract/door.ts'
import * as signInCalls from '#contract/sign-in.ts'
import * as userCalls from '#contract/user.ts'
import * as withdrawalCalls from '#contract/withdrawal.ts'
import * as bookingDraftCalls from '#contract/booking-draft.ts'
import * as saleNoticeCalls from '#contract/sale-notice.ts'
import * as transferCalls from '#contract/transfer.ts'
import * as sponsorCalls from '#contract/sponsor.ts'
import * as orderLinksCalls from '#contract/order-links.ts'
import {
  askToLeaveWaitingList,
  getWaitingPlace,
  giveUpWaitingPlace,
  joinWaitingListHere,
  leaveWaitingList,
} from '#contract/waiting-list.ts'
import * as legalTextCalls from '#contract/legal-text.ts'
import * as newsCalls from '#contract/news.ts'
import type { Call } from '#contract/call.ts'

/**
 * Those of metrics (server/operation/metrics/metrics.test.ts), of drafts of details
 * (server/checkout/reservation/draft.test.ts), of mails about the beginning of a sale
 * (server/order/sale-notice/sale-notice.test.ts), of codes of transfers (server/payment/pay/transfer-routes.test.ts), of
 * pages to embed (server/catalog/feed/oembed.test.ts), of icons (server/operation/web/head-files.test.ts), of pictures for
 * links (server/catalog/share-picture/routes.test.ts), of what has ended (server/buyer/order-end/order-end.test.ts) and of leaving the waiting list
 * (server/order/waiting-list/leave.test.ts), of terms by version (server/organiser/legal-text/legal-text.test.ts); check-in, attendees, online check-in, wallets, payments, refunds, passes,
 * links with a code and accounts have a file of their own, `*-live.test.ts`.
 */
const ELSEWHERE_LIVE = new Set<unknown>(
  [
    paymentCalls,
    refundCalls,
    { endPaymentReview, listPaymentReviews, reconcilePayments },
    passCalls,
    organiserPassCalls,
    organiserOrderCalls,
    organiserReservationCalls,
    passUseCalls,
    { downloadPass, getPassCalendar },
    withdrawalCalls,
    orderEndCalls,
    { hasTicketEnded },
    signInCalls,
    userCalls,
    legalTextCalls,
    doorCalls,
    boxCalls,
    sponsorCalls,
    orderLinksCalls,
    transferCalls,
    bookingDraftCalls,
    saleNoticeCalls,
    { askToLeaveWaitingList, leaveWaitingList, joinWaitingListHere, getWaitingPlace, giveUpWaitingPlace },
    newsCalls,
    { getMetrics },
    { getOembed, getWebManifest, getIcon, getSharePicture },
    { getCodeOffer, codeLink, takeCode },
    { downloadPassInvoice, downloadPassReceipt, redirectSubscriptionReservation },
  ].flatMap(calls => Object.values<unknown>(calls)),
)

/** Calls of the organiser's API, version 1, are tested where their features are. */
export const isLiveElsewhere = (call: Call): boolean => call.tag === 'organiser-v1' || ELSEWHERE_LIVE.has(call)
