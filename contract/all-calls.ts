import * as attendee from './attendee.ts'
import * as bookingDraft from './booking-draft.ts'
import * as booking from './booking.ts'
import * as invoice from './invoice.ts'
import type { Call } from './call.ts'
import * as challenge from './challenge.ts'
import * as checkIn from './check-in.ts'
import * as deskFigures from './desk-figures.ts'
import * as boxOffice from './box-office.ts'
import * as deskBoxOffice from './desk-box-office.ts'
import * as deskDoor from './desk-door.ts'
import * as deskHome from './desk-home.ts'
import * as deskOpenId from './desk-openid.ts'
import * as door from './door.ts'
import * as deskBooks from './desk-books.ts'
import * as deskMoney from './desk-money.ts'
import * as deskSponsors from './desk-sponsors.ts'
import * as deskLinks from './desk-links.ts'
import * as deskTransfers from './desk-transfers.ts'
import * as deskLegal from './desk-legal.ts'
import * as deskWebhooks from './desk-webhooks.ts'
import * as doorDevice from './door-device.ts'
import * as event from './event.ts'
import * as oembed from './oembed.ts'
import * as pages from './pages.ts'
import * as health from './health.ts'
import * as i18n from './i18n.ts'
import * as info from './info.ts'
import * as onlineCheckIn from './online-check-in.ts'
import * as deskAsBuyer from './desk-as-buyer.ts'
import * as deskAttendees from './desk-attendees.ts'
import * as deskMailTest from './desk-mail-test.ts'
import * as deskMarkdown from './desk-markdown.ts'
import * as deskMessages from './desk-messages.ts'
import * as news from './news.ts'
import * as deskBulk from './desk-bulk.ts'
import * as deskCancellation from './desk-cancellation.ts'
import * as deskCodes from './desk-codes.ts'
import * as deskEvent from './desk-event.ts'
import * as deskEventChanges from './desk-event-changes.ts'
import * as deskExports from './desk-exports.ts'
import * as deskOrganizations from './desk-organizations.ts'
import * as deskImage from './desk-image.ts'
import * as deskNextSteps from './desk-next-steps.ts'
import * as deskNewOrder from './desk-new-order.ts'
import * as deskPeopleList from './desk-people-list.ts'
import * as deskSeatBlocks from './desk-seat-blocks.ts'
import * as deskOrder from './desk-order.ts'
import * as deskOrderAction from './desk-order-action.ts'
import * as deskOrdersBulk from './desk-orders-bulk.ts'
import * as deskOrderDetail from './desk-order-detail.ts'
import * as deskPass from './desk-pass.ts'
import * as member from './member.ts'
import * as organiser from './organiser.ts'
import * as organiserOrders from './organiser-orders.ts'
import * as organiserReservations from './organiser-reservations.ts'
import * as organiserSubscription from './organiser-subscription.ts'
import * as orderLinks from './order-links.ts'
import * as legalText from './legal-text.ts'
import * as listedEvents from './listed-events.ts'
import * as organizer from './organizer.ts'
import * as own from './own.ts'
import * as paymentCalls from './payment-calls.ts'
import * as passUse from './pass-use.ts'
import * as organiserPayments from './organiser-payments.ts'
import * as poll from './poll.ts'
import * as promoCode from './promo-code.ts'
import * as refund from './refund.ts'
import * as reserve from './reserve.ts'
import * as saleNotice from './sale-notice.ts'
import * as settings from './settings.ts'
import * as signIn from './sign-in.ts'
import * as sponsor from './sponsor.ts'
import * as subscription from './subscription.ts'
import * as ticket from './ticket.ts'
import * as transfer from './transfer.ts'
import * as user from './user.ts'
import * as waitingList from './waiting-list.ts'
import * as wallet from './wallet.ts'
import * as orderEnd from './order-end.ts'
import * as withdrawal from './withdrawal.ts'

const features = [
  info,
  challenge,
  event,
  reserve,
  promoCode,
  booking,
  bookingDraft,
  saleNotice,
  passUse,
  orderEnd,
  withdrawal,
  paymentCalls,
  own,
  listedEvents,
  organizer,
  legalText,
  orderLinks,
  ticket,
  transfer,
  onlineCheckIn,
  i18n,
  user,
  signIn,
  subscription,
  oembed,
  pages,
  health,
  deskOrganizations,
  member,
  settings,
  deskAsBuyer,
  deskAttendees,
  deskMailTest,
  deskMarkdown,
  deskMessages,
  deskCodes,
  deskEvent,
  deskEventChanges,
  deskCancellation,
  deskBulk,
  deskExports,
  deskImage,
  deskOrder,
  deskOrderAction,
  deskNewOrder,
  deskPeopleList,
  deskSeatBlocks,
  deskOrdersBulk,
  deskOrderDetail,
  deskPass,
  organiser,
  organiserOrders,
  organiserReservations,
  organiserSubscription,
  invoice,
  refund,
  organiserPayments,
  waitingList,
  news,
  poll,
  checkIn,
  deskFigures,
  deskHome,
  deskOpenId,
  deskBooks,
  deskMoney,
  deskLinks,
  deskTransfers,
  deskWebhooks,
  deskLegal,
  doorDevice,
  door,
  deskDoor,
  boxOffice,
  deskBoxOffice,
  deskSponsors,
  sponsor,
  attendee,
  wallet,
  deskNextSteps,
] as const

/** Every call this shop serves: found by their shape, so that a new one can't be left out here. */
export const allCalls: readonly Call[] = features.flatMap(feature => Object.values<unknown>(feature).filter(isCall))

/** Any call that the contract describes, with its exact type: what the browser's typed fetch is made of. */
export type ContractCall = CallsOf<(typeof features)[number]>
type CallsOf<Feature> = Feature extends unknown ? Extract<Feature[keyof Feature], Call> : never

function isCall(exported: unknown): exported is Call {
  return typeof exported === 'object' && exported !== null && 'operationId' in exported && 'responses' in exported
}
