import { type IntendedDifferences, at } from './intended-differences.ts'

const RESERVATION = '/api/v2/public/reservation/{reservationId}'
const INIT = `POST ${RESERVATION}/payment/{method}/init`
const STATUS = `GET ${RESERVATION}/payment/{method}/status`
const FORCE_CHECK = `GET ${RESERVATION}/transaction/force-check`
const TOKEN = `DELETE ${RESERVATION}/payment/token`
const DISCARD = `DELETE ${RESERVATION}/payment`

/** Where what we say of a payment that is under way differs from the reference documents. */
export const paymentDifferences: readonly IntendedDifferences[] = [
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
      ...at([INIT, STATUS], 'path 2 (all): any words, reference only some'),
      ...at([INIT, STATUS], 'answer 400 application/json: not in the reference'),
    ],
  },
  {
    reason: 'A refused anti-forgery token, which the reference names in its conventions.',
    differences: at([INIT, TOKEN, DISCARD], 'answer 403: not in the reference'),
  },
  {
    reason: 'Calls that ask a provider are limited in their rate.',
    differences: at([INIT, FORCE_CHECK], 'answer 429: not in the reference'),
  },
  {
    reason: 'Both spellings are sent, as the reference document recommends.',
    differences: at([FORCE_CHECK], 'answer 200 application/json .failure: required, reference optional').concat(
      at([FORCE_CHECK], 'answer 200 application/json .success: required, reference optional'),
    ),
  },
  {
    reason: 'Methods that the specification names, and providers that this shop has.',
    differences: [
      `${INIT} answer 200 application/json .paymentMethod: without ALIPAY POSTFINANCE TWINT`,
      `${INIT} answer 200 application/json .paymentProvider: without CUSTOM_OFFLINE`,
    ],
  },
]
