import * as paymentCalls from '#contract/payment-calls.ts'
import * as organiserOrderCalls from '#contract/organiser-orders.ts'
import * as organiserReservationCalls from '#contract/organiser-reservations.ts'
import * as organiserPassCalls from '#contract/organiser-subscription.ts'
import { downloadPass, downloadPassInvoice, downloadPassReceipt, getPassCalendar } from '#contract/invoice.ts'
import { getMetrics } from '#contract/health.ts'
import { getOembed } from '#contract/oembed.ts'
import { getIcon, getWebManifest, redirectSubscriptionReservation } from '#contract/pages.ts'
import * as passUseCalls from '#contract/pass-use.ts'
import { codeLink, getCodeOffer, takeCode } from '#contract/promo-code.ts'
import { endPaymentReview, listPaymentReviews, reconcilePayments } from '#contract/organiser-payments.ts'
import * as orderEndCalls from '#contract/order-end.ts'
import * as refundCalls from '#contract/refund.ts'
import * as passCalls from '#contract/subscription.ts'
import { hasTicketEnded } from '#contract/ticket.ts'
import * as memberCalls from '#contract/member.ts'
import * as signInCalls from '#contract/sign-in.ts'
import * as userCalls from '#contract/user.ts'
import * as withdrawalCalls from '#contract/withdrawal.ts'
import * as bookingDraftCalls from '#contract/booking-draft.ts'
import * as saleNoticeCalls from '#contract/sale-notice.ts'
import * as transferCalls from '#contract/transfer.ts'
import * as orderLinksCalls from '#contract/order-links.ts'
import {
  askToLeaveWaitingList,
  getWaitingPlace,
  giveUpWaitingPlace,
  joinWaitingListHere,
  leaveWaitingList,
} from '#contract/waiting-list.ts'
import type { Call } from '#contract/call.ts'

