import { type IntendedDifferences, at } from './intended-differences.ts'

const PAGE_RESERVATION = '/{purchaseContextType}/{publicIdentifier}/reservation/{reservationId}'
const RESERVATION = '/api/v2/public/reservation/{reservationId}'
const INIT = `POST ${RESERVATION}/payment/{method}/init`
const STATUS = `GET ${RESERVATION}/payment/{method}/status`
const FORCE_CHECK = `GET ${RESERVATION}/transaction/force-check`
const OLD_INIT = 'POST /api/reservation/{reservationId}/payment/{method}/init'
const OLD_STATUS = 'GET /api/reservation/{reservationId}/payment/{method}/status'
const OLD_CHECK = 'GET /api/v2/public/event/{eventName}/reservation/{reservationId}/transaction/force-check'
const TOKEN = `DELETE ${RESERVATION}/payment/token`
const DISCARD = `DELETE ${RESERVATION}/payment`

/** Where what we say of a payment that is under way differs from the reference documents. */
export const paymentDifferences: readonly IntendedDifferences[] = [
  {
    reason:
      'Money that is taken at the box office of a door has ways of payment of its own; no buyer or event names one.',
    differences: [
      `GET ${RESERVATION} answer 200 application/json .activePaymentMethods{}.paymentProxy`,
      `GET ${RESERVATION} answer 200 application/json .paymentProxy`,
      `${OLD_INIT} answer 200 application/json .paymentProvider`,
      'POST /api/v1/admin/event/create request application/json .tickets.paymentMethods[]',
      'POST /api/v1/admin/event/update/{slug} request application/json .tickets.paymentMethods[]',
      'POST /api/v1/admin/subscription/create request application/json .paymentMethods[]',
      `POST ${RESERVATION} request application/json .paymentProxy`,
      `${INIT} answer 200 application/json .paymentProvider`,
      'PUT /api/v1/admin/reservation/{reservationId}/confirm request application/json .transaction.paymentProvider',
    ].map(place => `${place}: also CASH TERMINAL`),
  },
  {
    reason: 'What organisers do with money that was paid online is described nowhere in the reference.',
    differences: [
      'POST /api/v1/admin/reservation/{reservationId}/refund',
      'GET /api/v1/admin/reservation/{reservationId}/payments',
      'GET /api/v1/admin/payment-reviews',
      'PUT /api/v1/admin/payment-reviews/{reviewId}',
      'GET /api/v1/admin/reconciliation',
    ].map(title => `${title}: not in the reference`),
  },
  {
    reason:
      'An unknown method is answered 400 with what could not be read, as every address; any name can be asked for.',
    differences: [
      ...at([INIT, STATUS, OLD_INIT, OLD_STATUS], 'path 2 (all): any words, reference only some'),
      ...at([INIT, STATUS, OLD_INIT, OLD_STATUS], 'answer 400 application/json: not in the reference'),
    ],
  },
  {
    reason: 'A refused anti-forgery token, which the reference names in its conventions.',
    differences: at([INIT, OLD_INIT, TOKEN, DISCARD], 'answer 403: not in the reference'),
  },
  {
    reason: 'Calls that ask a provider are limited in their rate.',
    differences: at([INIT, OLD_INIT, FORCE_CHECK, OLD_CHECK], 'answer 429: not in the reference'),
  },
  {
    reason: 'What a buyer has agreed to may come with the beginning of a payment, and no body at all is fine, too.',
    differences: [`${INIT} request application/json (all): null|object, reference object`],
  },
  {
    reason: 'Both spellings are sent, as the reference document recommends.',
    differences: ['failure', 'success'].flatMap(name =>
      at([FORCE_CHECK, OLD_CHECK, OLD_STATUS], `answer 200 application/json .${name}: required, reference optional`),
    ),
  },
  {
    reason:
      'Served for providers alone, and not published: payments/provider-suite.ts holds each of them to what the reference says.',
    differences: [
      'POST /api/payment/webhook/stripe/payment',
      'POST /api/webhook/stripe/notification',
      'POST /api/payment/webhook/mollie/reservation/{reservationId}',
      'POST /api/webhook/mollie/event/{eventName}/reservation/{reservationId}',
      'GET /api/payment/webhook/saferpay/reservation/{reservationId}/success',
      `GET ${PAGE_RESERVATION}/payment/saferpay/cancel`,
      'GET /payment/paypal/redirect/{operation}',
      `GET ${PAGE_RESERVATION}/payment/paypal/confirm`,
      `GET ${PAGE_RESERVATION}/payment/paypal/cancel`,
    ].map(title => `${title}: not served`),
  },
  {
    reason:
      'A provider that is out of reach leaves the order open, and an order that stays is not reported as given up (lifecycle A.3.9).',
    differences: [
      ...at([INIT, OLD_INIT], 'answer 422: not in the reference'),
      'DELETE /api/v2/public/reservation/{reservationId} answer 200 application/json (all): any words, reference only some',
    ],
  },
  {
    reason: 'A buyer who comes back from a provider reads why nothing was paid, and where to go on.',
    differences: ['paymentRefusal', 'paymentPage'].map(
      name => `GET ${RESERVATION} answer 200 application/json .${name}: not in the reference`,
    ),
  },
  {
    reason: 'Methods that the specification names, and providers that this shop has.',
    differences: [
      ...at([INIT, OLD_INIT], 'answer 200 application/json .paymentMethod: without ALIPAY POSTFINANCE TWINT'),
      ...at([INIT, OLD_INIT], 'answer 200 application/json .paymentProvider: without CUSTOM_OFFLINE'),
    ],
  },
]
